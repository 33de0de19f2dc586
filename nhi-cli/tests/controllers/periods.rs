//! Controls that are held over periods, and states where coordinates are projected.

use super::*;

/// A law and a table that jump at a multiple of the period.
#[test]
fn jumps_at_a_multiple_of_the_period_count_there_whatever_the_step() {
    let desk = desk(INTEGRATING);
    let pushed = |start: f64, end: f64, period: f64, u: &str| {
        format!(
            "model = \"cart.nhi\"\nintegrator = \"Gauss(stages = 3)\"\nstep = {period}\n\
             start = {start:?}\nend = {end:?}\ncontrol_period = {period}\n\
             [parameters]\nm = 1\n[controls]\nu = {u}\n"
        )
    };
    let table = "{ points = [[0, 0], [2.1, 1], [5, 0]], interpolation = \"held\" }";
    let law = pushed(0.1, 5.1, 0.1, "\"step(t - 4.2)\"");
    let held = pushed(0.0, 4.9, 0.7, table);
    // `3 * 0.1` is the number after 0.3, and nine decimals of a large time are not its digits.
    let rounded = pushed(0.0, 1.3, 0.1, "\"step(t - 3*0.1)\"");
    // `step(0.06 - t)` is one at 0.06 itself, but this law has its new value there.
    let falling = pushed(0.0, 1.0, 0.02, "\"1 - step(t - 0.06)\"");
    let delayed = pushed(0.0, 23.1, 0.7, "\"delay(step(t - 16.1), 1.4)\"");
    let late = 1_700_000_000.0;
    let large = pushed(late, late + 1.25, 0.25, "\"step(t - 1700000000.25)\"");
    for (scenario, expected, steps) in [
        (law, 0.405, ["0.1", "0.05", "0.02", "0.01"]),
        (held, 0.5 * 2.8 * 2.8, ["0.7", "0.1", "0.35", "0.07"]),
        (rounded, 0.5, ["0.1", "0.05", "0.02", "0.025"]),
        (
            falling,
            0.5 * 0.06 * 0.06 + 0.06 * 0.94,
            ["0.02", "0.01", "0.004", "0.006666666666666667"],
        ),
        (delayed, 0.5 * 5.6 * 5.6, ["0.7", "0.35", "0.1", "0.07"]),
        (large, 0.5, ["0.25", "0.125", "0.05", "0.0625"]),
    ] {
        desk.write("run.toml", &scenario);
        for step in steps {
            let found = run(&desk, &["--step", step]);
            let x = *column(&found, "x").last().unwrap();
            assert!((x - expected).abs() < 1e-12, "{step}: {x}");
        }
    }
}

/// No position constraint contains a state, so that its initial value is as good as any.
#[test]
fn projected_coordinates_leave_states_as_they_are() {
    let desk = desk(INTEGRATING);
    desk.write(
        "pendulum.nhi",
        "#[nonholonomic(
            coordinates(x, z),
            lagrangian = 0.5 * (x_dot.powi(2) + z_dot.powi(2)) - 9.81 * z,
            holonomic(rod = x.powi(2) + z.powi(2) - 1),
            integrators(Mla),
        )]
        pub struct Pendulum {}",
    );
    desk.write(
        "run.toml",
        "model = \"pendulum.nhi\"\nintegrator = \"Mla\"\nstep = 0.01\nend = 0.1\n\
         [initial]\nx = 0.9\nz = -0.9\n\
         [states]\ni = { rate = \"100 * x_dot + 0.1 - x\", initial = 5 }\n",
    );
    let found = run(&desk, &["--project"]);
    let first = ["x", "i"].map(|name| column(&found, name)[0]);
    assert!((first[0] - 0.5_f64.sqrt()).abs() < 1e-15, "{first:?}");
    assert_eq!(first[1], 5.0);
}
