//! The arguments of `nhi plot` and `nhi animate`.

use std::path::PathBuf;

use clap::Args;

/// Plot tables of `nhi run`, or a folder of `nhi sweep`
///
/// Without `--columns`: paths, other coordinates, controls, outputs, energy, constraint residuals
/// and multipliers. Several tables are drawn into the same panels. Of a sweep: a histogram of each
/// column, or cells over two grids; with `--x` dots over that column; and for lists over time the
/// median and nine tenths of the members.
#[derive(Args, Debug)]
pub(crate) struct PlotArguments {
    /// The tables: CSV, or .npy and .parquet; `-` for CSV on standard input; or one sweep
    #[arg(required = true, value_name = "TABLE")]
    pub(crate) tables: Vec<PathBuf>,
    /// The picture to write: .svg, .png or .pdf
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Draw over this column instead of time; without --columns, draw its velocity
    #[arg(long, value_name = "COLUMN")]
    pub(crate) x: Option<String>,
    /// Draw the usual panels whose titles contain these names: "energy,residuals"
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', conflicts_with_all = ["columns", "x"])]
    pub(crate) panels: Vec<String>,
    /// Give values logarithmic axes
    #[arg(long)]
    pub(crate) log: bool,
    /// Name the tables in legends [default: the file names]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',')]
    pub(crate) labels: Vec<String>,
    #[command(flatten)]
    pub(crate) showing: Showing,
}

impl PlotArguments {
    /// Returns the options as the study takes them.
    pub(crate) fn as_written(&self) -> nhi_study::plots::Showing {
        nhi_study::plots::Showing {
            x: self.x.clone(),
            panels: self.panels.clone(),
            is_logarithmic: self.log,
            labels: self.labels.clone(),
            ..self.showing.as_written()
        }
    }
}

/// How runs are shown.
#[derive(Args, Clone, Debug)]
pub(crate) struct Showing {
    /// Draw these columns, each in its own panel: "pitch,u_left"
    #[arg(long, value_name = "A,B,...", value_delimiter = ',')]
    pub(crate) columns: Vec<String>,
    /// The scenario of the run, for units and sketch [default: the one that the table names]
    ///
    /// Parameters of the table take precedence over those of the scenario. For a table without a
    /// record of its origin, the title contains model, integrator and step if the first steps of
    /// the scenario equal its first rows.
    #[arg(long, value_name = "SCENARIO")]
    pub(crate) scenario: Option<PathBuf>,
    /// The title [default: from the table or the file name]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Draw angles in degrees: these columns, or all with the unit "rad" in the scenario
    ///
    /// For a group element: its heading or tilt.
    #[arg(long, value_name = "A,B,...", num_args = 0..=1, require_equals = true, value_delimiter = ',', default_missing_value = "")]
    pub(crate) degrees: Option<Vec<String>>,
    /// Show rows from this time on
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    pub(crate) from: Option<f64>,
    /// Show rows up to this time
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    pub(crate) to: Option<f64>,
}

impl Showing {
    /// Returns the options as the study takes them.
    pub(crate) fn as_written(&self) -> nhi_study::plots::Showing {
        nhi_study::plots::Showing {
            columns: self.columns.clone(),
            scenario: self.scenario.clone(),
            title: self.title.clone(),
            degrees: self.degrees.clone(),
            between: (self.from, self.to),
            ..nhi_study::plots::Showing::default()
        }
    }
}

/// Animate a table of `nhi run` as a web page or an SVG picture
///
/// The page loads nothing, and shows a sketch of the system with plots. The picture shows the
/// sketch alone, of planar systems. The table `[sketch]` of the scenario defines the sketch;
/// without it, group elements and the coordinates x and y are drawn as plain bodies.
#[derive(Args, Debug)]
pub(crate) struct AnimateArguments {
    /// The table: CSV, or .npy and .parquet
    pub(crate) table: PathBuf,
    /// The page or picture to write: .html or .svg
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) showing: Showing,
}
