//! The content of a report.

use nhi_symbolic::Compiled;
use nhi_symbolic::diag::{Code, Diagnostic};
use nhi_symbolic::expr::{Expr, Graph, Matrix};
use nhi_symbolic::mechanics::{Connection, MassKind, Mechanics, ProjectionForm, Reduction};
use nhi_symbolic::model::Variable;
use nhi_symbolic::program::Program;
use nhi_symbolic::schemes::{Item, Scheme};

use super::formula::Formula;
use super::notation::Notation;
use super::{Equation, Part, Report};

/// The report on a compiled model.
#[must_use]
pub(crate) fn assemble(compiled: &Compiled) -> Report {
    let mechanics = &compiled.mechanics;
    let mut parts = Vec::new();
    system(mechanics, &mut parts);
    lagrangian(mechanics, &mut parts);
    if !mechanics.constraints.is_empty() {
        constraints(mechanics, &mut parts);
        projection(mechanics, &mut parts);
    }
    motion(mechanics, &mut parts);
    if !mechanics.model.symmetry.is_empty() {
        symmetry(mechanics, &mut parts);
    }
    if let (Ok(reduced), Some(connection)) = (&mechanics.reduction, &mechanics.connection) {
        reduction(mechanics, reduced, connection, &mut parts);
    }
    for (scheme, program) in &compiled.steppers {
        integrator(mechanics, scheme, program, &mut parts);
    }
    sources(&mut parts);
    Report {
        title: format!("Derivation of {}", mechanics.model.item.ident),
        parts,
    }
}

fn system(mechanics: &Mechanics, parts: &mut Vec<Part>) {
    let model = &mechanics.model;
    let docs = model.item.docs.join(" ");
    if !docs.trim().is_empty() {
        parts.push(Part::Sentence(docs.trim().to_owned()));
    }
    parts.push(Part::Heading("System".to_owned()));
    let mut rows = vec![vec![
        "name".to_owned(),
        "role".to_owned(),
        "meaning".to_owned(),
    ]];
    let mut list = |role: &str, variables: &[Variable]| {
        for variable in variables {
            rows.push(vec![
                format!("`{}`", variable.name),
                role.to_owned(),
                variable.docs.trim().replace('\n', " "),
            ]);
        }
    };
    list("coordinate", &model.coordinates);
    for factor in &model.groups {
        let role = format!(
            "body velocity of `{}` in {}",
            factor.name,
            factor.group.text()
        );
        list(&role, &model.velocities[factor.velocities()]);
    }
    list("parameter", &model.parameters);
    list("control", &model.controls);
    parts.push(Part::Table(rows));
}

fn lagrangian(mechanics: &Mechanics, parts: &mut Vec<Part>) {
    let side = &mechanics.lagrangian;
    parts.push(Part::Heading("Lagrangian and mass matrix".to_owned()));
    let kind = match side.mass_kind {
        MassKind::Constant => "The Lagrangian is regular, with a constant mass matrix.",
        MassKind::Configuration => {
            "The Lagrangian is regular; the mass matrix depends on the configuration."
        }
        MassKind::Velocity => {
            "The Lagrangian is regular but not of second degree: L_vv depends on the velocities."
        }
    };
    parts.push(Part::Sentence(kind.to_owned()));
    let mut section = Section::new(mechanics, "a");
    section.scalar("L", side.lagrangian);
    section.matrix("M", &side.mass);
    section.column("p", &side.momentum);
    section.column("c", &side.bias);
    section.scalar("E", side.energy);
    section.finish(parts);
}

fn constraints(mechanics: &Mechanics, parts: &mut Vec<Part>) {
    let data = &mechanics.constraints;
    parts.push(Part::Heading("Constraints".to_owned()));
    let names: Vec<_> = mechanics
        .model
        .constraints
        .iter()
        .map(|c| format!("`{}`", c.name))
        .collect();
    parts.push(Part::Sentence(format!(
        "The constraints {} are A v + b = 0. They are independent almost everywhere.",
        names.join(", ")
    )));
    for note in &mechanics.notes {
        parts.push(Part::Sentence(format!("Note: {}.", note.found)));
    }
    let is_integrable = |note: &Diagnostic| note.code == Code::IntegrableConstraints;
    if !mechanics.notes.iter().any(is_integrable) {
        parts.push(Part::Sentence(
            "They do not integrate (theorem of Frobenius), neither together nor any by itself: the \
             system is nonholonomic."
                .to_owned(),
        ));
    }
    let mut section = Section::new(mechanics, "k");
    section.matrix("A", &data.matrix);
    section.column("b", &data.offset);
    section.matrix("A M^{-1} A^T", &data.gram);
    section.finish(parts);
}

