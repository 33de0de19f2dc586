//! Programs as text.

use core::fmt::Write;

use super::function::{Call, Function, Linear, Newton, Program, Section};
use super::solving::Solving;
use super::tape::{Op, Tape, Value};
use crate::expr::Graph;

impl Program {
    /// Returns the whole program as text, one value per line, with operation counts.
    #[must_use]
    pub fn dump(&self, graph: &Graph) -> String {
        let mut text = String::new();
        let names = Names {
            tape: &self.tape,
            graph,
        };
        if !self.prepare.is_empty() {
            let _ = writeln!(text, "prepare: {}", self.prepare_count());
            names.write_values(&mut text, &self.prepare);
            let prepared: Vec<_> = self.prepared.iter().map(|&v| names.name(v)).collect();
            let _ = writeln!(text, "  -> {}", prepared.join(", "));
        }
        for function in self.subroutines.iter().chain(&self.functions) {
            self.dump_function(&mut text, function, &names);
        }
        text
    }

    fn dump_section(&self, text: &mut String, section: &Section, names: &Names<'_>) {
        match section {
            Section::Values(values) => names.write_values(text, values),
            Section::Newton(newton) => {
                names.write_guess(text, newton);
                for section in newton.parts() {
                    self.dump_section(text, section, names);
                }
                names.write_equations(text, newton);
            }
            Section::Linear(linear) => names.write_linear(text, linear),
            Section::Call(call) => {
                let function = &self.subroutines[call.subroutine].name;
                names.write_call(text, function, call);
            }
        }
    }

    fn dump_function(&self, text: &mut String, function: &Function, names: &Names<'_>) {
        let (once, iterated) = self.function_count(function);
        let _ = write!(text, "{}: {once}", function.name);
        if iterated.total() > 0 {
            let _ = write!(text, "; per iteration: {iterated}");
        }
        text.push('\n');
        for section in &function.sections {
            self.dump_section(text, section, names);
        }
        let outputs: Vec<_> = function.outputs.iter().map(|&v| names.name(v)).collect();
        let _ = writeln!(text, "  -> {}", outputs.join(", "));
        for pivot in &function.pivots {
            let [value, scale] = pivot.values().map(|v| names.name(v));
            let _ = writeln!(text, "  pivot {value} relative to {scale}");
        }
    }
}

/// Names of values: numbers for constants, symbols for inputs, `t17` for the rest.
struct Names<'a> {
    tape: &'a Tape,
    graph: &'a Graph,
}

impl Names<'_> {
    fn name(&self, value: Value) -> String {
        if let Some(number) = self.tape.as_constant(value) {
            return format!("{number:?}");
        }
        match self.tape.op(value) {
            Op::Input(symbol) => graph_name(self.graph, symbol),
            _ => format!("t{}", value.index()),
        }
    }

    fn write_call(&self, text: &mut String, function: &str, call: &Call) {
        let arguments: Vec<_> = call.arguments.iter().map(|&v| self.name(v)).collect();
        let results = call.results.iter().map(|&x| graph_name(self.graph, x));
        let results: Vec<_> = results.collect();
        let (results, arguments) = (results.join(", "), arguments.join(", "));
        let how = call.integral.map_or(String::new(), |how| how.to_string());
        let _ = writeln!(text, "  ({results}) = {how}{function}({arguments})");
    }

    fn write_guess(&self, text: &mut String, newton: &Newton) {
        let names = |values: &[Value]| values.iter().map(|&v| self.name(v)).collect::<Vec<_>>();
        let guess = names(&newton.guess);
        let unknowns: Vec<_> = newton
            .unknowns
            .iter()
            .map(|&u| graph_name(self.graph, u))
            .collect();
        let list = |name: &str, values: Vec<Value>| match names(&values).join(", ") {
            values if values.is_empty() => values,
            values => format!(" {name} ({values})"),
        };
        let mut sizes = String::new();
        for size in &newton.sizes {
            sizes += &list("beside", size.compared.clone());
            sizes += &list("on", size.background.clone());
        }
        let (kind, how) = match newton.solving {
            Solving::Once => ("linear ", ""),
            Solving::Newton => ("", ""),
            Solving::KeepingFactors => ("", ", keeping factors"),
        };
        let _ = writeln!(
            text,
            "  {kind}solve ({}) from ({}){sizes}{how}",
            unknowns.join(", "),
            guess.join(", ")
        );
    }

    fn write_equations(&self, text: &mut String, newton: &Newton) {
        let n = newton.unknowns.len();
        for (residual, row) in newton.residuals.iter().zip(newton.jacobian.chunks(n)) {
            let row: Vec<_> = row.iter().map(|&v| self.name(v)).collect();
            let _ = writeln!(text, "  0 = {} | {}", self.name(*residual), row.join(", "));
        }
    }

    fn write_linear(&self, text: &mut String, linear: &Linear) {
        let list = |values: &[Value]| {
            let names: Vec<_> = values.iter().map(|&value| self.name(value)).collect();
            names.join(", ")
        };
        let _ = writeln!(
            text,
            "  solve a matrix with {} columns",
            linear.columns.len()
        );
        let n = linear.columns.first().map_or(1, Vec::len);
        for row in linear.matrix.chunks(n) {
            let _ = writeln!(text, "  row {}", list(row));
        }
        for (column, solution) in linear.columns.iter().zip(&linear.solutions) {
            let symbols = solution.iter().map(|&x| graph_name(self.graph, x));
            let symbols: Vec<_> = symbols.collect();
            let _ = writeln!(text, "  ({}) from ({})", symbols.join(", "), list(column));
        }
    }

    fn write_values(&self, text: &mut String, values: &[Value]) {
        for &value in values {
            let right = match self.tape.op(value) {
                Op::Input(_) | Op::Constant(_) => continue,
                Op::Add(a, b) => format!("{} + {}", self.name(a), self.name(b)),
                Op::Sub(a, b) => format!("{} - {}", self.name(a), self.name(b)),
                Op::Mul(a, b) => format!("{} * {}", self.name(a), self.name(b)),
                Op::Div(a, b) => format!("{} / {}", self.name(a), self.name(b)),
                Op::Neg(a) => format!("-{}", self.name(a)),
                Op::Unary(f, a) => format!("{}({})", f.row().name, self.name(a)),
                Op::Binary(f, a, b) => {
                    format!("{}({}, {})", f.row().name, self.name(a), self.name(b))
                }
            };
            let _ = writeln!(text, "  {} = {right}", self.name(value));
        }
    }
}

fn graph_name(graph: &Graph, symbol: crate::expr::Expr) -> String {
    graph
        .as_symbol(symbol)
        .map(|symbol| symbol.name.clone())
        .unwrap_or_default()
}
