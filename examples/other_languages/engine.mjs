// An AD engine in JavaScript that adspec can check: numbers only, forward by duals, reverse by a tape.
//
//     adspec check "cmd:node examples/other_languages/engine.mjs"
//
// It reads requests from standard input, one JSON object a line, and writes answers to standard output.
// FAULT=overwrite in the environment makes the tape forget what a value used twice got first.

import { createInterface } from "node:readline";

const FAULT = process.env.FAULT ?? "";

// ------------------------------------------------------------------ rules
// primitive -> [value of the arguments, partial derivatives of the arguments and the value]

const half = (a, b, wins) => (a === b ? 0.5 : wins ? 1 : 0);

const RULES = {
  positive: [(x) => x, () => [1]],
  negative: [(x) => -x, () => [-1]],
  abs: [Math.abs, (x) => [Math.sign(x)]],
  square: [(x) => x * x, (x) => [2 * x]],
  reciprocal: [(x) => 1 / x, (x, y) => [-y * y]],
  sqrt: [Math.sqrt, (x, y) => [0.5 / y]],
  cbrt: [Math.cbrt, (x, y) => [y / x / 3]],
  exp: [Math.exp, (x, y) => [y]],
  expm1: [Math.expm1, (x) => [Math.exp(x)]],
  log: [Math.log, (x) => [1 / x]],
  log1p: [Math.log1p, (x) => [1 / (1 + x)]],
  log2: [Math.log2, (x) => [Math.LOG2E / x]],
  log10: [Math.log10, (x) => [Math.LOG10E / x]],
  sin: [Math.sin, (x) => [Math.cos(x)]],
  cos: [Math.cos, (x) => [-Math.sin(x)]],
  tan: [Math.tan, (x, y) => [1 + y * y]],
  asin: [Math.asin, (x) => [1 / Math.sqrt((1 - x) * (1 + x))]],
  acos: [Math.acos, (x) => [-1 / Math.sqrt((1 - x) * (1 + x))]],
  atan: [Math.atan, (x) => [1 / (1 + x * x)]],
  sinh: [Math.sinh, (x) => [Math.cosh(x)]],
  cosh: [Math.cosh, (x) => [Math.sinh(x)]],
  tanh: [Math.tanh, (x) => [(1 / Math.cosh(x)) ** 2]], // 1 - tanh² loses all digits at 20
  asinh: [Math.asinh, (x) => [1 / Math.hypot(1, x)]],
  acosh: [Math.acosh, (x) => [1 / Math.sqrt(x - 1) / Math.sqrt(x + 1)]],
  atanh: [Math.atanh, (x) => [1 / ((1 - x) * (1 + x))]],
  sign: [Math.sign, () => [0]],
  floor: [Math.floor, () => [0]],
  ceil: [Math.ceil, () => [0]],
  trunc: [Math.trunc, () => [0]],
  add: [(a, b) => a + b, () => [1, 1]],
  subtract: [(a, b) => a - b, () => [1, -1]],
  multiply: [(a, b) => a * b, (a, b) => [b, a]],
  divide: [(a, b) => a / b, (a, b, y) => [1 / b, -y / b]],
  pow: [Math.pow, (a, b, y) => [b === 0 ? 0 : b * a ** (b - 1), a === 0 && b > 0 ? 0 : y * Math.log(a)]],
  hypot: [Math.hypot, (a, b, y) => (y === 0 ? [0, 0] : [a / y, b / y])],
  atan2: [Math.atan2, (a, b) => ((h) => [b / h / h, -a / h / h])(Math.hypot(a, b))],
  maximum: [Math.max, (a, b) => [half(a, b, a > b), half(a, b, b > a)]],
  minimum: [Math.min, (a, b) => [half(a, b, a < b), half(a, b, b < a)]],
  greater: [(a, b) => Number(a > b), () => [0, 0]],
  less: [(a, b) => Number(a < b), () => [0, 0]],
  where: [(c, a, b) => (c ? a : b), (c) => [0, c ? 1 : 0, c ? 0 : 1]],
};

// ------------------------------------------------------------------ differentiation

