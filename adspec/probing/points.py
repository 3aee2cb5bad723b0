"""Single points at which a derivative is a choice: kinks, edges, and limits that a formula hides."""

from __future__ import annotations

from adspec.probing.question import Question, rows

INF = float("inf")
# fmt: off
POINTS: tuple[Question, ...] = (
    *rows("pull",
        # question                                program                          at
        ("abs at 0",                              "abs(x)",                        0.0),
        ("sign at 0",                             "sign(x)",                       0.0),
        ("floor at an integer",                   "floor(x)",                      1.0),
        ("round at a half",                       "round(x)",                      0.5),
        ("sqrt at 0",                             "sqrt(x)",                       0.0),
        ("square root of a square at 0",          "sqrt(x * x)",                   0.0),
        ("log at 0",                              "log(x)",                        0.0),
        ("asin at 1",                             "asin(x)",                       1.0),
        ("acosh at 1",                            "acosh(x)",                      1.0),
        ("atan2 at (0, 0)",                       "atan2(x, y)",                   (0.0, 0.0)),
        ("hypot at (0, 0)",                       "hypot(x, y)",                   (0.0, 0.0)),
        ("norm at 0",                             "linalg.norm(x)",                [0.0, 0.0]),
        ("norm of a matrix at 0",                 "linalg.norm(x)",                [[0.0, 0.0], [0.0, 0.0]]),
        ("std of a constant",                     "std(x)",                        [2.0, 2.0, 2.0]),
        ("var of one number",                     "var(x)",                        [2.0]),
        ("x ** 0.0 at 0",                         "pow(x, 0.0)",                   0.0),
        ("x ** 1.0 at 0",                         "pow(x, 1.0)",                   0.0),
        ("x ** 2 at 0",                           "pow(x, 2)",                     0.0),
        ("x ** 0.5 at 0",                         "pow(x, 0.5)",                   0.0),
        ("0 ** y, by y, at 2",                    "pow(0.0, y)",                   2.0),
        ("0 ** y, by y, at 0",                    "pow(0.0, y)",                   0.0),
        ("x ** y, by both, at (0, 0)",            "pow(x, y)",                     (0.0, 0.0)),
        ("(−2) ** y, by y, at 2",                 "pow(-2.0, y)",                  2.0),
        ("x * log(x) at 0",                       "x * log(x)",                    0.0),
        ("sin(x) / x at 0",                       "sin(x) / x",                    0.0),
        ("sinc at 0",                             "sinc(x)",                       0.0),
        ("xlogy, by x, at (0, 0)",                "special.xlogy(x, y)",           (0.0, 0.0)),
        ("logaddexp at (−∞, −∞)",                 "logaddexp(x, y)",               (-INF, -INF)),
        ("logsumexp of −∞s",                      "special.logsumexp(x)",          [-INF, -INF]),
        ("where(x > 0, sqrt(x), 0) at 0",         "where(greater(x, 0.0), sqrt(x), 0.0)", 0.0),
        ("where(x > 0, log(x), 0) at 0",          "where(greater(x, 0.0), log(x), 0.0)",  0.0),
        ("prod with one 0",                       "prod(x)",                       [0.0, 2.0, 3.0]),
        ("prod with two 0s",                      "prod(x)",                       [0.0, 0.0, 3.0]),
        ("prod of nothing",                       "prod(x)",                       []),
        ("cumulative product with a 0",           "cumulative_prod(x)",            [2.0, 0.0, 3.0]),
        ("remainder at a multiple, both",         "remainder(x, y)",               (4.0, 2.0)),
        ("log1p at −1",                           "log1p(x)",                      -1.0),
        ("tan at a large number",                 "tan(x)",                        1e8),
        ("exp where it overflows",                "exp(x)",                        1000.0),
        ("sigmoid-like 1 / (1 + exp(−x)) at −1000", "1.0 / (1.0 + exp(-x))",       -1000.0),
        ("det of a singular matrix",              "linalg.det(x)",                 [[1.0, 2.0], [2.0, 4.0]]),
    ),
    *rows("second",
        ("second derivative of x ** 1.0 at 0",    "pow(x, 1.0)",                   0.0),
        ("second derivative of x ** 2 at 0",      "pow(x, 2)",                     0.0),
        ("second derivative of abs at 0",         "abs(x)",                        0.0),
        ("second derivative of sinc at 0",        "sinc(x)",                       0.0),
        ("second derivative of norm at 0",        "linalg.norm(x)",                [0.0, 0.0]),
        ("second derivative of prod with a 0",    "prod(x)",                       [0.0, 2.0, 3.0]),
    ),
)
# fmt: on
