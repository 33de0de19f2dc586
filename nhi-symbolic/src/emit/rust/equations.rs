//! Equations that a function solves in between, as statements.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Expr;

use super::interface::{count, numbered};
use crate::program::Solving;

/// Newton's method. A failure returns from the function: the code in front must have bound the time `t`.
pub(super) struct Newton {
    pub(super) scalar: TokenStream,
    pub(super) solving: Solving,
    /// Whether no equations were solved before, to whose report this one is added.
    pub(super) is_first: bool,
    pub(super) unknowns: Vec<Ident>,
    pub(super) guess: Vec<Expr>,
    /// Sizes that unknowns have in common: what they are compared with, and what they are added to.
    pub(super) sizes: Vec<[Vec<Expr>; 2]>,
    /// For each unknown the place of its size among these.
    pub(super) size_of: Vec<usize>,
    /// The statements of an iteration.
    pub(super) body: TokenStream,
    /// Those for the Jacobian alone.
    pub(super) slopes: TokenStream,
    pub(super) residuals: Vec<Expr>,
    /// Row by row.
    pub(super) jacobian: Vec<Expr>,
    pub(super) solution: Vec<Ident>,
}

/// Elimination for several right-hand sides.
pub(super) struct Linear {
    /// Row by row.
    pub(super) matrix: Vec<Expr>,
    pub(super) columns: Vec<Vec<Expr>>,
    pub(super) solutions: Vec<Vec<Ident>>,
}

impl Newton {
    /// Binds the solution, and `report`.
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
    /// Binds the solutions.
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

/// Binds `scale`, a number for each unknown, and `background`, a closure that returns as many.
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
