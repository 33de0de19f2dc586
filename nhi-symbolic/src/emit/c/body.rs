//! Function bodies: values as statements, with equations to solve in between.

use core::fmt::Write;
use core::hash::Hash;
use std::rc::Rc;

use crate::expr::LookupMap;
use crate::program::code::{self, Binding, Infix, Line, Operation, Reader};
use crate::program::{Call, Function, Linear, Newton, Op, Section, Solving, Tape, Value};

use super::names::Precision;

type Term = code::Term<Rc<str>>;

/// Writes the bodies of functions that share a tape.
pub(super) struct Body<'a, S> {
    pub(super) precision: Precision,
    tape: &'a Tape<S>,
    /// The functions that other functions call, and their names.
    subroutines: &'a [Function<S>],
    names_of_subroutines: &'a [String],
    /// The expressions for symbols.
    places: LookupMap<S, Rc<str>>,
    /// The expressions for values that are already defined.
    known: LookupMap<Value, Rc<str>>,
    /// The values that the results of the function depend on.
    needed: LookupMap<Value, ()>,
    /// The number of arrays so far, which distinguishes their names.
    arrays: usize,
    indent: usize,
    text: String,
}

impl<'a, S: Copy + Eq + Hash> Body<'a, S> {
    pub(super) fn new(precision: Precision, tape: &'a Tape<S>) -> Self {
        Self {
            precision,
            tape,
            subroutines: &[],
            names_of_subroutines: &[],
            places: LookupMap::default(),
            known: LookupMap::default(),
            needed: LookupMap::default(),
            arrays: 0,
            indent: 1,
            text: String::new(),
        }
    }

    /// Returns the same for functions that call others.
    pub(super) fn calling(self, subroutines: &'a [Function<S>], names: &'a [String]) -> Self {
        Self {
            subroutines,
            names_of_subroutines: names,
            ..self
        }
    }

    /// Assigns a symbol an expression that is cheap to repeat.
    pub(super) fn place(&mut self, symbol: S, code: impl Into<Rc<str>>) {
        self.places.insert(symbol, code.into());
    }

    /// Assigns values the entries of an array.
    pub(super) fn define(&mut self, values: &[Value], array: &str) {
        for (i, &value) in values.iter().enumerate() {
            self.known.insert(value, format!("{array}[{i}]").into());
        }
    }

    /// Writes the statements of a function. Failures return from it, and the preceding code must
    /// have declared the time `t`, a `failure`, and a `report` to add to if it solves equations.
    pub(super) fn function(&mut self, function: &Function<S>) {
        self.needed_by(function);
        self.sections(&function.sections, &function.ends());
    }

    /// Restricts the following statements to values on which the results of a function depend.
    pub(super) fn needed_by(&mut self, function: &Function<S>) {
        self.needed = function.values_read(self.tape);
    }

    /// Writes the statements for values on which nothing but the results depend.
    pub(super) fn all_values(&mut self, values: &[Value], results: &[Value]) {
        self.needed = self.tape.values_behind(results.to_vec());
        self.values(values, results);
    }

    /// Writes the statements of those values that are needed later.
    pub(super) fn needed_values(&mut self, values: &[Value]) {
        self.values(values, values);
    }

    /// Adds a line.
    pub(super) fn line(&mut self, line: &str) {
        let blanks = 4 * self.indent;
        writeln!(self.text, "{:blanks$}{line}", "").expect("text takes every line");
    }

    /// Adds lines, without the blanks that they begin with in a source of the compiler. Those of
    /// the first line are as many as those of the least indented one.
    pub(super) fn code(&mut self, lines: &str) {
        let rest = lines.lines().skip(1).filter(|line| !line.trim().is_empty());
        let common = rest.map(|line| line.len() - line.trim_start().len()).min();
        for (place, line) in lines.lines().enumerate() {
            let blanks = if place == 0 { 0 } else { common.unwrap_or(0) };
            let line = line.get(blanks..).unwrap_or_default();
            if !line.is_empty() {
                self.line(line);
            }
        }
    }

    /// Writes values to an array.
    pub(super) fn assign(&mut self, array: &str, values: &[Value]) {
        let places = (0..values.len()).map(|i| format!("{array}[{i}]"));
        self.write(&places.collect::<Vec<_>>(), values);
    }

