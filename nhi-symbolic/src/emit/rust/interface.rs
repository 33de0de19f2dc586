//! What users see of a model in Rust: names and signatures, apart from what the code does.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::mechanics::Mechanics;
use crate::mechanics::quantities::Outline;
use crate::model::{GroupFactor, LieGroup, Scalar};

/// A group element of the configuration.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) group: LieGroup,
}

/// Names and signatures.
#[derive(Clone, Debug)]
pub(super) struct Interface {
    pub(super) ident: Ident,
    pub(super) visibility: TokenStream,
    pub(super) generics: syn::Generics,
    pub(super) scalar: Scalar,
    pub(super) coordinates: Vec<String>,
    /// The factors of the configuration without coordinates.
    pub(super) elements: Vec<Element>,
    /// The names of the velocities: of coordinates, then components of body velocities.
    pub(super) velocities: Vec<String>,
    pub(super) controls: Vec<String>,
    pub(super) constraints: Vec<String>,
    /// What decides the quantities, which become methods.
    pub(super) outline: Outline,
}

impl Interface {
    pub(super) fn of(mechanics: &Mechanics) -> Self {
        let model = &mechanics.model;
        let item = &model.item;
        let visibility = &item.visibility;
        Self {
            ident: item.ident.clone(),
            visibility: quote!(#visibility),
            generics: item.generics.clone(),
            scalar: item.scalar.clone(),
            coordinates: model.coordinates.iter().map(|x| x.name.clone()).collect(),
            elements: model.groups.iter().map(Element::of).collect(),
            velocities: model.velocities.iter().map(|x| x.name.clone()).collect(),
            controls: model.controls.iter().map(|x| x.name.clone()).collect(),
            constraints: model.constraints.iter().map(|x| x.name.clone()).collect(),
            outline: Outline::of(mechanics),
        }
    }

    /// The number of entries of the configuration.
    pub(super) fn entries(&self) -> usize {
        let elements = self.elements.iter().map(Element::entries);
        self.coordinates.len() + elements.sum::<usize>()
    }

    /// Whether states hold the configuration as entries, not as the type that users see.
    pub(super) fn has_flat_states(&self) -> bool {
        !self.elements.is_empty()
    }

    /// The entries of a flat configuration.
    pub(super) fn flat_entries(&self, owner: &TokenStream) -> Vec<TokenStream> {
        let places = (0..self.entries()).map(count);
        places.map(|place| quote!(#owner[#place])).collect()
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

    /// The generics of the configuration where it is declared: nalgebra's group elements ask for a
    /// scalar type that computes.
    pub(super) fn configuration_generics(&self) -> TokenStream {
        if self.elements.is_empty() {
            self.use_generics()
        } else {
            self.impl_generics()
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

impl Element {
    fn of(factor: &GroupFactor) -> Self {
        Self {
            name: factor.name.clone(),
            group: factor.group,
        }
    }

    /// The number of entries that vary.
    pub(super) fn entries(&self) -> usize {
        self.group.space() * self.group.varying_columns()
    }

    /// The type of nalgebra without its scalar.
    pub(super) fn type_name(&self) -> TokenStream {
        match self.group {
            LieGroup::So3 => quote!(::nhi::__abi_1::Rotation3),
            LieGroup::Se3 => quote!(::nhi::__abi_1::Isometry3),
            LieGroup::Se2 => quote!(::nhi::__abi_1::Isometry2),
        }
    }
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
