//! Which value a planner plays by, by name: `off`, `net`, or a file with weights.

use super::weights::Weights;
use std::sync::{Arc, OnceLock};

/// Reads the file of a name; this crate knows no files.
pub type ReadFile<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// The net that ships; its card tells how it was trained.
const BUILT_IN: &[u8] = include_bytes!("../../data/value.net");

/// The net that ships.
pub fn built_in() -> Arc<Weights> {
    static NET: OnceLock<Arc<Weights>> = OnceLock::new();
    let read = || Arc::new(Weights::from_bytes(BUILT_IN).expect("the weights that ship are whole: see the test"));
    NET.get_or_init(read).clone()
}

/// What a planner plays by when nobody says: the net that ships. Where it does not know the players the value falls back to
/// the kind of the leave.
pub fn default() -> Option<Arc<Weights>> {
    Some(built_in())
}

/// The net of a name; `None` = none.
///
/// # Errors
/// A file that can't be read or holds no weights for this program.
pub fn named(text: &str, read: ReadFile) -> Result<Option<Arc<Weights>>, String> {
    match text {
        "" => Err("off, net or a file with weights is right".into()),
        "off" => Ok(None),
        "net" => Ok(Some(built_in())),
        file => {
            let weights = Weights::from_bytes(&read(file)?).map_err(|error| error.to_string())?;
            Ok(Some(Arc::new(weights)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_net_that_ships_is_whole_and_small() {
        let built_in = built_in();
        assert_eq!(built_in.to_bytes(), BUILT_IN);
        let again = named("file", &|_| Ok(BUILT_IN.to_vec())).unwrap().unwrap();
        assert_eq!(again, built_in);
        assert!(named("off", &|_| Err("not asked".into())).unwrap().is_none());
        assert_eq!(named("x", &|_| Err("no file".into())).unwrap_err(), "no file");
    }
}
