//! The run monitor of a member of a sweep.

use nhi_runtime::{NewtonReport, Signs, Watch};

use super::BURST;
use crate::simulation::Plant;

/// One of so many bursts of successive states is examined.
const STRIDE: u64 = 16;

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

    /// Returns true if the state after this many steps should be examined.
    pub(crate) fn wants(step: u64) -> bool {
        (step / BURST).is_multiple_of(STRIDE)
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
