//! Any text. Start from the models of the tests: `cargo fuzz run text corpus/text ../tests/models`.

#![no_main]

#[path = "../../nhi-build/tests/pipeline/pipeline.rs"]
mod pipeline;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    pipeline::pipeline(input);
});
