//! The elementary functions of C by the crate `libm`, so that generated C has the bits of Rust with
//! the feature `libm-force` on every platform. Link the library before the one of the platform:
//! `gcc model.c ... libnhi_libm.a -lm`.
#![no_std]

macro_rules! export {
    ($($name:ident($($x:ident),*);)*) => {$(
        #[doc = concat!("The function `", stringify!($name), "` of C.")]
        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($x: f64),*) -> f64 {
            libm::$name($($x),*)
        }
    )*};
    (float: $($name:ident($($x:ident),*);)*) => {$(
        #[doc = concat!("The function `", stringify!($name), "` of C.")]
        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($x: f32),*) -> f32 {
            libm::$name($($x),*)
        }
    )*};
}

export! {
    sin(x);
    cos(x);
    asin(x);
    acos(x);
    atan(x);
    atan2(y, x);
    sinh(x);
    cosh(x);
    tanh(x);
    exp(x);
    log(x);
    hypot(x, y);
    pow(x, y);
}

export! {
    float:
    sinf(x);
    cosf(x);
    asinf(x);
    acosf(x);
    atanf(x);
    atan2f(y, x);
    sinhf(x);
    coshf(x);
    tanhf(x);
    expf(x);
    logf(x);
    hypotf(x, y);
    powf(x, y);
}

/// Sine and cosine of an angle in one call, which compilers make of two.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn sincos(x: f64, sine: &mut f64, cosine: &mut f64) {
    (*sine, *cosine) = (libm::sin(x), libm::cos(x));
}

/// Sine and cosine in single precision.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn sincosf(x: f32, sine: &mut f32, cosine: &mut f32) {
    (*sine, *cosine) = (libm::sinf(x), libm::cosf(x));
}

/// No function here panics.
#[panic_handler]
fn stop(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
