//! The reference interpreter: runs a program in double precision without a compiler.

use core::fmt;

use super::function::{Function, Newton, Program, Section};
use super::tape::{Op, Tape, Value};
use crate::expr::{Expr, LookupMap};

/// Solves the equations of implicit functions for the interpreter.
///
/// The compiler does not contain the runtime's Newton method; whoever runs programs hands it in,
/// so that interpreted and compiled code solve by the same method.
pub trait EquationSolver {
    /// The solution of `residuals = 0` near `guess`.
    ///
    /// # Errors
    /// What prevented a solution, in one sentence.
    fn solve(&self, guess: &[f64], system: &mut System<'_>) -> Result<Vec<f64>, String>;

    /// The solution of linear equations, given what `system` gives at the guess.
    ///
    /// # Errors
    /// What prevented a solution, in one sentence.
    fn solve_linear(
        &self,
        guess: &[f64],
        residuals: &[f64],
        jacobian: &[f64],
    ) -> Result<Vec<f64>, String>;

    /// The solutions of linear equations with several right-hand sides; `matrix` is given row by row.
    ///
    /// # Errors
    /// What prevented a solution, in one sentence.
    fn solve_columns(&self, matrix: &[f64], columns: &[Vec<f64>]) -> Result<Vec<Vec<f64>>, String> {
        // One column after the other gives the same numbers as one elimination for all.
        let solve = |column: &Vec<f64>| {
            let residuals: Vec<_> = column.iter().map(|x| -x).collect();
            self.solve_linear(&vec![0.0; column.len()], &residuals, matrix)
        };
        columns.iter().map(solve).collect()
    }
}

/// Residuals, and the Jacobian row by row, at an iterate.
pub type System<'a> = dyn FnMut(&[f64]) -> (Vec<f64>, Vec<f64>) + 'a;

/// The values of symbols.
#[derive(Clone, Debug, Default)]
pub struct Inputs(LookupMap<Expr, f64>);

impl Inputs {
    /// Sets the value of a symbol.
    pub fn set(&mut self, symbol: Expr, value: f64) {
        self.0.insert(symbol, value);
    }

    /// Sets the values of several symbols.
    ///
    /// # Panics
    /// When the numbers of symbols and values differ.
    pub fn set_all(&mut self, symbols: &[Expr], values: &[f64]) {
        assert_eq!(symbols.len(), values.len(), "as many values as symbols");
        for (&symbol, &value) in symbols.iter().zip(values) {
            self.set(symbol, value);
        }
    }
}

/// Why a function could not be evaluated.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum InterpretError {
    /// The program has no function of this name.
    UnknownFunction(String),
    /// So many symbols that the function reads were given no value.
    MissingInputs(usize),
    /// Equations could not be solved.
    Unsolved(String),
    /// A quantity that must be positive is not.
    Condition(&'static str),
    /// A quantity that is prepared from the parameters is not finite.
    Singular,
}

impl fmt::Display for InterpretError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFunction(name) => write!(f, "the program has no function `{name}`"),
            Self::MissingInputs(count) => write!(
                f,
                "the function reads {count} symbols more than were given values"
            ),
            Self::Unsolved(reason) => write!(f, "the equations could not be solved: {reason}"),
            Self::Condition(what) => write!(
                f,
                "the {what} must be positive definite for these parameters, but has a pivot that is \
                 not: look for masses or inertias that are zero, negative or inconsistent"
            ),
            Self::Singular => f.write_str(
                "a value that is prepared from the parameters is not finite: look for masses, \
                 inertias or lengths that are zero",
            ),
        }
    }
}

impl core::error::Error for InterpretError {}

/// A program with the values of its prepare stage.
#[derive(Clone, Debug)]
pub struct Interpreter<'a> {
    program: &'a Program,
    prepared: Registers,
    /// The declared inputs that each function reads.
    reads: Vec<Vec<Expr>>,
}

impl<'a> Interpreter<'a> {
    /// Runs the prepare stage: `inputs` holds parameters and the step size.
    ///
    /// # Errors
    /// [`InterpretError::Condition`] when a condition of the scheme does not hold,
    /// [`InterpretError::Singular`] when a prepared value is not finite.
    pub fn new(program: &'a Program, inputs: &Inputs) -> Result<Self, InterpretError> {
        check_given(&read_by_prepare_stage(program), inputs)?;
        let mut prepared = Registers::new(&program.tape);
        prepared.run(&program.tape, &program.prepare, inputs);
        for &(what, value) in &program.conditions {
            let number = prepared.get(&program.tape, value);
            if !(number.is_finite() && number > 0.0) {
                return Err(InterpretError::Condition(what));
            }
        }
        let mut handed_on = program.prepared.iter();
        if !handed_on.all(|&value| prepared.get(&program.tape, value).is_finite()) {
            return Err(InterpretError::Singular);
        }
        let functions = program.functions.iter();
        Ok(Self {
            program,
            prepared,
            reads: functions.map(|f| read_by(program, f)).collect(),
        })
    }

