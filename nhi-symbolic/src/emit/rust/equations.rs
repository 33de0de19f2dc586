//! Statements for the equations that a function solves.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::Expr;

use super::interface::{count, ident, numbered};
use crate::program::{Expansion, Solving};

/// A solution by Newton's method. A failure returns from the function, and the preceding code must
/// have bound the time `t`.
pub(super) struct Newton {
    pub(super) scalar: TokenStream,
    pub(super) solving: Solving,
    /// True if no equations were solved before. Otherwise, this report is added to theirs.
    pub(super) is_first: bool,
    pub(super) unknowns: Vec<Ident>,
    pub(super) guess: Vec<Expr>,
    /// The sizes that unknowns share: the values they are compared with, and those they are added
    /// to.
    pub(super) sizes: Vec<[Vec<Expr>; 2]>,
    /// The index of the size of each unknown.
    pub(super) size_of: Vec<usize>,
    /// The statements of an iteration.
    pub(super) body: TokenStream,
    /// The additional statements for the Jacobian.
    pub(super) slopes: TokenStream,
    pub(super) residuals: Vec<Expr>,
    /// The Jacobian, row by row.
    pub(super) jacobian: Vec<Expr>,
    pub(super) solution: Vec<Ident>,
}

/// The largest number of operations on series that are written one by one. Each is then compiled
/// for its operands, but the code of more would not stay in the cache of the processor.
const MOST_WRITTEN_OUT: usize = 200;

/// A field as operations on series.
pub(super) struct Series {
    pub(super) order: usize,
    pub(super) expansion: Expansion,
    /// The numbers that are constant over a step, in the order of the expansion.
    pub(super) numbers: Vec<Expr>,
}

