//! Names and numbers in C.

use crate::model::item::Scalar;

/// The type of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Precision {
    Double,
    Single,
}

impl Precision {
    /// Returns the type for the fields of a model; a generic one becomes `double`.
    pub(super) fn of(scalar: &Scalar) -> Self {
        match scalar {
            Scalar::F64 | Scalar::Generic(_) => Self::Double,
            Scalar::F32 => Self::Single,
        }
    }

    /// Returns the name of the type.
    pub(super) fn real(self) -> &'static str {
        match self {
            Self::Double => "double",
            Self::Single => "float",
        }
    }

    /// Returns the name of a function, given the one for `double`.
    pub(super) fn function(self, name: &str) -> String {
        match self {
            Self::Single if !name.starts_with("nhi_") => format!("{name}f"),
            Self::Single | Self::Double => name.to_owned(),
        }
    }

    /// Returns the shortest literal that reads back the same number.
    pub(super) fn literal(self, number: f64) -> String {
        let sign = if number.is_sign_negative() { "-" } else { "" };
        match self {
            _ if number.is_nan() => "NAN".to_owned(),
            _ if number.is_infinite() => format!("{sign}INFINITY"),
            Self::Double => format!("{number:?}"),
            Self::Single if (number as f32).is_infinite() => format!("{sign}INFINITY"),
            Self::Single => format!("{:?}f", number as f32),
        }
    }
}

/// Returns a name as the field of a struct. Names that C or C++ can give a meaning get an
/// underscore, with those that differ from them only by underscores at the end, so that no two
/// fields become one.
pub(super) fn field(name: &str) -> String {
    let name = name.strip_prefix("r#").unwrap_or(name);
    let word = name.split('[').next().unwrap_or(name);
    let stem = word.trim_end_matches('_');
    if WORDS.contains(&stem) || is_reserved(word) || may_be_macro(stem) {
        format!("{word}_{}", &name[word.len()..])
    } else {
        name.to_owned()
    }
}

/// Returns true if C reserves a name: `__linux__`, `_Bool`.
fn is_reserved(word: &str) -> bool {
    let rest = word.strip_prefix('_').unwrap_or_default();
    rest.starts_with(|c: char| c == '_' || c.is_ascii_uppercase())
}

/// Returns true if a header can define a macro of this name: `NAN`, `DBL_MAX`, `M_PIf`. The
/// headers of C define no macros of one or two capitals, which are common names of parameters.
fn may_be_macro(word: &str) -> bool {
    let is_capital = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
    let is_in_capitals = word.starts_with(is_capital)
        && word.chars().all(|c| c == '_' || is_capital(c))
        && word.len() > 2;
    let constant = word.strip_prefix("M_").unwrap_or_default();
    is_in_capitals || constant.starts_with(is_capital)
}

/// The words of C and C++ that a model may use as names, and the macros in small letters that
/// are not functions.
#[rustfmt::skip]
const WORDS: [&str; 90] = [
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "case", "catch", "char",
    "char8_t", "char16_t", "char32_t", "class", "co_await", "co_return", "co_yield", "compl", "complex",
    "concept", "const_cast", "consteval", "constexpr", "constinit", "decltype", "default", "delete", "double", "dynamic_cast", "explicit", "export", "float", "friend", "goto", "inline", "int", "long",
    "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private",
    "protected", "public", "register", "reinterpret_cast", "requires", "restrict", "short", "signed", "sizeof",
    "static_assert", "static_cast", "switch", "template", "this", "thread_local", "throw", "typedef", "typeid",
    "typename", "union", "unsigned", "using", "void", "volatile", "wchar_t", "xor", "xor_eq", "do", "errno",
    "I", "i386", "imaginary", "linux", "math_errhandling", "signbit", "stderr", "stdin", "stdout", "typeof_unqual",
    "unix",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_language_are_not_fields() {
        assert_eq!(field("double"), "double_");
        assert_eq!(field("new[0][1]"), "new_[0][1]");
        assert_eq!(field("theta"), "theta");
    }

    #[test]
    fn macros_of_the_headers_are_not_fields() {
        for name in [
            "NAN", "HUGE_VAL", "DBL_MAX", "M_PI", "M_PIf", "M_1_PI", "INT8_MAX",
        ] {
            assert_eq!(field(name), format!("{name}_"));
        }
        for name in [
            "linux",
            "__linux__",
            "_Bool",
            "_GNU_SOURCE",
            "B_PARAMETERS",
            "NHI_REAL",
        ] {
            assert_eq!(field(name), format!("{name}_"));
        }
        for name in ["M", "J1", "Mass", "m_PI", "isnan", "_m"] {
            assert_eq!(field(name), name);
        }
    }

    #[test]
    fn different_names_are_different_fields() {
        assert_eq!(field("NAN_"), "NAN__");
        assert_eq!(field("double_"), "double__");
        assert_eq!(field("theta_"), "theta_");
    }

    #[test]
    fn literals_read_back() {
        assert_eq!(Precision::Double.literal(-0.1), "-0.1");
        assert_eq!(Precision::Single.literal(0.1), "0.1f");
        assert_eq!(Precision::Single.literal(1e300), "INFINITY");
    }
}