    /// The results of a function.
    ///
    /// # Errors
    /// An unknown name, or equations that could not be solved.
    pub fn call(
        &self,
        name: &str,
        inputs: &Inputs,
        solver: &dyn EquationSolver,
    ) -> Result<Vec<f64>, InterpretError> {
        let mut functions = self.program.functions.iter().zip(&self.reads);
        let function = functions.find(|(function, _)| function.name == name);
        let unknown = || InterpretError::UnknownFunction(name.to_owned());
        let (function, reads) = function.ok_or_else(unknown)?;
        check_given(reads, inputs)?;
        self.evaluate(function, inputs.clone(), solver)
    }

    fn evaluate(
        &self,
        function: &Function,
        mut inputs: Inputs,
        solver: &dyn EquationSolver,
    ) -> Result<Vec<f64>, InterpretError> {
        let tape = &self.program.tape;
        let mut registers = self.prepared.clone();
        for section in &function.sections {
            match section {
                Section::Values(values) => registers.run(tape, values, &inputs),
                Section::Newton(newton) => {
                    let solution = solve(tape, newton, &registers, &inputs, solver)?;
                    inputs.set_all(&newton.solution, &solution);
                }
                Section::Linear(linear) => {
                    let matrix = registers.get_all(tape, &linear.matrix);
                    let columns = linear.columns.iter();
                    let columns: Vec<_> = columns.map(|c| registers.get_all(tape, c)).collect();
                    let solutions = solver
                        .solve_columns(&matrix, &columns)
                        .map_err(InterpretError::Unsolved)?;
                    for (symbols, solution) in linear.solutions.iter().zip(&solutions) {
                        inputs.set_all(symbols, solution);
                    }
                }
            }
        }
        Ok(registers.get_all(tape, &function.outputs))
    }
}

/// The parameters that the prepare stage reads.
fn read_by_prepare_stage(program: &Program) -> Vec<Expr> {
    let values = program.prepare.iter();
    let symbols = values.filter_map(|&value| match program.tape.op(value) {
        Op::Input(symbol) => Some(symbol),
        _ => None,
    });
    symbols.collect()
}

/// What a function reads from outside; the rest are solutions and unknowns of its own.
fn read_by(program: &Program, function: &Function) -> Vec<Expr> {
    let mut symbols = program.inputs_of(function);
    symbols.retain(|symbol| function.signature.inputs.contains(symbol));
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}

fn check_given(symbols: &[Expr], inputs: &Inputs) -> Result<(), InterpretError> {
    let is_missing = |symbol: &&Expr| !inputs.0.contains_key(symbol);
    match symbols.iter().filter(is_missing).count() {
        0 => Ok(()),
        count => Err(InterpretError::MissingInputs(count)),
    }
}

fn solve(
    tape: &Tape,
    newton: &Newton,
    registers: &Registers,
    inputs: &Inputs,
    solver: &dyn EquationSolver,
) -> Result<Vec<f64>, InterpretError> {
    let mut registers = registers.clone();
    let mut inputs = inputs.clone();
    let guess = registers.get_all(tape, &newton.guess);
    if newton.is_linear {
        let residuals = registers.get_all(tape, &newton.residuals);
        let jacobian = registers.get_all(tape, &newton.jacobian);
        return solver
            .solve_linear(&guess, &residuals, &jacobian)
            .map_err(InterpretError::Unsolved);
    }
    let mut system = |x: &[f64]| {
        inputs.set_all(&newton.unknowns, x);
        registers.run(tape, &newton.body, &inputs);
        (
            registers.get_all(tape, &newton.residuals),
            registers.get_all(tape, &newton.jacobian),
        )
    };
    solver
        .solve(&guess, &mut system)
        .map_err(InterpretError::Unsolved)
}

/// One number per value of the tape; NaN where none was computed yet.
#[derive(Clone, Debug)]
struct Registers(Vec<f64>);

impl Registers {
    fn new(tape: &Tape) -> Self {
        Self(vec![f64::NAN; tape.len()])
    }

    fn run(&mut self, tape: &Tape, values: &[Value], inputs: &Inputs) {
        for &value in values {
            self.0[value.index()] = self.result(tape, tape.op(value), inputs);
        }
    }

    fn result(&self, tape: &Tape, op: Op, inputs: &Inputs) -> f64 {
        let get = |value| self.get(tape, value);
        match op {
            // What is read was checked to be given; a verified program sets the rest itself.
            Op::Input(symbol) => inputs.0[&symbol],
            Op::Constant(bits) => f64::from_bits(bits),
            Op::Add(a, b) => get(a) + get(b),
            Op::Sub(a, b) => get(a) - get(b),
            Op::Mul(a, b) => get(a) * get(b),
            Op::Div(a, b) => get(a) / get(b),
            Op::Neg(a) => -get(a),
            Op::Unary(function, a) => (function.row().value)(&[get(a)]),
            Op::Binary(function, a, b) => (function.row().value)(&[get(a), get(b)]),
        }
    }

    fn get(&self, tape: &Tape, value: Value) -> f64 {
        tape.as_constant(value)
            .unwrap_or_else(|| self.0[value.index()])
    }

    fn get_all(&self, tape: &Tape, values: &[Value]) -> Vec<f64> {
        values.iter().map(|&value| self.get(tape, value)).collect()
    }
}
