//! Generic discrete dynamics for acados: the step, and the step with its derivatives.

use std::path::{Path, PathBuf};

use super::{Flat, with_ending};
use crate::files;
use crate::problem::Failure;

/// Writes one source; returns its path and the names of the two functions.
///
/// # Errors
/// The file cannot be written.
pub fn write_acados(flat: &Flat, output: &Path) -> Result<(PathBuf, [String; 2]), Failure> {
    let step = flat
        .flat
        .functions
        .iter()
        .find(|function| function.name == "step");
    let step = step.expect("a stepper has a step");
    let sizes = |name: &str| {
        let mut arguments = step.arguments.iter();
        arguments
            .find(|(known, _)| *known == name)
            .map_or(0, |(_, entries)| entries.len())
    };
    let (n, m, p) = (sizes("x"), sizes("u"), sizes("p"));
    let names =
        ["disc_dyn_fun", "disc_dyn_fun_jac"].map(|name| format!("{}_{name}", flat.identifier));
    let [of_step, of_jacobian] = &names;
    let controls = if m > 0 {
        format!(
            "    for (int i = 0; i < {m}; i++) {{\n        u[i] = BLASFEO_DVECEL(us->x, us->xi + i);\n    }}\n"
        )
    } else {
        "    (void)us;\n".to_owned()
    };
    let columns = n + m + p + 2;
    let mut arguments = step.arguments.iter();
    let entries = arguments.find(|(known, _)| *known == "p");
    let parameters = entries.map_or_else(String::new, |(_, entries)| entries.join(", "));
    let further = format!(
        "#include \"acados/utils/external_function_generic.h\"\n#include \"blasfeo_d_aux.h\"\n\n\
         /* The parameters of a stage: {parameters}; then the step size and the time. */\n\
         static int acados_step(void **in, void **out, void *params, double *jacobian) {{\n    \
         const struct blasfeo_dvec_args *xs = in[0];\n    const struct blasfeo_dvec_args *us = in[1];\n    \
         const struct blasfeo_dvec_args *next = out[0];\n    const double *p = params;\n    \
         double x[{n}];\n    double u[{}] = {{0.0}};\n    double result[{n}];\n    \
         for (int i = 0; i < {n}; i++) {{\n        x[i] = BLASFEO_DVECEL(xs->x, xs->xi + i);\n    }}\n{controls}    \
         const int failed = flat_step(x, u, p, &p[{p}], &p[{}], result, jacobian);\n    \
         for (int i = 0; (failed == 0) && (i < {n}); i++) {{\n        BLASFEO_DVECEL(next->x, next->xi + i) = result[i];\n    }}\n    \
         return failed;\n}}\n\n\
         int {of_step}(void **in, void **out, void *params) {{\n    return acados_step(in, out, params, NULL);\n}}\n\n\
         int {of_jacobian}(void **in, void **out, void *params) {{\n    double jacobian[{}];\n    \
         const int failed = acados_step(in, out, params, jacobian);\n    const struct blasfeo_dmat_args *slopes = out[1];\n    \
         /* Transposed, the rows of the controls first. */\n    \
         for (int j = 0; (failed == 0) && (j < {}); j++) {{\n        \
         const int column = (j < {m}) ? ({n} + j) : (j - {m});\n        \
         for (int i = 0; i < {n}; i++) {{\n            \
         BLASFEO_DMATEL(slopes->A, slopes->ai + j, slopes->aj + i) = jacobian[(column * {n}) + i];\n        }}\n    }}\n    \
         return failed;\n}}\n",
        m.max(1),
        p + 1,
        columns * n,
        n + m,
    );
    let path = with_ending(output, "c")?;
    flat.keep_apart(&path)?;
    files::write(&path, flat.source(&further).as_bytes())?;
    Ok((path, names))
}