fn projection(mechanics: &Mechanics, parts: &mut Vec<Part>) {
    parts.push(Part::Heading("Projectors".to_owned()));
    let form = match mechanics.projection.form() {
        ProjectionForm::Range => "the range form, a system as large as the number of constraints",
        ProjectionForm::NullSpace => {
            "the null-space form, with a division-free basis of the constraint distribution"
        }
    };
    parts.push(Part::Sentence(format!(
        "`Q` projects on the orthogonal complement of the distribution in the metric M, P = Id - Q on \
         the distribution. The generated code uses {form}."
    )));
    let mut section = Section::new(mechanics, "s");
    section.matrix("Q", &mechanics.complement);
    section.finish(parts);
}

fn symmetry(mechanics: &Mechanics, parts: &mut Vec<Part>) {
    let model = &mechanics.model;
    let groups: Vec<_> = (0..model.symmetry.len())
        .map(|factor| format!("`{}`", model.group_text(factor)))
        .collect();
    parts.push(Part::Heading("Symmetry".to_owned()));
    parts.push(Part::Sentence(format!(
        "The Lagrangian, the constraint distribution and the forces are invariant under {}. The \
         momentum map J = L_v . xi_Q(q) has these generators; a momentum is constant where its \
         generator is an allowed motion along which no force acts.",
        groups.join(" x ")
    )));
    let mut rows = vec![
        ["entry", "generator", "momentum"]
            .map(str::to_owned)
            .to_vec(),
    ];
    let generators = &mechanics.symmetry.generators;
    rows.extend(generators.iter().enumerate().map(|(entry, generator)| {
        let constancy = if generator.is_conserved {
            "constant"
        } else {
            "not constant"
        };
        vec![
            format!("{entry}"),
            generator.motion.clone(),
            constancy.to_owned(),
        ]
    }));
    parts.push(Part::Table(rows));
    let momenta: Vec<_> = generators.iter().map(|xi| xi.momentum).collect();
    let mut section = Section::new(mechanics, "j");
    section.column("J", &momenta);
    section.finish(parts);
}

fn reduction(
    mechanics: &Mechanics,
    reduced: &Reduction,
    connection: &Connection,
    parts: &mut Vec<Part>,
) {
    parts.push(Part::Heading("Reduction".to_owned()));
    parts.push(Part::Sentence(
        "In the body velocity xi = g^-1 dg/dt of the group and the velocity u of the shape r, the \
         Lagrangian is l(r, u, xi) and the constraints are A_u u + A_xi xi + b = 0."
            .to_owned(),
    ));
    let mut section = Section::new(mechanics, "y");
    section.column("u", &reduced.u);
    section.column("\\xi", &reduced.xi);
    section.scalar("l", reduced.lagrangian);
    if reduced.constraint_count() > 0 {
        section.matrix("A_u", &reduced.shape_constraints);
        section.matrix("A_\\xi", &reduced.body_constraints);
        section.column("b", &reduced.offset);
    }
    section.finish(parts);

    let mut section = Section::new(mechanics, "n");
    let (mut spans, mut obeys) = ("", "");
    if reduced.direction_count() > 0 {
        spans = "The columns of E are a basis of the symmetry directions inside the constraints, the \
                 kernel of A_xi. The momentum along them is p = E^T l_xi, with the locked inertia I. ";
        obeys = " The momentum equation is dot p = <l_xi, [xi, e] + de/dt> + <f, e> for each \
                 direction e.";
        section.matrix("E", &reduced.directions);
        section.matrix("I", &connection.locked_inertia);
        section.column("p", &connection.momentum);
        section.column("\\dot p", &connection.momentum_rate);
    }
    if !reduced.r.is_empty() {
        section.matrix("A", &connection.form);
    }
    section.column("\\gamma", &connection.drift);
    parts.push(Part::Sentence(format!(
        "{spans}The body velocity is the locked velocity less A u + gamma, with the nonholonomic \
         connection A.{obeys}"
    )));
    section.finish(parts);
}

fn motion(mechanics: &Mechanics, parts: &mut Vec<Part>) {
    parts.push(Part::Heading("Equations of motion".to_owned()));
    parts.push(Part::Sentence(
        "M a + c = f + A^T lambda, with A a + (dA/dt) v + db/dt = 0.".to_owned(),
    ));
    let mut section = Section::new(mechanics, "r");
    section.column("f", &mechanics.model.forces);
    if !mechanics.constraints.is_empty() {
        section.column("\\lambda", &mechanics.multipliers);
    }
    section.column("a", &mechanics.acceleration);
    section.finish(parts);
}

fn integrator(mechanics: &Mechanics, scheme: &Scheme, program: &Program, parts: &mut Vec<Part>) {
    parts.push(Part::Heading(format!("Integrator {}", scheme.integrator)));
    parts.push(Part::Sentence(scheme.summary.clone()));
    parts.push(Part::Sentence(format!(
        "Order {}{}. The state is ({}). One step, as it is generated:",
        scheme.traits.order,
        if scheme.traits.symmetric {
            ", symmetric"
        } else {
            ""
        },
        scheme
            .state
            .iter()
            .map(|group| group.name)
            .collect::<Vec<_>>()
            .join(", ")
    )));
    parts.push(Part::Formulas(step_equations(mechanics, scheme)));
    parts.push(Part::Table(operation_table(program)));
}

