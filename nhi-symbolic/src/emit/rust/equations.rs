//! Equations that a function solves in between, as statements.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Expr;

use super::interface::count;
use crate::program::Solving;

/// Newton's method. A failure returns from the function: the code in front must have bound the time `t`.
pub(super) struct Newton {
    pub(super) scalar: TokenStream,
    pub(super) solving: Solving,
    /// Whether no equations were solved before, to whose report this one is added.
    pub(super) is_first: bool,
    pub(super) unknowns: Vec<Ident>,
    pub(super) guess: Vec<Expr>,
    /// What else the size of an unknown is compared with.
    pub(super) sizes: Vec<Expr>,
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
            sizes,
            body,
            slopes,
            residuals,
            solution,
            ..
        } = self;
        let rows = rows(&self.jacobian, unknowns.len());
        let size = count(unknowns.len());
        let iterated = |method: TokenStream| quote!(::nhi::__abi_1::#method(guess, &scale, &self.newton, system));
        let solved = match self.solving {
            Solving::Once => quote! {
                ::nhi::__abi_1::newton_linear(guess, [#(#residuals),*], [#(#rows),*])
            },
            Solving::Newton => iterated(quote!(newton_scaled)),
            Solving::KeepingFactors => iterated(quote!(newton_keeping_factors)),
        };
        let compared = if sizes.is_empty() {
            quote!(guess)
        } else {
            quote!([#(#guess,)* #(#sizes),*])
        };
        let scale = quote! {
            let scale = [::nhi::__abi_1::largest(&#compared); #size];
        };
        let system = match self.solving {
            Solving::Once => TokenStream::new(),
            Solving::Newton => quote! {
                #scale
                let system = |&[#(#unknowns),*]: &[#scalar; #size]| {
                    #body
                    ([#(#residuals),*], [#(#rows),*])
                };
            },
            Solving::KeepingFactors => quote! {
                #scale
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

fn rows(entries: &[Expr], size: usize) -> Vec<TokenStream> {
    let rows = entries.chunks(size);
    rows.map(|row| quote!([#(#row),*])).collect()
}
