use super::{Concern, Finding, Watch};
use crate::{Real, math};

/// Reversals in a row that make an alternation. A motion that the step resolves turns round twice in a
/// period, so never in two steps in a row.
const REVERSALS: f64 = 4.0;

/// Velocities that go up and down in every step.
///
/// A step that is too long for stiff damping overshoots every time: the velocity changes its sign, or
/// alternates about a mean. `V` holds a number for each velocity, an array or a vector.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Alternation<V> {
    steps: u64,
    seen: Option<Seen<V>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Seen<V> {
    last: V,
    /// The change in the last step.
    change: V,
    /// The number of steps in a row in which the change had the other sign than before.
    reversals: V,
    /// The largest absolute value so far.
    largest: V,
    /// The largest amplitude of an alternation so far.
    amplitude: V,
    /// When that was.
    since: V,
}

impl<V> Alternation<V>
where
    V: Clone,
{
    /// Takes the velocities after so many steps. Returns when one alternated most, and by what share of
    /// its largest value so far.
    fn follow<T: Real>(&mut self, steps: u64, t: T, velocities: &V, floors: &V) -> Option<(T, T)>
    where
        V: AsRef<[T]> + AsMut<[T]>,
    {
        let is_next = steps == self.steps.wrapping_add(1);
        self.steps = steps;
        let seen = self.seen.get_or_insert_with(|| Seen::first(velocities));
        let mut worst: Option<(T, T)> = None;
        for (place, (&value, &floor)) in velocities.as_ref().iter().zip(floors.as_ref()).enumerate()
        {
            seen.take(place, value, t, is_next);
            let scale = seen.largest.as_ref()[place].max(floor);
            let amplitude = seen.amplitude.as_ref()[place];
            // What never moved has no scale.
            let share = (scale > T::zero()).then(|| amplitude / scale);
            let is_worse = |share: &T| worst.is_none_or(|(_, most)| *share > most);
            if let Some(share) = share.filter(is_worse) {
                worst = Some((seen.since.as_ref()[place], share));
            }
        }
        worst
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

    /// Takes the next value of one velocity.
    fn take<T: Real>(&mut self, place: usize, value: T, t: T, is_next: bool)
    where
        V: AsMut<[T]>,
    {
        let [last, change, reversals] = [&mut self.last, &mut self.change, &mut self.reversals]
            .map(|list| &mut list.as_mut()[place]);
        let largest = &mut self.largest.as_mut()[place];
        *largest = largest.max(math::abs(value));
        let before = core::mem::replace(change, value - *last);
        *last = value;
        let turns_round = is_next && before * *change < T::zero();
        *reversals = if turns_round {
            *reversals + T::one()
        } else {
            T::zero()
        };
        if !is_next {
            *change = T::zero();
        }
        let smaller = math::abs(before).min(math::abs(*change));
        let amplitude = smaller * T::literal(0.5);
        let most = &mut self.amplitude.as_mut()[place];
        if *reversals >= T::literal(REVERSALS) && amplitude > *most {
            *most = amplitude;
            self.since.as_mut()[place] = t;
        }
    }
}

impl<T: Real> Watch<T> {
    /// Looks at the velocities of the state after so many `steps`, at time `t`.
    ///
    /// What is smaller than its entry of `floors` is taken for round-off. Amplitudes are compared with the
    /// largest value until now, so what was found is taken back if a velocity becomes larger.
    ///
    /// ```
    /// use nhi_runtime::{Alternation, Concern, Watch};
    ///
    /// let (mut watch, mut alternation) = (Watch::default(), Alternation::default());
    /// let mut velocity = 1.0;
    /// for steps in 0..10_u32 {
    ///     watch.alternate(steps.into(), 0.1 * f64::from(steps), &[velocity], &[1e-6], &mut alternation);
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
        floors: &V,
        alternation: &mut Alternation<V>,
    ) where
        V: AsRef<[T]> + AsMut<[T]> + Clone,
    {
        if let Some(worst) = alternation.follow(steps, t, velocities, floors) {
            self.judge(Concern::Alternation, worst);
        }
    }

    /// Puts the worst level of a concern so far, with its time, in the place of what was found before.
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
        });
    }
}
