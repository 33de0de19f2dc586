//! The mechanics as methods of the user's struct.

use proc_macro2::TokenStream;
use quote::quote;

use crate::diag::{Diagnostics, counted};
use crate::expr::Expr;
use crate::mechanics::{MassKind, Mechanics, ProjectionForm};
use crate::program::{NamedBlock, Program};

use super::body::Body;
use super::docs::docs;
use super::interface::{Interface, count, ident};
use super::method::{Argument, Method, Shape};
use super::reduction;

use Argument::{Controls, Coordinates, Time, Velocities};

/// The signatures of all methods.
pub(super) fn signatures(interface: &Interface) -> Vec<Method> {
    let (n, m) = (interface.velocities.len(), interface.constraints.len());
    let state = vec![Coordinates, Velocities];
    let mut metric = vec![Coordinates];
    metric.extend(interface.velocity_in_mass.then_some(Velocities));
    let time_of_constraints = interface.time_in_constraints.then_some(Time);
    let with_time = |mut arguments: Vec<Argument>| {
        arguments.extend(time_of_constraints);
        arguments
    };
    let mut motion = state.clone();
    motion.extend((!interface.controls.is_empty()).then_some(Controls));
    motion.extend(interface.time_in_motion.then_some(Time));

    let mut methods = vec![
        method(
            "lagrangian",
            "The Lagrangian `L(q, v)`, kinetic minus potential energy.",
            &state,
            Shape::Scalar,
        ),
        method("energy", "The energy `v . L_v - L`.", &state, Shape::Scalar),
        method(
            "momentum",
            "The momentum `p = L_v`, a covector.",
            &state,
            Shape::Vector(n),
        ),
        method(
            "mass_matrix",
            "The mass matrix `M = L_vv`.",
            &metric,
            Shape::Matrix(n, n),
        ),
        method(
            "bias",
            "The bias `c = (L_v)_q v - L_q`: the Euler-Lagrange expression is `M a + c`.",
            &state,
            Shape::Vector(n),
        ),
        method(
            "forces",
            "The generalised forces `f` on the coordinates, without constraint forces; a covector.",
            &motion,
            Shape::Vector(n),
        ),
        method(
            "acceleration",
            "The acceleration of the continuous system, `M^-1 (f - c + A^T lambda)`.",
            &motion,
            Shape::Vector(n),
        ),
    ];
    if interface.only_variational {
        methods.retain(|method| method.name != "acceleration");
        methods.extend(variational(interface));
    } else if m > 0 {
        let form = with_time(vec![Coordinates]);
        let projector = with_time(metric);
        let velocity = with_time(state.clone());
        methods.extend([
            method("constraint_matrix", "The constraint one-forms as rows of `A`: the constraints are `A v + b = 0`.", &form, Shape::Matrix(m, n)),
            method("constraint_offset", "The offset `b` of the constraints `A v + b = 0`.", &form, Shape::Vector(m)),
            method("constraint_rate", "`(dA/dt) v + db/dt` along the motion: the acceleration satisfies `A a` plus this `= 0`.", &velocity, Shape::Vector(m)),
            method("constraint_residual", "The residuals `A v + b` of the constraints; zero where the velocity satisfies them.", &velocity, Shape::Vector(m)),
            method("projector", "The projector `P = Id - Q` on the constraint distribution, orthogonal in the metric `M`; acts on velocities.", &projector, Shape::Matrix(n, n)),
            method("complement_projector", "The projector `Q = M^-1 A^T (A M^-1 A^T)^-1 A` on the orthogonal complement of the distribution (Kobilarov, Martín de Diego, Ferraro, equation 12); acts on velocities.", &projector, Shape::Matrix(n, n)),
            method("project_velocity", "The velocity nearest to `v` in the metric `M` that satisfies the constraints.", &velocity, Shape::Velocities),
            method("multipliers", "The multipliers of the continuous system, `(A M^-1 A^T)^-1 [A M^-1 (c - f) - (dA/dt) v - db/dt]`.", &motion, Shape::Multipliers),
            method("constraint_force", "The force of the constraints on the coordinates, `A^T lambda`; a covector.", &motion, Shape::Vector(n)),
        ]);
    }
    methods.extend(interface.integrals.iter().map(|name| {
        let docs = format!("The integral `{name}` of the model.");
        method(&format!("integral_{name}"), &docs, &state, Shape::Scalar)
    }));
    if !interface.momenta.is_empty() {
        let shape = Shape::Vector(interface.momenta.len());
        methods.push(method(
            "momentum_map",
            &momentum_map_docs(interface),
            &state,
            shape,
        ));
    }
    methods.extend(reduction::signatures(interface, &with_time, &motion));
    methods
}