    /// Writes values to the columns of a matrix, `n` to each.
    pub(super) fn write_columns(&mut self, matrix: &str, values: &[Value], n: usize) {
        let places = (0..values.len()).map(|i| format!("{matrix}[{}][{}]", i / n, i % n));
        self.write(&places.collect::<Vec<_>>(), values);
    }

    /// Writes values to places, all of which are read before one is written: the results of a step
    /// may overwrite its state.
    pub(super) fn write(&mut self, places: &[String], values: &[Value]) {
        let real = self.precision.real();
        let mut codes = Vec::new();
        for (number, &value) in values.iter().enumerate() {
            let code = self.operand(value);
            let is_access = code.contains("->");
            if is_access && code != places[number].replacen("next->", "state->", 1) {
                let name = format!("kept{number}");
                self.line(&format!("const {real} {name} = {code};"));
                codes.push(name);
            } else {
                codes.push(code);
            }
        }
        for (place, code) in places.iter().zip(codes) {
            self.line(&format!("{place} = {code};"));
        }
    }

    /// Returns what was written.
    pub(super) fn finish(self) -> String {
        self.text
    }

    /// Returns the expression for a value.
    pub(super) fn operand(&self, value: Value) -> String {
        self.written(&self.term(value))
    }

    /// Returns the expressions of values, in a list.
    pub(super) fn list(&self, values: &[Value]) -> String {
        let values: Vec<_> = values.iter().map(|&value| self.operand(value)).collect();
        values.join(", ")
    }

    /// Returns the expression for a symbol.
    pub(super) fn symbol(&self, symbol: S) -> String {
        self.places[&symbol].to_string()
    }

    /// Writes the statements of sections, after which the results have names.
    pub(super) fn sections(&mut self, sections: &[Section<S>], results: &[Value]) {
        for (place, section) in sections.iter().enumerate() {
            match section {
                Section::Values(values) => {
                    let later = self.tape.read_by(&sections[place + 1..], results);
                    self.values(values, &later);
                }
                Section::Newton(newton) => self.newton(newton),
                Section::Linear(linear) => self.linear(linear),
                Section::Call(call) => self.call(call),
            }
        }
    }

    fn values(&mut self, values: &[Value], results: &[Value]) {
        let results: LookupMap<Value, ()> = results.iter().map(|&value| (value, ())).collect();
        let values: Vec<_> = values
            .iter()
            .copied()
            .filter(|value| self.needed.contains_key(value))
            .collect();
        let lines = code::write(&*self, &values, |value| results.contains_key(&value));
        for line in lines {
            self.statement(&line);
        }
    }

    fn statement(&mut self, line: &Line<Rc<str>>) {
        let real = self.precision.real();
        match line {
            Line::One(value, term) => {
                let (name, term) = (name_of(*value), self.written(term));
                self.line(&format!("const {real} {name} = {term};"));
            }
            Line::SineCosine { values, angle, .. } => {
                let mut argument = self.written(angle);
                if let Term::Of(..) = angle {
                    let name = format!("angle{}", values[0].index());
                    self.line(&format!("const {real} {name} = {argument};"));
                    argument = name;
                }
                for (value, function) in values.iter().zip(["sin", "cos"]) {
                    let (name, function) = (name_of(*value), self.precision.function(function));
                    self.line(&format!("const {real} {name} = {function}({argument});"));
                }
            }
        }
    }

