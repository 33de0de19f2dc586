//! The declaration of a stepper with contacts that open.

/// Declares a [`ContactStepper`](crate::ContactStepper) over the steppers of the phases of a model.
/// Generated code calls it once for each integrator.
///
/// Like [`__integrators`](crate::__integrators), it declares items that are the same for all models
/// but for names. The first argument, in brackets, is the module whose functions prevent user
/// constants from replacing variables.
#[doc(hidden)]
#[macro_export]
macro_rules! __contacts {
    (
        [$($scope:tt)*]
        $vis:vis $model:ident $model_type:ty [$($declared:tt)*] [$($used:tt)*]
        $scalar:ty, $coordinates:ty, $velocities:ty, $controls:ty, $multipliers:ty;
        $written:literal $constructor:ident $is_adaptive:literal
        $stepper:ident $stepper_type:ty;
        $state:ident $state_type:ty;
        $phases:ident $phases_type:ty;
        $(#[$further:meta])* $phase_state:ident $phase_state_type:ty;
        coordinates $coordinate_count:literal, entries $entries:literal, velocities $velocity_count:literal,
        free $free:literal, positions $positions:literal, constraints $constraints:literal,
        readings $readings:literal;
        $($place:literal $contact:literal $dependents:literal [$($minus:tt)?] $multiplier:ident;)+
        [$($parameter:ident $index:literal)*]; $parameter_count:literal;
        $($phase:ident $number:literal $phase_constructor:ident $of:ty, $state_of:ty, [$($with_newton:ident)?];)+
    ) => {
        #[doc = ::core::concat!("The integrator `", $written, "` of [`", ::core::stringify!($model), "`], over contacts that open and close; see [`", ::core::stringify!($model), "::", ::core::stringify!($constructor), "`].")]
        #[allow(dead_code)]
        $vis type $stepper $($used)* = $crate::ContactStepper<$phases_type>;

        #[doc = ::core::concat!("A state of [`", ::core::stringify!($stepper), "`]: everything that the next step needs.")]
        #[allow(dead_code)]
        $vis type $state $($used)* = $crate::ContactState<$scalar, $phase_state_type>;

        #[doc(hidden)]
        #[allow(dead_code)]
        #[derive(Clone, Copy, Debug, PartialEq)]
        $vis struct $phases $($used)* {
            h: $scalar,
            parameters: [$scalar; $parameter_count],
            newton: ::core::option::Option<$crate::NewtonSettings<$scalar>>,
            $($phase: $of,)+
        }

        #[doc(hidden)]
        #[allow(dead_code, non_camel_case_types)]
        #[derive(Clone, Copy, Debug, PartialEq)]
        $(#[$further])*
        $vis enum $phase_state $($used)* {
            $(
                #[doc = ::core::concat!("With the set ", ::core::stringify!($number), " of open contacts.")]
                $phase($state_of),
            )+
        }

        #[allow(dead_code, unused_imports, clippy::all)]
        const _: () = {
            use $($scope)*::*;

            impl $($declared)* $model_type {
                /// Returns the stepper with the constant step size `h`, in the model's unit of
                /// time; negative `h` runs backwards.
                ///
                /// # Errors
                /// A step size that is zero or not finite, parameters that are not finite, or for
                /// which the model is singular in one of the phases.
                pub fn $constructor(&self, h: $scalar) -> ::core::result::Result<$stepper_type, $crate::SetupError> {
                    let phases = $phases {
                        h,
                        parameters: [$(self.$parameter),*],
                        newton: ::core::option::Option::None,
                        $($phase: self.$phase_constructor(h)?,)+
                    };
                    ::core::result::Result::Ok($crate::ContactStepper::new(phases))
                }
            }

            impl $($declared)* $crate::plumbing::Phases for $phases_type {
                type Scalar = $scalar;
                type Coordinates = $coordinates;
                type Velocities = $velocities;
                type Controls = $controls;
                type Multipliers = $multipliers;
                type State = $phase_state_type;
                type Entries = [$scalar; $entries];
                type Components = [$scalar; $velocity_count];
                type Readings = [$scalar; $readings];
                type Memory = [$scalar; $crate::plumbing::impact_memory($velocity_count, $constraints)];

                const INTEGRATOR: &'static str = $written;
                const NAMES: &'static [&'static str] = &[$($contact),+];
                const LAYOUT: $crate::plumbing::ContactLayout<'static> = $crate::plumbing::ContactLayout {
                    dependents: &[$($dependents),+],
                    velocities: $velocity_count,
                    free: $free,
                    positions: $positions,
                };
                const COORDINATES: usize = $coordinate_count;
                const IS_ADAPTIVE: bool = $is_adaptive;

                fn step_size(&self) -> $scalar {
                    self.h
                }

                fn resized(&self, h: $scalar) -> ::core::result::Result<Self, $crate::SetupError> {
                    let resized = *self.model().$constructor(h)?.phases();
                    ::core::result::Result::Ok(match self.newton {
                        ::core::option::Option::Some(newton) => $crate::plumbing::Phases::with_newton(resized, newton),
                        ::core::option::Option::None => resized,
                    })
                }

                fn with_newton(self, newton: $crate::NewtonSettings<$scalar>) -> Self {
                    Self {
                        newton: ::core::option::Option::Some(newton),
                        $($phase: self.$phase$(.$with_newton(newton))?,)+
                        ..self
                    }
                }

                fn start(
                    &self,
                    open: $crate::ContactSet,
                    t: $scalar,
                    q: $coordinates,
                    v: $velocities,
                    controls: &impl $crate::ControlSignal<$scalar, $controls>,
                ) -> ::core::result::Result<$phase_state_type, $crate::StepError<$scalar>> {
                    match open.number() {
                        $($number => $crate::Stepper::start(&self.$phase, t, q, v, controls).map($phase_state::$phase),)+
                        _ => ::core::result::Result::Err($crate::plumbing::no_motion::<Self>(t, open)),
                    }
                }

                fn step(
                    &self,
                    state: &$phase_state_type,
                    controls: &impl $crate::ControlSignal<$scalar, $controls>,
                ) -> ::core::result::Result<$phase_state_type, $crate::StepError<$scalar>> {
                    match state {
                        $($phase_state::$phase(state) => $crate::Stepper::step(&self.$phase, state, controls).map($phase_state::$phase),)+
                    }
                }

                fn sample(
                    &self,
                    state: &$phase_state_type,
                ) -> ::core::result::Result<
                    $crate::Sample<$scalar, $coordinates, $velocities, $multipliers>,
                    $crate::StepError<$scalar>,
                > {
                    match state {
                        $($phase_state::$phase(state) => {
                            let sample = $crate::Stepper::sample(&self.$phase, state)?;
                            ::core::result::Result::Ok($crate::Sample {
                                t: sample.t,
                                q: sample.q,
                                v: sample.v,
                                lambda: ::core::convert::Into::into(sample.lambda),
                            })
                        })+
                    }
                }

                fn open(state: &$phase_state_type) -> $crate::ContactSet {
                    match state {
                        $($phase_state::$phase(_) => $crate::ContactSet::of_number($number),)+
                    }
                }

                fn clock(state: &$phase_state_type) -> $crate::Clock<$scalar> {
                    match state {
                        $($phase_state::$phase(state) => state.clock,)+
                    }
                }

                fn set_clock(state: &mut $phase_state_type, clock: $crate::Clock<$scalar>) {
                    match state {
                        $($phase_state::$phase(state) => state.clock = clock,)+
                    }
                }

                fn report(&self, state: &$phase_state_type) -> $crate::NewtonReport<$scalar> {
                    match state {
                        $($phase_state::$phase(state) => $crate::Stepper::report(&self.$phase, state),)+
                    }
                }

                fn force(contact: usize, lambda: &$multipliers) -> $scalar {
                    match contact {
                        $($place => $($minus)? lambda.$multiplier,)+
                        _ => ::core::default::Default::default(),
                    }
                }

                fn readings(&self, t: $scalar, q: &$coordinates, v: &$velocities) -> [$scalar; $readings] {
                    self.model().contact_readings(t, q, v)
                }

                fn memory() -> Self::Memory {
                    [::core::default::Default::default(); $crate::plumbing::impact_memory($velocity_count, $constraints)]
                }

                fn entries(q: $coordinates) -> [$scalar; $entries] {
                    ::core::convert::Into::into(q)
                }

                fn of_entries(entries: [$scalar; $entries]) -> $coordinates {
                    ::core::convert::Into::into(entries)
                }

                fn components(v: $velocities) -> [$scalar; $velocity_count] {
                    ::core::convert::Into::into(v)
                }

                fn of_components(components: [$scalar; $velocity_count]) -> $velocities {
                    ::core::convert::Into::into(components)
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
                    match state.phase() {
                        $($phase_state::$phase(state) => {
                            let sample = $crate::Sample {
                                t: sample.t,
                                q: sample.q,
                                v: sample.v,
                                lambda: ::core::convert::Into::into(sample.lambda),
                            };
                            $crate::Watched::signs(self, &stepper.phases().$phase, state, &sample, controls)
                        })+
                    }
                }

                fn energy_of_impacts(&self, state: &$state_type) -> $scalar {
                    state.energy_of_all_impacts()
                }
            }

            impl $($declared)* $phases_type {
                /// Returns the model with these parameters.
                fn model(&self) -> $model_type {
                    $model { $($parameter: self.parameters[$index]),* }
                }
            }
        };
    };
}
