//! Generated code does not depend on what stands around it: no constant and no static of the user's
//! module takes the place of a variable, and the prelude is not needed.

#![deny(warnings)]
#![allow(missing_docs)]

macro_rules! hostile {
    ($kind:ident: $($name:ident)*) => {
        /// The names that are taken.
        pub const TAKEN: &[&str] = &[$(::core::stringify!($name)),*];

        /// Nothing but the traits, types and values that a model of its own needs.
        #[no_implicit_prelude]
        #[allow(non_upper_case_globals, dead_code, missing_docs)]
        pub mod models {
            $($kind $name: &str = "of the user";)*
            $kind c0: &str = "of the user";
            $kind c1: &str = "of the user";
            $kind t1: &str = "of the user";
            $kind t17: &str = "of the user";
            $kind s3: &str = "of the user";
            $kind x0: &str = "of the user";
            $kind u0: &str = "of the user";
            $kind e0: &str = "of the user";
            $kind g0: &str = "of the user";
            $kind data: &str = "of the user";
            $kind body: &str = "of the user";

            #[::nhi::nonholonomic(
                coordinates(theta, x, y),
                lagrangian = 0.5 * i * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
                constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot - 0.1 * t),
                controls(turn),
                forces(theta = turn * (2 + cos(t))),
                integrals(Turn = theta_dot),
                integrators(Gni, Shake, Rattle, Dla(order = 4, jacobian), Dap, Mla, EnergyPreserving, Lobatto, Rk, Gauss(jacobian), Dop853),
            )]
            #[derive(Debug)]
            pub struct Sleigh {
                pub i: f64,
                pub m: f64,
            }

            #[::nhi::nonholonomic(
                coordinates(x, y),
                lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) - m * y + exp(x).powf(-0.5),
                constraints(slope = y_dot - x * x_dot),
                integrators(Feedback),
            )]
            #[derive(Debug)]
            pub struct Slope {
                pub m: f64,
            }

            #[::nhi::nonholonomic(
                coordinates(s),
                groups(body: SO3(a, b, c)),
                lagrangian = 0.5 * i * (a.powi(2) + 2 * b.powi(2) + 3 * c.powi(2) + s_dot.powi(2)),
                constraints(axle = a),
                symmetry(SO3(body)),
                integrators(Rdp, Rk(jacobian), Gauss, Dop853),
            )]
            #[derive(Debug)]
            pub struct Body {
                pub i: f64,
            }

            #[::nhi::nonholonomic(
                groups(data: SO3(a, b, c)),
                lagrangian = 0.5 * i * (a.powi(2) + 2 * b.powi(2) + 2.5 * c.powi(2)),
                integrators(MoserVeselov),
            )]
            #[derive(Debug)]
            pub struct Rigid {
                pub i: f64,
            }

            #[::nhi::nonholonomic(
                coordinates(x, y, z),
                lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)),
                constraints(contact = z_dot - y * x_dot),
                integrators(VakonomicGauss),
            )]
            #[derive(Debug)]
            pub struct Heisenberg<T: ::nhi::Real> {
                pub m: T,
            }

            #[::nhi::nonholonomic(
                coordinates(x),
                lagrangian = 0.5 * m * x_dot.powi(2) + 0.1 * cosh(x_dot) - x.powi(4),
                integrators(VakonomicGauss(stages = 2)),
            )]
            #[derive(Debug)]
            pub struct Free {
                pub m: f32,
            }

            #[::nhi::nonholonomic(
                coordinates(x, y),
                lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) - m * y + exp(x).powf(-0.5),
                holonomic(circle = x.powi(2) + y.powi(2) - 1),
                integrators(VakonomicRattle),
            )]
            #[derive(Debug)]
            pub struct Pendulum {
                pub m: f64,
            }

            #[::nhi::nonholonomic(
                coordinates(x, z),
                lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2)) - m * z,
                constraints(stick = x_dot when floor),
                holonomic(floor = z),
                contacts(floor >= 0, opens, restitution = 0.5),
                controls(push),
                forces(x = push),
                integrators(Mla, Rk, Dop853),
            )]
            #[derive(Debug)]
            pub struct Block {
                pub m: f64,
            }

            #[allow(non_snake_case)]
            pub mod golden {
                ::core::include!("golden/moving_blade.rs");
            }
        }
    };
}

pub mod with_constants {
    hostile! { const:
        advance arguments background begin clock columns components contact controls entries failure guess h integrator jacobian kind lambda memory newton next
        open p phases place prepare prepared q reflection report resized sample scale size state stepper system t u v y
    }
}

pub mod with_statics {
    hostile! { static:
        advance arguments background begin clock columns components contact controls entries failure guess h integrator jacobian kind lambda memory newton next
        open p phases place prepare prepared q reflection report resized sample scale size state stepper system t u v y
    }
}

#[test]
fn every_name_of_a_variable_is_taken() {
    assert_eq!(with_constants::TAKEN, nhi::__abi_1::LOCALS);
    assert_eq!(with_statics::TAKEN, nhi::__abi_1::LOCALS);
}

#[test]
fn models_among_constants_move() {
    let sleigh = with_constants::models::Sleigh { i: 1.0, m: 1.0 };
    let stepper = sleigh.mla(0.1).unwrap();
    let state = stepper.start(
        0.0,
        [0.0; 3].into(),
        [1.0, 1.0, 0.0].into(),
        &with_constants::models::SleighControls::default(),
    );
    let state = stepper
        .step(
            &state.unwrap(),
            &with_constants::models::SleighControls::default(),
        )
        .unwrap();
    assert_eq!(stepper.sample(&state).unwrap().v.theta_dot, 1.0);
}

#[test]
fn a_vakonomic_motion_without_constraints_has_no_multipliers() {
    let stepper = with_statics::models::Free { m: 1.0 }
        .vakonomic_gauss(0.1)
        .unwrap();
    let state = stepper.start(0.0, [0.0].into(), [1.0].into(), &()).unwrap();
    let state = stepper.step(&state, &()).unwrap();
    let () = stepper.sample(&state).unwrap().lambda;
    assert!((state.q.x - 0.1).abs() < 1e-3);
}
