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

/// Runge-Kutta methods and their order conditions.
pub(super) const SOLVING_ODES: Reference = Reference {
    key: "hairer1993solving",
    authors: &["Ernst Hairer", "Syvert Paul Nørsett", "Gerhard Wanner"],
    title: "Solving Ordinary Differential Equations I: Nonstiff Problems",
    venue: "Springer Series in Computational Mathematics 8, second edition",
    year: 1993,
    locator: Locator::Doi("10.1007/978-3-540-78862-1"),
};

/// Collocation methods, symmetry and symplecticity.
pub(super) const GEOMETRIC_INTEGRATION: Reference = Reference {
    key: "hairer2006geometric",
    authors: &["Ernst Hairer", "Christian Lubich", "Gerhard Wanner"],
    title: "Geometric Numerical Integration: Structure-Preserving Algorithms for Ordinary \
            Differential Equations",
    venue: "Springer Series in Computational Mathematics 31, second edition",
    year: 2006,
    locator: Locator::Doi("10.1007/3-540-30666-8"),
};

/// Attraction to constraints and integrals of nonholonomic systems.
pub(super) const FEEDBACK_INTEGRATORS: Reference = Reference {
    key: "chang2019feedback",
    authors: &["Dong Eui Chang", "Matthew Perlmutter"],
    title: "Feedback integrators for nonholonomic mechanical systems",
    venue: "Journal of Nonlinear Science 29, 1165-1204",
    year: 2019,
    locator: Locator::Doi("10.1007/s00332-018-9514-7"),
};

/// The discrete rigid body.
pub(super) const DISCRETE_RIGID_BODY: Reference = Reference {
    key: "moser1991discrete",
    authors: &["Jürgen Moser", "Alexander P. Veselov"],
    title: "Discrete versions of some classical integrable systems and factorization of matrix \
            polynomials",
    venue: "Communications in Mathematical Physics 139 (2), 217-243",
    year: 1991,
    locator: Locator::Doi("10.1007/BF02352494"),
};

/// Symplectic integrators of vakonomic systems.
pub(super) const INDEX_ONE_CONSTRAINTS: Reference = Reference {
    key: "mclachlan2013symplectic",
    authors: &[
        "Robert I. McLachlan",
        "Klas Modin",
        "Olivier Verdier",
        "Matt Wilkins",
    ],
    title: "Symplectic integrators for index 1 constraints",
    venue: "SIAM Journal on Scientific Computing 35 (5), A2150-A2162",
    year: 2013,
    locator: Locator::Doi("10.1137/120885085"),
};
