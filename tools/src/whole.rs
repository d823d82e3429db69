//! Files that are there whole or not at all: written beside, synced, then moved into place.

use anyhow::{Context, Result};
use std::io::Write;
use std::path::Path;

/// Writes a file. What is no regular file (a terminal, a pipe) is written to as it is.
///
/// # Errors
/// A folder that isn't there, or a disk that refuses.
pub fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    let name = || format!("writing {}", file.display());
    if std::fs::metadata(file).is_ok_and(|about| !about.is_file()) {
        return std::fs::write(file, bytes).with_context(name);
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Asked first, so that the error speaks of the folder and not of the file beside.
    std::fs::metadata(folder).with_context(name)?;
    let mut beside = builder().tempfile_in(folder).with_context(name)?;
    beside.write_all(bytes).with_context(name)?;
    beside.as_file().sync_all().with_context(name)?;
    beside.persist(file).with_context(name)?;
    Ok(())
}

/// Others may read what we write, as with any file: a temporary one is closed to them otherwise.
pub fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_whole_and_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.svg");
        write(&file, b"old").unwrap();
        write(&file, b"new").unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"new");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
        let error = write(&folder.path().join("no/where.svg"), b"").unwrap_err();
        assert!(format!("{error:#}").starts_with("writing "), "{error:#}");
    }
}
