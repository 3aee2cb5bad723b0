"""An engine in another process: the reference engine over standard input and output, to be tested with.

    python pipe_engine.py [FAULT]

FAULT is what it does where the input of a sine is 1: "die", "hang" or "print"; or "old", for a hello of
another protocol, and "chatty", which prints before each answer.
"""

import json
import os
import sys
import time

import numpy as np

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.language.arrays import array_from_json, array_to_json
from adspec.language.program import program_from_json


def say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def die():
    sys.stderr.write("about to die\n")
    sys.stderr.flush()
    os._exit(3)


AT_ONE = {"die": die, "hang": lambda: time.sleep(1e6), "print": lambda: say("x = 1.0")}
FAULT = sys.argv[1] if len(sys.argv) > 1 else ""


def sine(x):
    if FAULT in AT_ONE and np.any(np.asarray(getattr(x, "value", x)) == 1.0):
        AT_ONE[FAULT]()
    return ENGINE.ops["sin"](x)


OPS = {**ENGINE.ops, "sin": sine}


def hello():
    return {
        "protocol": 99 if FAULT == "old" else 1,
        "name": "pipe",
        "version": "1",
        "primitives": [name for name in OPS if not name.startswith("at.")],
        "values": "arrays",
        "dtypes": ["float64", "float32", "complex128", "complex64"],
        "ops": ["value", "jvp", "vjp"],
        "seconds": 2.0,
    }


def listed(y):
    return [array_to_json(np.asarray(a)) for a in (y if isinstance(y, tuple) else (y,))]


def answer(request):
    if request["op"] == "hello":
        return hello()
    program = program_from_json(request["program"])
    values = [array_from_json(a, "inputs") for a in request["inputs"]]
    kinds = [a.real.dtype for a in values if a.dtype.kind in "fc"]
    dtype = min(kinds, key=lambda kind: kind.itemsize, default=np.dtype(float))
    count = len(request["wrt"])

    def f(*xs):
        return program.run(OPS, dict(zip(program.inputs, (*xs, *values[count:]), strict=True)), dtype)

    if request["op"] == "value":
        return {"value": listed(f(*values[:count]))}
    if request["op"] == "jvp":
        us = tuple(array_from_json(a, "tangents") for a in request["tangents"])
        y, pushed = ENGINE.jvp(f, tuple(values[:count]), us)
        return {"value": listed(y), "tangents": listed(pushed)}
    vs = tuple(array_from_json(a, "cotangents") for a in request["cotangents"])
    y, pull = ENGINE.vjp(f, tuple(values[:count]))
    return {"value": listed(y), "cotangents": listed(pull(vs if isinstance(y, tuple) else vs[0]))}


for line in sys.stdin:
    asked = json.loads(line)
    if FAULT == "chatty" and asked["op"] != "hello":
        say("computing …")
    try:
        said = answer(asked)
    except Exception as error:  # noqa: BLE001 -- whatever it is, it is the answer
        said = {"error": {"kind": "failure", "message": f"{type(error).__name__}: {error}"}}
    say(json.dumps({"id": asked["id"], **said}))
