//! Files that appear whole or not at all.

use anyhow::{Context, Result};
use std::io::Write;
use std::path::Path;

/// Writes a file: beside its place first, then renamed. On a full disk what was there stays.
pub fn save(path: &Path, bytes: &[u8]) -> Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || -> std::io::Result<()> {
        let mut whole = tempfile::NamedTempFile::new_in(directory)?;
        whole.write_all(bytes)?;
        whole.as_file().sync_all()?;
        whole.persist(path)?;
        Ok(())
    };
    write().with_context(|| format!("writing {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_written_leaves_the_old_one() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        save(&path, b"old").unwrap();
        save(&path, b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        let error = save(&dir.path().join("no/such/place"), b"x").unwrap_err();
        assert!(format!("{error:#}").contains("no/such/place"), "{error:#}");
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
