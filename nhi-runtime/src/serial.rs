//! Support for serde in generated types.

/// Reports that `derive(serde::...)` of a model requires the feature `serde`, if that is not
/// enabled.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __needs_serde {
    () => {};
}

/// Reports that `derive(serde::...)` of a model requires the feature `serde`, if that is not
/// enabled.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __needs_serde {
    () => {
        ::core::compile_error!(
            "generated types derive serde's traits with the feature `serde` of nhi alone: write `nonholonomic = { ..., features = [\"serde\"] }`"
        );
    };
}

/// Arrays of any length, for `#[serde(with = ...)]`: serde itself supports up to 32 entries.
#[cfg(feature = "serde")]
pub mod serial_array {
    use core::fmt;
    use core::marker::PhantomData;

    use serde::de::{Error, SeqAccess, Visitor};
    use serde::ser::SerializeTuple;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes an array as a tuple.
    ///
    /// # Errors
    /// The errors of the serializer.
    pub fn serialize<T: Serialize, S: Serializer, const N: usize>(
        array: &[T; N],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(N)?;
        array
            .iter()
            .try_for_each(|entry| tuple.serialize_element(entry))?;
        tuple.end()
    }

    /// Reads an array from a tuple of the same length.
    ///
    /// # Errors
    /// The errors of the deserializer, and a tuple of another length.
    pub fn deserialize<'de, T, D, const N: usize>(deserializer: D) -> Result<[T; N], D::Error>
    where
        T: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        deserializer.deserialize_tuple(N, Array(PhantomData))
    }

    struct Array<T, const N: usize>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for Array<T, N> {
        type Value = [T; N];

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "an array of {N} numbers")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<[T; N], A::Error> {
            let mut array = [const { None }; N];
            for (place, entry) in array.iter_mut().enumerate() {
                let next: Option<T> = entries.next_element()?;
                *entry = Some(next.ok_or_else(|| A::Error::invalid_length(place, &self))?);
            }
            Ok(array.map(|entry| entry.expect("every place was filled")))
        }
    }
}
