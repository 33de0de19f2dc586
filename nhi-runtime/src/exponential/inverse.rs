use super::{EndpointOf, ExponentialError, ExponentialMap, Flow, combine, difference};
use crate::plumbing::{largest, newton_scaled};
use crate::{ControlSignal, NewtonSettings, Real, SetupError, Stepper, math};

/// The number of times that the substeps may turn out too few for the velocity found.
const MOST_REFINEMENTS: u32 = 4;

/// The result of the exact retraction for a pair of configurations.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Preimage<T, V> {
    /// The admissible velocity `v` at `q0` whose motion comes nearest to `q1`: the projection of
    /// `q1 - exp_h(q0, v)` at `q0` vanishes.
    pub v: V,
    /// The value `v + (q1 - exp_h(q0, v)) / h`, which is `v` itself if `(q0, q1)` is in the exact
    /// discrete constraint space. Its constraint residual at `q0`, `A(q0) (q1 - exp_h(q0, v)) / h`,
    /// is the distance of the pair from that space, constraint by constraint and in their units.
    pub extended: V,
    /// The number of Newton iterations.
    pub iterations: u32,
    /// The number of substeps of the flows.
    pub substeps: u32,
    /// The relative error of `exp_h(q0, v)`, as in [`Endpoint`](super::Endpoint).
    pub error: T,
}

impl<T, S, F, P> ExponentialMap<S, F, P>
where
    T: Real,
    S: Stepper<Scalar = T>,
    F: Fn(T) -> Result<S, SetupError>,
    P: Fn(&S::Coordinates, &S::Velocities) -> S::Velocities,
{
    /// Returns the inverse map `exp_h(q0, .)^-1`: the velocity in `D_q0` with which the motion from
    /// `q0` reaches `q1` after the time `h`, to machine precision.
    ///
    /// Only configurations in a submanifold of the dimension of `D_q0` can be reached. For others
    /// the result is the velocity that reaches the target along `D_q0`, and the remaining
    /// difference across.
    ///
    /// Newton's method solves `P (exp_h(q0, v) - q1) = 0`, with the projection `P` on `D_q0`,
    /// starting from the projection of the chord `(q1 - q0) / h`. Its Jacobian is computed by
    /// central differences of the flow. So it converges almost quadratically, in few iterations if
    /// `h` is small.
    ///
    /// # Errors
    /// Those of [`exp`](Self::exp), and [`ExponentialError::Inverse`] if Newton's method fails.
    pub fn inverse<const N: usize>(
        &self,
        q0: &S::Coordinates,
        q1: &S::Coordinates,
        controls: &impl ControlSignal<T, S::Controls>,
    ) -> Flow<S, Preimage<T, S::Velocities>>
    where
        S::Coordinates: Into<[T; N]>,
        S::Velocities: Into<[T; N]> + From<[T; N]>,
    {
        let target = (*q1).into();
        let chord = difference(&target, &(*q0).into()).map(|x| x / self.h);
        let at = Fibre {
            map: self,
            q: q0,
            controls,
        };
        let mut v = at.admissible(&chord);
        let mut substeps = at.end(&v)?.substeps;
        let mut iterations = 0;
        for _ in 0..MOST_REFINEMENTS {
            let (found, made) = at.solve(&v, &target, substeps)?;
            v = found;
            iterations += made;
            let end = at.end(&v)?;
            if end.substeps <= substeps {
                let missing = difference(&target, &end.q.into());
                return Ok(Preimage {
                    v: v.into(),
                    extended: combine(&v, T::one() / self.h, &missing).into(),
                    iterations,
                    substeps: end.substeps,
                    error: end.error,
                });
            }
            substeps = end.substeps;
        }
        let error = at.end(&v)?.error;
        Err(ExponentialError::Unresolved { substeps, error })
    }
}

/// The flows from one configuration.
struct Fibre<'a, S: Stepper, F, P, C> {
    map: &'a ExponentialMap<S, F, P>,
    q: &'a S::Coordinates,
    controls: &'a C,
}

