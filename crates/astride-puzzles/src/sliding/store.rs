//! Pattern databases as a file of tables.
//!
//! Of kind `tile`: `tiles` says for each tile from 1 in which group it is, and `first`, `second` and
//! so on are the databases, two entries a byte, the one with the lower number in the lower bits.

use astride::base::{Container, ContainerWriter, Numbers, PartsError, TablesError};

use super::patterns::{Group, Groups, LARGE, Patterns, SMALL, Size, group_of};

const KIND: [u8; 4] = *b"tile";
const NAMES: [&str; 3] = ["first", "second", "third"];

impl Patterns {
    /// The databases as bytes, for [`from_bytes`](Self::from_bytes): the same on every machine.
    pub fn to_bytes(&self) -> Vec<u8> {
        match &self.size {
            Size::Small(groups) => groups.to_bytes(),
            Size::Large(groups) => groups.to_bytes(),
        }
    }

    /// Reads what [`to_bytes`](Self::to_bytes) has written; [`groups`](Self::groups) says which
    /// databases that were.
    ///
    /// The checksums find damage, not forgery: entries rewritten with valid checksums give answers that
    /// are not the shortest.
    ///
    /// # Errors
    ///
    /// If the bytes are something else or have changed since. Checksums and all lengths are checked
    /// before any entry is looked at.
    ///
    /// # Complexity
    ///
    /// O(bytes); they are kept, and not copied.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Patterns, TablesError> {
        let container = Container::read(&bytes, KIND)?;
        let tiles = container.u8s("tiles").ok_or(PartsError::Missing { part: "tiles" })?;
        let size = if tiles == groups_of(&SMALL) {
            let first = first_bytes(&bytes, &container, SMALL)?;
            Size::Small(Box::new(Groups::read(bytes, first, SMALL)?))
        } else if tiles == groups_of(&LARGE) {
            let first = first_bytes(&bytes, &container, LARGE)?;
            Size::Large(Box::new(Groups::read(bytes, first, LARGE)?))
        } else {
            let expected = "the groups of 6, 6 and 3 tiles of this version, or those of 7 and 8";
            return Err(PartsError::Damaged { part: "tiles", at: 0, expected }.into());
        };
        Ok(Patterns { size })
    }
}

/// The group of each tile from 1.
fn groups_of(groups: &[&[u8]]) -> Vec<u8> {
    (1..16).map(|tile| group_of(tile, groups)).collect()
}

impl<const COUNT: usize> Groups<COUNT> {
    fn to_bytes(&self) -> Vec<u8> {
        let mut writer = ContainerWriter::new(KIND, 0);
        let tiles = groups_of(&self.tiles);
        writer.section("tiles", Numbers::U8(&tiles));
        for (name, table) in NAMES.into_iter().zip(self.tables()) {
            writer.section(name, Numbers::U8(table));
        }
        writer.finish()
    }

    fn read(
        bytes: Vec<u8>,
        first: [usize; COUNT],
        tiles: [&'static [u8]; COUNT],
    ) -> Result<Self, TablesError> {
        let groups = Groups::new(bytes, first, tiles);
        for (group, part) in NAMES.into_iter().take(COUNT).enumerate() {
            if let Some(at) = groups.wrong(group) {
                return Err(PartsError::Damaged { part, at, expected: "0 at home" }.into());
            }
        }
        Ok(groups)
    }
}

/// Where in `bytes` the table of each database begins.
fn first_bytes<const COUNT: usize>(
    bytes: &[u8],
    container: &Container<'_>,
    tiles: [&'static [u8]; COUNT],
) -> Result<[usize; COUNT], TablesError> {
    let known: Vec<&str> = std::iter::once("tiles").chain(NAMES).take(COUNT + 1).collect();
    if let Some((_, other)) =
        container.names().enumerate().find(|&(at, name)| known.get(at) != Some(&name))
    {
        return Err(TablesError::Unknown { table: other.into() });
    }
    let mut first = [0; COUNT];
    for ((part, tiles), first) in NAMES.into_iter().zip(tiles).zip(&mut first) {
        let table = container.u8s(part).ok_or(PartsError::Missing { part })?;
        if table.len() != Group::len(tiles.len()) {
            let expected = "an entry for each way in which the tiles can stand";
            return Err(PartsError::Damaged { part, at: table.len(), expected }.into());
        }
        *first = table.as_ptr().addr() - bytes.as_ptr().addr();
    }
    Ok(first)
}
