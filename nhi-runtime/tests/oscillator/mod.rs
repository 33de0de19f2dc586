// A forced harmonic oscillator `q'' = -omega^2 q + u` under the Störmer-Verlet scheme, written by
// hand: what the tests and the documentation's examples run instead of a generated integrator.

/// The stepper.
#[derive(Clone, Debug)]
pub(crate) struct Oscillator {
    omega: f64,
    h: f64,
    /// Samples beyond `|q| <= range` fail.
    pub(crate) range: f64,
}

/// Its state: the node in time and phase space.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    clock: nhi_runtime::Clock<f64>,
    q: f64,
    v: f64,
}

impl Oscillator {
    pub(crate) fn new(omega: f64, h: f64) -> Self {
        let range = f64::INFINITY;
        Self { omega, h, range }
    }

    pub(crate) fn energy(&self, sample: &nhi_runtime::SampleOf<Self>) -> f64 {
        let ([q], [v]) = (sample.q, sample.v);
        0.5 * (v * v + self.omega * self.omega * q * q)
    }

    fn acceleration(&self, q: f64, [u]: [f64; 1]) -> f64 {
        u - self.omega * self.omega * q
    }
}

impl nhi_runtime::Stepper for Oscillator {
    type Scalar = f64;
    type Coordinates = [f64; 1];
    type Velocities = [f64; 1];
    type Controls = [f64; 1];
    type Multipliers = ();
    type State = Node;

    const INTEGRATOR: &'static str = "StoermerVerlet";

    fn step_size(&self) -> f64 {
        self.h
    }

    fn clock(&self, state: &Node) -> nhi_runtime::Clock<f64> {
        state.clock
    }

    fn start(
        &self,
        t: f64,
        [q]: [f64; 1],
        [v]: [f64; 1],
        _: &impl nhi_runtime::ControlSignal<f64, [f64; 1]>,
    ) -> Result<Node, nhi_runtime::StepError<f64>> {
        if nhi_runtime::plumbing::all_finite(&[t, q, v]) {
            let clock = nhi_runtime::Clock::new(t);
            Ok(Node { clock, q, v })
        } else {
            let kind = nhi_runtime::StepErrorKind::NonFiniteInput;
            Err(nhi_runtime::StepError::new(t, kind))
        }
    }

    fn step(
        &self,
        state: &Node,
        controls: &impl nhi_runtime::ControlSignal<f64, [f64; 1]>,
    ) -> Result<Node, nhi_runtime::StepError<f64>> {
        let clock = state.clock.next();
        let (t0, t1) = (self.time(state), clock.time(self.h));
        let v = state.v + 0.5 * self.h * self.acceleration(state.q, controls.at(t0));
        let q = state.q + self.h * v;
        let v = v + 0.5 * self.h * self.acceleration(q, controls.at(t1));
        if nhi_runtime::plumbing::all_finite(&[q, v]) {
            Ok(Node { clock, q, v })
        } else {
            let kind = nhi_runtime::StepErrorKind::NonFinite;
            Err(nhi_runtime::StepError::new(t0, kind))
        }
    }

    fn sample(
        &self,
        state: &Node,
    ) -> Result<nhi_runtime::SampleOf<Self>, nhi_runtime::StepError<f64>> {
        if state.q.abs() > self.range {
            let kind = nhi_runtime::StepErrorKind::NonFinite;
            return Err(nhi_runtime::StepError::new(self.time(state), kind));
        }
        Ok(nhi_runtime::Sample {
            t: self.time(state),
            q: [state.q],
            v: [state.v],
            lambda: (),
        })
    }
}
