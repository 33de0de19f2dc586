//! Generates Rust code from the model files.

fn main() -> Result<(), nhi_build::Error> {
    nhi_build::compile("models/knife_edge.nhi")
}
