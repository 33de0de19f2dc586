//! `nhi derive` in its three notations.

use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

fn model(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/models")
        .join(name)
        .with_extension("nhi")
}

fn derive(name: &str, format: &str) -> String {
    derive_file(&model(name), format)
}

fn derive_file(model: &Path, format: &str) -> String {
    let output = Command::new(cargo_bin!("nhi"))
        .args(["derive", "--format", format])
        .arg(model)
        .output()
        .expect("the command runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text in UTF-8")
}

#[test]
fn the_text_has_the_mass_matrix_the_projector_and_the_step() {
    let text = derive("snakeboard", "text");
    for part in [
        "[ i_rotor  0          i_rotor  0  0  ]",
        "lambda =",
        "q_next.psi = q.psi + h*v_half.psi",
        "the system is nonholonomic",
        "prepare (once per stepper)",
    ] {
        assert!(text.contains(part), "`{part}` is missing in\n{text}");
    }
}

#[test]
fn the_reduction_is_shown_with_directions_connection_and_momentum_equation() {
    let text = derive("snakeboard", "text");
    for part in [
        "Reduction\n---------",
        "A_xi =",
        "[ -l*cos(phi)  ]",
        "[ i_rotor*sin(phi)^2/(m*l^2)        0  ]",
        "dot p =",
    ] {
        assert!(text.contains(part), "`{part}` is missing in\n{text}");
    }
    assert!(derive("snakeboard", "latex").contains("A_\\xi"));
    assert!(derive("snakeboard", "html").contains("<msub><mi>A</mi><mi>ξ</mi></msub>"));
    let without = derive("heisenberg", "text");
    assert!(!without.contains("Reduction"), "{without}");
}

#[test]
fn factors_that_cancel_are_not_printed_in_a_connection() {
    let snake = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/three_link_snake.nhi");
    let text = derive_file(&snake, "text");
    let entry = "[1, 1]  sin(a2)/(sin(a1)*(cos(a2) + 1) - sin(a2)*(cos(a1) + 1))\n";
    assert!(text.contains(entry), "`{entry}` is missing in\n{text}");
}

/// Lines of formulas end where the next part would be beyond 120 letters; only what has no sum in it is longer.
#[test]
fn long_formulas_are_broken() {
    for model in ["snakeboard", "two_wheeled_vehicle", "whipple_bicycle"] {
        let text = derive(model, "text");
        let formulas = text.lines().filter(|line| line.starts_with("  "));
        for line in formulas.filter(|line| line.chars().count() > 120) {
            let part = line.trim_start_matches([' ', '+', '-']);
            assert!(!part.contains(" + ") && !part.contains(" - "), "{line}");
        }
    }
    let text = derive("two_wheeled_vehicle", "text");
    assert!(
        text.contains("\n    [1, 1]  1 - cos(phi)^2/s_1\n"),
        "{text}"
    );
}

/// Sums of a page and of a document are broken before signs, and the prose has its formulas.
#[test]
fn pages_and_documents_break_sums_and_typeset_formulas_in_sentences() {
    let snake = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/three_link_snake.nhi");
    let page = derive_file(&snake, "html");
    let lines = page.split("<mtable class=\"lines\"").nth(1).unwrap();
    let (_, second) = lines.split_once("</mtr><mtr><mtd></mtd><mtd>").unwrap();
    assert!(second.starts_with("<mo form=\"infix\">"), "{second:.200}");
    let document = derive_file(&snake, "latex");
    let (_, lines) = document.split_once("\\begin{aligned} ").unwrap();
    let (first, second) = lines.split_once(" \\\\ & ").unwrap();
    assert!(first.contains(" ={} & ") && second.trim_start().starts_with(['+', '-']));
    assert!(
        document.contains("$M a + c = f + A^T \\lambda$, with $A a + \\dot A v + \\dot b = 0$.")
    );
    let motion = "<p><math><mrow><mi>M</mi><mi>a</mi><mo stretchy=\"false\">+</mo><mi>c</mi>";
    assert!(page.contains(motion));
    let text = derive_file(&snake, "text");
    assert!(text.contains("\nM a + c = f + A^T lambda, with A a + dot A v + dot b = 0.\n"));
    let reduced = derive("snakeboard", "text");
    assert!(reduced.contains("the Lagrangian is l(r, u, xi) and"));
    assert!(reduced.contains("dot p = <l_xi, [xi, e] + dot e> + <f, e> for each"));
}

#[test]
fn the_page_is_well_formed_and_self_contained() {
    let page = derive("two_link_knife_edge", "html");
    for tag in ["math", "mrow", "mfrac", "mtable", "msub", "table", "body"] {
        let opened =
            page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
        assert!(opened > 0, "{tag}");
    }
    assert!(!page.contains("http"), "nothing comes from the network");
}

#[test]
fn products_of_letters_are_one_sign_each_on_the_page() {
    let page = derive("snakeboard", "html");
    let product = "<mi>A</mi><msup><mi>M</mi><mrow><mo>−</mo><mn>1</mn></mrow></msup><msup><mi>A</mi><mi>T</mi></msup>";
    assert!(page.contains(product));
}

#[test]
fn documents_compile_with_a_plain_latex() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in [
        "snakeboard",
        "chaplygin_sleigh",
        "appell_hamel",
        "tippe_top",
    ] {
        let document = derive(name, "latex");
        let begins = document.matches("\\begin{").count();
        assert_eq!(begins, document.matches("\\end{").count(), "{name}");
        std::fs::write(folder.path().join("report.tex"), &document).expect("a writable folder");
        let latex = Command::new("pdflatex")
            .args(["-interaction=nonstopmode", "-halt-on-error", "report.tex"])
            .current_dir(folder.path())
            .output();
        let Ok(output) = latex else {
            println!("skipped: pdflatex is not installed");
            return;
        };
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{name}: {text}");
        let overfull = text.lines().find(|line| line.starts_with("Overfull"));
        assert_eq!(overfull, None, "{name}");
    }
}

#[test]
fn constraints_that_are_not_affine_are_shown_as_they_are() {
    let text = derive("appell_hamel", "text");
    let constraints = text.find("Constraints").expect("a chapter");
    let projectors = text.find("Projectors").expect("a chapter");
    let chapter = &text[constraints..projectors];
    assert!(chapter.contains("\n  g ="), "{chapter}");
    assert!(!chapter.contains("\n  b ="), "{chapter}");
}

#[test]
fn a_mistake_in_the_model_is_reported_at_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("broken.nhi");
    let text = "#[nonholonomic(coordinates(x), lagrangian = 0.5 * x_dot^2, integrators(Gni))]\nstruct Broken {}\n";
    std::fs::write(&path, text).expect("a writable folder");
    let output = Command::new(cargo_bin!("nhi"))
        .arg("derive")
        .arg(&path)
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("E022") && message.contains("powi"),
        "{message}"
    );
}
