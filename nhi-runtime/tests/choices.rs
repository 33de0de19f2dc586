//! Integrators that are chosen by name.

use nhi_runtime::UnknownIntegrator;

#[test]
fn a_name_has_its_place_in_the_list() {
    let known = &["Mla", "Dla", "Gauss"];
    for (place, name) in known.iter().enumerate() {
        assert_eq!(UnknownIntegrator::place(known, name), Ok(place));
    }
    for unknown in ["", "mla", "Gauss ", "Rk"] {
        assert!(
            UnknownIntegrator::place(known, unknown).is_err(),
            "{unknown}"
        );
    }
}

#[test]
fn a_name_that_is_none_is_told_those_that_are() {
    let known = &["Mla", "Dla", "Gauss"];
    let refused = UnknownIntegrator::place(known, "Rk").unwrap_err();
    assert_eq!(refused.known, known);
    assert!(refused.to_string().ends_with("one of Mla, Dla, Gauss"));
}
