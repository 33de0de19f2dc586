//! Expansion of an annotated struct to the items that replace it.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::diag::{Diagnostic, Diagnostics};
use crate::emit::c::{self, CFile, CFlat, CMotion, LeftOut, MotionValues};
use crate::emit::rust::{self, Items};
use crate::model::item::Root;
use crate::model::{self, Model};
use crate::program::Compiled;

use super::compile::compile;
use super::contacts::other_phases;
use super::simulate::CompiledStepper;

/// The Rust code of a model; as tokens, the user's struct and the items generated next to it.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The user's struct, printed from its closed representation.
    pub item: TokenStream,
    /// `#[allow(...)]` for the name of the struct, which a generated file writes before it.
    pub allowance: Option<TokenStream>,
    /// The generated items.
    pub items: Items,
    /// The notes on the model; they are not errors.
    pub notes: Vec<Diagnostic>,
}

/// Returns the replacement of an annotated struct in every case. It is the generated code, or
/// shells of the items that other code may refer to, with one compile error for each error.
#[must_use]
pub fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    match generate(arguments.clone(), item.clone()) {
        Ok(generated) => generated.into_token_stream(),
        Err(mistakes) => {
            let root = model::root_of(arguments.clone());
            let shells = rust::fallback(arguments, item);
            let shells = at_root(shells, root.as_ref());
            let errors = mistakes.to_compile_error();
            quote!(#shells #errors)
        }
    }
}

/// Translates the attribute's arguments and the struct under it to Rust.
///
/// # Errors
/// All errors of the first stage that finds one.
pub fn generate(arguments: TokenStream, item: TokenStream) -> Result<Generated, Diagnostics> {
    let ast = model::parse_attribute(arguments, item)?;
    compile(&ast)?.generate()
}

impl Compiled {
    /// Returns the Rust code of a compiled model.
    ///
    /// # Errors
    /// Names of the model clash with names that the generated code needs.
    pub fn generate(&self) -> Result<Generated, Diagnostics> {
        let phases = other_phases(self)?;
        let items = rust::generate(self, &phases)?;
        let all = phases.iter().map(|(_, phase)| phase);
        for compiled in core::iter::once(self).chain(all) {
            compiled.mechanics.check_budget()?;
        }
        let item = &self.model().item;
        let root = item.root.as_ref();
        Ok(Generated {
            item: at_root(rust::item(item), root),
            allowance: rust::allowance(&self.mechanics),
            items: match root {
                Some(root) => items.at_root(root),
                None => items,
            },
            notes: self.mechanics.notes.clone(),
        })
    }
}

/// The C code of models: a header and a source for each, and one header for all.
#[derive(Clone, Debug)]
pub struct GeneratedC {
    /// The files.
    pub files: Vec<CFile>,
    /// The parts of the models that C code does not have.
    pub left_out: LeftOut,
}

/// Returns the C code of models.
///
/// # Errors
/// A model lists no integrator that exists in C, or its files would replace a header of C.
pub fn generate_c(models: &[Compiled]) -> Result<GeneratedC, Diagnostics> {
    let mut generated = GeneratedC {
        files: vec![c::runtime()],
        left_out: LeftOut::default(),
    };
    if models.iter().any(|model| model.opens.is_some()) {
        generated.files.push(c::runtime_of_contacts());
    }
    for model in models {
        c::check_file_name(model.model(), &generated.files)?;
        let phases = other_phases(model)?;
        let (files, left_out) = c::generate(model, &phases)?;
        let all = phases.iter().map(|(_, phase)| phase);
        for compiled in core::iter::once(model).chain(all) {
            compiled.mechanics.check_budget()?;
        }
        c::check_names(model.model(), &files[0], &generated.files)?;
        generated.files.extend(files);
        let all = &mut generated.left_out;
        all.integrators.extend(left_out.integrators);
        all.step_derivatives.extend(left_out.step_derivatives);
    }
    Ok(generated)
}

/// Returns the functions of a stepper over arrays in C; `None` if it has no derivatives, if its
/// numbers are not doubles, or if its step depends on the time other than by its controls.
///
/// # Errors
/// The files of the model would replace a header of C.
pub fn c_flat(model: &Model, compiled: &CompiledStepper) -> Result<Option<CFlat>, Diagnostics> {
    c::check_file_name(model, &[])?;
    Ok(c::flat(model, &compiled.stepper))
}

/// Returns the motion of a scenario in C.
///
/// # Errors
/// The files of the model would replace a header of C.
pub fn c_motion(
    model: &Model,
    compiled: &CompiledStepper,
    values: &MotionValues<'_>,
) -> Result<CMotion, Diagnostics> {
    c::check_file_name(model, &[])?;
    let parts = c::Parts {
        stepper: &compiled.stepper,
        observables: &compiled.observables,
        controls: &compiled.controls,
        has_feedback: compiled.has_feedback,
        inputs_of_readings: &compiled.inputs_of_readings,
    };
    Ok(c::motion(model, parts, values))
}

impl Generated {
    /// Returns the same code for a crate at another path than `::nhi`.
    #[must_use]
    pub fn at_root(self, root: &Root) -> Self {
        Self {
            item: rust::rooted(self.item, root),
            items: self.items.at_root(root),
            ..self
        }
    }
}

fn at_root(tokens: TokenStream, root: Option<&Root>) -> TokenStream {
    match root {
        Some(root) => rust::rooted(tokens, root),
        None => tokens,
    }
}

impl ToTokens for Generated {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.item.to_tokens(tokens);
        self.items.to_tokens(tokens);
    }
}
