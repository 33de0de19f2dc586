//! A run with observers: one that the library brings, one as a closure, and one of our own, which
//! breaks the run off where the integrator is no longer to be trusted.
//!
//! `cargo run --release --example custom_observer`

use nhi::{
    Every, Extremes, Observer, SampleOf, Stepper, Trajectory, nonholonomic, observer, simulate,
};
use std::error::Error;
use std::ops::ControlFlow;

/// Chaplygin sleigh in coordinates of its centre of mass.
#[nonholonomic(
    coordinates(theta, x, y),
    lagrangian = 0.5 * inertia * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(blade = a * theta_dot + sin(theta) * x_dot - cos(theta) * y_dot),
    integrators(Gni(start = Smooth)),
)]
#[derive(Clone, Debug)]
pub struct Sleigh {
    /// Mass in kg
    pub m: f64,
    /// Moment of inertia about the centre of mass in kg m^2
    pub inertia: f64,
    /// Distance from the blade to the centre of mass in m
    pub a: f64,
}

/// Watches the parasitic mode: the part of the constraint reflection that changes sign from step to
/// step. Ends the run once it is larger than `limit`.
struct ParasiticMode {
    limit: f64,
    /// The last two reflections, the older one first.
    before: [Option<f64>; 2],
    largest: f64,
}

impl ParasiticMode {
    fn with_limit(limit: f64) -> Self {
        Self {
            limit,
            before: [None; 2],
            largest: 0.0,
        }
    }
}

impl Observer<SleighGni> for ParasiticMode {
    fn observe(
        &mut self,
        stepper: &SleighGni,
        state: &SleighGniState,
        _: &SampleOf<SleighGni>,
    ) -> ControlFlow<()> {
        let [reflection] = stepper.constraint_reflection(state);
        let [older, old] = self.before;
        self.before = [old, Some(reflection)];
        if let (Some(older), Some(old)) = (older, old) {
            let alternating = (older - 2.0 * old + reflection).abs() / 4.0;
            self.largest = self.largest.max(alternating);
        }
        if self.largest > self.limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let sleigh = Sleigh {
        m: 2.0,
        inertia: 1.0,
        a: 0.5,
    };
    let stepper = sleigh.gni(0.05)?;
    let (q, v) = ([0.0, 0.5, 0.0], [1.0, -1.5, 0.5]);
    let start = stepper.start(0.0, q.into(), v.into(), &())?;

    let print = observer(&stepper, |_, _, sample| {
        let (t, q) = (sample.t, sample.q);
        println!("{t:6.2} {:9.4} {:9.4} {:9.4}", q.theta, q.x, q.y);
        ControlFlow::Continue(())
    });
    let mut observers = (
        ParasiticMode::with_limit(0.01),
        Extremes::new(&stepper, |sample| sleigh.energy(&sample.q, &sample.v)),
        Every::new(40, print),
    );
    println!("{:>6} {:>9} {:>9} {:>9}", "t", "theta", "x", "y");
    let last = simulate(&stepper, start, &(), 400, &mut observers)?;

    let (mode, energy, _) = observers;
    println!(
        "The run ended at t = {:.2} s with a parasitic mode of {:.1e} m/s.",
        stepper.time(&last),
        mode.largest
    );
    if let Some(range) = energy.range() {
        println!("The energy changed by {:.1e} J.", range.deviation());
    }

    let mut turned = 0.0;
    for state in Trajectory::new(&stepper, start, &()).take(60) {
        turned = state?.q.theta;
    }
    println!("As an iterator: in 3 s the body turned by {turned:.4} rad.");
    Ok(())
}
