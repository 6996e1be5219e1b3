//! Writing files: all of it or nothing, by temporary file, sync and rename.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use crate::error::Failure;
use crate::report::write_out;

/// Writes `bytes` to the file called `path`, or to standard output if that is `-`.
///
/// An ordinary file is replaced in one step, so nobody ever sees half of it. Devices and pipes are
/// written to as they are.
pub(crate) fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let fail = |error: io::Error| Failure::io("write", path.display(), &error);
    if path == Path::new("-") {
        return write_out(bytes).map_err(fail);
    }
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => {
            Err(Failure::at(path.display(), "is a directory, expected the name of a file to write"))
        }
        Ok(found) if !found.is_file() => {
            let mut file = OpenOptions::new().write(true).open(path).map_err(fail)?;
            file.write_all(bytes).map_err(fail)
        }
        // A link stays a link: what it points at is replaced.
        Ok(_) => replace(&fs::canonicalize(path).map_err(fail)?, bytes).map_err(fail),
        Err(_) => replace(path, bytes).map_err(fail),
    }
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().ok_or_else(|| io::Error::other("the name of a file is missing"))?;
    let mut temporary = OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(temporary);
    let mut file = File::create_new(&temporary)?;
    let written = file
        .write_all(bytes)
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is the one to tell; a leftover that cannot be removed changes nothing.
        let _ = fs::remove_file(&temporary);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("out.txt");
        for text in ["first, and longer", "second"] {
            save(&file, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(save(folder.path(), b"").is_err());
        assert!(save(&folder.path().join("no/such/place"), b"").is_err());
    }
}
