//! Momenta that symmetries keep, and which integrators inherit them.

use crate::support::compiled::{Compiled, Run};
use crate::support::systems::case;

/// A turn about the vertical is a symmetry of a heavy top: discrete Lagrangians inherit it.
#[test]
fn the_momentum_of_a_heavy_top_about_the_vertical_is_constant_for_discrete_lagrangians() {
    let case = case("heavy_top");
    let start = [0.3, 0.4, 2.0];
    let tilted = nalgebra::Rotation3::from_euler_angles(0.4, -0.3, 0.2);
    let q0: Vec<_> = (0..9).map(|k| tilted[(k / 3, k % 3)]).collect();
    for (integrator, is_kept) in [
        ("Dla", true),
        ("Dla(retraction = Cayley)", true),
        ("Dla(quadrature = Trapezoidal)", true),
        ("Gni", true),
        ("Gni(quadrature = Midpoint, retraction = Cayley)", true),
        ("Mla", true),
        ("Rattle", true),
        ("Lobatto", false),
    ] {
        let compiled = Compiled::of_file(case.model, integrator);
        let run = Run::new(&compiled, &case.parameters, 0.05);
        let nodes = run.trajectory(&q0, &start, 0.0, 400);
        let momenta: Vec<_> = nodes
            .iter()
            .map(|node| {
                let sample = run.sample(node);
                let [across, along] = [case.parameters[0], case.parameters[1]];
                let momentum = [
                    sample.v[0] * across,
                    sample.v[1] * across,
                    sample.v[2] * along,
                ];
                (0..3).map(|i| node.q[6 + i] * momentum[i]).sum::<f64>()
            })
            .collect();
        let worst = momenta
            .iter()
            .map(|p| (p - momenta[0]).abs())
            .fold(0.0, f64::max);
        println!("{integrator}: {worst:.1e}");
        assert_eq!(worst < 1e-12, is_kept, "{integrator}: {worst:e}");
    }
}
