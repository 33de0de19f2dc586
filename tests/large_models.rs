//! Models of the largest size that is promised, and one of middle size that is compiled and run.

#![allow(unreachable_pub)]

#[path = "support/well_formed.rs"]
mod well_formed;

mod train {
    use nhi::nonholonomic;
    include!("models/tractor_trailers_8.nhi");
}

use std::process::Command;

use nhi::Trajectory;
use proc_macro2::TokenStream;
use quote::ToTokens;

use train::{TractorTrailers8, TractorTrailers8Controls};

/// A tractor with light trailers, each turning a loose wheel on its axle as far as there are wheels.
fn train(trailers: usize, wheels: usize) -> (TokenStream, TokenStream) {
    let bodies = || 0..=trailers;
    let headings: String = bodies().map(|i| format!("theta{i}, ")).collect();
    let spins: String = (0..wheels).map(|i| format!("spin{i}, ")).collect();
    let turning: String = bodies()
        .map(|i| format!(" + 0.5 * j{i} * theta{i}_dot.powi(2)"))
        .collect();
    let rolling = |i| format!(" + 0.5 * r * (spin{i}_dot + theta{i}_dot).powi(2)");
    let rolling: String = (0..wheels).map(rolling).collect();
    let axle = |i: usize| {
        let hitches = (1..i).map(|j| format!(" + l{j} * cos(theta{i} - theta{j}) * theta{j}_dot"));
        let hitches: String = hitches.collect();
        format!(
            "axle{i} = sin(theta{i}) * x_dot - cos(theta{i}) * y_dot{hitches} + l{i} * theta{i}_dot,"
        )
    };
    let axles: String = (1..=trailers).map(axle).collect();
    let arguments = format!(
        "coordinates(x, y, phi, {headings}{spins}),
        lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * j * phi_dot.powi(2){turning}{rolling},
        constraints(
            rear = sin(theta0) * x_dot - cos(theta0) * y_dot,
            front = sin(theta0 + phi) * x_dot - cos(theta0 + phi) * y_dot - l0 * cos(phi) * theta0_dot,
            {axles}
        ),
        integrators(Gni)"
    );
    let fields: String = bodies()
        .map(|i| format!("l{i}: f64, j{i}: f64, "))
        .collect();
    let item = format!("struct Train {{ m: f64, j: f64, r: f64, {fields} }}");
    (arguments.parse().unwrap(), item.parse().unwrap())
}

fn expanded(trailers: usize, wheels: usize) -> TokenStream {
    let (arguments, item) = train(trailers, wheels);
    let generated = nhi_symbolic::generate(arguments, item);
    let generated = generated.expect("a model within the budget");
    generated.items.into_token_stream()
}

#[test]
fn forty_coordinates_with_thirty_constraints_become_well_formed_code() {
    let items = expanded(28, 8);
    let file: syn::File = syn::parse2(items).unwrap();
    let fields_of = |name: &str| {
        let mut structs = file.items.iter().filter_map(|item| match item {
            syn::Item::Struct(item) if item.ident == name => Some(item.fields.len()),
            _ => None,
        });
        structs.next()
    };
    assert_eq!(fields_of("TrainCoordinates"), Some(40));
    assert_eq!(fields_of("TrainMultipliers"), Some(30));
    well_formed::assert_well_formed(&file);
}

/// By this variable the second process knows that it is one.
const PRINT: &str = "NHI_PRINT_EXPANSION";
const MARK: &str = "== expansion ==";

#[test]
fn the_second_process_prints_its_expansion() {
    if std::env::var_os(PRINT).is_some() {
        println!("{MARK}{}{MARK}", expanded(10, 2));
    }
}

#[test]
fn two_processes_expand_a_model_to_the_same_bytes() {
    let output = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "the_second_process_prints_its_expansion",
            "--nocapture",
        ])
        .env(PRINT, "1")
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let theirs = printed
        .split(MARK)
        .nth(1)
        .expect("the second process prints an expansion");
    let ours = expanded(10, 2).to_string();
    assert!(ours.len() > 10_000);
    assert!(ours == theirs, "the expansions differ");
}

#[test]
fn a_train_with_eight_trailers_follows_its_tractor() {
    let train = TractorTrailers8 {
        m: 3.0,
        j: 0.2,
        l: 1.0,
        j_trailer: 0.5,
    };
    let stepper = train.gni(0.01).unwrap();
    let mut v = [0.0; 12];
    v[0] = 1.0;
    let controls = |t: f64| TractorTrailers8Controls {
        drive: 0.1,
        steer: 0.02 * t.sin(),
    };
    let state = stepper
        .start(0.0, [0.0; 12].into(), v.into(), &controls)
        .unwrap();
    let mut last = state;
    for state in Trajectory::new(&stepper, state, &controls).take(200) {
        last = state.unwrap();
        let sample = stepper.sample(&last).unwrap();
        let residual = train.constraint_residual(&sample.q, &sample.v);
        assert!(residual.amax() < 1e-12, "{residual}");
    }
    assert!(last.q.x > 1.9, "{:?}", last.q);
    let headings = [last.q.theta0, last.q.theta1, last.q.theta2, last.q.theta8].map(f64::abs);
    assert!(
        headings.is_sorted_by(|front, rear| front > rear),
        "a train turns from the front: {headings:?}"
    );
    assert!(headings[0] > 1e-3);
}
