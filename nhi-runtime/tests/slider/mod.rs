// A unit mass on a line under a force that is held over each step, `x'' = u`, solved exactly: what the
// tests and the documentation's examples run where data have names.

/// The model, and its stepper with the step `h`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slider {
    pub(crate) h: f64,
}

/// Its state: the node in time and phase space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Node {
    clock: nhi_runtime::Clock<f64>,
    q: Place,
    v: Speed,
}

macro_rules! number {
    ($name:ident, $field:ident) => {
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub(crate) struct $name {
            pub(crate) $field: f64,
        }

        impl nhi_runtime::Named<f64> for $name {
            type Values = [f64; 1];

            const NAMES: &'static [&'static str] = &[stringify!($field)];

            fn values(&self) -> [f64; 1] {
                [self.$field]
            }
        }
    };
}

number!(Place, x);
number!(Speed, x_dot);
number!(Force, u);

impl nhi_runtime::Model for Slider {
    type Scalar = f64;
    type Coordinates = Place;
    type Velocities = Speed;
    type Residuals = [f64; 0];

    const RESIDUALS: &'static [&'static str] = &[];

    fn energy_at(&self, _: f64, _: &Place, v: &Speed) -> f64 {
        0.5 * v.x_dot * v.x_dot
    }

    fn residuals_at(&self, _: f64, _: &Place, _: &Speed) -> [f64; 0] {
        []
    }
}

impl nhi_runtime::Stepper for Slider {
    type Scalar = f64;
    type Coordinates = Place;
    type Velocities = Speed;
    type Controls = Force;
    type Multipliers = ();
    type State = Node;

    const INTEGRATOR: &'static str = "Exact";

    fn step_size(&self) -> f64 {
        self.h
    }

    fn clock(&self, state: &Node) -> nhi_runtime::Clock<f64> {
        state.clock
    }

    fn start(
        &self,
        t: f64,
        q: Place,
        v: Speed,
        _: &impl nhi_runtime::ControlSignal<f64, Force>,
    ) -> Result<Node, nhi_runtime::StepError<f64>> {
        let clock = nhi_runtime::Clock::new(t);
        Ok(Node { clock, q, v })
    }

    fn step(
        &self,
        state: &Node,
        controls: &impl nhi_runtime::ControlSignal<f64, Force>,
    ) -> Result<Node, nhi_runtime::StepError<f64>> {
        let (h, Node { clock, q, v }) = (self.h, *state);
        let Force { u } = controls.at(clock.time(h));
        if !u.is_finite() {
            let kind = nhi_runtime::StepErrorKind::NonFiniteInput;
            return Err(nhi_runtime::StepError::new(clock.time(h), kind));
        }
        Ok(Node {
            clock: clock.next(),
            q: Place {
                x: q.x + h * (v.x_dot + 0.5 * h * u),
            },
            v: Speed {
                x_dot: v.x_dot + h * u,
            },
        })
    }

    fn sample(
        &self,
        state: &Node,
    ) -> Result<nhi_runtime::SampleOf<Self>, nhi_runtime::StepError<f64>> {
        Ok(nhi_runtime::Sample {
            t: state.clock.time(self.h),
            q: state.q,
            v: state.v,
            lambda: (),
        })
    }
}
