//! The bibliography: the sources of the integrators.

use core::fmt;

/// A publication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The key of its BibTeX entry.
    pub key: &'static str,
    /// The authors, given names first.
    pub authors: &'static [&'static str],
    /// The title.
    pub title: &'static str,
    /// The venue.
    pub venue: Venue,
    /// The year of publication.
    pub year: u16,
    /// The persistent identifier.
    pub locator: Locator,
}

impl Reference {
    /// Returns the entry of a BibTeX file.
    #[must_use]
    pub fn bibtex(&self) -> String {
        let mut fields = vec![
            ("author", self.authors.join(" and ")),
            ("title", format!("{{{}}}", self.title)),
            ("year", self.year.to_string()),
        ];
        let venue = self.venue.fields().into_iter();
        fields.extend(venue.map(|(name, value)| (name, value.to_owned())));
        match self.locator {
            Locator::Doi(doi) => fields.push(("doi", doi.to_owned())),
            Locator::Arxiv(number) => {
                fields.push(("eprint", number.to_owned()));
                fields.push(("archiveprefix", "arXiv".to_owned()));
            }
            Locator::None => {}
        }
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, value)| format!("  {name} = {{{value}}}"))
            .collect();
        let kind = self.venue.kind();
        format!("@{kind}{{{},\n{}\n}}\n", self.key, fields.join(",\n"))
    }
}

/// Formats the reference as in a list of references.
impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let authors = self.authors.join(", ");
        let (title, venue, year) = (self.title, &self.venue, self.year);
        write!(f, "{authors}: {title}. {venue}, {year}{}", self.locator)
    }
}

/// Formats the locator as the suffix of a reference: `, doi:10.1137/1025002`.
impl fmt::Display for Locator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Doi(doi) => write!(f, ", doi:{doi}"),
            Self::Arxiv(number) => write!(f, ", arXiv:{number}"),
            Self::None => Ok(()),
        }
    }
}

/// A persistent identifier of a publication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locator {
    /// A digital object identifier.
    Doi(&'static str),
    /// An arXiv identifier.
    Arxiv(&'static str),
    /// No identifier: the text is not published under one.
    None,
}

/// The venue of a publication. Text that is not known is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Venue {
    /// A journal.
    Journal {
        /// The name of the journal.
        name: &'static str,
        /// The volume.
        volume: &'static str,
        /// The issue of the volume.
        number: &'static str,
        /// The first and the last page.
        pages: &'static str,
    },
    /// A book in a series.
    Book {
        /// The series.
        series: &'static str,
        /// The volume of the series.
        volume: &'static str,
        /// The edition, as an ordinal number in words.
        edition: &'static str,
    },
    /// A doctoral thesis.
    Thesis {
        /// The university.
        school: &'static str,
    },
    /// A report.
    Report {
        /// The institution that published it.
        institution: &'static str,
    },
}

impl Venue {
    /// Returns the kind of BibTeX entry.
    fn kind(&self) -> &'static str {
        match self {
            Self::Journal { .. } => "article",
            Self::Book { .. } => "book",
            Self::Thesis { .. } => "phdthesis",
            Self::Report { .. } => "techreport",
        }
    }

    /// Returns the known fields of the BibTeX entry.
    #[must_use]
    pub fn fields(&self) -> Vec<(&'static str, &'static str)> {
        let fields = match *self {
            Self::Journal {
                name,
                volume,
                number,
                pages,
            } => vec![
                ("journal", name),
                ("volume", volume),
                ("number", number),
                ("pages", pages),
            ],
            Self::Book {
                series,
                volume,
                edition,
            } => vec![
                ("series", series),
                ("volume", volume),
                ("edition", edition),
                ("publisher", "Springer"),
            ],
            Self::Thesis { school } => vec![("school", school)],
            Self::Report { institution } => vec![("institution", institution)],
        };
        let known = fields.into_iter().filter(|(_, value)| !value.is_empty());
        known.collect()
    }
}

