//! External functions for CasADi: `nhi_start`, `nhi_step` and `nhi_sample`, each with its Jacobian.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use nhi_build::visible_path;
use nhi_symbolic::FlatFunction;

use super::library::{compile, platform};
use super::{Flat, with_ending};
use crate::files;
use crate::problem::{Failure, Problem};

/// Writes the shared library, and its source next to it. Returns both paths.
///
/// # Errors
/// There is no C compiler, a file cannot be written, or it is one that was read. The library cannot
/// have the name of its source.
pub fn write_casadi(flat: &Flat, output: &Path) -> Result<[PathBuf; 2], Failure> {
    let functions: String = flat.flat.functions.iter().map(function).collect();
    let source = flat.source(&functions);
    let (_, ending) = platform()?;
    let library = with_ending(output, ending)?;
    let text = library.with_extension("c");
    if library == text {
        let found = format!("`{}` is the name of the source", visible_path(&text));
        return Err(Problem::new(
            found,
            format!("the name of a library, such as `model.{ending}`"),
        )
        .into());
    }
    flat.keep_apart(&library)?;
    flat.keep_apart(&text)?;
    let sources = [("casadi.c".to_owned(), source.clone())];
    let binary = compile(&sources, &flat.identifier, ending)?;
    let written: [(&Path, &[u8]); 2] = [(&library, &binary), (&text, source.as_bytes())];
    files::write_all(written)?;
    Ok([library, text])
}

/// Returns a function by CasADi's interface, and its Jacobian.
fn function(function: &FlatFunction) -> String {
    let inputs: Vec<_> = function
        .arguments
        .iter()
        .map(|(name, entries)| (*name, entries.len()))
        .collect();
    let (result, n) = (function.result.0, function.result.1.len());
    let name = format!("nhi_{}", function.name);
    let columns: usize = inputs.iter().map(|(_, n)| n).sum();
    let longest = inputs.iter().map(|(_, n)| *n).max().unwrap_or(0).max(1);
    let arguments: String = (0..inputs.len())
        .map(|i| format!("(arg[{i}] != NULL) ? arg[{i}] : zeros, "))
        .collect();
    let call = |jacobian: &str, target: &str| {
        format!("flat_{}({arguments}{target}, {jacobian})", function.name)
    };
    let unused = format!(
        "    static const double zeros[{longest}] = {{0.0}};\n    (void)zeros;\n    (void)iw;\n    (void)mem;\n"
    );
    let mut out = format!(
        "int {name}(const double **arg, double **res, long long *iw, double *w, int mem) {{\n{unused}    \
         return {};\n}}\n\n",
        call("NULL", "(res[0] != NULL) ? res[0] : w")
    );
    let given: Vec<_> = inputs
        .iter()
        .map(|&(name, n)| (name.to_owned(), dense(n, 1)))
        .collect();
    out += &interface(&name, &given, &[(result.to_owned(), dense(n, 1))], n);

    let mut copied = String::new();
    let mut first = 0;
    for (i, &(_, length)) in inputs.iter().enumerate() {
        writeln!(
            copied,
            "    for (int i = 0; (res[{i}] != NULL) && (i < {}); i++) {{\n        res[{i}][i] = w[{} + i];\n    }}",
            length * n,
            n + first * n
        )
        .expect("text takes every line");
        first += length;
    }
    out += &format!(
        "int jac_{name}(const double **arg, double **res, long long *iw, double *w, int mem) {{\n{unused}    \
         const int failed = {};\n{copied}    return failed;\n}}\n\n",
        call(&format!("&w[{n}]"), "w")
    );
    let mut with_result = given.clone();
    with_result.push((format!("out_{result}"), zeros(n)));
    let blocks: Vec<_> = inputs
        .iter()
        .map(|&(name, m)| (format!("jac_{result}_{name}"), dense(n, m)))
        .collect();
    out += &interface(
        &format!("jac_{name}"),
        &with_result,
        &blocks,
        n + columns * n,
    );
    out
}

/// A name with the pattern of its matrix in CasADi's form.
type Shaped = (String, String);

fn dense(rows: usize, columns: usize) -> String {
    format!("{{{rows}, {columns}, 1}}")
}

/// Returns the pattern of a column of zeros.
fn zeros(rows: usize) -> String {
    format!("{{{rows}, 1, 0, 0}}")
}

/// Returns the functions that describe a function to CasADi.
fn interface(name: &str, inputs: &[Shaped], outputs: &[Shaped], room: usize) -> String {
    let described = |list: &[Shaped], end: &str| {
        let names: String = list
            .iter()
            .enumerate()
            .map(|(i, (name, _))| format!("    case {i}:\n        return \"{name}\";\n"))
            .collect();
        let shapes: String = list
            .iter()
            .enumerate()
            .map(|(i, (_, shape))| {
                                format!("    case {i}: {{\n        static const long long shape[] = {shape};\n        return shape;\n    }}\n")
            })
            .collect();
        let n = list.len();
        format!(
            "long long {name}_n_{end}(void) {{ return {n}; }}\n\n\
             const char *{name}_name_{end}(long long i) {{\n    switch (i) {{\n{names}    default:\n        return NULL;\n    }}\n}}\n\n\
             const long long *{name}_sparsity_{end}(long long i) {{\n    switch (i) {{\n{shapes}    default:\n        return NULL;\n    }}\n}}\n\n"
        )
    };
    format!(
        "{}{}int {name}_work(long long *arg, long long *res, long long *iw, long long *w) {{\n    \
         *arg = {};\n    *res = {};\n    *iw = 0;\n    *w = {room};\n    return 0;\n}}\n\n",
        described(inputs, "in"),
        described(outputs, "out"),
        inputs.len(),
        outputs.len(),
    )
}
