//! Programs in dual numbers: a second interpreter, whose results carry their derivatives.
//!
//! Nothing here knows how the compiler differentiates: elementary functions are those of `num-dual`,
//! and equations are solved by Newton's method in dual numbers until the derivative stands still too.

use std::collections::HashMap;

use nhi_symbolic::expr::{Expr, Function};
use nhi_symbolic::program::{Newton, Op, Program, Section, Tape, Value};
use num_dual::{Dual64, DualNum};

/// More iterations than any solve of a step takes.
const MOST_ITERATIONS: usize = 60;
/// The relative change of an iterate and its derivative behind which both are exact to round-off: the
/// next change would be of the size of its square.
const AT_REST: f64 = 1e-9;

/// The values of symbols, with their derivatives.
pub(crate) type DualInputs = HashMap<Expr, Dual64>;

/// The results of a function of a program for inputs of all its stages.
pub(crate) fn evaluate(program: &Program, name: &str, mut inputs: DualInputs) -> Vec<Dual64> {
    let function = program.function(name).expect("a function of the program");
    let tape = &program.tape;
    let mut registers = Registers(vec![Dual64::from(f64::NAN); tape.len()]);
    registers.run(tape, &program.prepare, &inputs);
    for section in &function.sections {
        match section {
            Section::Newton(newton) => {
                let solution = solve(program, newton, &registers, &inputs);
                inputs.extend(newton.solution.iter().copied().zip(solution));
            }
            computed => run(program, computed, &mut registers, &mut inputs),
        }
    }
    registers.get_all(tape, &function.outputs)
}

/// What can also stand in the body of an iteration.
fn run(program: &Program, section: &Section, registers: &mut Registers, inputs: &mut DualInputs) {
    let tape = &program.tape;
    match section {
        Section::Values(values) => registers.run(tape, values, inputs),
        Section::Call(call) => {
            let called = &program.subroutines[call.subroutine];
            let arguments = registers.get_all(tape, &call.arguments);
            let parameters = called.signature.inputs.iter().copied();
            inputs.extend(parameters.zip(arguments));
            for section in &called.sections {
                run(program, section, registers, inputs);
            }
            let outputs = registers.get_all(tape, &called.outputs);
            inputs.extend(call.results.iter().copied().zip(outputs));
        }
        Section::Newton(_) => panic!("an iteration solves no equations"),
        Section::Linear(_) => panic!("only derivatives have several right-hand sides"),
    }
}

/// Newton's method; the derivative of the iterate converges quadratically as the iterate does.
fn solve(
    program: &Program,
    newton: &Newton,
    registers: &Registers,
    inputs: &DualInputs,
) -> Vec<Dual64> {
    let tape = &program.tape;
    let mut registers = registers.clone();
    let mut inputs = inputs.clone();
    let mut x = registers.get_all(tape, &newton.guess);
    for _ in 0..MOST_ITERATIONS {
        inputs.extend(newton.unknowns.iter().copied().zip(x.iter().copied()));
        for section in newton.parts() {
            run(program, section, &mut registers, &mut inputs);
        }
        let residuals = registers.get_all(tape, &newton.residuals);
        let jacobian = registers.get_all(tape, &newton.jacobian);
        let change = eliminate(jacobian, residuals);
        for (x, change) in x.iter_mut().zip(&change) {
            *x -= *change;
        }
        if newton.is_linear() || is_at_rest(&x, &change) {
            return x;
        }
    }
    panic!("Newton's method in dual numbers does not come to rest: {x:?}");
}

/// The largest error of an entry of the Jacobian of the first equations that a step solves, relative to its row, at
/// the guess plus `offset`: derivatives of the residuals in dual numbers, through the functions that they call.
pub(crate) fn jacobian_error(program: &Program, mut inputs: DualInputs, offset: f64) -> f64 {
    let tape = &program.tape;
    let mut registers = Registers(vec![Dual64::from(f64::NAN); tape.len()]);
    registers.run(tape, &program.prepare, &inputs);
    let sections = &program.function("step").expect("a step").sections;
    for section in sections {
        let Section::Newton(newton) = section else {
            run(program, section, &mut registers, &mut inputs);
            continue;
        };
        let guess = registers.get_all(tape, &newton.guess);
        let n = newton.unknowns.len();
        let mut worst = 0.0_f64;
        for j in 0..n {
            let mut at = inputs.clone();
            for (k, (&unknown, x)) in newton.unknowns.iter().zip(&guess).enumerate() {
                let x = Dual64::from(x.re + offset * (1.0 + k as f64));
                at.insert(unknown, if k == j { x.derivative() } else { x });
            }
            let mut registers = registers.clone();
            for section in newton.parts() {
                run(program, section, &mut registers, &mut at);
            }
            let slopes = registers.get_all(tape, &newton.residuals);
            let rows = registers.get_all(tape, &newton.jacobian);
            for (slope, row) in slopes.iter().zip(rows.chunks(n)) {
                let size = row.iter().fold(0.0_f64, |size, x| size.max(x.re.abs()));
                worst = worst.max((slope.eps - row[j].re).abs() / size);
            }
        }
        return worst;
    }
    panic!("the step solves no equations");
}

