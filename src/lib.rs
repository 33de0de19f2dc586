//! Generated structure-preserving integrators for mechanical systems with nonholonomic constraints.
//!
//! [`nonholonomic`] on a struct accepts a Lagrangian and constraint one-forms, and generates
//! - plain data types for coordinates, velocities, controls and multipliers,
//! - the mechanics of the model as methods: `energy`, `mass_matrix`, `projector`, `multipliers`,
//!   `acceleration`, ...,
//! - a constructor per integrator, such as `sleigh.mla(h)?`, which returns a [`Stepper`].
//!
//! ```
//! use nhi::nonholonomic;
//!
//! /// A disk that rolls upright on a line.
//! #[nonholonomic(
//!     coordinates(x, phi),
//!     lagrangian = 0.5 * m * x_dot.powi(2) + 0.5 * inertia * phi_dot.powi(2),
//!     constraints(rolling = x_dot - radius * phi_dot),
//!     controls(torque),
//!     forces(phi = torque),
//!     integrators(Mla),
//! )]
//! pub struct Disk {
//!     /// Mass in kg
//!     pub m: f64,
//!     /// Moment of inertia about the axle in kg m^2
//!     pub inertia: f64,
//!     /// Radius in m
//!     pub radius: f64,
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let disk = Disk { m: 2.0, inertia: 0.5, radius: 0.5 };
//! let stepper = disk.mla(0.1)?;
//! let torque = DiskControls { torque: 1.0 };
//! let at_rest = DiskVelocities { x_dot: 0.0, phi_dot: 0.0 };
//! let mut state = stepper.start(0.0, DiskCoordinates::default(), at_rest, &torque)?;
//! for _ in 0..10 {
//!     state = stepper.step(&state, &torque)?;
//! }
//! let sample = stepper.sample(&state)?;
//! // (inertia + m radius^2) phi'' = torque
//! assert!((sample.v.phi_dot - 1.0).abs() < 1e-14);
//! assert!((sample.v.x_dot - 0.5).abs() < 1e-14);
//! # Ok(())
//! # }
//! ```
//!
//! The same structs can also be written in model files. A build script generates the same code from
//! them: see [`include_model!`].
//!
//! A stepper works together with the driver [`simulate`] and its [`Observer`]s, the iterator
//! [`Trajectory`], controls as functions of time ([`ControlSignal`]), and typed errors
//! ([`SetupError`], [`StepError`]).
//!
//! # The model
//!
//! | key | meaning |
//! |---|---|
//! | `coordinates(q1, q2, ...)` | the configuration coordinates; the velocity of `x` is written `x_dot` |
//! | `groups(body: SO3(w1, w2, w3), pose: SE3(...), car: SE2(...))` | configuration factors without coordinates: the group element and the components of its body velocity, rotation first; its entries are `body[i][j]` |
//! | `definitions(name = expr, ...)` | named sub-expressions |
//! | `lagrangian = expr` | L(q, v, t), kinetic minus potential energy |
//! | `constraints(name = expr, ...)` | velocity constraints `expr = 0`, affine in the velocities without a rule |
//! | `rule = Chetaev` | constraints of any form, with the forces `g_v^T lambda` |
//! | `holonomic(name = expr, ...)` | position constraints `expr = 0` |
//! | `prescribed(q = expr, ...)` | coordinates as functions of `t` and parameters; `lambda.q` is the force of the drive |
//! | `contacts(name >= 0, ...)` | the sign that a constraint's multiplier must have, checked by the run monitor; with `opens, restitution = e` the contact opens and closes, see [`ContactStepper`] |
//! | `controls(u, ...)` | inputs |
//! | `forces(q = expr, ...)` | the generalised force on a coordinate or along a component of a body velocity, in coordinates, entries of group elements, velocities, controls, `t` and, to the first power, multipliers `lambda.NAME` |
//! | `dissipation = expr` | the dissipation function `R` of Rayleigh: the force `-R_v` |
//! | `symmetry(SE2(theta, x, y), S1(psi), R(z), SO3(body), ...)` | the symmetry group; the group of an element acts on it from the left |
//! | `integrals(name = expr, ...)` | functions that the motion conserves; each becomes a method `integral_<name>` |
//! | `integrators(...)` | the steppers to generate, with options |
//! | `derive(serde::Serialize, serde::Deserialize)` | traits that coordinates, velocities, controls, multipliers and states derive in addition; requires the feature `serde` |
//! | `crate = path` | the path of this crate in the generated code, for a dependency that is renamed or re-exported; not in model files |
//!
//! Expressions consist of `+ - * /`, exact numbers (`0.1` is one tenth), names, `.powi(n)`,
//! `.powf(x)`, `pi` and the time `t`. The functions
//! `sin cos tan asin acos atan atan2 sinh cosh tanh exp ln sqrt hypot` can be written as functions
//! or as methods. All fields of the struct are parameters and have one scalar type: `f64`, `f32`,
//! or the struct's type parameter `T: nhi::Real`.
//!
//! # Integrators
//!
//! <!-- generated: integrators; `cargo xtask bless` renews it -->
//! | integrator | what it is | order | implicit | exact in samples | options, the default first |
//! |---|---|---|---|---|---|
//! | `Mla` | modified Lagrange-d'Alembert with constraint forces of the midpoint (Anahory Simoes et al.) | 2; 4 for `order = 4`; 6 for `order = 6`; 8 for `order = 8` | yes | constraints | `order = 2 \| 4 \| 6 \| 8`, `retraction = Exp \| Cayley` |
//! | `Lobatto` | partitioned Lobatto IIIA-IIIB method with nodal closure, order four (Jay) | 4 | yes | constraints | `stages = 3` |
//! | `Dla` | discrete Lagrange-d'Alembert: constrains the discrete velocity (Cortés, Martínez) | 2; 1 for `quadrature = Left`; 1 for `start = TwoPoint`; 4 for `order = 4`; 6 for `order = 6`; 8 for `order = 8` | yes | constraints | `quadrature = Midpoint \| Trapezoidal \| Left`, `start = Velocity \| TwoPoint`, `order = 2 \| 4 \| 6 \| 8`, `retraction = Exp \| Cayley` |
//! | `Dap` | discrete d'Alembert-Pontryagin with alpha (Kobilarov) | 2; 4 for `order = 4`; 6 for `order = 6`; 8 for `order = 8` | yes | constraints | `alpha = 0.5` (order one for others), `order = 2 \| 4 \| 6 \| 8`, `retraction = Exp \| Cayley` |
//! | `Rdp` | reduced d'Alembert-Pontryagin on shape and Lie group (Kobilarov, Martín de Diego, Ferraro) | 2; 1 for `retraction = Ccsk` | yes | constraints | `retraction = Exp \| Cayley \| Ccsk`, `alpha = 0.5`, `dtau = Exact \| First \| Second` |
//! | `EnergyPreserving` | mean-value discrete gradient, constraint at the midpoint: constant energy | 2; 4 for `order = 4`; 6 for `order = 6`; 8 for `order = 8` | yes | energy | `order = 2 \| 4 \| 6 \| 8` |
//! | `MoserVeselov` | free rigid body: discrete Moser-Veselov equations (Moser, Veselov; Kobilarov) | 2; 1 for `solve = Explicit` | yes | constraints, energy | `solve = Cayley \| Direct \| Explicit` |
//! | `Feedback` | attraction to the constraints and to levels of integrals (Chang, Perlmutter) | 1; 2 for `base = Rk2`; 2 for `base = Rk4` | no | constraints | `base = Euler \| Rk2 \| Rk4`, `energy_rate = 0.1/h` (0 under forces), `constraint_rate = 0.1/h`, `position_rate = 0.1/h`, `rotation_rate = 0.1/h`, `<integral>_rate = 0.1/h` (0 where not proved constant), `energy = 100` (gain of the paper), `constraint = 100` (gain of the paper), `rotation = 100` (gain of the paper), `<integral> = gain` |
//! | `Gni` | geometric nonholonomic integrator: reflects the momentum in every node (Ferraro, Iglesias, Martín de Diego) | 2 | for `M(q)`, or forces of the velocity | constraints | `start = Smooth \| Paper \| Lambda0`, `quadrature = Trapezoidal \| Midpoint`, `reflection = Plain \| Compensated`, `retraction = Exp \| Cayley` |
//! | `Shake` | nonholonomic SHAKE: two steps on positions (Ferraro, Iglesias, Martín de Diego) | 2 | no | constraints |  |
//! | `Rattle` | nonholonomic RATTLE: half kicks with one multiplier per node (Ferraro, Iglesias, Martín de Diego) | 2 | for `M(q)`, or forces of the velocity | constraints | `retraction = Exp \| Cayley` |
//! | `VakonomicGauss` | symplectic Gauss methods for vakonomic motions, not nonholonomic ones (McLachlan et al.) | 2; 4 for `stages = 2`; 6 for `stages = 3` | yes | constraints | `stages = 1 \| 2 \| 3` |
//! | `VakonomicRattle` | the midpoint rule for vakonomic motions under position constraints, by RATTLE (McLachlan et al.) | 2 | yes | constraints |  |
//! | `Rk` | explicit Runge-Kutta methods on the equations of motion: baselines | 2; 4 for `order = 4` | no |  | `order = 2 \| 4` |
//! | `Gauss` | Gauss collocation on the equations of motion: the reference | 6; 2 for `stages = 1`; 4 for `stages = 2` | yes |  | `stages = 3 \| 1 \| 2` |
//! | `Dop853` | Dormand-Prince 8(5,3) with its own step size and dense output (Hairer, Nørsett, Wanner) | 8 | no | constraints | `tolerance = 1e-9` (error of a step) |
//! | `Taylor` | power series of the motion, of an order and with steps from the tolerance (Jorba, Zou) | 19 | no | constraints | `tolerance = 1e-15` (error of a step) |
//! <!-- end of integrators -->
//!
//! Begin with `Mla`. Use `Lobatto` if accuracy matters, and `Rk(order = 4)` for a short and smooth
//! run. `Gni`, `Shake` and `Rattle` are explicit and cheap, but have a parasitic mode. It grows
//! whenever some part of the motion decays, such as for a sleigh that runs forwards, for casters
//! and for trailers. Their results are then useless at any step size. The page *When reflections
//! fail* of the book has the figures.
//!
//! Samples contain the multipliers of the continuous motion at the sampled configuration and
//! velocity, so `A^T lambda` is the constraint force. The multipliers of vakonomic motions are part
//! of the motion.
//!
//! Samples of `EnergyPreserving` preserve the energy, of polynomials to machine precision and
//! otherwise to `O(h^10)`, but satisfy the constraints only to second order, because the method
//! imposes them on the mean of two successive velocities. Samples of `Rk` and `Gauss` satisfy the
//! constraints to the order of the method, samples of all other integrators to machine precision.
//!
//! `Gni`, `Dla`, `Dap`, `Mla`, `Lobatto`, `Rk`, `Gauss`, `Dop853`, `Taylor` and `VakonomicGauss`
//! accept any regular Lagrangian. The others require a Lagrangian of second degree in the
//! velocities. `Shake` and the vakonomic integrators require coordinates; the others also move
//! group elements.
//!
//! `Rdp` also requires a `symmetry`, or a group element, under which everything is invariant, and
//! which with the constraints spans all velocities (`D_q + V_q = T_q Q`). Such a model provides the
//! reduced system as methods: `body_velocity`, `symmetry_directions`, `nonholonomic_connection`,
//! `locked_inertia`, `locked_velocity`, `nonholonomic_momentum` and `nonholonomic_momentum_rate`.
//!
//! For a stepper of `Feedback` with gains, `gain_stiffness(&state)` reports whether the step is
//! short enough for them: it must be below one.
#![no_std]

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!("nhi needs mathematical functions: enable the feature `std` or the feature `libm`");

