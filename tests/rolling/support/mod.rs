//! What the systems share: scenarios, runs by the machine, and motions by hand.

pub(crate) mod by_hand;
pub(crate) mod contact;
mod declared;
pub(crate) mod linear;
pub(crate) mod methods;
pub(crate) mod rigid;
pub(crate) mod run;
pub(crate) mod scenario;
pub(crate) mod system;
