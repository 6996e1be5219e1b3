//! Files of others, read as the command reads them.

pub(crate) mod osm;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use astride::io::{HexDrawing, WorldFile};
use astride_formats::{Format, FormatError, Import, Map, Options, unzip};
use astride_testkit::data::{data_dir, repository_root, skip};
use flate2::read::GzDecoder;

/// Where a file lies: in this repository, or among the larger recorded data.
fn find(name: &str) -> Option<PathBuf> {
    let here = repository_root();
    let folders = [Some(here.join("data")), Some(here.join("corpus")), data_dir()];
    folders.into_iter().flatten().map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// The unpacked bytes of a file and their name; `None`, and a line among the skipped tests, if it
/// is not there.
pub(crate) fn bytes_of(name: &str) -> Option<(PathBuf, Vec<u8>)> {
    let Some(path) = find(name) else {
        skip(&format!("{name} is not there"));
        return None;
    };
    Some(unpacked(&path))
}

fn unpacked(path: &Path) -> (PathBuf, Vec<u8>) {
    let bytes = fs::read(path).expect("a file that can be read");
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => {
            let mut out = Vec::new();
            GzDecoder::new(&bytes[..]).read_to_end(&mut out).expect("gzip");
            (path.with_extension(""), out)
        }
        Some("zip") => {
            let (name, bytes) = unzip(&bytes, 1 << 30).expect("an archive of one file");
            (path.with_file_name(name), bytes)
        }
        _ => (path.to_owned(), bytes),
    }
}

/// Reads a file that another one names, which may be packed.
pub(crate) fn beside(path: &Path, name: &str) -> Result<Vec<u8>, String> {
    let folder = path.parent().expect("a folder");
    let names = [name.to_owned(), format!("{name}.gz")];
    let found = names.iter().map(|name| folder.join(name)).find(|path| path.is_file());
    found.map(|path| unpacked(&path).1).ok_or_else(|| format!("no file {name:?}"))
}

pub(crate) fn read(path: &Path, bytes: &[u8], options: &Options) -> Result<Import, FormatError> {
    let name = path.to_str().expect("a plain name");
    let format = Format::of(name, bytes).expect("a format that is known");
    format.read(name, bytes, options, &mut |name| beside(path, name))
}

/// The map in a file, if it is there.
pub(crate) fn import_with(name: &str, options: &Options) -> Option<Import> {
    let (path, bytes) = bytes_of(name)?;
    Some(read(&path, &bytes, options).unwrap_or_else(|error| panic!("{name}: {error}")))
}

pub(crate) fn import(name: &str) -> Option<Import> {
    import_with(name, &Options::default())
}

pub(crate) fn squares(import: Import) -> WorldFile {
    match import.map {
        Map::Squares(world) => *world,
        _ => panic!("no squares"),
    }
}

pub(crate) fn hexagons(import: Import) -> HexDrawing {
    match import.map {
        Map::Hexagons(drawing) => *drawing,
        _ => panic!("no hexagons"),
    }
}

/// How many cells there are of each class that occurs, by letters.
pub(crate) fn counts(histogram: &[u32; 256]) -> String {
    let there = (0..=255u8).filter(|&class| class > 0 && histogram[usize::from(class)] > 0);
    let counts =
        there.map(|class| format!("{}{}", char::from(class), histogram[usize::from(class)]));
    counts.collect::<Vec<_>>().join(" ")
}

/// The rows of a small map.
pub(crate) fn rows(world: &WorldFile) -> String {
    let row = |y| String::from_utf8_lossy(world.grid.row(y).unwrap()).into_owned();
    (0..world.grid.height()).map(row).collect::<Vec<_>>().join("\n")
}
