use super::{Concern, Finding, Watch};
use crate::{Real, math};

/// The number of successive reversals that make an alternation. A motion that the step resolves
/// reverses twice in a period, so never in two successive steps.
const REVERSALS: f64 = 4.0;

/// Velocities that alternate up and down in every step.
///
/// A step that is too long for stiff damping overshoots every time: the velocity changes its sign,
/// or alternates about a mean. `V` holds one number for each velocity, as an array or a vector.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Alternation<V> {
    steps: u64,
    seen: Option<Seen<V>>,
    /// True if any velocity has alternated so far.
    has_alternated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Seen<V> {
    last: V,
    /// The change in the last step.
    change: V,
    /// The number of successive steps in which the change had the opposite sign of the one before.
    reversals: V,
    /// The largest absolute value so far.
    largest: V,
    /// The largest amplitude of an alternation so far.
    amplitude: V,
    /// The time of that amplitude.
    since: V,
}

impl<V> Alternation<V>
where
    V: Clone,
{
    /// Records the velocities after `steps` steps. Returns the time of the largest alternation and
    /// its amplitude as a share of the velocity's largest value so far; `None` while no velocity
    /// alternates.
    fn follow<T: Real>(
        &mut self,
        steps: u64,
        t: T,
        velocities: &V,
        floor: impl Fn(usize) -> T,
    ) -> Option<(T, T)>
    where
        V: AsRef<[T]> + AsMut<[T]>,
    {
        let is_next = steps == self.steps.wrapping_add(1);
        self.steps = steps;
        let seen = self.seen.get_or_insert_with(|| Seen::first(velocities));
        self.has_alternated |= seen.take(velocities, t, is_next);
        self.has_alternated.then(|| seen.worst(floor))?
    }
}

impl<V: Clone> Seen<V> {
    fn first<T: Real>(velocities: &V) -> Self
    where
        V: AsMut<[T]>,
    {
        let mut none = velocities.clone();
        none.as_mut().fill(T::zero());
        Self {
            last: velocities.clone(),
            change: none.clone(),
            reversals: none.clone(),
            largest: none.clone(),
            amplitude: none.clone(),
            since: none,
        }
    }

    /// Records the next velocities. Returns true if one of them alternates.
    fn take<T: Real>(&mut self, velocities: &V, t: T, is_next: bool) -> bool
    where
        V: AsRef<[T]> + AsMut<[T]>,
    {
        let mut alternates = false;
        let seen = self.last.as_mut().iter_mut();
        let seen = seen.zip(self.change.as_mut()).zip(self.largest.as_mut());
        let seen = seen.zip(self.reversals.as_mut()).enumerate();
        for ((place, (((last, change), largest), reversals)), &value) in
            seen.zip(velocities.as_ref())
        {
            let size = math::abs(value);
            if size > *largest {
                *largest = size;
            }
            let now = if is_next { value - *last } else { T::zero() };
            let before = core::mem::replace(change, now);
            *last = value;
            if before * now < T::zero() {
                *reversals += T::one();
            } else {
                *reversals = T::zero();
            }
            if *reversals >= T::literal(REVERSALS) {
                alternates = true;
                let amplitude = math::abs(before).min(math::abs(now)) * T::literal(0.5);
                let most = &mut self.amplitude.as_mut()[place];
                if amplitude > *most {
                    *most = amplitude;
                    self.since.as_mut()[place] = t;
                }
            }
        }
        alternates
    }

    /// Returns the time of the largest alternation, and its share of the velocity's largest value.
    fn worst<T: Real>(&self, floor: impl Fn(usize) -> T) -> Option<(T, T)>
    where
        V: AsRef<[T]>,
    {
        let mut worst: Option<(T, T)> = None;
        let seen = self.largest.as_ref().iter().zip(self.amplitude.as_ref());
        let seen = seen.zip(self.since.as_ref()).enumerate();
        for (place, ((&largest, &amplitude), &since)) in seen {
            let scale = largest.max(floor(place));
            // A velocity that was always zero has no scale.
            let share = (scale > T::zero()).then(|| amplitude / scale);
            let is_worse = |share: &T| worst.is_none_or(|(_, most)| *share > most);
            if let Some(share) = share.filter(is_worse) {
                worst = Some((since, share));
            }
        }
        worst
    }
}

impl<T: Real> Watch<T> {
    /// Checks the velocities of the state after `steps` steps, at time `t`.
    ///
    /// Velocities below their `floor` count as round-off. `floor` is called only after a velocity
    /// has alternated. Amplitudes are compared with the largest value so far, so a finding is
    /// withdrawn if a velocity becomes larger.
    ///
    /// ```
    /// use nhi_runtime::{Alternation, Concern, Watch};
    ///
    /// let (mut watch, mut alternation) = (Watch::default(), Alternation::default());
    /// let mut velocity = 1.0;
    /// for steps in 0..10_u32 {
    ///     let t = 0.1 * f64::from(steps);
    ///     watch.alternate(steps.into(), t, &[velocity], |_| 1e-6, &mut alternation);
    ///     velocity *= -0.9;
    /// }
    /// let finding = watch.findings().next().unwrap();
    /// assert_eq!((finding.concern, finding.since), (Concern::Alternation, 0.5));
    /// ```
    pub fn alternate<V>(
        &mut self,
        steps: u64,
        t: T,
        velocities: &V,
        floor: impl Fn(usize) -> T,
        alternation: &mut Alternation<V>,
    ) where
        V: AsRef<[T]> + AsMut<[T]> + Clone,
    {
        if let Some(worst) = alternation.follow(steps, t, velocities, floor) {
            self.judge(Concern::Alternation, worst);
        }
    }

    /// Replaces the finding of a concern with the worst level so far and its time.
    pub(super) fn judge(&mut self, concern: Concern, (since, level): (T, T)) {
        let limit = self.limits.of(concern);
        self.levels[concern as usize] = Some(level);
        self.findings[concern as usize] = concern.is_worse(level, limit).then_some(Finding {
            concern,
            since,
            level,
            limit,
            worst: level,
            contact: None,
            adaptive: false,
        });
    }
}
