//! The phase in which a motion goes on, if forces or impulses decide on it.

use super::ContactSet;
use crate::Real;

/// The maximum number of phases that are tried.
pub(super) const MOST_TRIALS: usize = 64;

/// Returns the set of open contacts with which a motion goes on: no closed contact pulls, and each
/// contact that opened would pull if it were closed.
///
/// The contacts `kept` remain open. The search goes from the set `begun`, and from one set to the
/// next by the first contact that violates a condition, which finds the only solution (Murty,
/// *Note on a Bard-type scheme for solving the complementarity problem*, 1974). Without friction,
/// the gap of an open contact accelerates inwards if and only if its force presses in the phase in
/// which it is closed too. `vanished` is the contact of `begun` whose force vanished, if the motion
/// goes on after an opening; the others of `begun` are then `kept`. `forces_in` returns the forces
/// of the closed contacts of a phase. Returns `None` if the search does not end.
///
/// # Errors
/// `forces_in` fails for a phase on the way, except for one that closes a contact again.
pub fn settle<T: Real, E, F: Fn(usize) -> T>(
    contacts: usize,
    kept: ContactSet,
    begun: ContactSet,
    vanished: Option<usize>,
    mut forces_in: impl FnMut(ContactSet) -> Result<F, E>,
) -> Result<Option<ContactSet>, E> {
    // A contact that changed fulfils its condition.
    let (mut open, mut known) = (begun, vanished);
    for _ in 0..MOST_TRIALS {
        let forces = forces_in(open)?;
        let mut others =
            (0..contacts).filter(|&contact| Some(contact) != known && !kept.contains(contact));
        let violating = others.find(|&contact| match open.contains(contact) {
            false => forces(contact) < T::zero(),
            // A contact that cannot be closed does not press.
            true => forces_in(open.without(contact)).is_ok_and(|of| of(contact) > T::zero()),
        });
        match violating {
            Some(contact) if open.contains(contact) => open = open.without(contact),
            Some(contact) => open = open.with(contact),
            // Rounding errors do not close it again.
            None if vanished.is_some() && open == kept => return Ok(Some(begun)),
            None => return Ok(Some(open)),
        }
        known = violating;
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rigid beam on two supports at `-1` and `1`, pushed up at `d` from its centre. The forces
    /// of closed supports make the accelerations of their gaps vanish.
    fn forces_of_a_beam(open: ContactSet, supports: [f64; 2], d: f64) -> [f64; 2] {
        let (m, j, g, lift) = (1.0, 0.1, 10.0, 12.0);
        let free = supports.map(|s| -g + lift / m + s * d * lift / j);
        let w = |a: f64, b: f64| 1.0 / m + a * b / j;
        let [a, b] = supports;
        match (open.contains(0), open.contains(1)) {
            (true, true) => [0.0, 0.0],
            (false, true) => [-free[0] / w(a, a), 0.0],
            (true, false) => [0.0, -free[1] / w(b, b)],
            (false, false) => {
                let det = w(a, a) * w(b, b) - w(a, b) * w(a, b);
                [
                    -(w(b, b) * free[0] - w(a, b) * free[1]) / det,
                    -(w(a, a) * free[1] - w(a, b) * free[0]) / det,
                ]
            }
        }
    }

    /// Both supports would pull in the phase with both closed, but only one of them opens.
    #[test]
    fn the_phase_does_not_depend_on_the_order_of_contacts() {
        for supports in [[-1.0, 1.0], [1.0, -1.0]] {
            let forces =
                |open| Ok::<_, ()>(move |i: usize| forces_of_a_beam(open, supports, 0.1)[i]);
            let closed = ContactSet::NONE;
            let both = forces_of_a_beam(closed, supports, 0.1);
            assert!(both.iter().all(|&force| force < 0.0), "{both:?}");
            let right = supports.iter().position(|&s| s > 0.0).unwrap();
            let settled = settle(2, closed, closed, None, forces).unwrap();
            assert_eq!(settled, Some(closed.with(right)), "{supports:?}");
            // The same if the other support is believed to open first.
            let begun = closed.with(1 - right);
            let settled = settle(2, closed, begun, Some(1 - right), forces).unwrap();
            assert_eq!(settled, Some(closed.with(right)), "{supports:?}");
            let pressed = forces_of_a_beam(closed.with(right), supports, 0.1);
            assert!(
                (pressed[1 - right] - 10.0 / 11.0).abs() < 1e-14,
                "{pressed:?}"
            );
        }
    }

    /// Such forces do not belong to a mechanical system without friction.
    #[test]
    fn a_search_without_end_is_given_up() {
        let forces = |open: ContactSet| {
            let pressing = [open.contains(1), !open.contains(0)];
            let forces = pressing.map(|presses| if presses { 1.0 } else { -1.0 });
            Ok::<_, ()>(move |contact: usize| forces[contact])
        };
        let closed = ContactSet::NONE;
        assert_eq!(settle(2, closed, closed, None, forces), Ok(None));
    }
}
