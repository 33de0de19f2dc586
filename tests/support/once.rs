//! Values that several tests of a process need, each computed once.
#![allow(dead_code, reason = "each test uses its part")]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

/// Values by name.
pub(crate) struct Once<T>(Mutex<BTreeMap<String, Arc<OnceLock<T>>>>);

impl<T: Clone> Once<T> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// Returns the value of a name, and computes it if no test has. Other names do not wait.
    pub(crate) fn get(&self, name: &str, compute: impl FnOnce() -> T) -> T {
        let mut values = self.0.lock().expect("no panic in here");
        let value = Arc::clone(values.entry(name.to_owned()).or_default());
        drop(values);
        value.get_or_init(compute).clone()
    }
}
