//! The places from which the functions of a stepper read.

/// An input of a stepper's functions. Each has one place in a program, for all functions that read
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// The parameter of the given number.
    Parameter(usize),
    /// The step size `h`.
    StepSize,
    /// The time at the beginning of the step, or of the initial values.
    Time,
    /// An entry of the configuration: coordinates first, then entries of group elements.
    Configuration(usize),
    /// A component of the velocity.
    Velocity(usize),
    /// A control at the time of the initial values.
    Control(usize),
    /// A control at a moment of the step.
    NodeControl {
        /// The number of the moment among the control nodes.
        node: usize,
        /// The number of the control.
        control: usize,
    },
    /// An initial multiplier, with which vakonomic motions start.
    InitialMultiplier(usize),
    /// An entry of the state that is neither configuration nor velocity, counted over all its
    /// parts.
    State(usize),
    /// An unknown while its equations are solved, or its solution afterwards. The number is unique
    /// in the program.
    Local(usize),
}
