//! Has no work to do: a build script is what makes Cargo resolve the features for hosts.

fn main() {}
