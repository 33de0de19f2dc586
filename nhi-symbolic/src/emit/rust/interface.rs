//! What users see of a model in Rust: names and signatures, apart from what the code does.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::expr::{Expr, Role, RoleSet};
use crate::mechanics::{Generator, MassKind, Mechanics};
use crate::model::Scalar;

/// Names and signatures.
#[derive(Clone, Debug)]
pub(super) struct Interface {
    pub(super) ident: Ident,
    pub(super) visibility: TokenStream,
    pub(super) generics: syn::Generics,
    pub(super) scalar: Scalar,
    pub(super) coordinates: Vec<String>,
    pub(super) controls: Vec<String>,
    pub(super) constraints: Vec<String>,
    pub(super) integrals: Vec<String>,
    /// Each generator of the symmetry group in words.
    pub(super) momenta: Vec<String>,
    /// Whether `M` depends on the velocities.
    pub(super) velocity_in_mass: bool,
    /// Whether the constraints depend on the time.
    pub(super) time_in_constraints: bool,
    /// Whether the constraints or the forces depend on the time.
    pub(super) time_in_motion: bool,
}

impl Interface {
    pub(super) fn of(mechanics: &Mechanics) -> Self {
        let model = &mechanics.model;
        let item = &model.item;
        let visibility = &item.visibility;
        let depends_on_time = |exprs: &[Expr]| {
            let roles = exprs.iter().fold(RoleSet::EMPTY, |roles, &e| {
                roles.union(model.graph.roles(e))
            });
            roles.contains(Role::Time)
        };
        let time_in_constraints = depends_on_time(&mechanics.constraints.residual)
            || depends_on_time(&mechanics.constraints.rate);
        Self {
            ident: item.ident.clone(),
            visibility: quote!(#visibility),
            generics: item.generics.clone(),
            scalar: item.scalar.clone(),
            coordinates: model.coordinates.iter().map(|x| x.name.clone()).collect(),
            controls: model.controls.iter().map(|x| x.name.clone()).collect(),
            constraints: model.constraints.iter().map(|x| x.name.clone()).collect(),
            integrals: model.integrals.iter().map(|x| x.name.clone()).collect(),
            momenta: mechanics
                .symmetry
                .generators
                .iter()
                .map(Generator::to_string)
                .collect(),
            velocity_in_mass: mechanics.lagrangian.mass_kind == MassKind::Velocity,
            time_in_constraints,
            time_in_motion: time_in_constraints || depends_on_time(&model.forces),
        }
    }

    /// The scalar type.
    pub(super) fn scalar_type(&self) -> TokenStream {
        match &self.scalar {
            Scalar::F64 => quote!(f64),
            Scalar::F32 => quote!(f32),
            Scalar::Generic(parameter) => quote!(#parameter),
        }
    }

    /// The name of a generated type.
    pub(super) fn type_name(&self, suffix: &str) -> Ident {
        format_ident!("{}{suffix}", self.ident)
    }

    /// A generated type with its generics, as it is used.
    pub(super) fn type_of(&self, suffix: &str) -> TokenStream {
        let (name, use_generics) = (self.type_name(suffix), self.use_generics());
        quote!(#name #use_generics)
    }

    /// The generics of a generated type where it is declared or used: `<T>` or nothing.
    pub(super) fn use_generics(&self) -> TokenStream {
        match &self.scalar {
            Scalar::Generic(parameter) => quote!(<#parameter>),
            Scalar::F64 | Scalar::F32 => TokenStream::new(),
        }
    }

    /// The generics of an `impl` for a generated type.
    pub(super) fn impl_generics(&self) -> TokenStream {
        match &self.scalar {
            Scalar::Generic(parameter) => quote!(<#parameter: ::nhi::__abi_1::Real>),
            Scalar::F64 | Scalar::F32 => TokenStream::new(),
        }
    }

    /// The type of the controls: a generated struct, or `()` where there are none.
    pub(super) fn controls_type(&self) -> TokenStream {
        if self.controls.is_empty() {
            quote!(())
        } else {
            self.type_of("Controls")
        }
    }

    /// The type of the multipliers: a generated struct, or `()` where there are none.
    pub(super) fn multipliers_type(&self) -> TokenStream {
        if self.constraints.is_empty() {
            quote!(())
        } else {
            self.type_of("Multipliers")
        }
    }
}

/// An identifier of the emitted code.
pub(super) fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// A length or an index of the emitted code.
pub(super) fn count(n: usize) -> Literal {
    Literal::usize_unsuffixed(n)
}

/// The field names of velocities.
pub(super) fn velocity_names(coordinates: &[String]) -> Vec<String> {
    coordinates
        .iter()
        .map(|name| format!("{name}_dot"))
        .collect()
}

/// Names that become fields must be different among themselves; fields of different types do not
/// meet, so only repeated integrals would clash, and those are found when names are resolved. What
/// is left are names that are not identifiers of Rust's value namespace.
pub(super) fn check_names(mechanics: &Mechanics) -> Result<(), Diagnostics> {
    let model = &mechanics.model;
    let constraints = model.constraints.iter().map(|c| (&c.name, c.span));
    let integrals = model.integrals.iter().map(|i| (&i.name, i.span));
    let mut diagnostics = Diagnostics::new();
    for (name, span) in constraints.chain(integrals) {
        if name.starts_with("__") {
            diagnostics.push(Diagnostic::error(
                Code::GeneratedNameClash,
                span,
                format!("`{name}` begins with two underscores"),
                "a name without them: those are for what the generated code adds",
            ));
        }
    }
    diagnostics.into_result().map(|_| ())
}