impl Series {
    /// Returns the call of Taylor's method.
    fn tokens(
        &self,
        others: &[Expr],
        correction: &TokenStream,
        switches: &TokenStream,
    ) -> TokenStream {
        let Self { numbers, order, .. } = self;
        let Expansion {
            terms,
            outputs,
            slots,
            ..
        } = &self.expansion;
        let is_written_out = (1..=MOST_WRITTEN_OUT).contains(&terms.len());
        let terms = terms.iter().map(|term| {
            let op = ident(&format!("{:?}", term.op));
            let result = Literal::u32_unsuffixed(term.result);
            let operands = term.operands.map(Literal::u32_unsuffixed);
            quote!(::nhi::__abi_1::Term::new(::nhi::__abi_1::SeriesOp::#op, #result, [#(#operands),*]))
        });
        let [order, length, slots] = [*order, order + 1, *slots].map(count);
        let terms = match is_written_out {
            true => quote! {
                |__k: usize, __series: &mut [_]| {
                    #(const { #terms }.compute(__k, #length, __series);)*
                }
            },
            false => quote!(::nhi::__abi_1::in_order(const { &[#(#terms),*] }, #order)),
        };
        let outputs = outputs.iter().map(|&slot| Literal::u32_unsuffixed(slot));
        quote! {
            ::nhi::__abi_1::taylor::<_, _, _, #length, #slots>(
                &mut memory,
                advance,
                ::nhi::__abi_1::Expansion {
                    terms: #terms,
                    slopes: &[#(#outputs),*],
                    slots: #slots,
                    order: #order,
                },
                &[#(#others,)* #(#numbers),*],
                #correction,
                #switches,
            )
        }
    }
}

/// An elimination for several right-hand sides.
pub(super) struct Linear {
    /// The matrix, row by row.
    pub(super) matrix: Vec<Expr>,
    pub(super) columns: Vec<Vec<Expr>>,
    pub(super) solutions: Vec<Vec<Ident>>,
}

/// The integral of a method of the stepper, as a function of `y`, of the time and of other values.
/// A failure returns from the function, and the preceding code must have bound the time `t`.
pub(super) struct Integral {
    pub(super) field: Ident,
    /// The method that corrects the ends of steps.
    pub(super) correction: Option<Ident>,
    /// The method for the values of switches.
    pub(super) switches: Option<Ident>,
    /// The field as series, for Taylor's method.
    pub(super) expansion: Option<Series>,
    pub(super) tolerance: Expr,
    pub(super) is_held: bool,
    /// The memory before.
    pub(super) memory: Vec<Expr>,
    pub(super) begin: Expr,
    pub(super) target: Expr,
    pub(super) others: Vec<Expr>,
    /// The number of components is that of the solution.
    pub(super) solution: Vec<Ident>,
    pub(super) memory_after: Vec<Ident>,
}

impl Integral {
    /// Returns statements that bind the solution and the memory afterwards.
    pub(super) fn tokens(self) -> TokenStream {
        let Self {
            field,
            correction,
            switches,
            expansion,
            tolerance,
            is_held,
            memory,
            begin,
            target,
            others,
            solution,
            memory_after,
            ..
        } = self;
        let y: Vec<_> = (0..solution.len()).map(|i| numbered("y", i)).collect();
        let time = numbered("y", y.len());
        let called =
            |name: &Ident| quote!(|#time, &[#(#y),*]| self.#name([#(#y,)* #time, #(#others),*]));
        let field = called(&field);
        let correction = correction.as_ref().map_or(quote!(|_, y| *y), called);
        let switches = switches.as_ref().map_or(quote!(|_, _| []), called);
        let method = match expansion {
            None => quote! {
                ::nhi::__abi_1::dop853(&mut memory, advance, #field, #correction, #switches)
            },
            Some(series) => series.tokens(&others, &correction, &switches),
        };
        quote! {
            let mut memory = [#(#memory),*];
            let advance = ::nhi::__abi_1::Advance {
                begin: #begin,
                target: #target,
                tolerance: #tolerance,
                is_held: #is_held,
            };
            let [#(#solution),*] = #method
            .map_err(|kind| ::nhi::__abi_1::StepError::new(t, kind))?;
            let [#(#memory_after),*] = memory;
        }
    }
}

impl Newton {
    /// Returns statements that bind the solution and `report`.
    pub(super) fn tokens(self) -> TokenStream {
        let Self {
            scalar,
            unknowns,
            guess,
            body,
            slopes,
            residuals,
            solution,
            ..
        } = self;
        let rows = rows(&self.jacobian, unknowns.len());
        let size = count(unknowns.len());
        let iterated = |method: TokenStream| quote!(::nhi::__abi_1::#method(guess, &scale, background, &self.newton, system));
        let solved = match self.solving {
            Solving::Once => quote! {
                ::nhi::__abi_1::newton_linear(guess, [#(#residuals),*], [#(#rows),*])
            },
            Solving::Newton => iterated(quote!(newton_scaled)),
            Solving::KeepingFactors => iterated(quote!(newton_keeping_factors)),
        };
        let sizes = sizes(&self.sizes, &self.size_of);
        let system = match self.solving {
            Solving::Once => TokenStream::new(),
            Solving::Newton => quote! {
                #sizes
                let system = |&[#(#unknowns),*]: &[#scalar; #size]| {
                    #body
                    ([#(#residuals),*], [#(#rows),*])
                };
            },
            Solving::KeepingFactors => quote! {
                #sizes
                let system = |
                    &[#(#unknowns),*]: &[#scalar; #size],
                    jacobian: ::core::option::Option<&mut [[#scalar; #size]; #size]>,
                | {
                    #body
                    if let ::core::option::Option::Some(jacobian) = jacobian {
                        #slopes
                        *jacobian = [#(#rows),*];
                    }
                    [#(#residuals),*]
                };
            },
        };
        let (report, sum) = if self.is_first {
            (quote!(report), TokenStream::new())
        } else {
            (quote!(next), quote!(let report = report.and(next);))
        };
        quote! {
            let guess: [#scalar; #size] = [#(#guess),*];
            #system
            let ([#(#solution),*], #report) =
                #solved.map_err(|failure| failure.at(t))?;
            #sum
        }
    }
}

impl Linear {
    /// Returns statements that bind the solutions.
    pub(super) fn tokens(self) -> TokenStream {
        let Some(size) = self.columns.first().map(Vec::len) else {
            return TokenStream::new();
        };
        let rows = rows(&self.matrix, size);
        let columns = self.columns.iter().map(|column| quote!([#(#column),*]));
        let solutions = self.solutions.iter().map(|names| quote!([#(#names),*]));
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

/// Returns statements that bind `scale`, a number for each unknown, and `background`, a closure
/// that returns one number for each.
fn sizes(sizes: &[[Vec<Expr>; 2]], size_of: &[usize]) -> TokenStream {
    let of_unknowns = |part: usize| {
        let largest = |size: &[Vec<Expr>; 2]| {
            let values = &size[part];
            quote!(::nhi::__abi_1::largest(&[#(#values),*]))
        };
        if let [only] = sizes {
            let (largest, count) = (largest(only), count(size_of.len()));
            return quote!([#largest; #count]);
        }
        let names: Vec<_> = (0..sizes.len()).map(|i| numbered("b", i)).collect();
        let values = sizes.iter().map(largest);
        let of_unknowns = size_of.iter().map(|&size| &names[size]);
        quote!({
            let [#(#names),*] = [#(#values),*];
            [#(#of_unknowns),*]
        })
    };
    let (scale, background) = (of_unknowns(0), of_unknowns(1));
    quote! {
        let scale = #scale;
        let background = || #background;
    }
}

fn rows(entries: &[Expr], size: usize) -> Vec<TokenStream> {
    let rows = entries.chunks(size);
    rows.map(|row| quote!([#(#row),*])).collect()
}
