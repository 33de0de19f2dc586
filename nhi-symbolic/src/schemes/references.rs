//! The bibliography: where the integrators are from.

/// A publication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The key of its BibTeX entry.
    pub key: &'static str,
    /// The authors, given names first.
    pub authors: &'static [&'static str],
    /// The title.
    pub title: &'static str,
    /// Where it appeared: journal, book or series, with volume and pages.
    pub venue: &'static str,
    /// The year of publication.
    pub year: u16,
    /// How to find it.
    pub locator: Locator,
}

/// A persistent name of a publication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locator {
    /// A digital object identifier.
    Doi(&'static str),
    /// An identifier of arXiv.
    Arxiv(&'static str),
    /// None: the text is not published under such a name.
    None,
}

/// Geometric integrators with nodal reflection, and the reduced method.
pub(super) const SIMULATING_NONHOLONOMIC: Reference = Reference {
    key: "kobilarov2010simulating",
    authors: &[
        "Marin Kobilarov",
        "David Martín de Diego",
        "Sebastián Ferraro",
    ],
    title: "Simulating nonholonomic dynamics",
    venue: "Boletín de la Sociedad Española de Matemática Aplicada 50, 61-81",
    year: 2010,
    locator: Locator::None,
};

/// GNI in its first form.
pub(super) const MOMENTUM_AND_ENERGY: Reference = Reference {
    key: "ferraro2008momentum",
    authors: &[
        "Sebastián Ferraro",
        "David Iglesias",
        "David Martín de Diego",
    ],
    title: "Momentum and energy preserving integrators for nonholonomic dynamics",
    venue: "Nonlinearity 21 (8), 1911-1928",
    year: 2008,
    locator: Locator::Doi("10.1088/0951-7715/21/8/009"),
};
