//! Function bodies: the values of a program as straight-line code, with equations to solve in
//! between.

use core::hash::Hash;
use std::rc::Rc;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::parse_quote;

use crate::discrete::AdaptiveMethod;
use crate::expr::{self, LookupMap};
use crate::model::Scalar;
use crate::program::code::{self, Reader};
use crate::program::{
    Call, Expansion, Function, Linear, Newton, Number, Op, Place, Section, Tape, Value,
};

use super::blocks::in_blocks;
use super::equations;
use super::interface::{Interface, ident, numbered};
use super::straight::Aside;
use super::syntax::{call, literal, negative, variable};
use super::term::{Term, expr};

/// A symbol for an input in a program.
pub(super) trait Input: Copy + Eq + Hash {
    /// Returns a number that distinguishes the solutions of equations.
    fn number(self) -> usize;
}

impl Input for expr::Expr {
    fn number(self) -> usize {
        self.index()
    }
}

impl Input for Place {
    fn number(self) -> usize {
        match self {
            Self::Local(number) => number,
            given => unreachable!("{given:?} is given, not solved for"),
        }
    }
}

/// Writes the bodies of functions that share a tape.
pub(super) struct Body<'a, S = expr::Expr> {
    tape: &'a Tape<S>,
    /// The functions that other functions call.
    subroutines: &'a [Function<S>],
    scalar: &'a Scalar,
    scalar_type: TokenStream,
    /// The store of straight-line code.
    aside: &'a Aside,
    /// The expressions for symbols.
    places: LookupMap<S, Rc<syn::Expr>>,
    /// The expressions for values that are already defined.
    known: LookupMap<Value, Rc<syn::Expr>>,
    /// True if a system was solved before, so that there is a report to add to.
    has_report: bool,
    /// True if functions get the prepared values from their callers.
    passes_prepared: bool,
}

impl<'a, S: Input> Body<'a, S> {
    pub(super) fn new(interface: &'a Interface, aside: &'a Aside, tape: &'a Tape<S>) -> Self {
        Self {
            tape,
            subroutines: &[],
            scalar: &interface.scalar,
            scalar_type: interface.scalar_type(),
            aside,
            places: LookupMap::default(),
            known: LookupMap::default(),
            has_report: false,
            passes_prepared: false,
        }
    }

    /// Returns the same for functions that call others, and pass on the `prepared` values if these
    /// differ from one substep to another.
    pub(super) fn calling(self, subroutines: &'a [Function<S>], passes_prepared: bool) -> Self {
        Self {
            subroutines,
            passes_prepared,
            ..self
        }
    }

    /// Assigns a symbol an expression that is cheap to repeat.
    pub(super) fn place(&mut self, symbol: S, place: syn::Expr) {
        self.places.insert(symbol, Rc::new(place));
    }

    /// Assigns identifiers to values.
    pub(super) fn define(&mut self, values: &[Value], names: &[Ident]) {
        for (&value, name) in values.iter().zip(names) {
            let name = Rc::new(variable(name.clone()));
            self.known.insert(value, name);
        }
    }

    /// Returns the statements of a function. Newton failures return from it, and the preceding code
    /// must have bound the time `t`. All systems that it solves share one `report`.
    pub(super) fn function(&mut self, function: &Function<S>) -> TokenStream {
        self.sections(&function.sections, &function.ends())
    }

    /// Returns the statements of sections, after which the results have names.
    fn sections(&mut self, sections: &[Section<S>], results: &[Value]) -> TokenStream {
        let mut tokens = TokenStream::new();
        for (place, section) in sections.iter().enumerate() {
            tokens.extend(match section {
                Section::Values(values) => {
                    let later = &sections[place + 1..];
                    self.values(values, &self.tape.read_by(later, results))
                }
                Section::Newton(newton) => self.newton(newton),
                Section::Linear(linear) => self.linear(linear),
                Section::Call(call) => self.call(call),
            });
        }
        tokens
    }

    /// Returns the expressions of several values.
    pub(super) fn operands(&self, values: &[Value]) -> Vec<syn::Expr> {
        values.iter().map(|&value| self.operand(value)).collect()
    }

    /// Returns straight-line statements, after which at least the given results have names.
    pub(super) fn values(&self, values: &[Value], results: &[Value]) -> TokenStream {
        let results: LookupMap<Value, ()> = results.iter().map(|&value| (value, ())).collect();
        let is_needed = |value| results.contains_key(&value);
        let statements = code::write(self, values, is_needed);
        self.aside.set(in_blocks(statements, is_needed))
    }

    /// Returns the expression for a symbol.
    pub(super) fn symbol(&self, symbol: S) -> syn::Expr {
        (**self.place_of(symbol)).clone()
    }

    fn place_of(&self, symbol: S) -> &Rc<syn::Expr> {
        let place = self.places.get(&symbol);
        place.expect("every input of a function has a place")
    }

    /// Returns the expression for a value.
    pub(super) fn operand(&self, value: Value) -> syn::Expr {
        expr(&self.term(value))
    }