/// What constraints that only variational problems can have give.
fn variational(interface: &Interface) -> Vec<Method> {
    let with_time = |mut arguments: Vec<Argument>| {
        arguments.extend(interface.time_in_constraints.then_some(Time));
        arguments
    };
    let (n, m) = (interface.coordinates.len(), interface.constraints.len());
    let l = interface.holonomic.len();
    let state = with_time(vec![Coordinates, Velocities]);
    let mut methods = Vec::new();
    if m > 0 {
        methods.push(method(
            "constraint_matrix",
            "The derivatives `g_v` of the constraints `g(q, v) = 0`.",
            &state,
            Shape::Matrix(m, n),
        ));
        methods.push(method(
            "constraint_residual",
            "The residuals `g(q, v)` of the constraints; zero where the velocity satisfies them.",
            &state,
            Shape::Vector(m),
        ));
    }
    if l > 0 {
        methods.push(method("holonomic_residual", "The residuals `h(q)` of the position constraints; zero where the configuration satisfies them.", &with_time(vec![Coordinates]), Shape::Vector(l)));
    }
    methods
}

fn momentum_map_docs(interface: &Interface) -> String {
    let mut text = "The momentum map `L_v . xi_Q(q)` of the symmetry group, an entry for each \
        generator `xi`; not the momentum of the reduced system, which belongs to the allowed \
        motions only.\n"
        .to_owned();
    for (entry, generator) in interface.momenta.iter().enumerate() {
        text.push_str(&format!("\n- `[{entry}]`: {generator}"));
    }
    text
}

pub(super) fn method(name: &str, docs: &str, arguments: &[Argument], shape: Shape) -> Method {
    Method {
        name: name.to_owned(),
        docs: docs.to_owned(),
        arguments: arguments.to_vec(),
        shape,
    }
}

/// The program behind the methods: one function per method, with its name and its results in
/// order, those of a matrix row by row.
///
/// # Errors
/// As [`Program::of_functions`].
pub fn mechanics_program(mechanics: &Mechanics) -> Result<Program, Diagnostics> {
    let blocks: Vec<_> = signatures(&Interface::of(mechanics))
        .iter()
        .map(|method| {
            let signature = method.signature(mechanics);
            NamedBlock::of_outputs(&method.name, signature, values(mechanics, &method.name))
        })
        .collect();
    Program::of_functions(mechanics, &blocks)
}

