//! Contacts that pull.

use nhi_runtime::{Concern, ContactSign, NewtonReport, Signs, Watch};

#[test]
fn the_first_contact_that_pulls_is_found_with_its_name() {
    let mut watch = Watch::default();
    for (step, loads) in (0_u32..).zip([[2.0, 1.0], [1.0, 1.5], [-0.5, 1.0], [-0.7, -3.0]]) {
        let signs = Signs {
            kinetic: 1.0,
            contact: Signs::contact(&loads),
            ..Signs::default()
        };
        watch.look(
            step.into(),
            f64::from(step),
            &signs,
            &NewtonReport::default(),
        );
    }
    let finding = *watch.findings().next().unwrap();
    assert_eq!(finding.concern, Concern::Contact);
    assert_eq!((finding.since, finding.contact), (2.0, Some(0)));
    assert_eq!((finding.level, finding.worst), (0.25, 1.0));
    let said = finding.describe("Mla").with_contacts(&["left", "right"]);
    assert!(
        said.to_string()
            .starts_with("the contact `left` pulls since t = 2"),
        "{said}"
    );
    assert!(
        finding
            .describe("Mla")
            .to_string()
            .contains("contact number 1")
    );
}

#[test]
fn a_contact_that_bears_nothing_but_round_off_is_quiet() {
    assert_eq!(Signs::<f64>::contact(&[]), None);
    let round_off = Signs::contact(&[1e-18, -1e-17]);
    let expected = ContactSign {
        place: 1,
        pull: 1e-17,
        load: 1e-17,
    };
    assert_eq!(round_off, Some(expected));
    let mut watch = Watch::default();
    let signs = Signs {
        kinetic: 1.0,
        contact: round_off,
        ..Signs::default()
    };
    watch.look(0, 0.0, &signs, &NewtonReport::default());
    assert!(watch.is_quiet());
}