    /// Returns the shortest literal that reads back the same number; the sign is a separate
    /// operation.
    pub(super) fn constant(&self, number: f64) -> syn::Expr {
        let magnitude = number.abs();
        let magnitude = match self.scalar {
            Scalar::F64 => shortest("f64", magnitude),
            Scalar::F32 => shortest("f32", magnitude as f32),
            Scalar::Generic(parameter) => {
                let function = parse_quote!(<#parameter as ::nhi::__abi_1::Real>::literal);
                call(function, [shortest("f64", magnitude)].into_iter().collect())
            }
        };
        if number.is_sign_negative() {
            negative(magnitude)
        } else {
            magnitude
        }
    }

    fn newton(&mut self, newton: &Newton<S>) -> TokenStream {
        let size = newton.unknowns.len();
        let unknowns: Vec<_> = (0..size).map(|i| numbered("x", i)).collect();
        for (&symbol, name) in newton.unknowns.iter().zip(&unknowns) {
            self.place(symbol, variable(name.clone()));
        }
        let mut results = [&newton.residuals[..], &newton.jacobian].concat();
        results.extend(self.tape.read_by(&newton.slopes, &[]));
        let sizes = newton.sizes.iter().enumerate().map(|(place, size)| {
            let compared: Vec<_> = newton.compared(place).collect();
            [self.operands(&compared), self.operands(&size.background)]
        });
        let sizes: Vec<_> = sizes.collect();
        let equations = equations::Newton {
            scalar: self.scalar_type.clone(),
            solving: newton.solving,
            is_first: !core::mem::replace(&mut self.has_report, true),
            guess: self.operands(&newton.guess),
            sizes,
            size_of: newton.size_of.clone(),
            body: self.sections(&newton.body, &results),
            slopes: self.sections(&newton.slopes, &newton.jacobian),
            residuals: self.operands(&newton.residuals),
            jacobian: self.operands(&newton.jacobian),
            solution: newton.solution.iter().map(|&x| solution_name(x)).collect(),
            unknowns,
        };
        self.place_solution(&newton.solution);
        equations.tokens()
    }

    fn linear(&mut self, linear: &Linear<S>) -> TokenStream {
        let names = |symbols: &Vec<S>| symbols.iter().map(|&x| solution_name(x)).collect();
        let equations = equations::Linear {
            matrix: self.operands(&linear.matrix),
            columns: linear.columns.iter().map(|x| self.operands(x)).collect(),
            solutions: linear.solutions.iter().map(names).collect(),
        };
        for symbols in &linear.solutions {
            self.place_solution(symbols);
        }
        equations.tokens()
    }

    fn call(&mut self, call: &Call<S>) -> TokenStream {
        let arguments = self.operands(&call.arguments);
        let results: Vec<_> = call.results.iter().map(|&x| solution_name(x)).collect();
        self.place_solution(&call.results);
        let called = &self.subroutines[call.subroutine];
        let method = called_name(called);
        let Some(integral) = call.integral else {
            let prepared = self.passes_prepared.then(|| quote!(prepared,));
            return quote!(let [#(#results),*] = self.#method(#prepared [#(#arguments),*]););
        };
        let components = called.signature.outputs;
        let (memory, given) = arguments.split_at(integral.memory(components));
        let (solution, memory_after) = results.split_at(components);
        let expansion = match integral.method {
            AdaptiveMethod::Dop853 => None,
            AdaptiveMethod::Taylor { order } => Some(self.expansion(called, order)),
        };
        let integral = equations::Integral {
            field: method,
            expansion,
            correction: integral
                .correction
                .map(|place| called_name(&self.subroutines[place])),
            switches: integral
                .switches
                .map(|place| called_name(&self.subroutines[place])),
            tolerance: self.constant(integral.tolerance),
            is_held: integral.is_held,
            memory: memory.to_vec(),
            begin: given[0].clone(),
            target: given[1].clone(),
            others: given[2..].to_vec(),
            solution: solution.to_vec(),
            memory_after: memory_after.to_vec(),
        };
        integral.tokens()
    }

    /// Returns a function as operations on series, with its numbers.
    fn expansion(&self, called: &Function<S>, order: usize) -> equations::Series {
        let expansion = Expansion::of(self.tape, called);
        let numbers = expansion.numbers.iter().map(|number| match *number {
            Number::Value(value) => self.operand(value),
            Number::One => self.constant(1.0),
        });
        equations::Series {
            order,
            numbers: numbers.collect(),
            expansion,
        }
    }

    /// Assigns the solution of equations to their symbols.
    fn place_solution(&mut self, symbols: &[S]) {
        for &symbol in symbols {
            self.place(symbol, variable(solution_name(symbol)));
        }
    }
}

impl<S: Input> Reader<S> for Body<'_, S> {
    type Given = Rc<syn::Expr>;

    fn tape(&self) -> &Tape<S> {
        self.tape
    }

    fn term(&self, value: Value) -> Term {
        if let Some(number) = self.tape.as_constant(value) {
            return Term::Given(Rc::new(self.constant(number)));
        }
        if let Some(known) = self.known.get(&value) {
            return Term::Given(Rc::clone(known));
        }
        if let Op::Input(symbol) = self.tape.op(value) {
            return Term::Given(Rc::clone(self.place_of(symbol)));
        }
        // Verified programs compute a value, which defines its name, before they use it.
        Term::Named(value)
    }
}

/// Returns the name of the method for a function that others call.
pub(super) fn called_name<S>(function: &Function<S>) -> Ident {
    ident(&format!("__{}", function.name))
}

/// Returns the name of a solved unknown.
fn solution_name(symbol: impl Input) -> Ident {
    numbered("s", symbol.number())
}

/// Returns the shortest literal that reads back the same number, such as `0.5` or `1e300`.
fn shortest(scalar: &str, number: impl core::fmt::Debug) -> syn::Expr {
    let text = format!("{number:?}");
    match text.parse::<Literal>() {
        Ok(number) => literal(number),
        // A constant that overflowed in constant folding has no literal.
        Err(_) => {
            let constant = if text == "inf" { "INFINITY" } else { "NAN" };
            let (scalar, constant) = (ident(scalar), ident(constant));
            parse_quote!(::core::primitive::#scalar::#constant)
        }
    }
}

pub(super) fn name_of(value: Value) -> Ident {
    numbered("t", value.index())
}
