//! A snakeboard for a microcontroller: `f32`, no standard library, no allocator, no panics.
//!
//! `check.sh` proves that no panic is left: the panic handler calls a function that does not exist,
//! so a program with this library links only if no panic can be reached.
#![no_std]

#[cfg(feature = "contacts")]
mod contacts;
#[cfg(feature = "implicit")]
mod implicit;
mod motion;

use core::panic::PanicInfo;
use motion::{BoardSample, Failure, Setting, Snakeboard};

/// A sample as C sees it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Time in s.
    pub t: f32,
    /// Rotor, wheels, heading in rad, place in m.
    pub q: [f32; 5],
    /// The rates of `q`.
    pub v: [f32; 5],
    /// The forces of the constraints against skidding in N and of the steering in N m.
    pub lambda: [f32; 2],
}

impl From<&BoardSample<f32>> for Sample {
    fn from(sample: &BoardSample<f32>) -> Self {
        Self {
            t: sample.t,
            q: sample.q.into(),
            v: sample.v.into(),
            lambda: sample.lambda.into(),
        }
    }
}

/// The initial values of a run, in the layout of C.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// Total mass in kg.
    pub m: f32,
    /// Half the wheel base in m.
    pub l: f32,
    /// Moment of inertia of the rotor in kg m^2.
    pub i_rotor: f32,
    /// Moment of inertia of each wheel set in kg m^2.
    pub j_wheel: f32,
    /// The step size in s.
    pub step: f32,
    /// As in [`Sample`].
    pub q: [f32; 5],
    /// As in [`Sample`]; what of it violates the constraints is projected away.
    pub v: [f32; 5],
}

impl From<&Start> for Setting<f32> {
    fn from(start: &Start) -> Self {
        let &Start {
            m,
            l,
            i_rotor,
            j_wheel,
            step,
            q,
            v,
        } = start;
        Self {
            board: Snakeboard {
                m,
                l,
                i_rotor,
                j_wheel,
            },
            step,
            q: q.into(),
            v: v.into(),
        }
    }
}

/// Makes `steps` steps and calls `observe` with the initial sample and the sample after each step.
/// Returns 0, or 1 where the stepper cannot be set up, or 2 where a step fails.
// Unsafe only in name: no other object of the program may export this name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn snakeboard_run(
    start: &Start,
    steps: u32,
    observe: extern "C" fn(&Sample),
) -> i32 {
    match motion::run(&start.into(), steps, |sample| observe(&sample.into())) {
        Ok(()) => 0,
        Err(Failure::Setup(_)) => 1,
        Err(Failure::Step(_)) => 2,
    }
}

/// Reads beyond the end of an array where `index` is too large, so it can panic: `check.sh` uses it
/// to see that it notices.
#[cfg(feature = "panicking")]
// Unsafe only in name: no other object of the program may export this name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn snakeboard_panicking(index: usize) -> f32 {
    [1.0, 2.0, 3.0][index]
}

// Unsafe because nothing checks the declaration; the function is never called, nor defined.
#[allow(unsafe_code)]
unsafe extern "C" {
    safe fn snakeboard_a_panic_is_reachable() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    snakeboard_a_panic_is_reachable()
}
