//! The elementary functions of C by the crate `libm`, so that generated C has the bits of Rust with
//! the feature `libm-force` on every platform. Link the library before the one of the platform, and
//! forbid compilers to replace calls by others, such as `sincos` or `exp2`:
//! `gcc -fno-builtin model.c ... libnhi_libm.a -lm`.
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

/// No function here panics.
#[panic_handler]
fn stop(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
