//! Options whose values are words.

/// A choice between words.
pub trait Word: Copy + PartialEq + 'static {
    /// The name of the option.
    const OPTION: &'static str;
    /// All values, the default first.
    const ALL: &'static [Self];
    /// The spellings of [`ALL`](Self::ALL), in the same order.
    const SPELLINGS: &'static [&'static str];
}

/// Declares the words of an option: `words!("start" => Start { Paper, Lambda0, Smooth });`
macro_rules! words {
    ($option:literal => $kind:ty { $($word:ident),+ $(,)? }) => {
        impl $crate::options::Word for $kind {
            const OPTION: &'static str = $option;
            const ALL: &'static [Self] = &[$(Self::$word),+];
            const SPELLINGS: &'static [&'static str] = &[$(stringify!($word)),+];
        }
    };
}
pub(crate) use words;
