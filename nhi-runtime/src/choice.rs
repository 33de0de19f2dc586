//! Integrators chosen at run time.

use core::fmt;

/// A text that is not the name of an integrator listed by the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownIntegrator {
    /// The integrators that the model lists.
    pub known: &'static [&'static str],
}

impl UnknownIntegrator {
    /// Returns the index of an integrator in a list of names.
    ///
    /// # Errors
    /// A text that is not one of the names.
    pub fn place(known: &'static [&'static str], text: &str) -> Result<usize, Self> {
        let place = known.iter().position(|name| *name == text);
        place.ok_or(Self { known })
    }
}

impl fmt::Display for UnknownIntegrator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the model lists no such integrator, but needs one of ")?;
        let mut names = self.known.iter();
        if let Some(first) = names.next() {
            f.write_str(first)?;
        }
        names.try_for_each(|name| write!(f, ", {name}"))
    }
}

impl core::error::Error for UnknownIntegrator {}

/// Defines the types with which a program chooses among the integrators that a model lists.
/// Generated code of a model with several integrators calls it once.
///
/// The types are defined here and not in the generated code because they are the same for all
/// models. Unused, they are only parsed and checked, because hardly any of their functions is
/// compiled before it is called. The first argument, in brackets, is the module whose functions
/// prevent user constants from replacing variables.
#[doc(hidden)]
#[macro_export]
macro_rules! __integrators {
    (
        [$($scope:tt)*]
        $vis:vis $model:ident $model_type:ty [$($declared:tt)*] [$($used:tt)*]
        $scalar:ty, $coordinates:ty, $velocities:ty, $controls:ty, $multipliers:ty;
        $choice:ident
        $stepper:ident $stepper_type:ty;
        $(#[$further:meta])* $state:ident $state_type:ty;
        $($integrator:ident $constructor:ident $of:ty, $state_of:ty;)+
    ) => {
        #[doc = ::core::concat!("The integrators that [`", ::core::stringify!($model), "`] lists, to choose one when the program runs.")]
        ///
        /// `Display` writes the name as in the model, without options, and `FromStr` parses it.
        #[allow(dead_code, non_camel_case_types)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $vis enum $choice {
            $(
                #[doc = ::core::concat!("`", ::core::stringify!($integrator), "`, as [`", ::core::stringify!($model), "::", ::core::stringify!($constructor), "`].")]
                $integrator,
            )+
        }

        #[doc = ::core::concat!("A stepper of [`", ::core::stringify!($model), "`] by the integrator that was chosen; see [`", ::core::stringify!($model), "::stepper`].")]
        #[allow(dead_code, non_camel_case_types)]
        #[derive(Clone, Copy, Debug, PartialEq)]
        $vis enum $stepper $($used)* {
            $(
                #[doc = ::core::concat!("By `", ::core::stringify!($integrator), "`.")]
                $integrator($of),
            )+
        }

        #[doc = ::core::concat!("A state of [`", ::core::stringify!($stepper), "`].")]
        #[allow(dead_code, non_camel_case_types)]
        #[derive(Clone, Copy, Debug, PartialEq)]
        $(#[$further])*
        $vis enum $state $($used)* {
            $(
                #[doc = ::core::concat!("Of `", ::core::stringify!($integrator), "`.")]
                $integrator($state_of),
            )+
        }

        #[allow(dead_code, unused_imports)]
        const _: () = {
            use $($scope)*::*;

            impl $choice {
                /// All integrators, in the order of the model.
                pub const ALL: &'static [Self] = &[$(Self::$integrator),+];

                const NAMES: &'static [&'static str] = &[$(::core::stringify!($integrator)),+];
            }

            impl ::core::fmt::Display for $choice {
                fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    __f.pad(Self::NAMES[*self as usize])
                }
            }

            impl ::core::str::FromStr for $choice {
                type Err = $crate::UnknownIntegrator;

                fn from_str(__text: &str) -> ::core::result::Result<Self, $crate::UnknownIntegrator> {
                    let __place = $crate::UnknownIntegrator::place(Self::NAMES, __text)?;
                    ::core::result::Result::Ok(Self::ALL[__place])
                }
            }

            impl $($declared)* $model_type {
                /// Returns the stepper for an integrator that is chosen at run time, with the
                /// constant step size `h`, in the model's unit of time; negative `h` runs
                /// backwards.
                ///
                /// # Errors
                /// The errors of the constructor of the integrator.
                pub fn stepper(&self, integrator: $choice, h: $scalar) -> ::core::result::Result<$stepper_type, $crate::SetupError> {
                    match integrator {
                        $($choice::$integrator => self.$constructor(h).map($stepper::$integrator),)+
                    }
                }
            }

            impl $($declared)* $stepper_type {
                /// Returns the chosen integrator.
                #[must_use]
                pub fn integrator(&self) -> $choice {
                    match self {
                        $(Self::$integrator(_) => $choice::$integrator,)+
                    }
                }

                /// Returns the state at time `t` with configuration `q` and velocity `v`.
                ///
                /// # Errors
                /// The errors of the integrator.
                pub fn start(
                    &self,
                    t: $scalar,
                    q: $coordinates,
                    v: $velocities,
                    controls: &impl $crate::ControlSignal<$scalar, $controls>,
                ) -> ::core::result::Result<$state_type, $crate::StepError<$scalar>> {
                    match self {
                        $(Self::$integrator(stepper) => $crate::Stepper::start(stepper, t, q, v, controls).map($state::$integrator),)+
                    }
                }

                /// Returns the state one step after `state`.
                ///
                /// # Errors
                /// The errors of the integrator, and a state of another integrator.
                pub fn step(
                    &self,
                    state: &$state_type,
                    controls: &impl $crate::ControlSignal<$scalar, $controls>,
                ) -> ::core::result::Result<$state_type, $crate::StepError<$scalar>> {
                    match (self, state) {
                        $((Self::$integrator(stepper), $state::$integrator(state)) => {
                            $crate::Stepper::step(stepper, state, controls).map($state::$integrator)
                        })+
                        _ => self.foreign(state),
                    }
                }

                /// Returns time, configuration, velocity and multipliers at the node of `state`.
                ///
                /// # Errors
                /// The errors of the integrator, and a state of another integrator.
                pub fn sample(
                    &self,
                    state: &$state_type,
                ) -> ::core::result::Result<
                    $crate::Sample<$scalar, $coordinates, $velocities, $multipliers>,
                    $crate::StepError<$scalar>,
                > {
                    match (self, state) {
                        $((Self::$integrator(stepper), $state::$integrator(state)) => {
                            $crate::Stepper::sample(stepper, state)
                        })+
                        _ => self.foreign(state),
                    }
                }

                #[cold]
                fn foreign<R>(&self, state: &$state_type) -> ::core::result::Result<R, $crate::StepError<$scalar>> {
                    let t = $crate::Stepper::time(self, state);
                    ::core::result::Result::Err($crate::StepError::new(t, $crate::StepErrorKind::ForeignState))
                }
            }

            impl $($declared)* $crate::Stepper for $stepper_type {
                type Scalar = $scalar;
                type Coordinates = $coordinates;
                type Velocities = $velocities;
                type Controls = $controls;
                type Multipliers = $multipliers;
                type State = $state_type;

                const INTEGRATOR: &'static str = ::core::concat!("one of", $(" ", ::core::stringify!($integrator)),+);

                fn step_size(&self) -> $scalar {
                    match self {
                        $(Self::$integrator(stepper) => $crate::Stepper::step_size(stepper),)+
                    }
                }

                fn clock(&self, state: &$state_type) -> $crate::Clock<$scalar> {
                    match state {
                        $($state::$integrator(state) => state.clock,)+
                    }
                }

                fn report(&self, state: &$state_type) -> $crate::NewtonReport<$scalar> {
                    match (self, state) {
                        $((Self::$integrator(stepper), $state::$integrator(state)) => {
                            $crate::Stepper::report(stepper, state)
                        })+
                        _ => ::core::default::Default::default(),
                    }
                }

                fn start(
                    &self,
                    t: $scalar,
                    q: $coordinates,
                    v: $velocities,
                    controls: &impl $crate::ControlSignal<$scalar, $controls>,
                ) -> ::core::result::Result<$state_type, $crate::StepError<$scalar>> {
                    self.start(t, q, v, controls)
                }

                fn step(
                    &self,
                    state: &$state_type,
                    controls: &impl $crate::ControlSignal<$scalar, $controls>,
                ) -> ::core::result::Result<$state_type, $crate::StepError<$scalar>> {
                    self.step(state, controls)
                }

                fn sample(&self, state: &$state_type) -> ::core::result::Result<$crate::SampleOf<Self>, $crate::StepError<$scalar>> {
                    self.sample(state)
                }
            }

            impl $($declared)* $crate::Watched<$stepper_type> for $model_type {
                fn signs(
                    &self,
                    stepper: &$stepper_type,
                    state: &$state_type,
                    sample: &$crate::SampleOf<$stepper_type>,
                    controls: ::core::option::Option<&$controls>,
                ) -> $crate::Signs<$scalar> {
                    match (stepper, state) {
                        $(($stepper::$integrator(stepper), $state::$integrator(state)) => {
                            $crate::Watched::signs(self, stepper, state, sample, controls)
                        })+
                        _ => ::core::default::Default::default(),
                    }
                }

                fn energy_of_impacts(&self, state: &$state_type) -> $scalar {
                    match state {
                        $($state::$integrator(state) => {
                            <Self as $crate::Watched<$of>>::energy_of_impacts(self, state)
                        })+
                    }
                }
            }
        };
    };
}
