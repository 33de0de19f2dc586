use core::fmt;

use super::Concern;
use super::figures::{Angle, Extreme, First, Moment, Percent};
use crate::{Real, math};

/// A sign that exceeded its limit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Finding<T> {
    /// The kind of problem.
    pub concern: Concern,
    /// The time of the first state beyond the limit.
    pub since: T,
    /// The level at that state, relative to the largest scale so far.
    pub level: T,
    /// The limit.
    pub limit: T,
    /// The worst level so far: the highest one, or the smallest if the level is a distance.
    pub worst: T,
    /// The number of the contact, in the order of the model, if the finding is about one.
    #[cfg_attr(feature = "serde", serde(default))]
    pub contact: Option<usize>,
    /// True if the method chooses its steps by a tolerance.
    #[cfg_attr(feature = "serde", serde(default))]
    pub adaptive: bool,
}

/// A finding as a sentence: the time, the level and a remedy.
#[derive(Clone, Copy, Debug)]
pub struct Described<'a, T> {
    finding: &'a Finding<T>,
    integrator: &'a str,
    contacts: &'a [&'a str],
}

impl<T: Real> Finding<T> {
    /// Returns the finding as a sentence about a run of the given integrator.
    ///
    /// ```
    /// use nhi_runtime::{Concern, Watch};
    ///
    /// let mut watch = Watch::default();
    /// watch.weigh(2.5, Concern::Turn, 1.25);
    /// let finding = watch.findings().next().unwrap();
    /// assert_eq!(
    ///     finding.describe("Mla").to_string(),
    ///     "an angle turns by 1.25 rad in a step since t = 2.5 (1.25 rad at most): the step of \
    ///      `Mla` is too long for this motion; take a shorter one",
    /// );
    /// ```
    #[must_use]
    pub fn describe<'a>(&'a self, integrator: &'a str) -> Described<'a, T> {
        Described {
            finding: self,
            integrator,
            contacts: &[],
        }
    }
}

impl<'a, T> Described<'a, T> {
    /// Returns the same sentence with the names of the contacts, in the order of the model.
    #[must_use]
    pub fn with_contacts(self, contacts: &'a [&'a str]) -> Self {
        Self { contacts, ..self }
    }

    /// Returns the contact that the finding is about.
    fn contact(&self) -> Contact<'a> {
        let number = self.finding.contact.unwrap_or_default();
        match self.contacts.get(number) {
            Some(name) => Contact::Named(name),
            None => Contact::Numbered(number + 1),
        }
    }
}

/// The name of a contact in a sentence.
enum Contact<'a> {
    Named(&'a str),
    Numbered(usize),
}

impl fmt::Display for Contact<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(name) => write!(f, "`{name}`"),
            Self::Numbered(number) => write!(f, "number {number}"),
        }
    }
}

impl<T: fmt::Display + Real> fmt::Display for Described<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            finding,
            integrator,
            ..
        } = self;
        let t = Moment(finding.since);
        let [level, worst] = [finding.level, finding.worst];
        if !math::is_finite(level) {
            let what = finding.concern.in_words();
            return write!(
                f,
                "{what} is not a number since t = {t}: the numbers of the run overflow; the step of `{integrator}` is \
                 too long for this motion, or the motion leaves all bounds; take a shorter one"
            );
        }
        let part = First::of(finding);
        let most = Extreme::of(worst, Percent(worst), "at most");
        let remedy = match finding.adaptive {
            true => "a smaller tolerance",
            false => "a shorter step",
        };
        match finding.concern {
            Concern::ParasiticMode => write!(
                f,
                "the parasitic mode of `{integrator}` is at {part} of the speed since t = {t} ({most}): do not \
                 trust what follows; `Mla`, `Dla` and `Lobatto` have none"
            ),
            Concern::Energy => write!(
                f,
                "the energy, which this motion keeps, is off by {part} of the largest kinetic energy since \
                 t = {t} ({most}): do not trust what follows; take {remedy}, or another integrator than \
                 `{integrator}`"
            ),
            Concern::EnergyBalance => write!(
                f,
                "the energy balance is off since t = {t} ({}): the energy changes by more or less than the work \
                 of forces and controls; take a shorter step, or another integrator than `{integrator}`",
                Extreme::of(
                    worst,
                    Percent(worst),
                    "of the largest kinetic energy at most"
                )
            ),
            Concern::Constraint => write!(
                f,
                "a constraint is violated by {part} since t = {t} ({most}): take {remedy}, or an \
                 integrator that keeps constraints, which `{integrator}` does not"
            ),
            Concern::Speed => write!(
                f,
                "the speed changes by {part} of its largest value in a step since t = {t} ({most}): the step of \
                 `{integrator}` is too long for this motion, or Newton's method found a solution other than \
                 the one that continues it; take a shorter one"
            ),
            Concern::Turn => write!(
                f,
                "an angle turns by {} in a step since t = {t} ({}): the step of `{integrator}` is too long for this \
                 motion; take a shorter one",
                Angle(level),
                Extreme::of(worst, Angle(worst), "at most")
            ),
            Concern::Pole => write!(
                f,
                "an angle is {level:.3} rad from a pole of its chart since t = {t} ({}): the mass matrix is \
                 singular there, so angles turn ever faster and digits are lost; take {remedy} of \
                 `{integrator}`, or a group (`groups(body: SO3(...))`), which has no pole",
                Extreme::of(worst, format_args!("{worst:.3} rad"), "at least")
            ),
            Concern::Pivot => write!(
                f,
                "a pivot of the mass matrix or of `A M^-1 A^T` changes by {part} of itself in a step since \
                 t = {t} ({most}): the motion comes near a configuration where the matrix is singular, and the \
                 step of `{integrator}` is too long for that; take a shorter one, or coordinates and one-forms \
                 that stay independent there"
            ),
            Concern::Newton => write!(
                f,
                "Newton's method takes {level} iterations for a step of `{integrator}` since t = {t} \
                 ({}): the step is too long, or the equations are nearly singular; take a \
                 shorter one",
                Extreme::of(worst, worst, "at most")
            ),
            Concern::HeldControl => write!(
                f,
                "a held control changes by {part} of its largest value in a step since t = {t} ({most}): a step \
                 of `{integrator}` reads what the control depends on at its beginning; take a shorter one"
            ),
            Concern::Alternation => write!(
                f,
                "alternation: a velocity goes up and down in every step, by {part} of its largest value since \
                 t = {t} ({most}): the step of `{integrator}` is too long for a force that changes fast, such as \
                 stiff damping; take a shorter one"
            ),
            Concern::UnresolvedControl => write!(
                f,
                "unresolved control: between the moments at which `{integrator}` reads them, {part} of the effect of \
                 controls or forces of the time is missed since t = {t} ({most}): take a shorter step"
            ),
            Concern::Contact => write!(
                f,
                "the contact {} pulls since t = {t} ({}): `{integrator}` keeps the constraint all the same, but a \
                 real contact opens; do not trust what follows",
                self.contact(),
                Extreme::of(worst, Percent(worst), "of the largest load at most"),
            ),
        }
    }
}
