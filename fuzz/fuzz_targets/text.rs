//! Any text. Start from the corpus and the models of the tests, with the words of the language:
//! `cargo fuzz run text found/text corpus/text ../tests/models -- -dict=words.dict`.

#![no_main]

#[path = "../../nhi-build/tests/pipeline/pipeline.rs"]
mod pipeline;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    pipeline::pipeline(input).assert_is_rust();
});