pub use nhi_derive::nonholonomic;
pub use nhi_runtime::*;

/// Includes the code that a build script has generated from a model file.
///
/// `include_model!("snakeboard")` expands to the items of `OUT_DIR/snakeboard.rs`, which
/// `nhi_build::compile("models/snakeboard.nhi")` writes in `build.rs`. These are the items that
/// [`nonholonomic`] generates for the same structs. There are no warnings about those that a
/// program does not use. They can be in a module:
///
/// ```ignore
/// mod snakeboard {
///     nhi::include_model!("snakeboard");
/// }
/// ```
///
/// The package in the folder `examples/build_script` is an example.
#[macro_export]
macro_rules! include_model {
    ($name:literal) => {
        ::core::include!(::core::concat!(
            ::core::env!(
                "OUT_DIR",
                "`include_model!` includes what a build script writes: call `nhi_build::compile` in build.rs"
            ),
            "/",
            $name,
            ".rs"
        ));
    };
}

/// The examples of the README and of the book, which must compile and run.
#[cfg(doctest)]
mod book {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/src/introduction.md")]
    struct Introduction;
    #[doc = include_str!("../docs/src/quick_start.md")]
    struct QuickStart;
    #[doc = include_str!("../docs/src/model.md")]
    struct Model;
    /// A static or constant with the name of a numbered variable of generated code is a compile
    /// error. It never replaces a value. The model compiles without it.
    ///
    /// ```compile_fail,E0530
    /// static __t2: f64 = 3.0;
    /// static __t3: f64 = 3.0;
    /// static __t4: f64 = 3.0;
    /// static __t5: f64 = 3.0;
    /// static __t6: f64 = 3.0;
    /// static __t7: f64 = 3.0;
    ///
    /// #[nhi::nonholonomic(
    ///     coordinates(x),
    ///     lagrangian = 0.5 * m * x_dot.powi(2) - 0.5 * k * x.powi(2),
    ///     integrators(Rk),
    /// )]
    /// struct Spring {
    ///     m: f64,
    ///     k: f64,
    /// }
    /// ```
    ///
    /// ```
    /// #[nhi::nonholonomic(
    ///     coordinates(x),
    ///     lagrangian = 0.5 * m * x_dot.powi(2) - 0.5 * k * x.powi(2),
    ///     integrators(Rk),
    /// )]
    /// struct Spring {
    ///     m: f64,
    ///     k: f64,
    /// }
    /// ```
    struct NumberedNames;
    #[doc = include_str!("../docs/src/theory.md")]
    struct Theory;
    #[doc = include_str!("../docs/src/integrators.md")]
    struct Integrators;
    #[doc = include_str!("../docs/src/watch.md")]
    struct Watch;
    #[doc = include_str!("../docs/src/lie_groups.md")]
    struct LieGroups;
    #[doc = include_str!("../docs/src/driving.md")]
    struct Driving;
    #[doc = include_str!("../docs/src/nonlinear_constraints.md")]
    struct NonlinearConstraints;
    #[doc = include_str!("../docs/src/driven.md")]
    struct Driven;
    #[doc = include_str!("../docs/src/contacts.md")]
    struct Contacts;
    #[doc = include_str!("../docs/src/friction.md")]
    struct Friction;
    #[doc = include_str!("../docs/src/derivatives.md")]
    struct Derivatives;
    #[doc = include_str!("../docs/src/coming_from.md")]
    struct ComingFrom;
}

