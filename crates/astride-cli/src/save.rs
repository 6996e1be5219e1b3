//! Writing files: all of it or nothing, by temporary file, sync and rename.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::error::Failure;

/// What happens to an existing file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Existing {
    /// It stays, and nothing is written.
    Kept,
    /// The new one takes its place.
    Replaced,
}

impl Existing {
    /// No existing file is lost without `--force`.
    pub(crate) fn forced(is_forced: bool) -> Self {
        if is_forced { Existing::Replaced } else { Existing::Kept }
    }

    /// Refuses an existing file that must be kept, and a place where none can be created, before
    /// any work is done for it. Devices and pipes lose nothing.
    pub(crate) fn look_at(self, path: &Path) -> Result<(), Failure> {
        if path == Path::new("-") {
            return Ok(());
        }
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(is_folder(path)),
            Ok(found) if !found.is_file() => Ok(()),
            Ok(_) if self == Existing::Kept => Err(is_there(path)),
            _ => try_place(path).map_err(|error| Failure::io("write", path.display(), &error)),
        }
    }
}

fn is_there(path: &Path) -> Failure {
    Failure::at(path.display(), "is there already, expected a new name or --force")
}

fn is_folder(path: &Path) -> Failure {
    Failure::at(path.display(), "is a directory, expected the name of a file to write")
}

/// Creates a file beside the one called `path`, and removes it.
fn try_place(path: &Path) -> io::Result<()> {
    let temporary = temporary(&behind_links(path)?)?;
    create(&temporary)?;
    fs::remove_file(temporary)
}

/// Writes to standard output; a closed pipe silently ends the output.
pub(crate) fn write_out(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Writes `bytes` to the file called `path`, or to standard output if that is `-`.
///
/// An ordinary file appears in one step, so that no reader ever sees half of it, and of several
/// processes that keep existing files only the first one writes. A link stays a link: the file to
/// which it points is written, whether it exists or not. Devices and pipes are written to as they
/// are.
pub(crate) fn save(path: &Path, bytes: &[u8], existing: Existing) -> Result<(), Failure> {
    let fail = |error: io::Error| Failure::io("write", path.display(), &error);
    if path == Path::new("-") {
        return write_out(bytes).map_err(fail);
    }
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(is_folder(path)),
        Ok(found) if !found.is_file() => {
            let mut file = OpenOptions::new().write(true).open(path).map_err(fail)?;
            file.write_all(bytes).map_err(fail)
        }
        _ => put(&behind_links(path).map_err(fail)?, bytes, existing).map_err(|error| {
            let is_kept = existing == Existing::Kept && error.kind() == ErrorKind::AlreadyExists;
            if is_kept { is_there(path) } else { fail(error) }
        }),
    }
}

/// Where a file of this name is, or would be.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    /// More than any system follows.
    const MOST: usize = 64;
    let mut path = path.to_owned();
    for _ in 0..MOST {
        let Ok(target) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::other("links lead round in circles"))
}

/// The beginning of the names of temporary files for the file called `path`.
fn prefix(path: &Path) -> io::Result<OsString> {
    let name = path.file_name().ok_or_else(|| io::Error::other("the name of a file is missing"))?;
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    Ok(prefix)
}

/// The temporary file of this process for the file called `path`.
fn temporary(path: &Path) -> io::Result<PathBuf> {
    let mut name = prefix(path)?;
    name.push(format!("{}.tmp", std::process::id()));
    Ok(path.with_file_name(name))
}

fn put(path: &Path, bytes: &[u8], existing: Existing) -> io::Result<()> {
    let temporary = temporary(path)?;
    clear_leftovers(path, &prefix(path)?);
    let written = create(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        match existing {
            Existing::Replaced => fs::rename(&temporary, path),
            Existing::Kept => name_once(&temporary, path),
        }
    });
    // The first error is the one to report; a leftover that cannot be removed changes nothing.
    let _ = fs::remove_file(&temporary);
    written
}

/// A new file with a lock on it for as long as it is open, which distinguishes it from a leftover.
fn create(temporary: &Path) -> io::Result<File> {
    loop {
        let file = File::create_new(temporary)?;
        // Where there are no locks, nothing counts as a leftover.
        let _ = file.lock();
        // Until then, another process may have taken it for a leftover.
        if temporary.exists() {
            return Ok(file);
        }
    }
}

