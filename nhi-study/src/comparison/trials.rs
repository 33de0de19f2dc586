//! All runs of a comparison.

use std::time::Duration;

use super::conditions::{Conditions, Ended, LEAST_TOLERANCE, divided_tolerance};
use super::course::Course;
use super::measure::Trial;
use super::method::{Method, stopped};
use super::reference::{FIRST, Reference, least_tolerance};
use crate::problem::Failure;
use crate::simulation::{Plant, RunError};
use crate::text::brief;

/// Runs every integrator with every step size, and the reference, in parallel; then measures the
/// times.
pub(super) fn trials(
    methods: &[Method],
    exact: &(String, Plant),
    conditions: &Conditions<'_>,
) -> Result<(Vec<Trial>, Reference), Failure> {
    let derived = methods
        .iter()
        .filter_map(|method| method.plant.as_ref().ok());
    let plants: Vec<_> = derived.collect();
    let (firsts, courses) = run_all(&plants, &exact.1, conditions)?;
    let reference = refine(exact, firsts, &courses, conditions)?;
    let mut of_plants = plants.iter().zip(courses);
    let mut trials = Vec::new();
    for Method { name, plant } in methods {
        let name = name.clone();
        trials.push(match plant {
            Err(reason) => Trial {
                name,
                courses: Vec::new(),
                times: Vec::new(),
                tolerances: Vec::new(),
                refusal: Some(reason.clone()),
            },
            Ok(_) => {
                let (plant, courses) = of_plants.next().expect("each plant has its runs");
                Trial {
                    name,
                    times: times(plant, &courses, conditions)?,
                    tolerances: tolerances(plant, conditions),
                    courses,
                    refusal: None,
                }
            }
        });
    }
    Ok((trials, reference))
}

/// A run, or when and why it failed.
type Run = Result<Course, RunError>;
/// The runs of an integrator, coarsest first.
type Courses = Vec<Run>;

/// Returns the first two runs of the reference, and those of each plant.
fn run_all(
    plants: &[&Plant],
    exact: &Plant,
    conditions: &Conditions<'_>,
) -> Result<([Run; 2], Vec<Courses>), Failure> {
    // The longest runs start first, so that no core waits long at the end.
    let [coarse, fine] = FIRST;
    let of_reference = |factor| (exact, factor, least_tolerance(factor));
    let mut runs = vec![of_reference(fine), of_reference(coarse)];
    let mut places = Vec::new();
    for &factor in conditions.factors.iter().rev() {
        for (place, &plant) in plants.iter().enumerate() {
            if conditions.factors_of(plant).contains(&factor) {
                runs.push((plant, factor, LEAST_TOLERANCE));
                places.push(place);
            }
        }
    }
    let steps = runs
        .iter()
        .map(|&(_, factor, _)| conditions.grid.refined(factor).steps);
    conditions.progress.extend(steps.sum());
    let ended = conditions.run_all(&runs).into_iter().map(settled);
    let mut ended = ended.collect::<Result<Vec<_>, _>>()?.into_iter();
    let fine = ended.next().expect("the reference has a fine run");
    let coarse = ended.next().expect("the reference has a coarse run");
    let mut courses = vec![Courses::new(); plants.len()];
    for (place, course) in places.into_iter().zip(ended) {
        courses[place].insert(0, course);
    }
    Ok(([coarse, fine], courses))
}

fn refine(
    (name, plant): &(String, Plant),
    [coarse, fine]: [Run; 2],
    courses: &[Courses],
    conditions: &Conditions<'_>,
) -> Result<Reference, Failure> {
    let failed = |error: RunError| {
        Failure::Integration(format!(
            "the reference, {name}, failed from t = {}: {}",
            brief(error.time),
            error.reason
        ))
    };
    let firsts = [coarse.map_err(failed)?, fine.map_err(failed)?];
    let measured: Vec<_> = courses.iter().flatten().flatten().collect();
    Reference::refine((name.clone(), plant), firsts, &measured, conditions).map_err(|ended| {
        match ended {
            Ended::Failed(error) => failed(error),
            Ended::Stopped(signal) => stopped(signal, DURING),
        }
    })
}

/// Returns the time per step of each run that has not failed.
fn times(
    plant: &Plant,
    courses: &Courses,
    conditions: &Conditions<'_>,
) -> Result<Vec<Duration>, Failure> {
    let runs = conditions.factors_of(plant).into_iter().zip(courses);
    runs.map(|(factor, course)| {
        if let Some(signal) = conditions.stop.signal() {
            return Err(stopped(signal, DURING));
        }
        let time = course
            .as_ref()
            .ok()
            .and_then(|_| conditions.time_per_step(plant, factor));
        Ok(time.unwrap_or_default())
    })
    .collect()
}

/// Returns the tolerance of each run, if the method has one.
fn tolerances(plant: &Plant, conditions: &Conditions<'_>) -> Vec<f64> {
    let of_runs = conditions.factors_of(plant).into_iter();
    let of_runs =
        of_runs.filter_map(|factor| divided_tolerance(&plant.stepper, factor, LEAST_TOLERANCE));
    of_runs.collect()
}

/// The phase in which a signal was received.
const DURING: &str = "during the runs";

fn settled(course: Result<Course, Ended>) -> Result<Run, Failure> {
    match course {
        Ok(course) => Ok(Ok(course)),
        Err(Ended::Failed(error)) => Ok(Err(error)),
        Err(Ended::Stopped(signal)) => Err(stopped(signal, DURING)),
    }
}
