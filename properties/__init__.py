"""The laws, one per file; the files do not know each other, and this one lists them all.

In the order of a report: the laws of one derivative, of composition, of operators, of contracts.
`explained_by` makes them a lattice, purity at the bottom: of the laws that a fault breaks, the
report names the deepest.
"""

from __future__ import annotations

from adspec.law import Law
from adspec.properties.accuracy import accuracy
from adspec.properties.aliasing import aliasing
from adspec.properties.branches_and_loops import branches_and_loops
from adspec.properties.broadcasting import broadcasting
from adspec.properties.chain_rule import chain_rule
from adspec.properties.checkpoint import checkpoint
from adspec.properties.complex_pairing import complex_pairing
from adspec.properties.cotangent_check import cotangent_check
from adspec.properties.deep_chain import deep_chain
from adspec.properties.determinism import determinism
from adspec.properties.elementwise_grad import elementwise_grad
from adspec.properties.empty_and_0d import empty_and_0d
from adspec.properties.escaped_tracer import escaped_tracer
from adspec.properties.evaluation_count import evaluation_count
from adspec.properties.exceptions import exceptions
from adspec.properties.fan_out import fan_out
from adspec.properties.finite import finite
from adspec.properties.grad_is_pull import grad_is_pull
from adspec.properties.gradient_cost import gradient_cost
from adspec.properties.hessian import hessian
from adspec.properties.holomorphic_grad import holomorphic_grad
from adspec.properties.independence import independence
from adspec.properties.input_kind import input_kind
from adspec.properties.jacobian import jacobian
from adspec.properties.jit import jit
from adspec.properties.kinks import kinks
from adspec.properties.lifetime import lifetime
from adspec.properties.linear_cost import linear_cost
from adspec.properties.linear_pull import linear_pull
from adspec.properties.linear_push import linear_push
from adspec.properties.linearize import linearize
from adspec.properties.nesting import nesting
from adspec.properties.nth_derivative import nth_derivative
from adspec.properties.precision import precision
from adspec.properties.presentation import presentation
from adspec.properties.primal import primal
from adspec.properties.pull_of_pull import pull_of_pull
from adspec.properties.pull_of_push import pull_of_push
from adspec.properties.purity import purity
from adspec.properties.push_of_pull import push_of_pull
from adspec.properties.push_of_push import push_of_push
from adspec.properties.scalar_output import scalar_output
from adspec.properties.sharing import sharing
from adspec.properties.stale_input import stale_input
from adspec.properties.sum_rule import sum_rule
from adspec.properties.tangent_space import tangent_space
from adspec.properties.third_pull import third_pull
from adspec.properties.third_push import third_push
from adspec.properties.threads import threads
from adspec.properties.ties import ties
from adspec.properties.transpose import transpose
from adspec.properties.truth_pull import truth_pull
from adspec.properties.truth_push import truth_push
from adspec.properties.value import value
from adspec.properties.vmap import vmap

LAWS: tuple[Law, ...] = (
    purity,
    determinism,
    value,
    primal,
    presentation,
    precision,
    broadcasting,
    empty_and_0d,
    tangent_space,
    linear_push,
    linear_pull,
    complex_pairing,
    finite,
    ties,
    kinks,
    truth_push,
    truth_pull,
    accuracy,
    transpose,
    push_of_push,
    push_of_pull,
    pull_of_push,
    pull_of_pull,
    third_push,
    third_pull,
    fan_out,
    chain_rule,
    sharing,
    sum_rule,
    independence,
    nesting,
    nth_derivative,
    branches_and_loops,
    evaluation_count,
    scalar_output,
    input_kind,
    grad_is_pull,
    jacobian,
    hessian,
    elementwise_grad,
    holomorphic_grad,
    linearize,
    checkpoint,
    jit,
    vmap,
    gradient_cost,
    aliasing,
    exceptions,
    threads,
    cotangent_check,
    stale_input,
    escaped_tracer,
    deep_chain,
    linear_cost,
    lifetime,
)
