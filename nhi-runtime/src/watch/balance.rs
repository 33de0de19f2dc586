use super::Signs;
use crate::{Real, math};

/// The energy minus the work of forces and controls, along a run.
///
/// The work is the integral of the power by the trapezoidal rule with the end corrections of
/// Gregory and Maclaurin, `-(h^2/12) (P'(b) - P'(a))`, which make it fourth-order accurate. If the
/// power jumps within a step, the rule is off by half of the jump. Third differences show such a
/// jump; otherwise they are small of fourth order. The quadrature cannot resolve the sum of the
/// correction and the jump term.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Balance<T> {
    last: Option<Last<T>>,
    /// The change of the energy minus the work at the last three states, the newest last. Only
    /// recent exchange of energy counts.
    off: [T; 3],
    /// The part of it that the quadrature does not resolve.
    unresolved: T,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Last<T> {
    t: T,
    energy: T,
    /// The power with the controls of the step that follows.
    power: T,
    /// The changes of the power in the last steps, zero before the first step, the newest last.
    changes: [T; 2],
    /// The number of steps so far, at most two.
    steps: u8,
}

impl<T: Real> Balance<T> {
    /// Records the next state. Returns the error of the balance two states ago, as far as the
    /// quadrature resolves it: the third differences of a jump are known only later.
    ///
    /// An error of the balance is an error of the motion if it is a significant share of the
    /// exchanged energy or of the energy present, `scale`. So exchanged energy is forgotten once it
    /// is several times `scale`. Otherwise, small errors of a motion with drive and drag would add
    /// up without bound.
    pub(super) fn follow(&mut self, t: T, signs: &Signs<T>, scale: T) -> Option<T> {
        let (energy, power) = (signs.energy?, signs.power?);
        let arriving = signs.arriving_power.unwrap_or(power);
        if power.partial_cmp(&power).is_none() && math::is_finite(energy) {
            // The controls are not known.
            return None;
        }
        let (mut changes, mut steps) = ([T::zero(); 2], 0);
        if let Some(last) = self.last {
            self.take(&last, t - last.t, energy, arriving, scale);
            changes = [last.changes[1], arriving - last.power];
            steps = last.steps.saturating_add(1).min(2);
        }
        self.last = Some(Last {
            t,
            energy,
            power,
            changes,
            steps,
        });
        let round_off = T::literal(16.0) * T::default_epsilon() * math::abs(energy);
        let off = math::abs(self.off[0]) - self.unresolved - round_off;
        Some(if off < T::zero() { T::zero() } else { off })
    }

    /// Forgets the last state: the next one does not follow from it by the work of forces.
    pub(super) fn jump(&mut self) {
        self.last = None;
    }

    /// Adds a step of length `h` to a state with this energy and power.
    fn take(&mut self, last: &Last<T>, h: T, energy: T, arriving: T, scale: T) {
        let [earlier, before] = last.changes;
        let change = arriving - last.power;
        let second = if last.steps > 0 {
            change - before
        } else {
            T::zero()
        };
        let third = match last.steps > 1 {
            true => second - (before - earlier),
            false => second,
        };
        let correction = h * second / T::literal(12.0);
        let work = h * (last.power + arriving) / T::literal(2.0) - correction;
        let exchanged = math::abs(h) * math::abs(last.power).max(math::abs(arriving));
        let keep = match exchanged > T::zero() {
            true => scale / (scale + exchanged),
            false => T::one(),
        };
        let [_, second_last, youngest] = self.off.map(|off| off * keep);
        self.off = [
            second_last,
            youngest,
            youngest + (energy - last.energy - work),
        ];
        let jump = math::abs(h * third) / T::literal(8.0);
        self.unresolved = self.unresolved * keep + math::abs(correction) + jump;
    }
}
