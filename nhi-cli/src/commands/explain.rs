//! `nhi explain`: the error catalogue.

use nhi_study::text::aligned;
use nhi_symbolic::{Article, Code};
use serde_json::{Value, json};

use crate::cli::ExplainArguments;
use crate::outcome::{Failure, Outcome, Problem};

/// Explains a code, or lists all codes.
pub(crate) fn explain(arguments: &ExplainArguments) -> Result<Outcome, Failure> {
    let Some(text) = &arguments.code else {
        return Ok(list());
    };
    match Code::from_text(text.trim()) {
        Some(code) => Ok(Outcome::new(page(code.article()), data(code.article()))),
        None => Err(unknown(text).into()),
    }
}

fn list() -> Outcome {
    let header = vec!["code".to_owned(), "mistake".to_owned()];
    let mut rows = vec![header];
    rows.extend(Code::all().map(|code| vec![code.to_string(), code.article().title.to_owned()]));
    let data = Code::all().map(|code| data(code.article())).collect();
    Outcome::new(aligned(&rows), Value::Array(data))
}

fn page(article: &Article) -> String {
    format!(
        "{}: {}\n\n{}\n\nWrong:\n    {}\n\nRight:\n    {}\n",
        article.code, article.title, article.explanation, article.wrong, article.right,
    )
}

fn data(article: &Article) -> Value {
    json!({
        "code": article.code.to_string(),
        "title": article.title,
        "explanation": article.explanation,
        "wrong": article.wrong,
        "right": article.right,
    })
}

fn unknown(text: &str) -> Problem {
    let known: Vec<_> = Code::all().map(|code| code.to_string()).collect();
    let problem = Problem::new(
        format!("there is no error code `{text}`"),
        "a code such as E040; `nhi explain` lists all",
    );
    match nearest(text) {
        Some(code) => problem.help(format!("did you mean `{code}`, {}?", code.article().title)),
        None => problem.help(nhi_symbolic::suggestion(
            text,
            known.iter().map(String::as_str),
        )),
    }
}

/// Returns the code with the nearest number.
fn nearest(text: &str) -> Option<Code> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let number: u16 = digits.parse().ok()?;
    Code::all().min_by_key(|code| code.number().abs_diff(number))
}