/// Formats the venue as in a list of references: `Nonlinearity 21 (8), 1911-1928`.
impl fmt::Display for Venue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Journal {
                name,
                volume,
                number,
                pages,
            } => {
                f.write_str(name)?;
                for (before, part, after) in
                    [(" ", volume, ""), (" (", number, ")"), (", ", pages, "")]
                {
                    if !part.is_empty() {
                        write!(f, "{before}{part}{after}")?;
                    }
                }
                Ok(())
            }
            Self::Book {
                series,
                volume,
                edition,
            } => write!(f, "{series} {volume}, {edition} edition"),
            Self::Thesis { school } => write!(f, "PhD thesis, {school}"),
            Self::Report { institution } => f.write_str(institution),
        }
    }
}

const fn journal(
    name: &'static str,
    volume: &'static str,
    number: &'static str,
    pages: &'static str,
) -> Venue {
    Venue::Journal {
        name,
        volume,
        number,
        pages,
    }
}

const fn springer_series(volume: &'static str) -> Venue {
    Venue::Book {
        series: "Springer Series in Computational Mathematics",
        volume,
        edition: "second",
    }
}

/// Geometric integrators with nodal reflection, and the reduced method.
pub const SIMULATING_NONHOLONOMIC: Reference = Reference {
    key: "kobilarov2010simulating",
    authors: &[
        "Marin Kobilarov",
        "David Martín de Diego",
        "Sebastián Ferraro",
    ],
    title: "Simulating nonholonomic dynamics",
    venue: journal(
        "Boletín de la Sociedad Española de Matemática Aplicada",
        "50",
        "",
        "61-81",
    ),
    year: 2010,
    locator: Locator::Doi("10.1007/BF03322542"),
};

/// The first form of GNI.
pub(crate) const MOMENTUM_AND_ENERGY: Reference = Reference {
    key: "ferraro2008momentum",
    authors: &[
        "Sebastián Ferraro",
        "David Iglesias",
        "David Martín de Diego",
    ],
    title: "Momentum and energy preserving integrators for nonholonomic dynamics",
    venue: journal("Nonlinearity", "21", "8", "1911-1928"),
    year: 2008,
    locator: Locator::Doi("10.1088/0951-7715/21/8/009"),
};

/// Runge-Kutta methods and their order conditions.
pub(crate) const SOLVING_ODES: Reference = Reference {
    key: "hairer1993solving",
    authors: &["Ernst Hairer", "Syvert Paul Nørsett", "Gerhard Wanner"],
    title: "Solving Ordinary Differential Equations I: Nonstiff Problems",
    venue: springer_series("8"),
    year: 1993,
    locator: Locator::Doi("10.1007/978-3-540-78862-1"),
};

/// Taylor's method, its order and its step size.
pub(crate) const TAYLOR_METHODS: Reference = Reference {
    key: "jorba2005software",
    authors: &["Àngel Jorba", "Maorong Zou"],
    title: "A software package for the numerical integration of ODEs by means of high-order Taylor \
            methods",
    venue: journal("Experimental Mathematics", "14", "1", "99-117"),
    year: 2005,
    locator: Locator::Doi("10.1080/10586458.2005.10128904"),
};

/// Collocation methods, symmetry and symplecticity.
pub(crate) const GEOMETRIC_INTEGRATION: Reference = Reference {
    key: "hairer2006geometric",
    authors: &["Ernst Hairer", "Christian Lubich", "Gerhard Wanner"],
    title: "Geometric Numerical Integration: Structure-Preserving Algorithms for Ordinary \
            Differential Equations",
    venue: springer_series("31"),
    year: 2006,
    locator: Locator::Doi("10.1007/3-540-30666-8"),
};

/// The composition of five substeps to order four.
pub(crate) const FRACTAL_DECOMPOSITION: Reference = Reference {
    key: "suzuki1990fractal",
    authors: &["Masuo Suzuki"],
    title: "Fractal decomposition of exponential operators with applications to many-body \
            theories and Monte Carlo simulations",
    venue: journal("Physics Letters A", "146", "6", "319-323"),
    year: 1990,
    locator: Locator::Doi("10.1016/0375-9601(90)90962-N"),
};

/// Compositions of symmetric methods to any even order.
pub(crate) const HIGHER_ORDER_SYMPLECTIC: Reference = Reference {
    key: "yoshida1990construction",
    authors: &["Haruo Yoshida"],
    title: "Construction of higher order symplectic integrators",
    venue: journal("Physics Letters A", "150", "5-7", "262-268"),
    year: 1990,
    locator: Locator::Doi("10.1016/0375-9601(90)90092-3"),
};

