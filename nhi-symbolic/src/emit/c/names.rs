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

/// Returns a name as the field of a struct. Words of C and C++ get an underscore.
pub(super) fn field(name: &str) -> String {
    let name = name.strip_prefix("r#").unwrap_or(name);
    let word = name.split('[').next().unwrap_or(name);
    if WORDS.contains(&word) {
        format!("{word}_{}", &name[word.len()..])
    } else {
        name.to_owned()
    }
}

/// The words of C and C++ that a model may use as names.
#[rustfmt::skip]
const WORDS: [&str; 75] = [
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "case", "catch", "char",
    "class", "compl", "concept", "const_cast", "consteval", "constexpr", "constinit", "decltype", "default",
    "delete", "double", "dynamic_cast", "explicit", "export", "float", "friend", "goto", "inline", "int", "long",
    "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private",
    "protected", "public", "register", "reinterpret_cast", "requires", "restrict", "short", "signed", "sizeof",
    "static_assert", "static_cast", "switch", "template", "this", "thread_local", "throw", "typedef", "typeid",
    "typename", "union", "unsigned", "using", "void", "volatile", "wchar_t", "xor", "xor_eq", "do", "errno",
    "I", "NULL", "signbit",
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
    fn literals_read_back() {
        assert_eq!(Precision::Double.literal(-0.1), "-0.1");
        assert_eq!(Precision::Single.literal(0.1), "0.1f");
        assert_eq!(Precision::Single.literal(1e300), "INFINITY");
    }
}
