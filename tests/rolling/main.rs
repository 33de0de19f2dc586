//! Bodies that roll: each system is a model, a scenario and its equations of motion by hand, three
//! files of one name.
//!
//! The equations by hand are those of Newton and Euler with the forces of contact, in axes of
//! space, and share nothing with the Lagrangian and the constraints of the model. Every system
//! passes the tests of [`tests_of`] with the integrators of a list in `support/methods.rs`: one
//! more line there tests one more integrator on all systems.

/// The tests that every system passes.
macro_rules! tests_of {
    ($system:expr) => {
        #[test]
        fn it_ends_where_the_equations_by_hand_end() {
            $system.ends_where_the_equations_by_hand_end();
        }

        #[test]
        fn its_integrals_are_constant() {
            $system.keeps_its_integrals();
        }

        #[test]
        fn every_integrator_converges_with_its_order() {
            $system.converges_with_every_integrator();
        }

        #[test]
        fn every_integrator_preserves_what_is_declared() {
            $system.has_what_is_declared();
        }
    };
}

mod ball_in_bowl;
mod ball_in_cylinder;
mod ball_on_plane;
mod ballbot;
mod chaplygin_ball;
mod chaplygin_top;
mod coin;
mod figure;
mod held_ball;
mod integrals;
mod linkage_cart;
mod off_axle_trailers;
mod pendulum_robot;
mod planar;
mod rattleback;
mod rotations;
mod routh_sphere;
mod segway;
mod snake;
mod support;
mod turntable_ball;
mod veselova;

/// How blocks of the book are written.
#[path = "../support/blocks.rs"]
mod blocks;

/// How many steps an ordinary run takes.
#[path = "../support/breadth.rs"]
mod breadth;

/// Integrators that several tests run.
#[path = "../support/once.rs"]
mod once;
