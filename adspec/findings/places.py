"""Places: the right numbers, or those of u and v, stand where they do not belong."""

from __future__ import annotations

import numpy as np

from adspec.findings.brief import ENOUGH, Brief
from adspec.findings.evidence import Evidence, near


def transposed(brief: Brief) -> str:
    """Return whether the matrices are the transposes of the right ones, or these in the wrong shape."""

    def is_transposed(e: Evidence) -> bool:
        wrong, right = np.asarray(e.wrong), np.asarray(e.right)
        if right.ndim < 2 or min(right.shape[-2:]) < 2:
            return False
        return bool(np.all(near(wrong, np.swapaxes(right, -1, -2).reshape(wrong.shape), e.digits)))

    matrices = [e for e in brief.numeric if np.ndim(e.wrong) >= 2 and min(np.shape(e.wrong)[-2:]) > 1]
    is_so = bool(matrices) and len(matrices) == len(brief.numeric) and all(map(is_transposed, matrices))
    return "transposed" if is_so else ""


def permuted(brief: Brief) -> str:
    """Return whether the right numbers stand in the wrong places."""

    def is_permuted(e: Evidence) -> bool:
        wrong, right = np.ravel(e.wrong), np.ravel(e.right)
        if np.iscomplexobj(wrong) or len(set(right.tolist())) < ENOUGH:
            return False
        return bool(np.all(near(np.sort(wrong), np.sort(right), e.digits)))

    is_so = brief.pairs[0].size > 0 and all(map(is_permuted, brief.numeric))
    return "permuted: the right numbers in the wrong places" if is_so else ""


def other_entries(brief: Brief) -> str:
    """Return whether the slopes are right, and belong to other entries of x."""

    def is_so(e: Evidence) -> bool:
        seed = np.asarray((e.case.v if e.mode == "pull" else e.case.u)[0]) if e.case else np.zeros(())
        if seed.shape != np.shape(e.wrong) or np.size(seed) < ENOUGH or np.any(seed == 0):
            return False
        slopes = [np.ravel(a) / np.ravel(seed) for a in (np.asarray(e.wrong), np.asarray(e.right))]
        if any(map(np.iscomplexobj, slopes)) or len(set(slopes[1].tolist())) < ENOUGH:
            return False
        return bool(np.all(near(np.sort(slopes[0]), np.sort(slopes[1]), e.digits)))

    fits = brief.points is not None and all(map(is_so, brief.numeric))
    return "the right slopes at other entries: x is read in another order" if fits else ""


def misplaced(brief: Brief) -> str:
    """Return whether entries of v (or u) come out that stand elsewhere, such as the next ones."""

    def is_so(e: Evidence) -> bool:
        seed = (e.case.v if e.mode == "pull" else e.case.u) if e.case else ()
        pool = {complex(n) for a in seed for n in np.ravel(a).tolist()}
        entries = [{complex(n) for n in np.asarray(a)[e.off].tolist()} for a in (e.wrong, e.right)]
        return len(pool) >= ENOUGH and all(entry <= pool for entry in entries)

    fits = brief.pairs[0].size > 0 and brief.first.mode in {"push", "pull"} and all(map(is_so, brief.numeric))
    letter = "v" if brief.first.mode == "pull" else "u"
    return f"off by an index: entries of {letter} from other places" if fits else ""
