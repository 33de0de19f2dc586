//! Control laws with a period of their own, and the tables of their runs.

mod slider;

use std::cell::RefCell;
use std::io;

use nhi_runtime::{
    Controlled, Csv, Every, Named, SetupError, StepError, StepErrorKind, Stepper, simulate,
};
use slider::{Force, Node, Place, Slider, Speed};

const REST: (Place, Speed) = (Place { x: 0.0 }, Speed { x_dot: 0.0 });

#[test]
fn the_law_is_computed_at_multiples_of_its_period_alone() {
    let seen = RefCell::new(Vec::new());
    let law = |t: f64, q: &Place, v: &Speed| {
        seen.borrow_mut().push((t, q.x, v.x_dot));
        Force { u: 1.0 + t }
    };
    let slider = Controlled::new(Slider { h: 0.25 }, 0.75, law).unwrap();
    let state = slider.start(0.0, REST.0, REST.1).unwrap();
    let state = simulate(&slider, state, &(), 7, &mut ()).unwrap();
    // By hand: u = 1 up to t = 0.75, then 1.75 up to 1.5, then 2.5.
    let (x, v) = (0.5 * 0.75 * 0.75, 0.75);
    let later = (x + 0.75 * v + 0.5 * 1.75 * 0.75 * 0.75, v + 1.75 * 0.75);
    assert_eq!(
        *seen.borrow(),
        [(0.0, 0.0, 0.0), (0.75, x, v), (1.5, later.0, later.1)]
    );
    assert_eq!(state.controls, Force { u: 2.5 });
    let sample = slider.sample(&state).unwrap();
    assert_eq!((sample.t, sample.v.x_dot), (1.75, later.1 + 0.25 * 2.5));
}

#[test]
fn the_sampled_system_does_not_depend_on_the_step() {
    let law = |_: f64, q: &Place, v: &Speed| Force {
        u: -2.0 * q.x - v.x_dot,
    };
    let end = |h: f64, steps: u64| {
        let slider = Controlled::new(Slider { h }, 0.25, law).unwrap();
        let state = slider.start(0.0, Place { x: 1.0 }, REST.1).unwrap();
        let state = simulate(&slider, state, &(), steps, &mut ()).unwrap();
        slider.sample(&state).unwrap()
    };
    let (coarse, fine) = (end(0.25, 20), end(0.015_625, 320));
    assert_eq!(coarse.t, fine.t);
    assert!((coarse.q.x - fine.q.x).abs() < 1e-13 && coarse.q.x.abs() > 0.01);
}

#[test]
fn a_run_that_is_continued_holds_what_it_held() {
    let law = |t: f64, _: &Place, _: &Speed| Force { u: t * t };
    let slider = Controlled::new(Slider { h: 0.1 }, 0.3, law).unwrap();
    let start = slider.start(0.0, REST.0, REST.1).unwrap();
    let whole = simulate(&slider, start, &(), 10, &mut ()).unwrap();
    let half = simulate(&slider, start, &(), 5, &mut ()).unwrap();
    assert_eq!(simulate(&slider, half, &(), 5, &mut ()), Ok(whole));
}

#[test]
fn periods_are_positive_whole_numbers_of_steps() {
    let law = |_: f64, _: &Place, _: &Speed| Force { u: 0.0 };
    let of = |h: f64, period: f64| Controlled::new(Slider { h }, period, law).map(|_| ());
    // 0.1 + 0.2 is 15 steps of 0.02 but for round-off.
    for (h, period) in [(0.02, 0.02), (0.02, 0.1 + 0.2), (1e-3, 86.4), (0.1, 0.3)] {
        assert_eq!(of(h, period), Ok(()), "{period} of {h}");
    }
    for (h, period) in [
        (0.02, 0.03),
        (0.02, 0.01),
        (0.02, 0.0),
        (0.02, -0.02),
        (-0.02, 0.02),
        (-0.02, -0.02),
        (0.02, f64::NAN),
        (0.02, f64::INFINITY),
        (1e-300, 1.0),
    ] {
        let refused = of(h, period).unwrap_err();
        assert!(
            matches!(refused, SetupError::ControlPeriod { .. }),
            "{period} of {h}"
        );
    }
    let refused = of(0.02, 0.03).unwrap_err().to_string();
    assert!(
        refused.contains("0.03") && refused.contains("0.02"),
        "{refused}"
    );
}

#[test]
fn a_law_that_fails_is_an_error_of_the_step_that_it_is_held_over() {
    let law = |t: f64, _: &Place, _: &Speed| Force {
        u: if t > 0.5 { f64::NAN } else { 0.0 },
    };
    let slider = Controlled::new(Slider { h: 0.5 }, 0.5, law).unwrap();
    let run = || -> Result<_, StepError<f64>> {
        let state = slider.start(0.0, REST.0, REST.1)?;
        // The question mark takes the error of a run too.
        Ok(simulate(&slider, state, &(), 5, &mut ())?)
    };
    let error = run().unwrap_err();
    assert_eq!(error, StepError::new(1.0, StepErrorKind::NonFiniteInput));
}

fn run_to(table: &mut impl nhi_runtime::Observer<Slider>) -> Node {
    let slider = Slider { h: 0.5 };
    let force = |t: f64| Force { u: t };
    let state = slider.start(0.0, REST.0, REST.1, &force).unwrap();
    simulate(&slider, state, &force, 4, table).unwrap()
}

#[test]
fn a_table_shows_the_controls_that_are_held() {
    let law = |t: f64, _: &Place, _: &Speed| Force { u: 1.0 - t };
    let model = Slider { h: 0.5 };
    let slider = Controlled::new(model, 1.0, law).unwrap();
    let state = slider.start(0.0, REST.0, REST.1).unwrap();
    let mut table = Csv::new(&model, Vec::new()).with_held_controls();
    simulate(&slider, state, &(), 2, &mut table).unwrap();
    let text = String::from_utf8(table.finish().unwrap()).unwrap();
    let rows = "0.0,0.0,0.0,0.0,1.0\n0.5,0.125,0.5,0.125,1.0\n1.0,0.5,1.0,0.5,0.0\n";
    assert_eq!(text, format!("t,x,x_dot,energy,u\n{rows}"));
}

#[test]
fn every_nth_state_is_a_row() {
    let model = Slider { h: 0.5 };
    let mut table = Every::new(2, Csv::new(&model, Vec::new()));
    run_to(&mut table);
    assert_eq!(table.observer.rows(), 3);
    let text = String::from_utf8(table.observer.finish().unwrap()).unwrap();
    let times: Vec<_> = text
        .lines()
        .map(|line| line.split(',').next().unwrap())
        .collect();
    assert_eq!(times, ["t", "0.0", "1.0", "2.0"]);
}

#[test]
fn an_error_of_the_writer_ends_the_run_and_is_kept() {
    /// Takes as many bytes as it has room for.
    struct Full(usize);

    impl io::Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match self.0.checked_sub(bytes.len()) {
                Some(left) => {
                    self.0 = left;
                    Ok(bytes.len())
                }
                None => Err(io::Error::new(io::ErrorKind::StorageFull, "no room")),
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let model = Slider { h: 0.5 };
    let mut table = Csv::new(&model, Full(40));
    let state = run_to(&mut table);
    assert_eq!(model.clock(&state).steps, 1);
    assert_eq!(table.rows(), 1);
    let error = table.finish().err().unwrap();
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
}

#[test]
fn nothing_has_no_names() {
    assert_eq!(<() as Named<f64>>::NAMES.len(), 0);
    assert_eq!(Named::<f64>::values(&()), [0.0; 0]);
}