/// The items that generated code refers to; not for direct use.
///
/// The number changes when code generated by an older patch release would no longer compile against
/// this module, so committed output survives patch releases.
#[doc(hidden)]
pub mod __abi_1 {
    pub use nhi_runtime::nalgebra::{Isometry2, Isometry3, Rotation3, SMatrix, SVector};
    pub use nhi_runtime::plumbing::*;
    pub use nhi_runtime::*;

    macro_rules! locals {
        ($($name:ident)*) => {
            /// The names in scope of generated functions before the user's module.
            ///
            /// The traits are those prelude traits that the functions call, for modules without the
            /// prelude. The functions are never called. A constant or static replaces a variable of
            /// the same name in a pattern, whatever the hygiene of the name, but a function does
            /// not. So every variable of generated code has the name of a function here, whatever
            /// constants are in scope around it.
            pub mod scope {
                pub use core::convert::{From as _, Into as _};
                pub use core::default::Default as _;

                $(pub fn $name() {})*
            }

            /// The names of variables in generated code; all other names begin with two
            /// underscores.
            pub const LOCALS: &[&str] = &[$(core::stringify!($name)),*];
        };
    }

    locals! {
        advance arguments background begin clock columns components contact controls entries failure guess h integrator jacobian kind lambda memory newton next
        open p phases place prepare prepared q reflection report resized sample scale size state stepper system t u v y
    }
}