/// Gives a file its name unless another has it.
fn name_once(temporary: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(temporary, path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            // Not all file systems have links. The name is taken first, and then the file is put there.
            File::create_new(path)?;
            fs::rename(temporary, path).inspect_err(|_| {
                // The file that took the name is empty; one that was forced into its place in the
                // meantime is not.
                if fs::metadata(path).is_ok_and(|found| found.len() == 0) {
                    let _ = fs::remove_file(path);
                }
            })
        }
        other => other,
    }
}

/// Removes the leftovers of processes that were killed while they wrote the file called `path`.
fn clear_leftovers(path: &Path, prefix: &OsString) {
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let is_leftover = |name: &[u8]| {
        let process = name.strip_prefix(prefix.as_encoded_bytes());
        let process = process.and_then(|rest| rest.strip_suffix(b".tmp"));
        process.is_some_and(|id| !id.is_empty() && id.iter().all(u8::is_ascii_digit))
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !is_leftover(entry.file_name().as_encoded_bytes()) {
            continue;
        }
        let Ok(file) = OpenOptions::new().write(true).open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(folder: &Path) -> Vec<OsString> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("out.txt");
        for text in ["first, and longer", "second"] {
            save(&file, text.as_bytes(), Existing::Replaced).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        assert_eq!(entries(folder.path()), ["out.txt"]);
        assert!(save(folder.path(), b"", Existing::Replaced).is_err());
        assert!(save(&folder.path().join("no/such/place"), b"", Existing::Replaced).is_err());
    }

    #[test]
    fn of_many_that_write_a_new_file_one_does() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("out.txt");
        Existing::Kept.look_at(&file).unwrap();
        save(&file, b"first", Existing::Kept).unwrap();
        // A process that looked before the first one had written.
        let refused = save(&file, b"second", Existing::Kept).unwrap_err().to_string();
        assert!(refused.contains("is there already"), "{refused}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "first");
        assert!(Existing::Kept.look_at(&file).is_err());
        Existing::forced(true).look_at(&file).unwrap();
        assert_eq!(entries(folder.path()), ["out.txt"]);
        for place in [folder.path(), &folder.path().join("no/such/place")] {
            assert!(Existing::Replaced.look_at(place).is_err());
        }
    }

    #[test]
    fn a_name_that_was_taken_for_nothing_is_given_back() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("out.txt");
        // Neither a link to it nor a rename is possible.
        name_once(&folder.path().join("missing"), &file).unwrap_err();
        assert!(entries(folder.path()).is_empty());
    }

    #[test]
    fn leftovers_of_the_killed_are_cleared_and_those_of_the_living_stay() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let others = [".a.txt..tmp", ".a.txt.x.tmp", ".b.txt.1.tmp", "a.txt.1.tmp"];
        for name in [&others[..], &[".a.txt.1.tmp"]].concat() {
            fs::write(at(name), "half").unwrap();
        }
        let living = create(&at(".a.txt.2.tmp")).unwrap();
        save(&at("a.txt"), b"whole", Existing::Replaced).unwrap();
        let mut left = entries(folder.path());
        left.sort();
        let mut stay = [&others[..], &[".a.txt.2.tmp", "a.txt"]].concat();
        stay.sort_unstable();
        assert_eq!(left, stay);
        drop(living);
        save(&at("a.txt"), b"whole", Existing::Replaced).unwrap();
        assert!(!at(".a.txt.2.tmp").exists());
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("below")).unwrap();
        symlink("below/target", at("link")).unwrap();
        symlink("link", at("twice")).unwrap();
        symlink("round", at("round")).unwrap();
        for text in ["while the target is missing", "and when it is there"] {
            save(&at("twice"), text.as_bytes(), Existing::Replaced).unwrap();
            assert_eq!(fs::read_to_string(at("below/target")).unwrap(), text);
            assert!(at("link").is_symlink() && at("twice").is_symlink());
        }
        assert!(save(&at("link"), b"", Existing::Kept).is_err());
        assert!(save(&at("round"), b"", Existing::Replaced).is_err());
    }
}
