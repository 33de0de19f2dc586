//! The motions of `python/benchmarks/against_rust.py`, in Rust.
//!
//! `of_python run STEPS` and `of_python ensemble MEMBERS STEPS` print the seconds of one run of the
//! sleigh on the machine, with all its samples, and of an ensemble with other masses.

use std::error::Error;
use std::time::Instant;

use nhi_machine::{Machine, Sample, no_controls};
use nhi_study::scenario::{Draw, ScenarioFiles};
use nhi_study::stop::Stop;
use nhi_study::sweep::run_in_memory;
use nhi_study::{Colour, ModelFile};
use nhi_symbolic::{ScenarioSignals, compile_stepper, parse_file, parse_integrator};

const SLEIGH: &str = include_str!("../../tests/models/chaplygin_sleigh.nhi");

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let seconds = match arguments[..] {
        ["run", steps] => run(steps.parse()?)?,
        ["ensemble", members, steps] => ensemble(members.parse()?, steps.parse()?)?,
        // `cargo bench` alone compiles it.
        _ => return Ok(()),
    };
    println!("{seconds:e}");
    Ok(())
}

fn run(steps: usize) -> Result<f64, Box<dyn Error>> {
    let refused = |_| "the model is refused";
    let ast = parse_file(SLEIGH.parse()?).map_err(refused)?;
    let mla = parse_integrator("Mla".parse()?).map_err(refused)?;
    let compiled = compile_stepper(&ast[0], &mla, &ScenarioSignals::default()).map_err(refused)?;
    let machine = Machine::new(&compiled.stepper);
    let stepper = machine.stepper(&[1.0, 2.0, 0.5], 0.01)?;
    let (q, v) = ([0.0, 0.5, 0.0], [1.0, -1.5, 0.5]);
    let begun = Instant::now();
    let mut state = stepper.start(0.0, &q, &v, &[], no_controls)?;
    let mut next = state.clone();
    let (mut sample, mut rows) = (Sample::default(), Vec::new());
    for step in 0..=steps {
        if step > 0 {
            stepper.step_into(&state, no_controls, &mut next)?;
            std::mem::swap(&mut state, &mut next);
        }
        stepper.sample_into(&state, &mut sample)?;
        rows.push(sample.t);
        for part in [&state.entries, &sample.q, &sample.v, &sample.lambda] {
            rows.extend_from_slice(part);
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    assert_eq!(rows.len() % (steps + 1), 0);
    Ok(seconds)
}

fn ensemble(members: usize, steps: u64) -> Result<f64, Box<dyn Error>> {
    let text = format!(
        "integrator = \"Mla\"\nstep = 0.01\nsteps = {steps}\n\
         [parameters]\ninertia = 1\nm = 1\na = 0.5\n\
         [initial]\nx = 0.5\ntheta_dot = 1\nx_dot = -1.5\ny_dot = 0.5\n\
         [sweep]\nkeep = [\"x\", \"y\"]\n[sweep.vary]\nm = {{ values = [1.0] }}\n"
    );
    let file = |path: &str, text: &str| ModelFile {
        path: path.into(),
        text: text.to_owned(),
    };
    let model = file("sleigh.nhi", SLEIGH);
    let files = ScenarioFiles::of_texts(file("ensemble.toml", &text), model, Colour::Plain)?;
    let last = members.saturating_sub(1).max(1) as f64;
    let masses = (0..members).map(|member| 1.0 + member as f64 / last);
    let masses: Vec<f64> = masses.collect();
    let begun = Instant::now();
    let mut scenario = files.bind()?;
    let rule = scenario.sweep.as_mut().ok_or("the scenario has a sweep")?;
    rule.members = Some(members as u64);
    rule.vary[0].draw = Draw::Each(masses.into());
    let table = run_in_memory(&scenario, &Stop::default(), &())?;
    let seconds = begun.elapsed().as_secs_f64();
    assert!(table.len() > 2);
    Ok(seconds)
}