fn step_equations(mechanics: &Mechanics, scheme: &Scheme) -> Vec<Equation> {
    let mut roots = scheme.step.outputs.clone();
    for item in &scheme.step.items {
        match item {
            Item::Assign(pairs) => roots.extend(pairs.iter().map(|(_, value)| *value)),
            Item::Solve(solve) => {
                roots.extend(&solve.residuals);
                roots.extend(solve.definitions.iter().map(|(_, value)| *value));
            }
            // Part of a step's derivatives alone, which a report leaves out.
            Item::Linear(_) => {}
        }
    }
    let notation = Notation::new(&mechanics.model.graph, &roots, "z");
    let mut equations = Vec::new();
    let assign = |pairs: &[(Expr, Expr)], equations: &mut Vec<Equation>| {
        equations.extend(pairs.iter().map(|&(symbol, value)| Equation {
            left: notation.formula(symbol),
            right: notation.formula(value),
        }));
    };
    for item in &scheme.step.items {
        match item {
            Item::Assign(pairs) => assign(pairs, &mut equations),
            Item::Solve(solve) => {
                assign(&solve.definitions, &mut equations);
                equations.extend(solve.residuals.iter().map(|&residual| Equation {
                    left: Formula::Number(0.into()),
                    right: notation.formula(residual),
                }));
            }
            Item::Linear(_) => {}
        }
    }
    let names = scheme.state.iter().flat_map(|group| &group.symbols);
    for (&symbol, &value) in names.zip(&scheme.step.outputs) {
        let name = mechanics
            .model
            .graph
            .as_symbol(symbol)
            .map(|s| s.name.clone());
        let name = name.unwrap_or_default().replacen('.', "_new.", 1);
        equations.push(Equation {
            left: Formula::Name(name),
            right: notation.formula(value),
        });
    }
    let mut all = equations;
    all.extend(notation.where_list());
    all
}

fn operation_table(program: &Program) -> Vec<Vec<String>> {
    let mut rows = vec![vec![
        "stage".to_owned(),
        "operations".to_owned(),
        "per iteration".to_owned(),
    ]];
    rows.push(vec![
        "prepare (once per stepper)".to_owned(),
        program.prepare_count().to_string(),
        String::new(),
    ]);
    for function in &program.functions {
        let (once, iterated) = program.function_count(function);
        let iterated = if iterated.total() > 0 {
            iterated.to_string()
        } else {
            String::new()
        };
        rows.push(vec![function.name.clone(), once.to_string(), iterated]);
    }
    rows
}

fn sources(parts: &mut Vec<Part>) {
    parts.push(Part::Heading("Sources".to_owned()));
    parts.push(Part::Sentence(
        "Kobilarov, Martín de Diego, Ferraro: Simulating Nonholonomic Dynamics. Projectors: equation \
         12; integrators: section 4."
            .to_owned(),
    ));
}

/// Equations that share one list of names.
struct Section<'a> {
    mechanics: &'a Mechanics,
    prefix: &'static str,
    entries: Vec<(&'static str, Content)>,
}

enum Content {
    Scalar(Expr),
    Column(Vec<Expr>),
    Matrix(Matrix),
}

impl<'a> Section<'a> {
    fn new(mechanics: &'a Mechanics, prefix: &'static str) -> Self {
        Self {
            mechanics,
            prefix,
            entries: Vec::new(),
        }
    }

    fn scalar(&mut self, letter: &'static str, value: Expr) {
        self.entries.push((letter, Content::Scalar(value)));
    }

    fn column(&mut self, letter: &'static str, values: &[Expr]) {
        self.entries
            .push((letter, Content::Column(values.to_vec())));
    }

    fn matrix(&mut self, letter: &'static str, values: &Matrix) {
        self.entries.push((letter, Content::Matrix(values.clone())));
    }

    fn finish(self, parts: &mut Vec<Part>) {
        let mut roots = Vec::new();
        for (_, content) in &self.entries {
            match content {
                Content::Scalar(value) => roots.push(*value),
                Content::Column(values) => roots.extend(values),
                Content::Matrix(matrix) => roots.extend(matrix.entries()),
            }
        }
        let notation = Notation::new(&self.mechanics.model.graph, &roots, self.prefix);
        let equations = self.entries.iter().map(|(letter, content)| Equation {
            left: Formula::Letter(letter),
            right: match content {
                Content::Scalar(value) => notation.formula(*value),
                Content::Column(values) if values.iter().all(|&e| e == Graph::ZERO) => {
                    notation.formula(Graph::ZERO)
                }
                Content::Column(values) => Formula::column(notation.formulas(values)),
                Content::Matrix(matrix) => Formula::Matrix(
                    (0..matrix.rows())
                        .map(|i| notation.formulas(matrix.row(i)))
                        .collect(),
                ),
            },
        });
        parts.push(Part::Formulas(equations.collect()));
        let names = notation.where_list();
        if !names.is_empty() {
            parts.push(Part::Sentence("where".to_owned()));
            parts.push(Part::Formulas(names));
        }
    }
}
