//! The Heisenberg system of Chang, Perlmutter: the multiplier vanishes, the motion is straight.

use crate::support::assert_close;
use crate::support::systems::case;

use super::Start;

#[test]
fn every_integrator_moves_on_the_straight_line() {
    let start = Start {
        q: &[1.0, 0.5, -0.2],
        v: &[0.5, 1.0, -0.75],
    };
    for integrator in [
        "Gni",
        "Gni(start = Paper)",
        "Gni(quadrature = Midpoint)",
        "Shake",
        "Rattle",
        "Dla",
        "Dla(quadrature = Trapezoidal)",
        "Dla(quadrature = Left)",
        "Dap(alpha = 0.25)",
        "Mla",
        "Rk(order = 2)",
        "Rk(order = 4)",
        "Gauss",
    ] {
        for sample in case("heisenberg").simulate(integrator, &start, 0.1, 100) {
            let t = sample.state.t;
            let line: Vec<_> = start
                .q
                .iter()
                .zip(start.v)
                .map(|(q, v)| q + t * v)
                .collect();
            assert_close(integrator, &sample.state.q, &line, 1e-13);
            assert_close(integrator, &sample.state.v, start.v, 1e-13);
            assert_close(integrator, &sample.lambda, &[0.0], 1e-11);
        }
    }
}
