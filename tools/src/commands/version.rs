//! What `--version` tells.

/// Name and number of the release.
pub const SHORT: &str = env!("CARGO_PKG_VERSION");

/// The release, and later the hashes of physics and rules that results depend on.
pub fn long() -> &'static str {
    SHORT
}
