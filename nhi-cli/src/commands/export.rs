//! `nhi export`: a scenario for other tools.

use nhi_build::visible_path;
use nhi_study::export::{Exported, write_fmu};
use nhi_study::files;
use nhi_study::scenario::Scenario;
use serde_json::json;

use crate::cli::{ExportArguments, ExportFormat};
use crate::console::Console;
use crate::outcome::{Failure, Outcome};

/// Exports a scenario.
pub(crate) fn export(arguments: &ExportArguments, console: &Console) -> Result<Outcome, Failure> {
    let overrides = arguments.overrides();
    let scenario = Scenario::load(&arguments.scenario, &overrides, console.colour)?;
    files::keep_apart(&arguments.output, &scenario.files())?;
    let plant = scenario.plant()?;
    let simulator = scenario.simulator(&plant, scenario.grid.step)?;
    let (initial, notes) = scenario.admit(&simulator, arguments.project)?;
    console.tell(&notes);
    let exported = Exported::new(&scenario, initial)?;
    match arguments.format {
        ExportFormat::Fmu => {
            let fmu = write_fmu(&exported, &arguments.output)?;
            let text = format!(
                "wrote `{}`: {} variables, a binary for {}\n",
                visible_path(&fmu.path),
                fmu.variables,
                fmu.platform
            );
            let data = json!({
                "output": fmu.path,
                "variables": fmu.variables,
                "platform": fmu.platform,
            });
            Ok(Outcome::new(text, data))
        }
    }
}