/// The `impl` block with all methods.
pub(super) fn methods(
    interface: &Interface,
    mechanics: &Mechanics,
) -> Result<TokenStream, Diagnostics> {
    let signatures = signatures(interface);
    let program = mechanics_program(mechanics)?;
    let methods = signatures
        .iter()
        .zip(&program.functions)
        .map(|(method, function)| {
            let mut body = Body::new(interface, &program.tape);
            let elements = place_symbols(&mut body, interface, mechanics, method);
            let statements = body.function(function);
            let result = method
                .shape
                .assemble(interface, &body.operands(&function.outputs));
            let mut method = method.clone();
            let (count, _) = program.function_count(function);
            method.docs.push_str(&if count.total() > 0 {
                format!("\n\nOperations: {count}.")
            } else {
                "\n\nNo operations.".to_owned()
            });
            method.with_body(interface, &quote!(#elements #statements #result))
        });
    let methods: TokenStream = methods.collect();
    let verdicts = verdicts(mechanics);
    let items = inherent_impl(interface, &methods);
    let verdicts = docs(&verdicts);
    Ok(quote! { #verdicts #items })
}

/// What was found out about the model, for its page in the documentation.
fn verdicts(mechanics: &Mechanics) -> String {
    let mass = match mechanics.lagrangian.mass_kind {
        MassKind::Constant => "constant mass matrix",
        MassKind::Configuration => "mass matrix that depends on the configuration",
        MassKind::Velocity => "general Lagrangian, `L_vv` depends on the velocities",
    };
    let constraints = match (mechanics.constraints.len(), mechanics.projection.form()) {
        (0, _) => "no velocity constraints".to_owned(),
        (m, ProjectionForm::Range) => {
            format!(
                "{}, projected by a system of size {m}",
                counted(m, "velocity constraint")
            )
        }
        (m, ProjectionForm::NullSpace) => format!(
            "{}, projected through a basis of the distribution of size {}",
            counted(m, "velocity constraint"),
            mechanics.dimension() - m
        ),
    };
    let mut text = format!(
        "Mechanics: {}, {mass}, {constraints}.",
        configuration_text(mechanics)
    );
    for note in &mechanics.notes {
        text.push_str(&format!("\n\nNote: {}.", note.found));
    }
    text
}

/// `2 coordinates, 1 group element`
fn configuration_text(mechanics: &Mechanics) -> String {
    let model = &mechanics.model;
    let parts = [
        (model.coordinates.len(), "coordinate"),
        (model.groups.len(), "group element"),
    ];
    let parts = parts.iter().filter(|(number, _)| *number > 0);
    let parts: Vec<_> = parts.map(|&(n, what)| counted(n, what)).collect();
    parts.join(", ")
}

/// An `impl` block of the user's struct.
pub(super) fn inherent_impl(interface: &Interface, items: &TokenStream) -> TokenStream {
    let name = &interface.ident;
    let (impl_generics, type_generics, where_clause) = interface.generics.split_for_impl();
    quote! {
        impl #impl_generics #name #type_generics #where_clause {
            #items
        }
    }
}

/// The values of a method, those of a matrix row by row.
fn values(mechanics: &Mechanics, method: &str) -> Vec<Expr> {
    let lagrangian = &mechanics.lagrangian;
    let constraints = &mechanics.constraints;
    match method {
        "lagrangian" => vec![lagrangian.lagrangian],
        "energy" => vec![lagrangian.energy],
        "momentum" => lagrangian.momentum.clone(),
        "mass_matrix" => lagrangian.mass.entries().to_vec(),
        "bias" => lagrangian.bias.clone(),
        "forces" => mechanics.model.forces.clone(),
        "acceleration" => mechanics.acceleration.clone(),
        "constraint_matrix" => constraints.matrix.entries().to_vec(),
        "constraint_offset" => constraints.offset.clone(),
        "constraint_rate" => constraints.rate.clone(),
        "constraint_residual" => constraints.residual.clone(),
        "holonomic_residual" => mechanics.model.holonomic.iter().map(|h| h.expr).collect(),
        "projector" => mechanics.projector.entries().to_vec(),
        "complement_projector" => mechanics.complement.entries().to_vec(),
        "project_velocity" => {
            let v = mechanics.v.clone();
            mechanics
                .projection
                .project_velocity(&mechanics.model.graph, &v)
        }
        "multipliers" => mechanics.multipliers.clone(),
        "constraint_force" => mechanics.constraint_force.clone(),
        "momentum_map" => {
            let generators = mechanics.symmetry.generators.iter();
            generators.map(|generator| generator.momentum).collect()
        }
        _ if reduction::METHODS.contains(&method) => reduction::values(mechanics, method),
        _ => {
            let name = method.trim_start_matches("integral_");
            let integrals = mechanics.model.integrals.iter();
            integrals
                .filter(|i| i.name == name)
                .map(|i| i.expr)
                .collect()
        }
    }
}

/// Lets the code refer to everything that a method is given; group elements are first taken apart.
fn place_symbols(
    body: &mut Body<'_>,
    interface: &Interface,
    mechanics: &Mechanics,
    method: &Method,
) -> TokenStream {
    let model = &mechanics.model;
    let fields = |variables: &[crate::model::Variable]| -> Vec<_> {
        variables
            .iter()
            .map(|x| (x.symbol, ident(&x.name)))
            .collect()
    };
    for (symbol, field) in fields(&model.parameters) {
        body.place(symbol, quote!(self.#field));
    }
    for (symbol, field) in fields(&model.coordinates) {
        body.place(symbol, quote!(q.#field));
    }
    let mut elements = TokenStream::new();
    for (index, (factor, element)) in model.groups.iter().zip(&interface.elements).enumerate() {
        let (field, name) = (ident(&factor.name), quote::format_ident!("g{index}"));
        if method.arguments.contains(&Coordinates) {
            let (scalar, entries) = (interface.scalar_type(), count(element.entries()));
            elements.extend(quote! {
                let #name: [#scalar; #entries] = ::nhi::__abi_1::GroupElement::entries(&q.#field);
            });
        }
        for (place, entry) in factor.entries.iter().enumerate() {
            let place = count(place);
            body.place(entry.symbol, quote!(#name[#place]));
        }
    }
    for (symbol, field) in fields(&model.velocities) {
        body.place(symbol, quote!(v.#field));
    }
    for (symbol, field) in fields(&model.controls) {
        body.place(symbol, quote!(u.#field));
    }
    body.place(model.time, quote!(t));
    elements
}
