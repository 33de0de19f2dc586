//! The description of an FMU, which importers read.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::Exported;
use super::variables::{Part, Variable};

/// The parts of the description other than the variables.
pub(super) struct Header<'a> {
    pub(super) identifier: &'a str,
    pub(super) token: &'a str,
}

/// Returns `modelDescription.xml`.
pub(super) fn description(
    exported: &Exported<'_>,
    header: &Header<'_>,
    variables: &[Variable],
) -> String {
    let scenario = exported.scenario;
    let Header { identifier, token } = header;
    let model = scenario.model.item.ident.to_string();
    let docs = scenario.model.item.docs.lines().join(" ");
    let version = env!("CARGO_PKG_VERSION");
    let (start, step) = (scenario.grid.start, scenario.grid.step);
    let end = scenario.grid.end();
    let written = escaped(&exported.compiled.stepper.written);
    let units: BTreeSet<_> = variables
        .iter()
        .filter_map(|x| x.unit.as_deref())
        .chain(["s"])
        .collect();
    let units: String = units
        .iter()
        .map(|unit| format!("    <Unit name=\"{}\"/>\n", escaped(unit)))
        .collect();
    let mut listed = String::from(
        "    <Float64 name=\"time\" valueReference=\"0\" causality=\"independent\" variability=\"continuous\" unit=\"s\" description=\"Time\"/>\n",
    );
    let (mut outputs, mut unknowns) = (String::new(), String::new());
    for (number, variable) in (1..).zip(variables) {
        listed += &line(number, variable);
        if matches!(variable.part, Part::Moving | Part::Output) {
            let inputs = references(variables, &variable.controls_in);
            writeln!(
                outputs,
                "    <Output valueReference=\"{number}\" dependencies=\"{inputs}\"/>"
            )
            .expect("text takes every line");
        }
        if variable.part == Part::Output {
            writeln!(
                unknowns,
                "    <InitialUnknown valueReference=\"{number}\"/>"
            )
            .expect("text takes every line");
        }
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <fmiModelDescription fmiVersion=\"3.0\" modelName=\"{}\" instantiationToken=\"{token}\" description=\"{}\" \
         generationTool=\"nhi {version}\" variableNamingConvention=\"flat\">\n\
         \x20 <CoSimulation modelIdentifier=\"{identifier}\" canHandleVariableCommunicationStepSize=\"true\" \
         canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\" maxOutputDerivativeOrder=\"0\" \
         fixedInternalStepSize=\"{step:?}\"/>\n\
         \x20 <UnitDefinitions>\n{units}  </UnitDefinitions>\n\
         \x20 <LogCategories>\n    <Category name=\"logStatusError\"/>\n  </LogCategories>\n\
         \x20 <DefaultExperiment startTime=\"{start:?}\" stopTime=\"{end:?}\" stepSize=\"{step:?}\"/>\n\
         \x20 <ModelVariables>\n{listed}  </ModelVariables>\n\
         \x20 <ModelStructure>\n{outputs}{unknowns}  </ModelStructure>\n\
         </fmiModelDescription>\n",
        escaped(&model),
        escaped(&format!("{docs} Integrator: {written}.")),
    )
}

/// Returns the numbers of the inputs for controls. An output without any has no direct
/// feedthrough, so importers can connect it to an input in a loop.
fn references(variables: &[Variable], controls: &[usize]) -> String {
    let inputs = (1..).zip(variables).filter(|(_, variable)| {
        let control = variable.control.as_ref();
        control.is_some_and(|control| controls.contains(control))
    });
    let numbers: Vec<_> = inputs.map(|(number, _)| u32::to_string(&number)).collect();
    numbers.join(" ")
}

fn line(number: u32, variable: &Variable) -> String {
    let kind = match variable.part {
        Part::Parameter => "causality=\"parameter\" variability=\"fixed\" initial=\"exact\"",
        Part::Moving => "causality=\"output\" variability=\"continuous\" initial=\"exact\"",
        Part::Input => "causality=\"input\" variability=\"continuous\"",
        Part::Output => "causality=\"output\" variability=\"continuous\" initial=\"calculated\"",
    };
    let attribute = |name: &str, value: Option<String>| {
        value.map_or(String::new(), |value| {
            format!(" {name}=\"{}\"", escaped(&value))
        })
    };
    let start = attribute("start", variable.start.map(|start| format!("{start:?}")));
    let unit = attribute("unit", variable.unit.clone());
    let docs = attribute(
        "description",
        Some(variable.docs.clone()).filter(|docs| !docs.is_empty()),
    );
    let name = escaped(&variable.name);
    format!(
        "    <Float64 name=\"{name}\" valueReference=\"{number}\" {kind}{start}{unit}{docs}/>\n"
    )
}

/// Returns a text as the value of an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Returns `buildDescription.xml`, for importers that compile the sources.
pub(super) fn build_description(identifier: &str, sources: &[String]) -> String {
    let files = sources.iter().filter(|name| name.ends_with(".c"));
    let files: String = files
        .map(|name| format!("      <SourceFile name=\"{name}\"/>\n"))
        .collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n\
         \x20 <BuildConfiguration modelIdentifier=\"{identifier}\">\n    <SourceFileSet language=\"C99\" compilerOptions=\"-ffp-contract=off\">\n\
         {files}    </SourceFileSet>\n  </BuildConfiguration>\n</fmiBuildDescription>\n"
    )
}
