//! The description of an FMU, which importers read.

use std::collections::BTreeSet;

use super::super::Exported;
use super::super::variables::{Part, Variable};
use super::FmiVersion;

/// The parts of the description other than the variables.
pub(super) struct Header<'a> {
    pub(super) version: FmiVersion,
    pub(super) identifier: &'a str,
    pub(super) token: &'a str,
    /// The names of the sources.
    pub(super) sources: &'a [String],
}

/// Returns `modelDescription.xml`. Both versions have the same parts in the same order.
pub(super) fn description(
    exported: &Exported<'_>,
    header: &Header<'_>,
    variables: &[Variable],
) -> String {
    let scenario = exported.scenario;
    let version = header.version;
    let model = escaped(&scenario.model.item.ident.to_string());
    let docs = scenario.model.item.docs.lines().join(" ");
    let written = &exported.compiled.stepper.written;
    let docs = escaped(format!("{docs} Integrator: {written}.").trim_start());
    let nhi = env!("CARGO_PKG_VERSION");
    let (start, step) = (scenario.grid.start, scenario.grid.step);
    let end = scenario.grid.end();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <fmiModelDescription fmiVersion=\"{}\" modelName=\"{model}\" {}=\"{}\" description=\"{docs}\" \
         generationTool=\"nhi {nhi}\" variableNamingConvention=\"flat\">\n{}\
         \x20 <UnitDefinitions>\n{}  </UnitDefinitions>\n\
         \x20 <LogCategories>\n    <Category name=\"logStatusError\"/>\n  </LogCategories>\n\
         \x20 <DefaultExperiment startTime=\"{start:?}\" stopTime=\"{end:?}\" stepSize=\"{step:?}\"/>\n\
         \x20 <ModelVariables>\n{}  </ModelVariables>\n\
         \x20 <ModelStructure>\n{}  </ModelStructure>\n\
         </fmiModelDescription>\n",
        version.name(),
        match version {
            FmiVersion::Two => "guid",
            FmiVersion::Three => "instantiationToken",
        },
        header.token,
        co_simulation(header, step),
        units(variables),
        listed(version, variables),
        structure(version, variables),
    )
}

/// Returns what the FMU can do.
fn co_simulation(header: &Header<'_>, step: f64) -> String {
    let identifier = header.identifier;
    let can = "canHandleVariableCommunicationStepSize=\"true\"";
    match header.version {
        FmiVersion::Two => format!(
            "  <CoSimulation modelIdentifier=\"{identifier}\" {can} canGetAndSetFMUstate=\"true\" \
             canSerializeFMUstate=\"true\" canNotUseMemoryManagementFunctions=\"true\">\n    \
             <SourceFiles>\n{}    </SourceFiles>\n  </CoSimulation>\n",
            compiled_sources("File", header.sources)
        ),
        FmiVersion::Three => format!(
            "  <CoSimulation modelIdentifier=\"{identifier}\" {can} canGetAndSetFMUState=\"true\" \
             canSerializeFMUState=\"true\" maxOutputDerivativeOrder=\"0\" fixedInternalStepSize=\"{step:?}\"/>\n"
        ),
    }
}

fn units(variables: &[Variable]) -> String {
    let units = variables.iter().filter_map(|x| x.unit.as_deref());
    let units: BTreeSet<_> = units.chain(["s"]).collect();
    let units = units.iter();
    units
        .map(|unit| format!("    <Unit name=\"{}\"/>\n", escaped(unit)))
        .collect()
}

/// Returns the variables. FMI 3.0 requires the time among them, which models call `t`.
fn listed(version: FmiVersion, variables: &[Variable]) -> String {
    let is_taken = variables.iter().any(|variable| variable.name == "time");
    let name = if is_taken { "t" } else { "time" };
    let time = match version {
        FmiVersion::Two => String::new(),
        FmiVersion::Three => format!(
            "    <Float64 name=\"{name}\" valueReference=\"0\" causality=\"independent\" variability=\"continuous\" unit=\"s\" description=\"Time\"/>\n"
        ),
    };
    let lines = (1..).zip(variables);
    let lines = lines.map(|(number, variable)| line(version, number, variable));
    time + lines.collect::<String>().as_str()
}

fn line(version: FmiVersion, number: u32, variable: &Variable) -> String {
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
    let docs = Some(variable.docs.clone()).filter(|docs| !docs.is_empty());
    let docs = attribute("description", docs);
    let head = format!(
        "name=\"{}\" valueReference=\"{number}\" {kind}",
        escaped(&variable.name)
    );
    match version {
        FmiVersion::Two => {
            format!("    <ScalarVariable {head}{docs}><Real{start}{unit}/></ScalarVariable>\n")
        }
        FmiVersion::Three => format!("    <Float64 {head}{start}{unit}{docs}/>\n"),
    }
}

/// Returns the outputs with the inputs that they contain at a communication point, and the values
/// that follow from others at the start.
fn structure(version: FmiVersion, variables: &[Variable]) -> String {
    let numbered = || (1_u32..).zip(variables);
    let outputs = numbered().filter(|(_, x)| matches!(x.part, Part::Moving | Part::Output));
    let outputs = outputs.map(|(number, variable)| {
        let inputs = numbers_of(variables, &variable.controls_in);
        match version {
            FmiVersion::Two => {
                format!("      <Unknown index=\"{number}\" dependencies=\"{inputs}\"/>\n")
            }
            FmiVersion::Three => {
                format!("    <Output valueReference=\"{number}\" dependencies=\"{inputs}\"/>\n")
            }
        }
    });
    let outputs: String = outputs.collect();
    let unknowns = numbered().filter(|(_, x)| x.part == Part::Output);
    let unknowns = unknowns.map(|(number, _)| match version {
        FmiVersion::Two => format!("      <Unknown index=\"{number}\"/>\n"),
        FmiVersion::Three => format!("    <InitialUnknown valueReference=\"{number}\"/>\n"),
    });
    let unknowns: String = unknowns.collect();
    match version {
        FmiVersion::Two => format!(
            "    <Outputs>\n{outputs}    </Outputs>\n    <InitialUnknowns>\n{unknowns}    </InitialUnknowns>\n"
        ),
        FmiVersion::Three => outputs + unknowns.as_str(),
    }
}

/// Returns the numbers of the inputs for controls. An output without any has no direct
/// feedthrough, so importers can connect it to an input in a loop.
fn numbers_of(variables: &[Variable], controls: &[usize]) -> String {
    let inputs = (1..).zip(variables).filter(|(_, variable)| {
        let control = variable.control.as_ref();
        control.is_some_and(|control| controls.contains(control))
    });
    let numbers: Vec<_> = inputs.map(|(number, _)| u32::to_string(&number)).collect();
    numbers.join(" ")
}

/// Returns `buildDescription.xml` of FMI 3.0, for importers that compile the sources.
pub(super) fn build_description(identifier: &str, sources: &[String]) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n\
         \x20 <BuildConfiguration modelIdentifier=\"{identifier}\">\n    <SourceFileSet language=\"C99\" compilerOptions=\"-ffp-contract=off\">\n\
         {}    </SourceFileSet>\n  </BuildConfiguration>\n</fmiBuildDescription>\n",
        compiled_sources("SourceFile", sources)
    )
}

fn compiled_sources(element: &str, sources: &[String]) -> String {
    let files = sources.iter().filter(|name| name.ends_with(".c"));
    files
        .map(|name| format!("      <{element} name=\"{name}\"/>\n"))
        .collect()
}

/// Returns a text as the value of an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