    fn newton(&mut self, newton: &Newton<S>) {
        let (real, n) = (self.precision.real(), newton.unknowns.len());
        let number = self.next_array();
        let [x, room, it] = ["x", "room", "newton"].map(|name| format!("{name}{number}"));
        let guess = self.list(&newton.guess);
        self.line(&format!("{real} {x}[{n}] = {{{guess}}};"));
        for symbols in [&newton.unknowns, &newton.solution] {
            self.place_entries(symbols, &x);
        }
        if newton.solving == Solving::Once {
            self.open("");
            self.line(&format!("{real} {room}[NHI_NEWTON_ROOM({n})];"));
            self.matrix("residual", &newton.residuals);
            self.matrix("slopes", &newton.jacobian);
            let call = format!("nhi_newton_once({n}, {x}, residual, slopes, {room})");
            self.line(&format!("const nhi_newton {it} = {call};"));
            self.end_of_newton(&it);
            self.close("");
            return;
        }
        let sizes = newton.sizes.iter().enumerate().map(|(place, size)| {
            let compared: Vec<_> = newton.compared(place).collect();
            [compared, size.background.clone()]
        });
        let sizes: Vec<_> = sizes.collect();
        self.open("");
        self.line(&format!("{real} {room}[NHI_NEWTON_ROOM({n})];"));
        let largest = |body: &mut Self, kind: usize, name: &str| -> Vec<String> {
            let is_used = |place: &usize| newton.size_of.contains(place);
            let used = (0..sizes.len()).filter(is_used);
            let all: LookupMap<usize, String> = used
                .map(|place| (place, body.largest(name, &sizes[place][kind])))
                .collect();
            let entries = newton.size_of.iter();
            entries.map(|of| all[of].clone()).collect()
        };
        let scale = largest(self, 0, "compared").join(", ");
        self.line(&format!("const {real} scale[{n}] = {{{scale}}};"));
        self.line(&format!("{real} background[{n}] = {{0}};"));
        let keeps = newton.solving == Solving::KeepingFactors;
        if keeps {
            self.line(&format!("{real} slopes[{}] = {{0}};", n * n));
        }
        self.line(&format!("nhi_newton {it} = nhi_newton_begin({n}, {room});"));
        self.line("int goes_on;");
        self.open("do ");
        let mut results = [&newton.residuals[..], &newton.jacobian].concat();
        results.extend(self.tape.read_by(&newton.slopes, &[]));
        self.sections(&newton.body, &results);
        self.matrix("residual", &newton.residuals);
        if keeps {
            self.open(&format!("if ({it}.kept == 0) "));
            self.sections(&newton.slopes, &newton.jacobian);
            for (i, &value) in newton.jacobian.iter().enumerate() {
                let value = self.operand(value);
                self.line(&format!("slopes[{i}] = {value};"));
            }
            self.close("");
        } else {
            self.matrix("slopes", &newton.jacobian);
        }
        self.open(&format!("if ({it}.count > 1u) "));
        let background = largest(self, 1, "added");
        for (i, value) in background.iter().enumerate() {
            self.line(&format!("background[{i}] = {value};"));
        }
        self.close("");
        let advance = if keeps {
            "nhi_newton_advance_keeping"
        } else {
            "nhi_newton_advance"
        };
        self.line(&format!(
            "goes_on = {advance}(&{it}, {n}, {x}, scale, residual, slopes,"
        ));
        self.line(&format!(
            "                    background, {room}, &stepper->newton);"
        ));
        self.close(" while (goes_on != 0);");
        self.end_of_newton(&it);
        self.close("");
    }

    /// Declares the largest of absolute values, and returns its name.
    fn largest(&mut self, name: &str, values: &[Value]) -> String {
        let real = self.precision.real();
        if values.is_empty() {
            return self.precision.literal(0.0);
        }
        let number = self.next_array();
        let (n, list) = (values.len(), self.list(values));
        let [array, most] = [name, "most"].map(|name| format!("{name}{number}"));
        self.line(&format!("const {real} {array}[{n}] = {{{list}}};"));
        self.line(&format!("const {real} {most} = nhi_largest({array}, {n});"));
        most
    }

    fn end_of_newton(&mut self, newton: &str) {
        self.open(&format!("if ({newton}.status != NHI_OK) "));
        self.line(&format!(
            "return nhi_fail_newton(failure, {newton}.status, (double)t, {newton}.report);"
        ));
        self.close("");
        self.line(&format!(
            "report = nhi_report_and(report, {newton}.report);"
        ));
    }

    fn linear(&mut self, linear: &Linear<S>) {
        let (real, n) = (
            self.precision.real(),
            linear.columns.first().map_or(0, Vec::len),
        );
        let (count, number) = (linear.columns.len(), self.next_array());
        let [x, room] = ["x", "room"].map(|name| format!("{name}{number}"));
        let columns = self.list(&linear.columns.concat());
        self.line(&format!("{real} {x}[{}] = {{{columns}}};", n * count));
        self.open("");
        self.matrix("matrix", &linear.matrix);
        self.line(&format!("{real} {room}[NHI_SOLVE_ROOM({n}, {count})];"));
        self.open(&format!(
            "if (nhi_solve({n}, {count}, matrix, {x}, {room}) == 0) "
        ));
        self.line("return nhi_fail_newton(failure, NHI_SINGULAR_JACOBIAN, (double)t, report);");
        self.close("");
        self.close("");
        self.place_entries(&linear.solutions.concat(), &x);
    }

