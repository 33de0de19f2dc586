//! explore
use crate::support::short_run::ShortRun;
#[test]
fn explore() {
    for model in [
        "skating_pendulum",
        "two_link_knife_edge",
        "turntable_knife_edge",
        "motor_disk",
        "charged_particle",
        "dragged_sleigh",
        "inclined_sleigh",
        "snakeboard",
    ] {
        let run = ShortRun::new(model);
        for (integrator, n) in [("EnergyPreserving", 64), ("Lobatto", 8)] {
            let [q, v] = run.end_orders(integrator, n);
            println!("{model} {integrator} {q:.3?} {v:.3?}");
        }
    }
}