/// Compositions of few substeps to orders six and eight.
pub(crate) const COMPOSITION_CONSTANTS: Reference = Reference {
    key: "kahan1997composition",
    authors: &["William Kahan", "Ren-Cang Li"],
    title: "Composition constants for raising the orders of unconventional schemes for ordinary \
            differential equations",
    venue: journal("Mathematics of Computation", "66", "219", "1089-1099"),
    year: 1997,
    locator: Locator::Doi("10.1090/S0025-5718-97-00873-9"),
};

/// Attraction to constraints and integrals of nonholonomic systems.
pub(crate) const FEEDBACK_INTEGRATORS: Reference = Reference {
    key: "chang2019feedback",
    authors: &["Dong Eui Chang", "Matthew Perlmutter"],
    title: "Feedback integrators for nonholonomic mechanical systems",
    venue: journal("Journal of Nonlinear Science", "29", "", "1165-1204"),
    year: 2019,
    locator: Locator::Arxiv("1811.03757"),
};

/// The discrete rigid body.
pub(crate) const DISCRETE_RIGID_BODY: Reference = Reference {
    key: "moser1991discrete",
    authors: &["Jürgen Moser", "Alexander P. Veselov"],
    title: "Discrete versions of some classical integrable systems and factorization of matrix \
            polynomials",
    venue: journal(
        "Communications in Mathematical Physics",
        "139",
        "2",
        "217-243",
    ),
    year: 1991,
    locator: Locator::Doi("10.1007/BF02352494"),
};

/// DLA.
pub(crate) const NON_HOLONOMIC_INTEGRATORS: Reference = Reference {
    key: "cortes2001nonholonomic",
    authors: &["Jorge Cortés", "Sonia Martínez"],
    title: "Non-holonomic integrators",
    venue: journal("Nonlinearity", "14", "5", "1365-1392"),
    year: 2001,
    locator: Locator::Doi("10.1088/0951-7715/14/5/322"),
};

/// DAP.
pub(crate) const GEOMETRIC_DISCRETIZATION: Reference = Reference {
    key: "kobilarov2010geometric",
    authors: &[
        "Marin Kobilarov",
        "Jerrold E. Marsden",
        "Gaurav S. Sukhatme",
    ],
    title: "Geometric discretization of nonholonomic systems with symmetries",
    venue: journal(
        "Discrete and Continuous Dynamical Systems, Series S",
        "3",
        "1",
        "61-84",
    ),
    year: 2010,
    locator: Locator::Doi("10.3934/dcdss.2010.3.61"),
};

/// Discrete mechanics of vehicles on Lie groups.
pub(crate) const DISCRETE_MOTION_CONTROL: Reference = Reference {
    key: "kobilarov2008discrete",
    authors: &["Marin Kobilarov"],
    title: "Discrete geometric motion control of autonomous vehicles",
    venue: Venue::Thesis {
        school: "University of Southern California",
    },
    year: 2008,
    locator: Locator::None,
};

/// MLA.
pub(crate) const EXACT_DISCRETE_MECHANICS: Reference = Reference {
    key: "anahory2022exact",
    authors: &[
        "Alexandre Anahory Simoes",
        "Juan Carlos Marrero",
        "David Martín de Diego",
    ],
    title: "Exact discrete Lagrangian mechanics for nonholonomic mechanics",
    venue: journal("Numerische Mathematik", "151", "1", "49-98"),
    year: 2022,
    locator: Locator::Doi("10.1007/s00211-022-01283-2"),
};

/// Partitioned Lobatto methods with nodal closure, and their order.
pub(crate) const LOBATTO_TYPE: Reference = Reference {
    key: "sato2022convergence",
    authors: &["Rodrigo T. Sato Martín de Almagro"],
    title: "Convergence of Lobatto-type Runge-Kutta methods for partitioned \
            differential-algebraic systems of index 2",
    venue: journal("BIT Numerical Mathematics", "62", "", "45-67"),
    year: 2022,
    locator: Locator::Doi("10.1007/s10543-021-00871-2"),
};

