//! The run monitor of a member of a sweep.

use nhi_runtime::{NewtonReport, Signs, Watch};

use crate::simulation::Plant;

/// The number of successive states that are examined together, to see changes in a step.
const BURST: u64 = 2;

/// The largest number of steps from one burst to the next.
const LONGEST_GAP: u64 = 32;

/// The smallest number of bursts in a run that has so many.
const LEAST_BURSTS: u64 = 32;

/// A monitor that examines some states of a run, and each without the others. Balances of the
/// energy and signs of several states need a whole [`Monitor`](super::Monitor).
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemberMonitor {
    watch: Watch<f64>,
}

impl MemberMonitor {
    /// Begins before the first state of a run.
    pub(crate) fn new(plant: &Plant) -> Self {
        Self {
            watch: Watch::new(super::limits(plant)),
        }
    }

    /// Returns true if the state after this many of all steps of a run should be examined.
    pub(crate) fn wants(step: u64, steps: u64) -> bool {
        let gap = (steps / LEAST_BURSTS).clamp(BURST, LONGEST_GAP);
        step % gap < BURST || step == steps
    }

    /// Examines a state.
    pub(crate) fn look(
        &mut self,
        steps: u64,
        t: f64,
        signs: Signs<f64>,
        report: &NewtonReport<f64>,
    ) {
        let is_driven = signs.power.is_some();
        let signs = Signs {
            energy: signs.energy.filter(|_| !is_driven),
            power: None,
            ..signs
        };
        self.watch.look(steps, t, &signs, report);
    }

    /// Accepts an impact, at which the energy changed by `energy`.
    pub(crate) fn jump(&mut self, energy: f64) {
        self.watch.jump(energy);
    }

    /// Returns the keys of the findings, such as `energy; turn`.
    pub(crate) fn notes(&self) -> String {
        let keys = self.watch.findings().map(|finding| finding.concern.key());
        keys.collect::<Vec<_>>().join("; ")
    }
}
