//! The error catalogue: one row per code, with the article that explains it.
//!
//! Numbers are never reused. 1-19: attribute syntax; 20-29: expressions; 30-39: the struct and the
//! file; 40-49: names; 50-69: the meaning of the model; 70-79: its mechanics; 900: the compiler
//! itself.

use std::fmt;

/// The catalogue entry for one kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Article {
    /// The kind of error.
    pub code: Code,
    /// A short title for lists.
    pub title: &'static str,
    /// The reason for the error and the remedy, in a few sentences.
    pub explanation: &'static str,
    /// A piece of a model with the error.
    pub wrong: &'static str,
    /// The same piece with the error corrected.
    pub right: &'static str,
}

macro_rules! catalogue {
    ($($code:ident = $number:literal, $title:literal, $explanation:literal, wrong: $wrong:literal, right: $right:literal;)*) => {
        /// A kind of error. Its number is stable: `E040` means the same in every version.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum Code {
            $(#[doc = $title] $code = $number,)*
        }

        /// One article per code, in the order of the numbers.
        const ARTICLES: &[Article] = &[
            $(Article { code: Code::$code, title: $title, explanation: $explanation, wrong: $wrong, right: $right },)*
        ];
    };
}

catalogue! {
    UnknownKey = 1, "unknown key",
        "The attribute knows a fixed set of keys: coordinates, groups, definitions, lagrangian, constraints, rule, holonomic, prescribed, contacts, controls, forces, dissipation, symmetry, integrals, integrators, derive and crate.",
        wrong: "cordinates(x, y)",
        right: "coordinates(x, y)";
    DuplicateKey = 2, "key written twice",
        "Each key appears once. Put all entries into one list.",
        wrong: "coordinates(x), coordinates(y)",
        right: "coordinates(x, y)";
    MissingKey = 3, "missing key",
        "A model needs a configuration (coordinates or groups), a lagrangian and at least one integrator.",
        wrong: "coordinates(x), lagrangian = 0.5 * x_dot.powi(2)",
        right: "coordinates(x), lagrangian = 0.5 * x_dot.powi(2), integrators(Mla)";
    KeyForm = 4, "key written in the wrong form",
        "lagrangian and dissipation are followed by `=` and an expression, rule by `= Chetaev`; every other key is followed by a list in parentheses.",
        wrong: "coordinates = x, lagrangian(0.5 * x_dot.powi(2))",
        right: "coordinates(x), lagrangian = 0.5 * x_dot.powi(2)";
    EmptySet = 5, "empty list",
        "A list has at least one entry. If there are none, leave out the whole key.",
        wrong: "constraints()",
        right: "constraints(rolling = x_dot - r * phi_dot)";
    ExpectedName = 6, "not a name",
        "Names are plain Rust identifiers in Unicode's normal form C: no keywords, no raw identifiers, not `_`; a model is not named like a primitive type of Rust.",
        wrong: "coordinates(type, 2)",
        right: "coordinates(kind, second)";
    UnexpectedToken = 7, "unexpected token",
        "A comma, the end of the list or another part of an entry is required here.",
        wrong: "controls(u; w)",
        right: "controls(u, w)";
    MissingComma = 8, "missing comma",
        "Entries and keys are separated by commas.",
        wrong: "coordinates(x, y) controls(u)",
        right: "coordinates(x, y), controls(u)";
    BadOption = 9, "malformed integrator option",
        "An option of an integrator is a name alone, or a name, `=` and a word or a number.",
        wrong: "integrators(Rdp(retraction = 2 * h))",
        right: "integrators(Rdp(retraction = Cayley))";
    NestingTooDeep = 10, "nested too deep",
        "Parentheses may be nested 128 deep. Give parts of a deeper expression names under `definitions`.",
        wrong: "lagrangian = ((((((...))))))",
        right: "definitions(inner = (...)), lagrangian = ((inner))";
    ModelTooLarge = 11, "model too large",
        "A model may have 50000 tokens and 128 coordinates; this bounds the time and the memory that compiling it can take.",
        wrong: "lagrangian = x + x + x + ... (a million terms)",
        right: "lagrangian = 1000000 * x";
    DuplicateOption = 12, "option written twice",
        "Each option of an integrator has one value.",
        wrong: "integrators(Rdp(alpha = 0.5, alpha = 1))",
        right: "integrators(Rdp(alpha = 0.5))";

    ContactForm = 13, "contact without a sign",
        "A contact can only press, so the multiplier of its constraint has a sign: `name >= 0`, or `name <= 0` if the constraint is written the other way round. `opens` lets it open, with a coefficient of `restitution` from 0 to 1.",
        wrong: "holonomic(floor = z - r), contacts(floor)",
        right: "holonomic(floor = z - r), contacts(floor >= 0)";
    MissingOperand = 20, "missing operand",
        "An operator, a pair of parentheses or a `=` has no expression where one is required.",
        wrong: "lagrangian = 0.5 * + m",
        right: "lagrangian = 0.5 * m";
    MissingOperator = 21, "missing operator",
        "An operator is missing between two operands. Multiplication is written with `*`.",
        wrong: "lagrangian = 0.5 m * x_dot.powi(2)",
        right: "lagrangian = 0.5 * m * x_dot.powi(2)";
    PowerOperator = 22, "`^` or `**` for a power",
        "`^` is exclusive or in Rust, with a precedence below `+`, so it is not used for powers. Integer powers are written `x.powi(2)`, others `x.powf(0.5)`.",
        wrong: "lagrangian = 0.5 * x_dot^2",
        right: "lagrangian = 0.5 * x_dot.powi(2)";
    UnsupportedOperator = 23, "operator outside the language",
        "The operators are `+`, `-`, `*` and `/`; mechanics needs smooth expressions, so there are no comparisons, remainders or bit operations.",
        wrong: "lagrangian = x % 2",
        right: "lagrangian = sin(pi * x)";
    UnsupportedSyntax = 24, "Rust syntax outside the language",
        "An expression is built from numbers, names, operators, parentheses and the known functions only. It can never call user code, branch or build a tuple.",
        wrong: "lagrangian = if x { 1 } else { self.m }",
        right: "lagrangian = m";
    UnknownFunction = 25, "unknown function",
        "The functions are sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, exp, ln, sqrt, hypot, powi and powf, each as a function or as a method. The functions min, max, abs, sign, clamp, step, pulse and ramp are not smooth. In a model only forces accept them, and definitions for forces, because its other equations are derivatives. Controls and outputs of scenarios do too.",
        wrong: "lagrangian = x.abs()",
        right: "lagrangian = x.powi(2).sqrt()";
    WrongArity = 26, "wrong number of arguments",
        "atan2, hypot, powi and powf take two operands, every other function one. Where functions are allowed to switch, min, max, pulse and ramp take two, and clamp three. Written as a method, the receiver is the first.",
        wrong: "lagrangian = hypot(x)",
        right: "lagrangian = hypot(x, y)";
    BadNumber = 27, "not a decimal number",
        "Numbers are decimal and exact: `0.1` is one tenth. The suffixes f64 and f32 are accepted and change nothing; strings, characters, booleans and other bases are not numbers here.",
        wrong: "lagrangian = 0x10 * \"m\"",
        right: "lagrangian = 16 * m";
    NumberTooLarge = 28, "number out of range",
        "A number may have 1000 digits and a decimal exponent between -400 and 400, so that exact arithmetic stays cheap.",
        wrong: "lagrangian = 1e999999 * x",
        right: "lagrangian = 1e300 * x";
    BadExponent = 29, "exponent of powi",
        "The exponent of `powi` is an integer literal between -64 and 64. For other exponents there is `powf`.",
        wrong: "lagrangian = x.powi(n) + x.powi(0.5)",
        right: "lagrangian = x.powf(n) + x.powf(0.5)";

    NotAStruct = 30, "not a struct with named fields",
        "The attribute belongs on a struct whose named fields are the parameters of the model. A model without parameters has an empty pair of braces.",
        wrong: "enum Sleigh { A }  struct Point(f64);",
        right: "struct Sleigh { m: f64 }  struct Point {}";
    UnsupportedGenerics = 31, "generics of the struct",
        "The struct is concrete, or generic over one scalar type with the bound `Real`, and nothing else: no lifetimes, no constants, no second type, no further bounds, no where clause.",
        wrong: "struct Sleigh<'a, T: Real + Copy, const N: usize> where T: Send { m: T }",
        right: "struct Sleigh<T: Real> { m: T }";
    ScalarType = 32, "type of a parameter",
        "All parameters have the same scalar type: f64, f32, or the type parameter of the struct.",
        wrong: "struct Sleigh { m: f64, a: i32 }",
        right: "struct Sleigh { m: f64, a: f64 }";
    MissingRealBound = 33, "type parameter without `Real`",
        "The generated code computes with the type parameter, so it must be bound by nhi's trait `Real`.",
        wrong: "struct Sleigh<T> { m: T }",
        right: "struct Sleigh<T: nhi::Real> { m: T }";
    StructAttribute = 34, "attribute that the generated code cannot carry",
        "A struct accepts documentation as plain text, `derive`, `serde`, `allow` and `non_exhaustive`. A field accepts documentation, `serde` and `allow`. Each accepts only words from a fixed list, and no code. In a Rust source, put conditions and derives of other crates above `#[nonholonomic]`. A parameter that exists only under a `cfg` would change the model but not the generated code: annotate two structs instead.",
        wrong: "#[repr(C)] #[derive(Eq, Copy)] struct Sleigh { #[cfg(feature = \"heavy\")] m: f64 }",
        right: "#[derive(Clone, Copy)] struct Sleigh { m: f64 }";
    NotAModelItem = 35, "not an annotated struct",
        "A model file contains only structs annotated with `#[nonholonomic(...)]`.",
        wrong: "use nhi::Real; struct Plain {}",
        right: "#[nonholonomic(...)] struct Sleigh {}";
    RepeatedAttribute = 36, "second `#[nonholonomic]`",
        "A struct describes one system; annotate a second struct for another one.",
        wrong: "#[nonholonomic(...)] #[nonholonomic(...)] struct Sleigh {}",
        right: "#[nonholonomic(...)] struct Sleigh {}";
    NoModel = 37, "file without a model",
        "A model file contains at least one annotated struct.",
        wrong: "// nothing here",
        right: "#[nonholonomic(...)] struct Sleigh {}";
    RustSyntax = 38, "not the syntax of a struct",
        "The struct is written as in Rust: visibility, name, at most one type parameter, named fields. Of visibilities, those to a path are left out.",
        wrong: "pub(in crate::robots) struct Sleigh { m f64 }",
        right: "pub(crate) struct Sleigh { m: f64 }";
    DuplicateModel = 39, "two models of one name",
        "The structs of a model file have different names, by which scenarios refer to them, and so have the types that are generated for them: `Sleigh` with the integrator `Rk` has a type `SleighRk`.",
        wrong: "#[nonholonomic(...)] struct Sleigh {} #[nonholonomic(...)] struct SleighRk {}",
        right: "#[nonholonomic(...)] struct Sleigh {} #[nonholonomic(...)] struct HeavySleigh {}";

    UnknownName = 40, "unknown name",
        "Every name in an expression is a coordinate, a velocity (`x_dot` for a coordinate `x`), a parameter, a control, a definition, `t` or `pi`. Forces and definitions for them also use multipliers (`lambda.blade` for a constraint `blade`).",
        wrong: "coordinates(theta), lagrangian = cos(thet)",
        right: "coordinates(theta), lagrangian = cos(theta)";
    DuplicateName = 41, "name declared twice",
        "Coordinates, their velocities, parameters, controls and definitions share one name space, as do the names of constraints and of integrals. A parameter `x_dot` clashes with the velocity of a coordinate `x`.",
        wrong: "coordinates(x, x)",
        right: "coordinates(x, y)";
    ReservedName = 42, "reserved name",
        "`t` is the time and `pi` the number; neither can be declared.",
        wrong: "coordinates(t)",
        right: "coordinates(tilt)";
    VelocityOfParameter = 43, "velocity of something that has none",
        "Only coordinates have velocities. Parameters are constant, and the rates of controls and definitions are not available.",
        wrong: "lagrangian = m_dot * x",
        right: "coordinates(m, x), lagrangian = m_dot * x_dot";
    UnusedCoordinate = 44, "coordinate that occurs nowhere",
        "A coordinate has no equation of motion if neither it nor its velocity occurs in the Lagrangian or in a constraint.",
        wrong: "coordinates(x, y), lagrangian = 0.5 * x_dot.powi(2)",
        right: "coordinates(x, y), lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2))";
    UnusedDefinition = 45, "definition that the model does not use",
        "A definition that no expression of the model uses does not affect the motion. Controls, outputs and events of scenarios can use it. This is a note: the model is valid.",
        wrong: "definitions(r = x), lagrangian = 0.5 * x_dot.powi(2)",
        right: "lagrangian = 0.5 * x_dot.powi(2)";
    UnusedControl = 46, "control that occurs nowhere",
        "A control acts through `forces`; one that occurs in no force has no effect.",
        wrong: "controls(u)",
        right: "controls(u), forces(x = u)";
    UnusedParameter = 47, "parameter that occurs nowhere",
        "A field of the struct that occurs in no expression has no effect on the motion.",
        wrong: "lagrangian = 0.5 * x_dot.powi(2), struct Sleigh { m: f64 }",
        right: "lagrangian = 0.5 * m * x_dot.powi(2), struct Sleigh { m: f64 }";
    UsedBeforeDefinition = 48, "definition used before it is written",
        "A definition can use the definitions before it, not itself and not later ones.",
        wrong: "definitions(a = 2 * b, b = x)",
        right: "definitions(b = x, a = 2 * b)";

    DifferentDimensions = 49, "terms of different dimension",
        "The units in brackets in the documentation of parameters, coordinates and controls determine the dimensions of terms. Terms of a sum have one dimension, and functions such as `sin` accept numbers. This is a note: the model is valid.",
        wrong: "lagrangian = 0.5 * m * x_dot.powi(2) + m * x",
        right: "lagrangian = 0.5 * m * x_dot.powi(2) + m * g * x";

    ControlNotAllowed = 50, "control outside the forces",
        "Controls act through `forces` only.",
        wrong: "lagrangian = u * x",
        right: "forces(x = u)";
    TimeNotAllowed = 51, "misplaced time",
        "The time may appear in the Lagrangian, in forces and in constraints, but not in an integral.",
        wrong: "integrals(spin = x_dot - sin(t))",
        right: "integrals(spin = x_dot)";
    VelocityNotAllowed = 52, "velocity in a position constraint",
        "A holonomic constraint is a condition on the coordinates; conditions on velocities go under `constraints`.",
        wrong: "holonomic(rod = x_dot)",
        right: "constraints(rod = x_dot)";
    NonAffineConstraint = 53, "constraint that is not affine in the velocities",
        "A velocity constraint has the form A(q) v + b(q, t) = 0. For other constraints there are two theories with different motions. By Chetaev's rule, `rule = Chetaev`, the constraint forces are g_v^T lambda. Vakonomic motion makes the action stationary, and `VakonomicGauss` follows it.",
        wrong: "constraints(speed = x_dot.powi(2) + y_dot.powi(2) - 1)",
        right: "constraints(speed = x_dot.powi(2) + y_dot.powi(2) - 1), rule = Chetaev";
    ConstraintWithoutVelocity = 54, "constraint without any velocity",
        "A velocity constraint contains at least one velocity that does not cancel. Conditions on positions go under `holonomic`.",
        wrong: "constraints(rod = x.powi(2) + y.powi(2) - 1)",
        right: "constraints(rod = x * x_dot + y * y_dot)";
    TooManyConstraints = 55, "as many constraints as coordinates",
        "A model with n velocities has at most n - 1 constraints. n constraints determine the motion if one of them is affine or depends on the time, such as the gait of a snake. n constraints that all hold at rest leave no freedom: the system cannot move.",
        wrong: "coordinates(x), constraints(rest = x_dot)",
        right: "coordinates(x, y), constraints(rest = x_dot)";
    ForceOnUnknownCoordinate = 56, "force on something that is not a coordinate",
        "An entry of `forces` is named by the coordinate on which it acts.",
        wrong: "coordinates(x), forces(m = u)",
        right: "coordinates(x), forces(x = u)";
    DuplicateForce = 57, "two forces on one coordinate",
        "Write the sum of the forces on a coordinate in one entry.",
        wrong: "forces(x = u, x = -c * x_dot)",
        right: "forces(x = u - c * x_dot)";
    NonFiniteConstant = 58, "constant without a finite value",
        "A constant part of an expression divides by zero or leaves the domain of a function.",
        wrong: "lagrangian = ln(0) + x / (1 - 1)",
        right: "lagrangian = ln(2) + x";
    NumberOverflow = 59, "constant too large",
        "A constant part of an expression leaves the range of the scalar type or has too many digits for exact arithmetic.",
        wrong: "lagrangian = 1e300.powi(64) * x",
        right: "lagrangian = 1e300 * x";
    NotYetSupported = 60, "not yet supported",
        "The language has this, the compiler not yet.",
        wrong: "constraints(speed = x_dot.powi(2) + y_dot.powi(2) - 1), rule = Chetaev, symmetry(R(x))",
        right: "constraints(speed = x_dot.powi(2) + y_dot.powi(2) - 1), rule = Chetaev";
    UnknownGroup = 61, "unknown group",
        "The groups are R(z), S1(psi) and SE2(theta, x, y) on coordinates, and SO3 and SE3 under `groups`.",
        wrong: "symmetry(SE4(theta, x, y))",
        right: "symmetry(SE2(theta, x, y))";
    GroupArity = 62, "wrong number of names for a group",
        "R and S1 take one coordinate, SE2 takes an angle, further angles if it turns several, and two positions; SO3 takes three and SE3 six body velocity components.",
        wrong: "symmetry(SE2(x, y))",
        right: "symmetry(SE2(theta, x, y))";
    SymmetryName = 63, "symmetry of something that is not a coordinate",
        "A group acts on declared coordinates, each on at most one group.",
        wrong: "coordinates(theta), symmetry(S1(m), R(theta), R(theta))",
        right: "coordinates(theta), symmetry(S1(theta))";
    CoordinateWithoutVelocity = 64, "coordinate without a velocity in the Lagrangian",
        "The velocity of every coordinate must be in the Lagrangian or in a constraint that ties it to others, else nothing determines it.",
        wrong: "coordinates(x, y), lagrangian = 0.5 * x_dot.powi(2) - y",
        right: "coordinates(x, y), lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)) - y";
    BudgetExceeded = 65, "model too large to derive",
        "Building, checking and deriving a model has a work budget, so that compiling always ends. Write the expressions in a simpler form, or choose coordinates in which they are shorter.",
        wrong: "constraints(c = (x_dot + y).powi(64) * (x_dot - y).powi(64))",
        right: "constraints(c = x_dot - y)";

    ContactOnUnknownConstraint = 66, "contact that is not a constraint",
        "An entry of `contacts` names a constraint, of velocities or of positions, whose multiplier has a sign.",
        wrong: "holonomic(floor = z - r), contacts(flor >= 0)",
        right: "holonomic(floor = z - r), contacts(floor >= 0)";
    DuplicateContact = 67, "two contacts on one constraint",
        "The multiplier of a contact has one sign.",
        wrong: "contacts(floor >= 0, floor <= 0)",
        right: "contacts(floor >= 0)";
    PrescribedUnknown = 68, "prescribed motion of something that is not a coordinate",
        "An entry of `prescribed` gives a coordinate as a function of time and parameters.",
        wrong: "coordinates(x, phi), prescribed(phi_dot = 0.3)",
        right: "coordinates(x, phi), prescribed(phi = 0.3 * t)";
    DrivingDissipation = 69, "dissipation that adds energy",
        "The force -R_v of the dissipation function takes energy from every motion, so R_v . v is not negative. A force that may drive the motion is written in `forces`.",
        wrong: "dissipation = -0.5 * c * x_dot.powi(2)",
        right: "dissipation = 0.5 * c * x_dot.powi(2)";
    SingularLagrangian = 70, "singular Lagrangian",
        "The matrix of second derivatives of the Lagrangian with respect to the velocities, the mass matrix, must be invertible on the velocities that the constraints allow: every direction of motion has kinetic energy.",
        wrong: "lagrangian = 0.5 * (x_dot + y_dot).powi(2)",
        right: "lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2))";
    DependentConstraint = 71, "constraint that follows from others",
        "The constraint one-forms must be linearly independent, else the multipliers are not determined. A constraint that holds identically depends on none.",
        wrong: "constraints(a = x_dot - y_dot, b = 2 * y_dot - 2 * x_dot)",
        right: "constraints(a = x_dot - y_dot)";
    IntegrableConstraints = 72, "constraints that integrate to conditions on positions",
        "By the theorem of Frobenius this number of combinations of the velocity constraints integrates to conditions on positions. If all do, the system is holonomic. It does not matter how the constraints are written. The model is still integrated. The note appears because a sign or an angle may be wrong.",
        wrong: "constraints(c = x * x_dot + y * y_dot)",
        right: "constraints(c = y * x_dot - z_dot)";
    BrokenSymmetry = 73, "group that is not a symmetry",
        "The declared group must leave the Lagrangian, the constraint distribution and the forces as they are. R and S1 shift a coordinate; SE2(theta, x, y) shifts x and y and turns the plane about its origin together with theta.",
        wrong: "lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) - m * g * x, symmetry(R(x), R(y))",
        right: "lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) - m * g * x, symmetry(R(y))";
    DependentSomewhere = 74, "constraints that become dependent at some configurations",
        "The constraint one-forms are independent almost everywhere, but not at these configurations, where the multipliers are not determined. Often other one-forms span the same distribution and stay independent.",
        wrong: "constraints(front = cos(phi) * a_dot + sin(phi) * b_dot, rear = a_dot)",
        right: "constraints(front = b_dot, rear = a_dot)";
    SingularSomewhere = 75, "mass matrix that becomes singular at some configurations",
        "The mass matrix is regular almost everywhere, but not at these configurations, as for polar coordinates at the origin. The equations of motion have no unique solution there.",
        wrong: "lagrangian = 0.5 * (r_dot.powi(2) + (r * phi_dot).powi(2))",
        right: "lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2))";

    NegativeKineticEnergy = 76, "kinetic energy that is not positive",
        "The kinetic energy must be positive for every velocity that the constraints allow. A minus sign, or a factor that was meant for a square, makes it negative in some direction.",
        wrong: "lagrangian = 0.5 * inertia - phi_dot.powi(2)",
        right: "lagrangian = 0.5 * inertia * phi_dot.powi(2)";

    NonlinearInMultiplier = 77, "force that is not linear in the multipliers",
        "A force may contain `lambda.NAME` to the first power, so that multipliers and acceleration are the solution of linear equations. The magnitude of a constraint force is written with its sign: a contact that presses with lambda >= 0 has the magnitude lambda.",
        wrong: "forces(x = -mu * lambda.floor.abs() * sign(x_dot))",
        right: "forces(x = -mu * lambda.floor * sign(x_dot))";

    SwitchingForce = 78, "force that switches",
        "The functions abs, sign, min, max, clamp, step, pulse and ramp switch. A step in which a force switches has order one, whatever the order of the integrator; `Dop853` and `Taylor` end a step there and keep theirs. At a jump the equations of an implicit step may have no solution: then the step fails. This is a note: the model is valid.",
        wrong: "forces(x = -mu * m * g * sign(x_dot))",
        right: "forces(x = -mu * m * g * tanh(x_dot / eps))";

    UnknownIntegrator = 80, "unknown integrator",
        "The integrators are listed by `nhi integrators` and in the documentation.",
        wrong: "integrators(Gnu)",
        right: "integrators(Mla)";
    DuplicateIntegrator = 81, "integrator listed twice",
        "Each integrator becomes one constructor with its name, so a struct can list it only once.",
        wrong: "integrators(Dla, Dla(quadrature = Trapezoidal))",
        right: "integrators(Dla(quadrature = Trapezoidal))";
    UnknownOption = 82, "unknown option",
        "Each integrator has its own options.",
        wrong: "integrators(Dla(alpha = 0.5))",
        right: "integrators(Dla(quadrature = Trapezoidal))";
    OptionValue = 83, "value of an option",
        "An option takes one of a few words, or a number, as its integrator says.",
        wrong: "integrators(Dla(quadrature = Trapezodial))",
        right: "integrators(Dla(quadrature = Trapezoidal))";
    UnsupportedLagrangian = 84, "Lagrangian outside an integrator's reach",
        "Some integrators need a mechanical Lagrangian, of second degree in the velocities.",
        wrong: "lagrangian = x_dot.powi(4), integrators(Gni)",
        right: "lagrangian = 0.5 * x_dot.powi(2), integrators(Mla)";
    GeneratedNameClash = 85, "name that generated code uses",
        "Names of constraints, controls and integrals become fields and methods of generated types. In C, the name of the model becomes the name of its files.",
        wrong: "integrals(energy = 0.5 * x_dot.powi(2))",
        right: "integrals(kinetic = 0.5 * x_dot.powi(2))";
    DimensionAssumption = 86, "group too small for the constraints",
        "Reduction by a group needs the dimension assumption D_q + V_q = T_q Q: for every velocity of the shape there is a motion of the group such that both together obey the constraints. Where it fails, the named directions are missing, and the model has no connection and no momentum equation. Rdp then solves for the multipliers of the constraints.",
        wrong: "constraints(lift = z_dot - y * y_dot), symmetry(R(x)), integrators(Rdp)",
        right: "constraints(lift = z_dot - y * y_dot), symmetry(R(x), R(z)), integrators(Rdp)";
    NoSymmetry = 87, "integrator that needs a symmetry",
        "Rdp moves on a product of a shape and a Lie group, so the model has to declare a group that leaves Lagrangian, constraints and forces as they are.",
        wrong: "coordinates(theta, x, y), integrators(Rdp)",
        right: "coordinates(theta, x, y), symmetry(SE2(theta, x, y)), integrators(Rdp)";

    NotInLanguage = 88, "integrator that a language does not have",
        "Integrators that choose their own steps are for Rust and for the command `nhi`. All others exist in every language.",
        wrong: "integrators(Dop853)",
        right: "integrators(Rk(order = 4))";
    OpeningContact = 89, "contact that cannot open",
        "A contact that opens is a position constraint. Its gap is the value of the constraint, and at an impact the velocity changes by the impulse of the constraint. Impacts are defined for Lagrangians of second degree and constraints that are affine in the velocities, not for Chetaev's rule or variational problems. Steps have no derivatives at a change.",
        wrong: "constraints(floor = z_dot), contacts(floor >= 0, opens)",
        right: "holonomic(floor = z - r), contacts(floor >= 0, opens)";
    UnknownCondition = 90, "constraint of a contact that does not open",
        "A velocity constraint that holds only while a contact is closed names that contact, which must open.",
        wrong: "constraints(skid = x_dot - r * phi_dot when flor), contacts(floor >= 0, opens)",
        right: "constraints(skid = x_dot - r * phi_dot when floor), contacts(floor >= 0, opens)";
    SinglePhase = 91, "contact that opens, in a single stepper",
        "The steppers of exports have the same constraints in every step. Generated Rust and C, `nhi run`, `nhi sweep`, `nhi compare` and the Python package replace the stepper when a contact opens or closes.",
        wrong: "contacts(floor >= 0, opens)",
        right: "contacts(floor >= 0)";
    ForcedVariationalProblem = 93, "forces in a variational problem",
        "Vakonomic integrators make the action stationary among the curves that satisfy the constraints. A force that does not come from a potential has no place in the action, so it is refused rather than left out.",
        wrong: "forces(x = u), integrators(VakonomicGauss)",
        right: "lagrangian = 0.5 * x_dot.powi(2) - k * x, integrators(VakonomicGauss)";
    NotIndexOne = 94, "vakonomic problem of higher index",
        "The momenta and the constraints must determine the multipliers: G M^-1 G^T, with the derivatives G of the constraints with respect to the velocities, must be invertible. For a positive definite mass matrix it always is. For an indefinite one a constraint can be null in its metric.",
        wrong: "lagrangian = 0.5 * (x_dot.powi(2) - y_dot.powi(2) + z_dot.powi(2)), constraints(c = x_dot - y_dot), integrators(VakonomicGauss)",
        right: "lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)), constraints(c = x_dot - y_dot), integrators(VakonomicGauss)";
    UnsupportedConstraint = 95, "constraints outside an integrator's reach",
        "Position constraints are for `Mla`, `Lobatto`, `Dla`, `Dap`, `Rdp`, `EnergyPreserving`, `Feedback`, `Gni`, `Rattle`, `Gauss`, `Rk`, `Dop853` and `Taylor`, and in variational problems for `VakonomicRattle`; constraints that are not affine in the velocities are for `rule = Chetaev` and the same integrators without `Rdp`, `EnergyPreserving` and `Feedback`, or without a rule for `VakonomicGauss`. Other integrators would leave them out or take them for others. A model asks for integrators of one kind.",
        wrong: "holonomic(rod = x.powi(2) + y.powi(2) - 1), integrators(Shake)",
        right: "holonomic(rod = x.powi(2) + y.powi(2) - 1), integrators(Mla)";
    ConstraintWithoutCoordinate = 96, "position constraint without any coordinate",
        "A position constraint contains at least one coordinate that does not cancel.",
        wrong: "holonomic(rod = l - 1)",
        right: "holonomic(rod = x.powi(2) + y.powi(2) - l.powi(2))";
    IntegratorInCoordinates = 105, "integrator in coordinates",
        "Factors of the configuration under `groups` have no coordinates. Shake takes differences of coordinates, and the vakonomic integrators have momenta of coordinates; all others move group elements.",
        wrong: "groups(body: SO3(w1, w2, w3)), integrators(Shake)",
        right: "groups(body: SO3(w1, w2, w3)), integrators(Mla)";
    NoFreeRigidBody = 106, "no free rigid body",
        "The discrete Moser-Veselov equations are those of a rigid body that turns freely: one factor SO3, the Lagrangian 1/2 w . J w with a constant inertia, no constraints and no forces.",
        wrong: "groups(body: SO3(w1, w2, w3)), constraints(axis = w3), integrators(MoserVeselov)",
        right: "groups(body: SO3(w1, w2, w3)), constraints(axis = w3), integrators(Gauss)";
    EnergyOfElement = 107, "kinetic energy that depends on a group element",
        "Rdp is written for a reduced kinetic energy, which contains no group element. If the group is not a declared symmetry, the potential, the constraints and the forces may depend on the element, but the kinetic energy may not. Dla, Dap and Mla accept such models and use the same discrete principle. Often other velocities help: with body velocities of SE(3) the kinetic energy of a rigid body is constant.",
        wrong: "groups(body: SO3(w1, w2, w3)), lagrangian = 0.5 * ((2 + body[2][2]) * w1.powi(2) + w2.powi(2) + w3.powi(2)), integrators(Rdp)",
        right: "groups(body: SO3(w1, w2, w3)), lagrangian = 0.5 * ((2 + body[2][2]) * w1.powi(2) + w2.powi(2) + w3.powi(2)), integrators(Mla)";

    CompilerDefect = 900, "defect of the compiler",
        "The compiler has built a program that breaks one of its own rules, and has refused to print or run it. The model is not at fault. Please report the message together with the model; another integrator, or other options of the same one, may not be affected.",
        wrong: "nothing in a model leads here",
        right: "the model as it is, with another integrator until the defect is repaired";
}

impl Code {
    /// Returns every code, in the order of the numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        ARTICLES.iter().map(|article| article.code)
    }

    /// Returns the code written as `text`, such as `E040` or `e40`.
    pub fn from_text(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(['E', 'e'])?;
        let number: u16 = digits.parse().ok().filter(|_| !digits.starts_with('+'))?;
        Self::all().find(|code| code.number() == number)
    }

    /// Returns the number of the code.
    pub fn number(self) -> u16 {
        self as u16
    }

    /// Returns the catalogue entry of the code.
    pub fn article(self) -> &'static Article {
        let index = ARTICLES.binary_search_by_key(&self, |article| article.code);
        &ARTICLES[index.expect("the catalogue lists every code in order")]
    }
}

/// Writes `E` and three digits.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "E{:03}", self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_their_numbers() {
        assert!(ARTICLES.is_sorted_by(|a, b| a.code.number() < b.code.number()));
    }

    #[test]
    fn every_code_can_be_read_back_from_its_text() {
        for code in Code::all() {
            assert_eq!(Code::from_text(&code.to_string()), Some(code));
            assert_eq!(code.article().code, code);
        }
        assert_eq!(Code::from_text("E999"), None);
        assert_eq!(Code::from_text("E+1"), None);
    }
}
