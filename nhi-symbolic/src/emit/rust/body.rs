//! Statements: the values of a program as three-address code.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::expr::{Expr, Function as Elementary, LookupMap};
use crate::model::Scalar;
use crate::program::{Function, Newton, Op, Section, Tape, Value};

use super::interface::{Interface, count, ident};

/// Writes the bodies of functions over one tape.
pub(super) struct Body<'a> {
    tape: &'a Tape,
    scalar: &'a Scalar,
    scalar_type: TokenStream,
    /// How the code refers to symbols.
    places: LookupMap<Expr, TokenStream>,
    /// How the code refers to values that are there already.
    known: LookupMap<Value, TokenStream>,
}

impl<'a> Body<'a> {
    pub(super) fn new(interface: &'a Interface, tape: &'a Tape) -> Self {
        Self {
            tape,
            scalar: &interface.scalar,
            scalar_type: interface.scalar_type(),
            places: LookupMap::default(),
            known: LookupMap::default(),
        }
    }

    /// Lets the code refer to a symbol by an expression that is cheap to repeat.
    pub(super) fn place(&mut self, symbol: Expr, place: TokenStream) {
        self.places.insert(symbol, place);
    }

    /// Lets the code refer to values by identifiers.
    pub(super) fn define(&mut self, values: &[Value], names: &[Ident]) {
        for (&value, name) in values.iter().zip(names) {
            self.known.insert(value, quote!(#name));
        }
    }

    /// The statements of a function. Newton failures return from it: the code in front must have
    /// bound the time `t`.
    pub(super) fn function(&mut self, function: &Function) -> TokenStream {
        let mut tokens = TokenStream::new();
        let mut has_report = false;
        for section in &function.sections {
            match section {
                Section::Values(values) => tokens.extend(self.values(values)),
                Section::Newton(newton) => {
                    let before = has_report.then(|| quote!(let before = report;));
                    let solve = self.newton(newton);
                    let after =
                        has_report.then(|| quote!(let report = before.followed_by(report);));
                    tokens.extend(quote!(#before #solve #after));
                    has_report = true;
                }
            }
        }
        tokens
    }

    /// The expressions of several values.
    pub(super) fn operands(&self, values: &[Value]) -> Vec<TokenStream> {
        values.iter().map(|&value| self.operand(value)).collect()
    }

    /// Straight-line statements.
    pub(super) fn values(&self, values: &[Value]) -> TokenStream {
        let mut tokens = TokenStream::new();
        let mut done = LookupMap::default();
        let here: LookupMap<Value, ()> = values.iter().map(|&value| (value, ())).collect();
        for &value in values {
            if done.contains_key(&value) {
                continue;
            }
            let op = self.tape.op(value);
            if matches!(op, Op::Input(_) | Op::Constant(_)) {
                continue;
            }
            let name = name_of(value);
            match self.partner(op, &here) {
                Some(partner) => {
                    let Op::Unary(function, angle) = op else {
                        continue;
                    };
                    let other = name_of(partner);
                    let (sine, cosine) = match function {
                        Elementary::Sin => (name, other),
                        _ => (other, name),
                    };
                    let angle = self.operand(angle);
                    tokens.extend(quote!(let (#sine, #cosine) = ::nhi::__abi_1::sin_cos(#angle);));
                    done.insert(partner, ());
                }
                None => {
                    let right = self.operation(op);
                    tokens.extend(quote!(let #name = #right;));
                }
            }
        }
        tokens
    }

    /// The cosine that belongs to a sine among the values, or the other way round.
    fn partner(&self, op: Op, values: &LookupMap<Value, ()>) -> Option<Value> {
        let wanted = match op {
            Op::Unary(Elementary::Sin, angle) => Op::Unary(Elementary::Cos, angle),
            Op::Unary(Elementary::Cos, angle) => Op::Unary(Elementary::Sin, angle),
            _ => return None,
        };
        let partner = self.tape.find(wanted)?;
        values.contains_key(&partner).then_some(partner)
    }

    fn operation(&self, op: Op) -> TokenStream {
        match op {
            Op::Input(_) | Op::Constant(_) => TokenStream::new(),
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
                let (name, a, b) = (ident(function.row().name), self.operand(a), self.operand(b));
                quote!(::nhi::__abi_1::#name(#a, #b))
            }
        }
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
        if let Op::Input(symbol) = self.tape.op(value)
            && let Some(place) = self.places.get(&symbol)
        {
            return place.clone();
        }
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

    fn newton(&mut self, newton: &Newton) -> TokenStream {
        let size = newton.unknowns.len();
        let unknowns: Vec<_> = (0..size).map(|i| format_ident!("x{i}")).collect();
        for (&symbol, name) in newton.unknowns.iter().zip(&unknowns) {
            self.place(symbol, quote!(#name));
        }
        let guess = self.operands(&newton.guess);
        let body = self.values(&newton.body);
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
            .map(|symbol| format_ident!("s{}", symbol.index()))
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
        let tokens = quote! {
            let guess: [#scalar; #size] = [#(#guess),*];
            #system
            let ([#(#solution),*], report) =
                #solved.map_err(|failure| failure.at(t))?;
        };
        for (&symbol, name) in newton.solution.iter().zip(&solution) {
            self.place(symbol, quote!(#name));
        }
        tokens
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
