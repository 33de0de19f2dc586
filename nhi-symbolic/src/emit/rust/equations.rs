//! Equations that a function solves in between, as statements.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Expr;

use super::interface::count;

/// Newton's method. A failure returns from the function: the code in front must have bound the time `t`.
pub(super) struct Newton {
    pub(super) scalar: TokenStream,
    /// Whether one iteration from the guess is exact.
    pub(super) is_linear: bool,
    /// Whether no equations were solved before, to whose report this one is added.
    pub(super) is_first: bool,
    pub(super) unknowns: Vec<Ident>,
    pub(super) guess: Vec<Expr>,
    /// What else the size of an unknown is compared with.
    pub(super) sizes: Vec<Expr>,
    /// The statements of an iteration.
    pub(super) body: TokenStream,
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
            sizes,
            body,
            residuals,
            solution,
            ..
        } = self;
        let rows = rows(&self.jacobian, unknowns.len());
        let size = count(unknowns.len());
        let solved = if self.is_linear {
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
        let compared = if sizes.is_empty() {
            quote!(guess)
        } else {
            quote!([#(#guess,)* #(#sizes),*])
        };
        let system = (!self.is_linear).then(|| {
            quote! {
                let scale = [::nhi::__abi_1::largest(&#compared); #size];
                let system = |&[#(#unknowns),*]: &[#scalar; #size]| {
                    #body
                    ([#(#residuals),*], [#(#rows),*])
                };
            }
        });
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

fn rows(entries: &[Expr], size: usize) -> Vec<TokenStream> {
    let rows = entries.chunks(size);
    rows.map(|row| quote!([#(#row),*])).collect()
}
