//! Where the levels and boards of the tests lie.

use std::path::Path;

use astride_testkit::data::{data_dir, repository_root, skip};

/// A file of `data/puzzle`, which is part of the repository.
pub(crate) fn own(name: &str) -> String {
    let path = repository_root().join("data/puzzle").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A file of the recorded data outside the repository, or `None` and a line in the list of skipped
/// tests.
pub(crate) fn recorded(name: &str) -> Option<Vec<u8>> {
    let path = data_dir().map(|folder| folder.join("puzzle").join(name));
    let bytes = path.as_deref().filter(|path| Path::is_file(path)).map(std::fs::read);
    if bytes.is_none() {
        skip(&format!("puzzle/{name} is not there"));
    }
    bytes.map(|bytes| bytes.expect("a readable file"))
}

/// Whether the long tests run as well.
pub(crate) fn is_slow() -> bool {
    std::env::var_os("ASTRIDE_SLOW_TESTS").is_some_and(|value| value == "1")
}