impl<T, S, F, P, C> Fibre<'_, S, F, P, C>
where
    T: Real,
    S: Stepper<Scalar = T>,
    F: Fn(T) -> Result<S, SetupError>,
    P: Fn(&S::Coordinates, &S::Velocities) -> S::Velocities,
    C: ControlSignal<T, S::Controls>,
{
    /// Returns the admissible velocity nearest to `v`.
    fn admissible<const N: usize>(&self, v: &[T; N]) -> [T; N]
    where
        S::Velocities: Into<[T; N]> + From<[T; N]>,
    {
        (self.map.project)(self.q, &(*v).into()).into()
    }

    /// Returns the end of the motion with the velocity `v`, to machine precision.
    fn end<const N: usize>(&self, v: &[T; N]) -> Flow<S, EndpointOf<S>>
    where
        S::Coordinates: Into<[T; N]>,
        S::Velocities: Into<[T; N]> + From<[T; N]>,
    {
        self.map.exp(self.q, &(*v).into(), self.controls)
    }

    /// Solves by Newton's method from the velocity `guess`, with a constant number of substeps.
    /// Also returns the number of iterations.
    fn solve<const N: usize>(
        &self,
        guess: &[T; N],
        target: &[T; N],
        substeps: u32,
    ) -> Flow<S, ([T; N], u32)>
    where
        S::Coordinates: Into<[T; N]>,
        S::Velocities: Into<[T; N]> + From<[T; N]>,
    {
        let distance = largest(&(*self.q).into()).max(largest(target));
        let scale = [distance / self.map.h; N];
        let aim = Aim {
            target: *target,
            drift: self.admissible(&[T::zero(); N]),
            step: self.difference_step(guess, target),
            substeps,
        };
        let mut failure = None;
        let solved = newton_scaled(
            *guess,
            &scale,
            || [T::zero(); N],
            &NewtonSettings::default(),
            |v| {
                self.equations(v, &aim).unwrap_or_else(|error| {
                    failure = Some(error);
                    let nan = T::literal(f64::NAN);
                    ([nan; N], [[nan; N]; N])
                })
            },
        );
        match (solved, failure) {
            (_, Some(error)) => Err(error),
            (Err(failure), None) => Err(ExponentialError::Inverse(failure)),
            (Ok((v, report)), None) => Ok((self.admissible(&v), report.iterations)),
        }
    }

    /// Returns the residual `P (exp_h(q, P v) - q1) + h (Id - P) v` and its Jacobian. The first
    /// part leaves `v` free across the distribution; the second makes it admissible there.
    fn equations<const N: usize>(
        &self,
        v: &[T; N],
        aim: &Aim<T, N>,
    ) -> Flow<S, ([T; N], [[T; N]; N])>
    where
        S::Coordinates: Into<[T; N]>,
        S::Velocities: Into<[T; N]> + From<[T; N]>,
    {
        let h = self.map.h;
        let project = |w: &[T; N]| difference(&self.admissible(w), &aim.drift);
        let end = |v: &[T; N]| -> Flow<S, [T; N]> {
            let end = self
                .map
                .flow(self.q, &(*v).into(), self.controls, aim.substeps)?;
            Ok(end.q.into())
        };
        let v_on = self.admissible(v);
        let missing = project(&difference(&end(&v_on)?, &aim.target));
        let residual = combine(&missing, h, &difference(v, &v_on));
        let mut columns = [[T::zero(); N]; N];
        for (i, column) in columns.iter_mut().enumerate() {
            let axis = unit(i);
            let along = project(&axis);
            let ahead = end(&combine(&v_on, aim.step, &along))?;
            let behind = end(&combine(&v_on, -aim.step, &along))?;
            let slope = difference(&ahead, &behind).map(|x| x / (aim.step + aim.step));
            *column = combine(&project(&slope), h, &difference(&axis, &along));
        }
        Ok((residual, transposed(&columns)))
    }

    /// Returns the change of a velocity for central differences: the cube root of the machine
    /// epsilon, at which truncation and round-off balance, times the size of the velocities.
    fn difference_step<const N: usize>(&self, v: &[T; N], target: &[T; N]) -> T
    where
        S::Coordinates: Into<[T; N]>,
    {
        let h = math::abs(self.map.h);
        let way = largest(&difference(target, &(*self.q).into()));
        let size = largest(v).max(way / h);
        let relative = math::powf(T::EPSILON, T::literal(1.0 / 3.0));
        if size > T::zero() {
            relative * size
        } else {
            relative / h
        }
    }
}

/// The data that the equations of the inverse need in addition to the velocity.
struct Aim<T, const N: usize> {
    target: [T; N],
    /// The admissible velocity nearest to zero.
    drift: [T; N],
    /// The change of a velocity for central differences.
    step: T,
    substeps: u32,
}

/// Returns the unit vector along axis `i`.
fn unit<T: Real, const N: usize>(i: usize) -> [T; N] {
    let mut unit = [T::zero(); N];
    if let Some(entry) = unit.get_mut(i) {
        *entry = T::one();
    }
    unit
}

/// Returns the rows of a matrix given by its columns.
fn transposed<T: Real, const N: usize>(columns: &[[T; N]; N]) -> [[T; N]; N] {
    let mut rows = [[T::zero(); N]; N];
    for (j, column) in columns.iter().enumerate() {
        for (row, &entry) in rows.iter_mut().zip(column) {
            if let Some(place) = row.get_mut(j) {
                *place = entry;
            }
        }
    }
    rows
}
