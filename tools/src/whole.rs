//! Files that are there whole or not at all: written beside, synced, then moved into place.

use anyhow::{Context, Result};
use std::fs::File;
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
    put(file, |beside| Ok(beside.write_all(bytes)?)).with_context(name)
}

/// Makes a file by what fills it.
///
/// # Errors
/// Those of the filling; a folder that isn't there, or a disk that refuses.
pub fn put(file: &Path, fill: impl FnOnce(&mut File) -> Result<()>) -> Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Asked first, so that the error speaks of the folder and not of the file beside.
    std::fs::metadata(folder)?;
    let mut beside = builder().tempfile_in(folder)?;
    fill(beside.as_file_mut())?;
    beside.as_file().sync_all()?;
    beside.persist(file)?;
    // The new name is safe only when the directory is on the disk too.
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}

/// Others may read what we write, as with any file: a temporary one is closed to them otherwise.
fn builder() -> tempfile::Builder<'static, 'static> {
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