/// Partitioned Lobatto methods for nonholonomic systems.
pub(crate) const SPARK: Reference = Reference {
    key: "jay2009lagrange",
    authors: &["Laurent O. Jay"],
    title: "Lagrange-d'Alembert SPARK integrators for nonholonomic Lagrangian systems",
    venue: Venue::Report {
        institution: "University of Iowa",
    },
    year: 2009,
    locator: Locator::None,
};

/// Lobatto methods under position constraints.
pub(crate) const ADDITIVE_LOBATTO: Reference = Reference {
    key: "jay1998structure",
    authors: &["Laurent O. Jay"],
    title: "Structure preservation for constrained dynamics with super partitioned additive Runge-Kutta methods",
    venue: journal("SIAM Journal on Scientific Computing", "20", "2", "416-446"),
    year: 1998,
    locator: Locator::Doi("10.1137/S1064827595293223"),
};

/// Conservative integration under position constraints.
pub(crate) const CONSERVATIVE_INTEGRATION: Reference = Reference {
    key: "gonzalez1999mechanical",
    authors: &["Oscar Gonzalez"],
    title: "Mechanical systems subject to holonomic constraints: differential-algebraic formulations and conservative integration",
    venue: journal("Physica D: Nonlinear Phenomena", "132", "1-2", "165-174"),
    year: 1999,
    locator: Locator::Doi("10.1016/S0167-2789(99)00054-8"),
};

/// Discrete gradients.
pub(crate) const DISCRETE_GRADIENTS: Reference = Reference {
    key: "mclachlan1999geometric",
    authors: &[
        "Robert I. McLachlan",
        "G. R. W. Quispel",
        "Nicolas Robidoux",
    ],
    title: "Geometric integration using discrete gradients",
    venue: journal(
        "Philosophical Transactions of the Royal Society A",
        "357",
        "",
        "1021-1045",
    ),
    year: 1999,
    locator: Locator::Doi("10.1098/rsta.1999.0363"),
};

/// The mean-value discrete gradient.
pub(crate) const UPSTREAM_DIFFERENCING: Reference = Reference {
    key: "harten1983upstream",
    authors: &["Amiram Harten", "Peter D. Lax", "Bram van Leer"],
    title: "On upstream differencing and Godunov-type schemes for hyperbolic conservation laws",
    venue: journal("SIAM Review", "25", "1", "35-61"),
    year: 1983,
    locator: Locator::Doi("10.1137/1025002"),
};

/// SHAKE and RATTLE for nonholonomic constraints.
pub(crate) const SHAKE_AND_RATTLE: Reference = Reference {
    key: "ferraro2009shake",
    authors: &[
        "Sebastián Ferraro",
        "David Iglesias",
        "David Martín de Diego",
    ],
    title: "Numerical and geometric aspects of the nonholonomic SHAKE and RATTLE methods",
    venue: journal(
        "Discrete and Continuous Dynamical Systems, Supplement 2009",
        "",
        "",
        "220-229",
    ),
    year: 2009,
    locator: Locator::Doi("10.3934/proc.2009.2009.220"),
};

/// GNI with affine constraints.
pub(crate) const NEW_DEVELOPMENTS: Reference = Reference {
    key: "ferraro2015new",
    authors: &[
        "Sebastián Ferraro",
        "Fernando Jiménez",
        "David Martín de Diego",
    ],
    title: "New developments on the geometric nonholonomic integrator",
    venue: journal("Nonlinearity", "28", "", "871-900"),
    year: 2015,
    locator: Locator::Arxiv("1312.1587"),
};

/// Symplectic integrators of vakonomic systems.
pub(crate) const INDEX_ONE_CONSTRAINTS: Reference = Reference {
    key: "mclachlan2013symplectic",
    authors: &[
        "Robert I. McLachlan",
        "Klas Modin",
        "Olivier Verdier",
        "Matt Wilkins",
    ],
    title: "Symplectic integrators for index 1 constraints",
    venue: journal(
        "SIAM Journal on Scientific Computing",
        "35",
        "5",
        "A2150-A2162",
    ),
    year: 2013,
    locator: Locator::Doi("10.1137/120885085"),
};
