use super::{Concern, Watch};
use crate::{Real, math};

/// The changes of state-dependent controls, held over steps, from one step to the next.
///
/// `V` holds the values: an array of the generated controls, or a vector. [`Watch::hold`] and
/// [`Watching::hold`](super::Watching::hold) accept the controls of one step after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeldControls<V> {
    seen: Option<Seen<V>>,
}

/// The records, with one number for each control in each field.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Seen<V> {
    last: V,
    /// The largest absolute value so far.
    largest: V,
    /// The largest change in a step so far.
    change: V,
    /// The time of that change.
    since: V,
}

impl<V> HeldControls<V> {
    /// Records the controls that are held from time `t` on. Returns the time at which a control
    /// changed most in a step, and that change as a share of its largest value so far.
    fn follow<T: Real>(&mut self, t: T, controls: V) -> Option<(T, T)>
    where
        V: AsRef<[T]> + AsMut<[T]> + Clone,
    {
        let seen = self.seen.get_or_insert_with(|| Seen::first(&controls));
        let places = seen.largest.as_mut().iter_mut().zip(seen.last.as_ref());
        let changes = seen.change.as_mut().iter_mut().zip(seen.since.as_mut());
        let mut worst: Option<(T, T)> = None;
        for (((largest, &last), (change, since)), &value) in
            places.zip(changes).zip(controls.as_ref())
        {
            *largest = largest.max(math::abs(value));
            let step = math::abs(value - last);
            if step > *change {
                (*change, *since) = (step, t);
            }
            // A control that was always zero has no scale.
            let share = (*largest > T::zero()).then(|| *change / *largest);
            worst = match (share, worst) {
                (Some(share), Some((_, most))) if share <= most => worst,
                (Some(share), _) => Some((*since, share)),
                (None, _) => worst,
            };
        }
        seen.last = controls;
        worst
    }
}

impl<V: Clone> Seen<V> {
    fn first<T: Real>(controls: &V) -> Self
    where
        V: AsMut<[T]>,
    {
        let mut none = controls.clone();
        none.as_mut().fill(T::zero());
        Self {
            last: controls.clone(),
            largest: none.clone(),
            change: none.clone(),
            since: none,
        }
    }
}

impl<T: Real> Watch<T> {
    /// Checks the controls that a step holds from time `t` on, after those of the steps before.
    ///
    /// Changes are compared with the largest value so far, so a finding is withdrawn if a control
    /// becomes larger.
    ///
    /// ```
    /// use nhi_runtime::{Concern, HeldControls, Watch};
    ///
    /// let (mut watch, mut held) = (Watch::default(), HeldControls::default());
    /// for (t, torque) in [(0.0, 1.0), (0.1, 0.95), (0.2, 0.7)] {
    ///     watch.hold(t, [torque], &mut held);
    /// }
    /// let finding = watch.findings().next().unwrap();
    /// assert_eq!((finding.concern, finding.since), (Concern::HeldControl, 0.2));
    /// assert!((finding.level - 0.25_f64).abs() < 1e-15);
    /// ```
    pub fn hold<V>(&mut self, t: T, controls: V, held: &mut HeldControls<V>)
    where
        V: AsRef<[T]> + AsMut<[T]> + Clone,
    {
        if let Some(worst) = held.follow(t, controls) {
            self.judge(Concern::HeldControl, worst);
        }
    }
}
