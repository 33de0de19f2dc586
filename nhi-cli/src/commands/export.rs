//! `nhi export`: a scenario for other tools.

use nhi_build::visible_path;
use nhi_study::export::{Exported, Flat, FmiVersion, write_acados, write_casadi, write_fmu};
use nhi_study::scenario::Scenario;
use serde_json::json;

use crate::cli::{ExportArguments, ExportFormat};
use crate::console::Console;
use crate::outcome::{Failure, Outcome};

/// Exports a scenario.
pub(crate) fn export(arguments: &ExportArguments, console: &Console) -> Result<Outcome, Failure> {
    let overrides = arguments.overrides();
    let scenario = Scenario::load(&arguments.scenario, &overrides, console.colour)?;
    match arguments.format {
        ExportFormat::Fmu => fmu(&scenario, FmiVersion::Three, arguments, console),
        ExportFormat::Fmu2 => fmu(&scenario, FmiVersion::Two, arguments, console),
        ExportFormat::Casadi => {
            let written = write_casadi(&Flat::new(&scenario)?, &arguments.output)?;
            let [library, source] = written.each_ref().map(|path| visible_path(path));
            let text = format!(
                "wrote `{library}` with the functions `nhi_start`, `nhi_step` and `nhi_sample`, and its source `{source}`\n"
            );
            Ok(Outcome::new(
                text,
                json!({ "output": written[0], "source": written[1] }),
            ))
        }
        ExportFormat::Acados => {
            let flat = Flat::new(&scenario)?;
            let (path, [step, jacobian]) = write_acados(&flat, &arguments.output)?;
            let text = format!(
                "wrote `{}` with the functions `{step}` and `{jacobian}`\n",
                visible_path(&path)
            );
            let data = json!({ "output": path, "step": step, "jacobian": jacobian });
            Ok(Outcome::new(text, data))
        }
    }
}

fn fmu(
    scenario: &Scenario,
    version: FmiVersion,
    arguments: &ExportArguments,
    console: &Console,
) -> Result<Outcome, Failure> {
    let plant = scenario.plant()?;
    let simulator = scenario.simulator(&plant, scenario.grid.step)?;
    let (initial, notes) = scenario.admit(&simulator, arguments.project)?;
    console.tell(&notes);
    let exported = Exported::new(scenario, &simulator, initial)?;
    let fmu = write_fmu(&exported, version, &arguments.output)?;
    let mut text = format!(
        "wrote `{}`: {} variables, a binary for {}\n",
        visible_path(&fmu.path),
        fmu.variables,
        fmu.platform
    );
    if scenario.signals.events.iter().any(|event| event.stops) {
        text += "note: `[stop]` is left out: the importer ends the run\n";
    }
    let computed = scenario.computed_from_parameters();
    if !computed.is_empty() {
        text += &format!(
            "note: the scenario computes {} from parameters: in the FMU these are numbers, which do not follow the parameters that an importer sets\n",
            computed
                .iter()
                .map(|name| format!("`{name}`"))
                .collect::<Vec<_>>()
                .join(", ")
        );
    }
    let data = json!({
        "output": fmu.path,
        "variables": fmu.variables,
        "platform": fmu.platform,
    });
    Ok(Outcome::new(text, data))
}
