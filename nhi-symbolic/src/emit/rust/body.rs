//! Statements: the values of a program as three-address code.

use core::hash::Hash;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::expr::{Expr, LookupMap, RuntimeCall};
use crate::model::Scalar;
use crate::program::{Function, Linear, Newton, Op, Place, Section, Statement, Tape, Value};

use super::blocks::{self, in_blocks};
use super::interface::{Interface, count, ident};

/// What stands for inputs in a program.
pub(super) trait Input: Copy + Eq + Hash {
    /// A number that tells the solutions of equations apart.
    fn number(self) -> usize;
}

impl Input for Expr {
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

/// Writes the bodies of functions over one tape.
pub(super) struct Body<'a, S = Expr> {
    tape: &'a Tape<S>,
    scalar: &'a Scalar,
    scalar_type: TokenStream,
    /// How the code refers to symbols.
    places: LookupMap<S, TokenStream>,
    /// How the code refers to values that are there already.
    known: LookupMap<Value, TokenStream>,
    /// Whether a system was solved already, so that there is a report to add to.
    has_report: bool,
}

impl<'a, S: Input> Body<'a, S> {
    pub(super) fn new(interface: &'a Interface, tape: &'a Tape<S>) -> Self {
        Self {
            tape,
            scalar: &interface.scalar,
            scalar_type: interface.scalar_type(),
            places: LookupMap::default(),
            known: LookupMap::default(),
            has_report: false,
        }
    }

    /// Lets the code refer to a symbol by an expression that is cheap to repeat.
    pub(super) fn place(&mut self, symbol: S, place: TokenStream) {
        self.places.insert(symbol, place);
    }

