//! A linearisation as text and as data.

use nalgebra::{Complex, DMatrix};
use serde_json::{Value, json};

use super::{Kind, Linearisation};
use crate::text::aligned;

impl Linearisation {
    /// Returns the reasons why the motion is not steady; empty if it is.
    pub fn reasons(&self) -> &[String] {
        match &self.kind {
            Kind::Neither { reasons } => reasons,
            Kind::Equilibrium | Kind::Steady => &[],
        }
    }

    /// Returns the time up to which a steady motion lasts, if the equations contain the time and
    /// change later in the run.
    pub fn until(&self) -> Option<f64> {
        self.until
    }

    fn verdict(&self) -> &'static str {
        match self.kind {
            Kind::Equilibrium => "equilibrium",
            Kind::Steady => "steady motion",
            Kind::Neither { .. } => "not steady",
        }
    }

    /// Returns human-readable tables.
    pub fn text(&self, system: &str) -> String {
        let mut text = format!("{system}: {}\n", self.verdict());
        for (name, velocities) in &self.left_out {
            let velocities: Vec<_> = velocities.iter().map(|&x| shown(x, 6)).collect();
            text.push_str(&format!(
                "  {name} moves, now at {}; nothing depends on it, so it is not a state\n",
                velocities.join(", ")
            ));
        }
        text.push_str(&format!(
            "\nstates z and their values\n{}",
            self.states_text()
        ));
        text.push_str(&format!(
            "\nA of dz/dt = A z + B w\n{}",
            self.square(&self.linear.a)
        ));
        if !self.controls.is_empty() {
            text.push_str(&format!(
                "\nB, for changes w of the controls\n{}",
                self.b_text()
            ));
        }
        if self.linear.has_feedback() {
            text.push_str(&format!(
                "\nA + B K, with the feedback w = K z of the scenario\n{}",
                self.square(&self.linear.closed)
            ));
        }
        let Some(spectra) = &self.eigenvalues else {
            return text;
        };
        text.push_str(&format!("\neigenvalues of A\n{}", modes(&spectra.open)));
        if let Some(closed) = &spectra.closed {
            text.push_str(&format!("\neigenvalues of A + B K\n{}", modes(closed)));
        }
        text
    }

    fn states_text(&self) -> String {
        let mut rows = vec![vec!["state".to_owned(), "value".to_owned()]];
        for (name, value) in &self.states {
            let value = value.map_or_else(|| "a displacement".to_owned(), |x| shown(x, 6));
            rows.push(vec![name.clone(), value]);
        }
        for (name, value) in &self.controls {
            rows.push(vec![format!("{name} (control)"), shown(*value, 6)]);
        }
        aligned(&rows)
    }

    fn square(&self, matrix: &DMatrix<f64>) -> String {
        let names = self.states.iter().map(|(name, _)| name.clone());
        self.rows(matrix, names.collect())
    }

    fn b_text(&self) -> String {
        let names = self.controls.iter().map(|(name, _)| name.clone());
        self.rows(&self.linear.b, names.collect())
    }

    fn rows(&self, matrix: &DMatrix<f64>, columns: Vec<String>) -> String {
        let mut rows = vec![[vec![String::new()], columns].concat()];
        for ((name, _), row) in self.states.iter().zip(matrix.row_iter()) {
            let cells = row.iter().map(|&x| shown(x, 6));
            rows.push([name.clone()].into_iter().chain(cells).collect());
        }
        aligned(&rows)
    }

    /// Returns the same as machine-readable data, with all digits.
    pub fn data(&self, system: &str) -> Value {
        let eigenvalues = self.eigenvalues.as_ref();
        json!({
            "system": system,
            "verdict": self.verdict(),
            "until": self.until,
            "reasons": self.reasons(),
            "left_out": self.left_out.iter().map(|(name, v)| json!({ "name": name, "velocity": v })).collect::<Vec<_>>(),
            "states": self.states.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect::<Vec<_>>(),
            "controls": self.controls.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect::<Vec<_>>(),
            "rate": self.linear.rate.as_slice(),
            "a": lists(&self.linear.a),
            "b": lists(&self.linear.b),
            "k": lists(&self.linear.k),
            "eigenvalues": eigenvalues.map(|spectra| numbers(&spectra.open)),
            "closed_loop_eigenvalues": eigenvalues.and_then(|spectra| spectra.closed.as_deref()).map(numbers),
        })
    }
}

fn lists(matrix: &DMatrix<f64>) -> Vec<Vec<f64>> {
    let rows = matrix.row_iter();
    rows.map(|row| row.iter().copied().collect()).collect()
}

fn numbers(eigenvalues: &[Complex<f64>]) -> Vec<Value> {
    let pairs = eigenvalues.iter();
    pairs.map(|x| json!({ "re": x.re, "im": x.im })).collect()
}

/// Formats eigenvalues with their meaning; each pair is one row.
fn modes(eigenvalues: &[Complex<f64>]) -> String {
    let header = ["eigenvalue", "time constant", "frequency", "mode"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for &Complex { re, im } in eigenvalues.iter().filter(|x| x.im >= 0.0) {
        let value = match im {
            0.0 => shown(re, 10),
            _ => format!("{} +- {}i", shown(re, 10), shown(im, 10)),
        };
        let time = match re {
            0.0 => "-".to_owned(),
            _ => format!("{} s", shown(1.0 / re.abs(), 4)),
        };
        let frequency = match im {
            0.0 => "-".to_owned(),
            _ => format!("{} rad/s", shown(im, 4)),
        };
        let mode = match re {
            0.0 => "neutral",
            _ if re < 0.0 => "decays",
            _ => "grows",
        };
        rows.push(vec![value, time, frequency, mode.to_owned()]);
    }
    aligned(&rows)
}

/// Formats a number with the given number of digits.
fn shown(value: f64, digits: usize) -> String {
    let rounded: f64 = format!("{value:.*e}", digits - 1).parse().unwrap_or(value);
    // The sign of a zero is omitted.
    let rounded = rounded + 0.0;
    match rounded == rounded.trunc() && rounded.abs() < 1e6 {
        true => format!("{rounded}"),
        false => format!("{rounded:?}"),
    }
}