    fn call(&mut self, call: &Call<S>) {
        let real = self.precision.real();
        let called = &self.names_of_subroutines[call.subroutine];
        let outputs = self.subroutines[call.subroutine].signature.outputs;
        let number = self.next_array();
        let [given, results] = ["given", "results"].map(|name| format!("{name}{number}"));
        let (n, arguments) = (call.arguments.len().max(1), self.list(&call.arguments));
        let arguments = if arguments.is_empty() {
            "0".to_owned()
        } else {
            arguments
        };
        self.line(&format!("const {real} {given}[{n}] = {{{arguments}}};"));
        self.line(&format!("{real} {results}[{}];", outputs.max(1)));
        self.line(&format!("{called}(prepared, {given}, {results});"));
        self.place_entries(&call.results, &results);
    }

    /// Declares an array of values.
    fn matrix(&mut self, name: &str, values: &[Value]) {
        let (real, n, list) = (self.precision.real(), values.len(), self.list(values));
        self.line(&format!("const {real} {name}[{n}] = {{{list}}};"));
    }

    fn place_entries(&mut self, symbols: &[S], array: &str) {
        for (i, &symbol) in symbols.iter().enumerate() {
            self.place(symbol, format!("{array}[{i}]"));
        }
    }

    fn next_array(&mut self) -> usize {
        self.arrays += 1;
        self.arrays
    }

    /// Opens a block.
    pub(super) fn open(&mut self, before: &str) {
        self.line(&format!("{before}{{"));
        self.indent += 1;
    }

    /// Closes a block.
    pub(super) fn close(&mut self, after: &str) {
        self.indent -= 1;
        self.line(&format!("}}{after}"));
    }

    /// Returns a term as code, with the parentheses it needs.
    fn written(&self, term: &Term) -> String {
        match term {
            Term::Named(value) => name_of(*value),
            Term::Given(code) => code.to_string(),
            Term::Of(operation, terms) => self.operation(*operation, terms),
        }
    }

    fn operation(&self, operation: Operation, terms: &[Term]) -> String {
        let binding = operation.binding();
        let name = |function: crate::expr::Function| self.precision.function(function.row().c);
        match operation {
            Operation::Infix(infix) => {
                let sign = match infix {
                    Infix::Plus => '+',
                    Infix::Minus => '-',
                    Infix::Times => '*',
                    Infix::Over => '/',
                };
                let left = self.within(&terms[0], binding);
                format!("{left} {sign} {}", self.within(&terms[1], infix.right()))
            }
            Operation::Minus => format!("-{}", self.within(&terms[0], Binding::Atom)),
            Operation::Call(function) => {
                let terms: Vec<_> = terms.iter().map(|term| self.written(term)).collect();
                format!("{}({})", name(function), terms.join(", "))
            }
            Operation::Indexed(function, index) => {
                format!("{}({index}u, {})", name(function), self.written(&terms[0]))
            }
        }
    }

    fn within(&self, term: &Term, binding: Binding) -> String {
        let code = self.written(term);
        if term.binding() < binding {
            format!("({code})")
        } else {
            code
        }
    }
}

impl<S: Copy + Eq + Hash> Reader<S> for Body<'_, S> {
    type Given = Rc<str>;

    fn tape(&self) -> &Tape<S> {
        self.tape
    }

    fn term(&self, value: Value) -> Term {
        if let Some(number) = self.tape.as_constant(value) {
            return Term::Given(self.precision.literal(number).into());
        }
        if let Some(known) = self.known.get(&value) {
            return Term::Given(Rc::clone(known));
        }
        match self.tape.op(value) {
            Op::Input(symbol) => Term::Given(Rc::clone(&self.places[&symbol])),
            _ => Term::Named(value),
        }
    }
}

fn name_of(value: Value) -> String {
    format!("v{}", value.index())
}
