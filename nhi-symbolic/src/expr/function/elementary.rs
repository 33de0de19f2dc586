//! Elementary functions in double precision, for values of expressions: those of the standard
//! library, or with the feature `libm-force` those of the crate `libm`, like the runtime's.

macro_rules! unary {
    ($($name:ident: $libm:ident;)*) => {$(
        pub(in crate::expr) fn $name(x: f64) -> f64 {
            #[cfg(not(feature = "libm-force"))]
            let value = x.$name();
            #[cfg(feature = "libm-force")]
            let value = libm::$libm(x);
            value
        }
    )*};
}

macro_rules! binary {
    ($($name:ident: $libm:ident;)*) => {$(
        pub(in crate::expr) fn $name(x: f64, y: f64) -> f64 {
            #[cfg(not(feature = "libm-force"))]
            let value = x.$name(y);
            #[cfg(feature = "libm-force")]
            let value = libm::$libm(x, y);
            value
        }
    )*};
}

unary! {
    sin: sin;
    cos: cos;
    asin: asin;
    acos: acos;
    atan: atan;
    sinh: sinh;
    cosh: cosh;
    tanh: tanh;
    exp: exp;
    ln: log;
}

binary! {
    atan2: atan2;
    hypot: hypot;
    powf: pow;
}