/** Return the tape of a program: for every value its number, the values it was made of, the partials. */
function record(program, inputs) {
  const places = new Map(program.inputs.map((name, i) => [name, i]));
  const tape = inputs.map((value) => ({ value, parents: [], partials: [] }));
  for (const { name, primitive, args, params, bodies } of program.equations) {
    const rule = RULES[primitive];
    if (!rule || bodies || Object.keys(params).length) throw unsupported(`${primitive} in this form`);
    const parents = args.map((a) => (a?.n === undefined ? null : places.get(a.n)));
    const numbers = args.map((a, i) => (parents[i] === null ? literal(a) : tape[parents[i]].value));
    const value = rule[0](...numbers);
    places.set(name, tape.push({ value, parents, partials: rule[1](...numbers, value) }) - 1);
  }
  return { tape, outputs: program.outputs.map((name) => places.get(name)) };
}

/** Push: the tangent of each value is the sum of partial · tangent over what it was made of. */
function push({ tape, outputs }, tangents) {
  const moved = [];
  tape.forEach(({ parents, partials }, i) => {
    moved[i] = tangents[i] ?? parents.reduce((sum, p, k) => sum + times(partials[k], moved[p] ?? 0), 0);
  });
  return outputs.map((i) => moved[i]);
}

/** Pull: from the last value to the first, each gives partial · cotangent to what it was made of. */
function pull({ tape, outputs }, cotangents, count) {
  const got = new Array(tape.length).fill(0);
  outputs.forEach((i, k) => (got[i] += cotangents[k]));
  for (let i = tape.length - 1; i >= 0; i--) {
    tape[i].parents.forEach((p, k) => {
      if (p === null) return;
      const given = times(tape[i].partials[k], got[i]);
      got[p] = FAULT === "overwrite" ? given : got[p] + given;
    });
  }
  return got.slice(0, count);
}

/** Return a · b where a branch that was not taken, or nothing asked for, says nothing: 0 · ∞ is 0. */
const times = (a, b) => (a === 0 || b === 0 ? 0 : a * b);

// ------------------------------------------------------------------ numbers

/** Return the float of a hexadecimal text, such as -0x1.8p+3; all of its bits survive. */
function parse(text) {
  const special = { inf: Infinity, "-inf": -Infinity, nan: NaN };
  if (text in special) return special[text];
  const [, sign, whole, part, exponent] = /^(-?)0x([01])(?:\.([0-9a-f]*))?p([+-]\d+)$/.exec(text);
  const digits = part ?? "";
  const size = parseInt(whole + digits, 16);
  const power = Number(exponent) - 4 * digits.length;
  const scaled = size * 2 ** Math.max(power, -1000) * 2 ** Math.min(power + 1000, 0);
  return sign ? -scaled : scaled;
}

/** Return the hexadecimal text of a float. */
function format(value) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const part = (bits & 0xfffffffffffffn).toString(16).padStart(13, "0");
  const power = biased === 0 ? -1022 : biased - 1023;
  return `${bits >> 63n ? "-" : ""}0x${biased ? 1 : 0}.${part}p${power < 0 ? "" : "+"}${power}`;
}

/** Return the number of a literal of the program: {"f": "0x1.0p+0"}, an integer, or a Boolean. */
function literal(atom) {
  if (typeof atom === "number" || typeof atom === "boolean") return Number(atom);
  if (typeof atom?.f === "string") return parse(atom.f);
  throw unsupported(`the literal ${JSON.stringify(atom)}`);
}

// ------------------------------------------------------------------ the talk

const HELLO = {
  protocol: 1,
  name: "tape.mjs",
  version: "1.0",
  primitives: Object.keys(RULES),
  values: "scalars",
  dtypes: ["float64"],
  ops: ["value", "jvp", "vjp"],
};

const unsupported = (what) => Object.assign(new Error(`no ${what}`), { kind: "unsupported" });

function answer(request) {
  if (request.op === "hello") return HELLO;
  const run = record(request.program, request.inputs.map(parse));
  const value = run.outputs.map((i) => format(run.tape[i].value));
  if (request.op === "value") return { value };
  if (request.op === "jvp") return { value, tangents: push(run, request.tangents.map(parse)).map(format) };
  const cotangents = pull(run, request.cotangents.map(parse), request.wrt.length);
  return { value, cotangents: cotangents.map(format) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  let said;
  try {
    said = answer(request);
  } catch (error) {
    said = { error: { kind: error.kind ?? "failure", message: String(error.message) } };
  }
  process.stdout.write(`${JSON.stringify({ id: request.id, ...said })}\n`);
}
