//! The documentation's table of mistakes in models, from the catalogue.

use nhi_symbolic::diag::Code;

/// One line per code.
pub(crate) fn table() -> String {
    let mut text = String::from("| code | mistake | why, and what to do |\n|---|---|---|\n");
    for code in Code::all() {
        let article = code.article();
        let cells = [article.title, article.explanation].map(|cell| cell.replace('|', "\\|"));
        let [title, explanation] = cells;
        text.push_str(&format!("| {code} | {title} | {explanation} |\n"));
    }
    text
}
