//! Models by the grammar, whose decisions are the bytes:
//! `cargo fuzz run grammar found/grammar corpus/grammar -- -max_len=400 -len_control=0`.

#![no_main]

#[path = "../../nhi-build/tests/pipeline/choices.rs"]
mod choices;
#[path = "../../nhi-build/tests/pipeline/grammar.rs"]
mod grammar;
#[path = "../../nhi-build/tests/pipeline/pipeline.rs"]
mod pipeline;
#[path = "../../nhi-build/tests/pipeline/towers.rs"]
mod towers;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let text = grammar::model(&mut choices::Choices::new(input));
    pipeline::pipeline(text.as_bytes()).assert_is_rust();
});