fn is_at_rest(x: &[Dual64], change: &[Dual64]) -> bool {
    let part = |of: fn(&Dual64) -> f64| {
        let largest = |list: &[Dual64]| list.iter().map(|x| of(x).abs()).fold(0.0, f64::max);
        largest(change) <= AT_REST * largest(x).max(1.0)
    };
    part(|x| x.re) && part(|x| x.eps)
}

/// The solution of linear equations, by elimination with pivots of the largest value.
fn eliminate(mut matrix: Vec<Dual64>, mut right: Vec<Dual64>) -> Vec<Dual64> {
    let n = right.len();
    for k in 0..n {
        let size = |row: &usize| matrix[row * n + k].re.abs();
        let pivot = (k..n).max_by(|a, b| size(a).total_cmp(&size(b)));
        let pivot = pivot.expect("a row is left");
        for column in 0..n {
            matrix.swap(k * n + column, pivot * n + column);
        }
        right.swap(k, pivot);
        for row in k + 1..n {
            let factor = matrix[row * n + k] / matrix[k * n + k];
            for column in k..n {
                let above = matrix[k * n + column];
                matrix[row * n + column] -= factor * above;
            }
            let above = right[k];
            right[row] -= factor * above;
        }
    }
    for k in (0..n).rev() {
        for column in k + 1..n {
            let known = right[column];
            right[k] -= matrix[k * n + column] * known;
        }
        right[k] /= matrix[k * n + k];
    }
    right
}

/// One dual number per value of the tape.
#[derive(Clone)]
struct Registers(Vec<Dual64>);

impl Registers {
    fn run(&mut self, tape: &Tape, values: &[Value], inputs: &DualInputs) {
        for &value in values {
            self.0[value.index()] = self.result(tape, tape.op(value), inputs);
        }
    }

    fn result(&self, tape: &Tape, op: Op, inputs: &DualInputs) -> Dual64 {
        let get = |value| self.get(tape, value);
        match op {
            Op::Input(symbol) => inputs[&symbol],
            Op::Constant(bits) => f64::from_bits(bits).into(),
            Op::Add(a, b) => get(a) + get(b),
            Op::Sub(a, b) => get(a) - get(b),
            Op::Mul(a, b) => get(a) * get(b),
            Op::Div(a, b) => get(a) / get(b),
            Op::Neg(a) => -get(a),
            Op::Unary(function, a) => unary(function, get(a)),
            Op::Binary(function, a, b) => binary(function, get(a), get(b)),
        }
    }

    fn get(&self, tape: &Tape, value: Value) -> Dual64 {
        let constant = tape.as_constant(value).map(Dual64::from);
        constant.unwrap_or_else(|| self.0[value.index()])
    }

    fn get_all(&self, tape: &Tape, values: &[Value]) -> Vec<Dual64> {
        values.iter().map(|&value| self.get(tape, value)).collect()
    }
}

fn unary(function: Function, x: Dual64) -> Dual64 {
    match function {
        Function::Sin => x.sin(),
        Function::Cos => x.cos(),
        Function::Asin => x.asin(),
        Function::Acos => x.acos(),
        Function::Atan => x.atan(),
        Function::Sinh => x.sinh(),
        Function::Cosh => x.cosh(),
        Function::Tanh => x.tanh(),
        Function::Exp => x.exp(),
        Function::Ln => x.ln(),
        Function::Sqrt => x.sqrt(),
        Function::Abs => {
            if x.re < 0.0 {
                -x
            } else {
                x
            }
        }
        Function::Sign | Function::Step => Dual64::from((function.row().value)(&[x.re])),
        Function::Atan2
        | Function::Hypot
        | Function::Powf
        | Function::Stumpff
        | Function::Min
        | Function::Max => {
            panic!("{function:?} has two arguments")
        }
    }
}

fn binary(function: Function, x: Dual64, y: Dual64) -> Dual64 {
    match function {
        Function::Atan2 => x.atan2(y),
        Function::Hypot => (x * x + y * y).sqrt(),
        Function::Powf => x.powd(y),
        Function::Stumpff => stumpff(x.re, y),
        Function::Min => {
            if x.re < y.re {
                x
            } else {
                y
            }
        }
        Function::Max => {
            if x.re > y.re {
                x
            } else {
                y
            }
        }
        other => panic!("{other:?} has one argument"),
    }
}

/// `c_k(x)` with its derivative `(k c_{k+2}(x) - c_{k+1}(x)) / 2`.
fn stumpff(k: f64, x: Dual64) -> Dual64 {
    let value = |k: f64| (Function::Stumpff.row().value)(&[k, x.re]);
    let slope = (k * value(k + 2.0) - value(k + 1.0)) / 2.0;
    Dual64::new(value(k), slope * x.eps)
}
