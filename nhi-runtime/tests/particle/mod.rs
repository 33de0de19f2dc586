// The nonholonomic particle `z' = y x'` of unit mass, by hand: RK4 on its equations of motion, and
// the projection of velocities on the constraint.

/// The stepper.
#[derive(Clone, Debug)]
pub(crate) struct Particle {
    h: f64,
}

/// Its state: the node in time and phase space.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    clock: nhi_runtime::Clock<f64>,
    q: [f64; 3],
    v: [f64; 3],
}

/// The velocity with `z' = y x'` that is nearest to `v`.
pub(crate) fn project(q: &[f64; 3], v: &[f64; 3]) -> [f64; 3] {
    let y = q[1];
    let residual = (v[2] - y * v[0]) / (1.0 + y * y);
    [v[0] + y * residual, v[1], v[2] - residual]
}

impl Particle {
    pub(crate) fn with_step(h: f64) -> Self {
        Self { h }
    }

    fn slope([q, v]: [[f64; 3]; 2]) -> [[f64; 3]; 2] {
        let lambda = v[0] * v[1] / (1.0 + q[1] * q[1]);
        [v, [-q[1] * lambda, 0.0, lambda]]
    }
}

fn moved(x: [[f64; 3]; 2], h: f64, slope: [[f64; 3]; 2]) -> [[f64; 3]; 2] {
    std::array::from_fn(|i| std::array::from_fn(|j| x[i][j] + h * slope[i][j]))
}

impl nhi_runtime::Stepper for Particle {
    type Scalar = f64;
    type Coordinates = [f64; 3];
    type Velocities = [f64; 3];
    type Controls = ();
    type Multipliers = ();
    type State = Node;

    const INTEGRATOR: &'static str = "Rk4";

    fn step_size(&self) -> f64 {
        self.h
    }

    fn clock(&self, state: &Node) -> nhi_runtime::Clock<f64> {
        state.clock
    }

    fn start(
        &self,
        t: f64,
        q: [f64; 3],
        v: [f64; 3],
        _: &impl nhi_runtime::ControlSignal<f64, ()>,
    ) -> Result<Node, nhi_runtime::StepError<f64>> {
        if !nhi_runtime::plumbing::all_finite(&[q, v].concat()) {
            let kind = nhi_runtime::StepErrorKind::NonFiniteInput;
            return Err(nhi_runtime::StepError::new(t, kind));
        }
        let size = (v.iter().map(|x| x * x).sum::<f64>() * (1.0 + q[1] * q[1])).sqrt();
        nhi_runtime::plumbing::off_constraint(t, &[("contact", v[2] - q[1] * v[0], size)])?;
        let clock = nhi_runtime::Clock::new(t);
        Ok(Node { clock, q, v })
    }

    fn step(
        &self,
        state: &Node,
        _: &impl nhi_runtime::ControlSignal<f64, ()>,
    ) -> Result<Node, nhi_runtime::StepError<f64>> {
        let (h, x) = (self.h, [state.q, state.v]);
        let first = Self::slope(x);
        let second = Self::slope(moved(x, h / 2.0, first));
        let third = Self::slope(moved(x, h / 2.0, second));
        let fourth = Self::slope(moved(x, h, third));
        let mut next = x;
        for (slope, weight) in [(first, 1.0), (second, 2.0), (third, 2.0), (fourth, 1.0)] {
            next = moved(next, weight * h / 6.0, slope);
        }
        let [q, v] = next;
        let clock = state.clock.next();
        if nhi_runtime::plumbing::all_finite(&[q, v].concat()) {
            Ok(Node { clock, q, v })
        } else {
            let kind = nhi_runtime::StepErrorKind::NonFinite;
            Err(nhi_runtime::StepError::new(state.clock.time(h), kind))
        }
    }

    fn sample(
        &self,
        state: &Node,
    ) -> Result<nhi_runtime::SampleOf<Self>, nhi_runtime::StepError<f64>> {
        Ok(nhi_runtime::Sample {
            t: self.time(state),
            q: state.q,
            v: state.v,
            lambda: (),
        })
    }
}