    /// Lets the code refer to values by identifiers.
    pub(super) fn define(&mut self, values: &[Value], names: &[Ident]) {
        for (&value, name) in values.iter().zip(names) {
            self.known.insert(value, quote!(#name));
        }
    }

    /// The statements of a function. Newton failures return from it: the code in front must have
    /// bound the time `t`. All systems that it solves together have one `report`.
    pub(super) fn function(&mut self, function: &Function<S>) -> TokenStream {
        let mut tokens = TokenStream::new();
        for (place, section) in function.sections.iter().enumerate() {
            tokens.extend(match section {
                Section::Values(values) => {
                    let later = &function.sections[place + 1..];
                    self.values(values, &self.used_by(later, &function.outputs))
                }
                Section::Newton(newton) => self.newton(newton),
                Section::Linear(linear) => self.linear(linear),
            });
        }
        tokens
    }

    /// The expressions of several values.
    pub(super) fn operands(&self, values: &[Value]) -> Vec<TokenStream> {
        values.iter().map(|&value| self.operand(value)).collect()
    }

    /// The values that sections and results read.
    fn used_by(&self, sections: &[Section<S>], results: &[Value]) -> Vec<Value> {
        let mut used = results.to_vec();
        for value in sections.iter().flat_map(Section::values) {
            used.push(value);
            self.tape.op(value).for_each_operand(|x| used.push(x));
        }
        used
    }

    /// Straight-line statements, behind which at least the given results have names.
    pub(super) fn values(&self, values: &[Value], results: &[Value]) -> TokenStream {
        let results: LookupMap<Value, ()> = results.iter().map(|&value| (value, ())).collect();
        let is_needed = |value| results.contains_key(&value);
        in_blocks(&self.statements(values), is_needed, name_of)
    }

    fn statements(&self, values: &[Value]) -> Vec<blocks::Statement> {
        let statements = self.tape.statements(values).into_iter();
        statements.map(|x| self.statement(x)).collect()
    }

    fn statement(&self, statement: Statement) -> blocks::Statement {
        match statement {
            Statement::Single(value) => {
                let op = self.tape.op(value);
                let (name, right) = (name_of(value), self.operation(op));
                let mut reads = Vec::new();
                op.for_each_operand(|x| reads.push(x));
                blocks::Statement {
                    gives: vec![value],
                    reads,
                    tokens: quote!(let #name = #right;),
                }
            }
            Statement::SineCosine {
                angle,
                sine,
                cosine,
                sine_first,
            } => {
                let (first, second) = (name_of(sine), name_of(cosine));
                let operand = self.operand(angle);
                blocks::Statement {
                    gives: if sine_first {
                        vec![sine, cosine]
                    } else {
                        vec![cosine, sine]
                    },
                    reads: vec![angle],
                    tokens: quote!(let (#first, #second) = ::nhi::__abi_1::sin_cos(#operand);),
                }
            }
        }
    }

    /// How the code refers to a symbol that has a place.
    pub(super) fn symbol(&self, symbol: S) -> TokenStream {
        let place = self.places.get(&symbol);
        place
            .expect("every input of a function has a place")
            .clone()
    }

    fn operation(&self, op: Op<S>) -> TokenStream {
        match op {
            Op::Input(_) | Op::Constant(_) => {
                unreachable!("the statements leave out what is not computed")
            }
            Op::Add(a, b) => self.infix(a, &quote!(+), b),
            Op::Sub(a, b) => self.infix(a, &quote!(-), b),
            Op::Mul(a, b) => self.infix(a, &quote!(*), b),
            Op::Div(a, b) => self.infix(a, &quote!(/), b),
            Op::Neg(a) => {
                let a = self.operand(a);
                quote!(-#a)
            }
            Op::Unary(function, a) => {
                let (name, a) = (ident(function.row().name), self.operand(a));
                quote!(::nhi::__abi_1::#name(#a))
            }
            Op::Binary(function, a, b) => {
                let row = function.row();
                let first = match row.call {
                    RuntimeCall::Plain => self.operand(a),
                    RuntimeCall::IndexFirst => self.index(a),
                };
                let (name, b) = (ident(row.name), self.operand(b));
                quote!(::nhi::__abi_1::#name(#first, #b))
            }
        }
    }

    /// A whole number as a literal.
    fn index(&self, value: Value) -> TokenStream {
        let index = self.tape.as_constant(value);
        let index = index.expect("the index of a verified program is a number");
        let index = Literal::u32_unsuffixed(index as u32);
        quote!(#index)
    }

    fn infix(&self, a: Value, operator: &TokenStream, b: Value) -> TokenStream {
        let (a, b) = (self.operand(a), self.operand(b));
        quote!(#a #operator #b)
    }

    pub(super) fn operand(&self, value: Value) -> TokenStream {
        if let Some(number) = self.tape.as_constant(value) {
            return self.constant(number);
        }
        if let Some(known) = self.known.get(&value) {
            return known.clone();
        }
        if let Op::Input(symbol) = self.tape.op(value) {
            return self.symbol(symbol);
        }
        // Verified programs compute a value, and so let its name stand, before they use it.
        let name = name_of(value);
        quote!(#name)
    }

    /// A number in shortest form that reads back the same; the sign stands apart.
    pub(super) fn constant(&self, number: f64) -> TokenStream {
        let magnitude = number.abs();
        let literal = match self.scalar {
            Scalar::F64 => shortest(magnitude),
            Scalar::F32 => shortest(magnitude as f32),
            Scalar::Generic(parameter) => {
                let literal = shortest(magnitude);
                quote!(<#parameter as ::nhi::__abi_1::Real>::literal(#literal))
            }
        };
        if number.is_sign_negative() {
            quote!((-#literal))
        } else {
            literal
        }
    }

    fn newton(&mut self, newton: &Newton<S>) -> TokenStream {
        let size = newton.unknowns.len();
        let unknowns: Vec<_> = (0..size).map(|i| format_ident!("x{i}")).collect();
        for (&symbol, name) in newton.unknowns.iter().zip(&unknowns) {
            self.place(symbol, quote!(#name));
        }
        let guess = self.operands(&newton.guess);
        let results = [&newton.residuals[..], &newton.jacobian].concat();
        let body = self.values(&newton.body, &results);
        let residuals = self.operands(&newton.residuals);
        let rows = newton.jacobian.chunks(size).map(|row| {
            let row = self.operands(row);
            quote!([#(#row),*])
        });
        let rows: Vec<_> = rows.collect();
        let (scalar, size) = (&self.scalar_type, count(size));
        let solution: Vec<_> = newton
            .solution
            .iter()
            .map(|symbol| format_ident!("s{}", symbol.number()))
            .collect();
        let solved = if newton.is_linear {
            quote! {
                ::nhi::__abi_1::newton_linear(guess, [#(#residuals),*], [#(#rows),*])
            }
        } else {
            quote!(::nhi::__abi_1::newton_scaled(
                guess,
                &scale,
                &self.newton,
                system
            ))
        };
        let system = (!newton.is_linear).then(|| {
            quote! {
            let scale = [::nhi::__abi_1::largest(&guess); #size];
            let system = |&[#(#unknowns),*]: &[#scalar; #size]| {
                #body
                ([#(#residuals),*], [#(#rows),*])
            };
            }
        });
        let (report, sum) = if self.has_report {
            (quote!(next), quote!(let report = report.and(next);))
        } else {
            (quote!(report), TokenStream::new())
        };
        self.has_report = true;
        let tokens = quote! {
            let guess: [#scalar; #size] = [#(#guess),*];
            #system
            let ([#(#solution),*], #report) =
                #solved.map_err(|failure| failure.at(t))?;
            #sum
        };
        for (&symbol, name) in newton.solution.iter().zip(&solution) {
            self.place(symbol, quote!(#name));
        }
        tokens
    }

    fn linear(&mut self, linear: &Linear<S>) -> TokenStream {
        let Some(size) = linear.columns.first().map(Vec::len) else {
            return TokenStream::new();
        };
        let rows = linear.matrix.chunks(size).map(|row| {
            let row = self.operands(row);
            quote!([#(#row),*])
        });
        let rows: Vec<_> = rows.collect();
        let columns = linear.columns.iter().map(|column| {
            let column = self.operands(column);
            quote!([#(#column),*])
        });
        let columns: Vec<_> = columns.collect();
        let mut solutions = Vec::new();
        for symbols in &linear.solutions {
            let names: Vec<_> = symbols
                .iter()
                .map(|symbol| format_ident!("s{}", symbol.number()))
                .collect();
            for (&symbol, name) in symbols.iter().zip(&names) {
                self.place(symbol, quote!(#name));
            }
            solutions.push(quote!([#(#names),*]));
        }
        quote! {
            let ::core::option::Option::Some([#(#solutions),*]) =
                ::nhi::__abi_1::solve_columns([#(#rows),*], [#(#columns),*])
            else {
                return ::core::result::Result::Err(::nhi::__abi_1::StepError::new(
                    t,
                    ::nhi::__abi_1::StepErrorKind::SingularJacobian { iteration: report.iterations },
                ));
            };
        }
    }
}

/// The shortest literal that reads back the same, such as `0.5` or `1e300`.
fn shortest(number: impl core::fmt::Debug) -> TokenStream {
    let text = format!("{number:?}");
    match text.parse::<Literal>() {
        Ok(literal) => quote!(#literal),
        // A constant that overflowed in folding has no literal; dividing gives it where it is used.
        Err(_) if text == "inf" => quote!((1.0 / 0.0)),
        Err(_) => quote!((0.0 / 0.0)),
    }
}

fn name_of(value: Value) -> Ident {
    format_ident!("t{}", value.index())
}
