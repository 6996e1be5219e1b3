//! Tables of an index: numbers of its own, or those of a file that the program keeps in memory.

use std::fmt;
use std::ops::{Deref, Range};
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

/// The bytes of a file that labels can share instead of copying them, such as a memory-mapped file.
///
/// Labels that are loaded from shared bytes keep them alive, and their tables stay in the file, if the
/// feature `mapped` is enabled, the machine is little-endian and the bytes begin at an address that is a
/// multiple of 4; otherwise the tables are copied, with the same answers.
///
/// The owner must return the same bytes for as long as it lives. Everything is checked when labels are
/// loaded and nothing afterwards: if somebody else changes a mapped file, queries can panic, never end or
/// give wrong answers, and if it shrinks, the system ends the process.
///
/// # Examples
///
/// ```
/// use astride::base::SharedBytes;
/// use astride::index::hubs::{HubLabels, HubOptions, SparseGraph};
/// let roads = SparseGraph::from_arcs(3, &[(0, 1, 5), (1, 2, 7)])?;
/// let labels = HubLabels::build(&roads, &HubOptions::default())?;
///
/// // A program would map a file here.
/// let file = SharedBytes::new(labels.save(&roads));
/// assert_eq!(HubLabels::load(&file, &roads)?, labels);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct SharedBytes(Arc<dyn AsRef<[u8]> + Send + Sync>);

// The bytes are only read, and the same whatever panics.
impl UnwindSafe for SharedBytes {}
impl RefUnwindSafe for SharedBytes {}

impl SharedBytes {
    /// Shares what `owner` holds.
    pub fn new(owner: impl AsRef<[u8]> + Send + Sync + 'static) -> Self {
        SharedBytes(Arc::new(owner))
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        (*self.0).as_ref()
    }
}

impl fmt::Debug for SharedBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedBytes").field("len", &self.bytes().len()).finish()
    }
}

/// The bytes of a file from which something is loaded. Made of anything that holds bytes, which are then
/// borrowed for that time, or of [`SharedBytes`].
#[derive(Clone, Copy)]
pub struct FileBytes<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) owner: Option<&'a SharedBytes>,
}

impl<'a> FileBytes<'a> {
    /// All bytes.
    pub(crate) fn bytes(self) -> &'a [u8] {
        self.bytes
    }
}

impl fmt::Debug for FileBytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_shared = self.owner.is_some();
        let (name, len) = ("FileBytes", self.bytes.len());
        f.debug_struct(name).field("len", &len).field("is_shared", &is_shared).finish()
    }
}

impl<'a, T: AsRef<[u8]> + ?Sized> From<&'a T> for FileBytes<'a> {
    fn from(bytes: &'a T) -> Self {
        FileBytes { bytes: bytes.as_ref(), owner: None }
    }
}

impl<'a> From<&'a SharedBytes> for FileBytes<'a> {
    fn from(owner: &'a SharedBytes) -> Self {
        FileBytes { bytes: owner.bytes(), owner: Some(owner) }
    }
}

/// A number that can be read where it lies in a file.
pub(crate) trait Number: Copy + PartialEq + fmt::Debug + 'static {
    /// Bytes of a number.
    const WIDTH: usize;

    /// The number of which these are the bytes.
    fn of_file(bytes: &[u8]) -> Self;

    /// Little-endian bytes as numbers without copying them, if that is possible.
    fn in_place(bytes: &[u8]) -> Option<&[Self]>;
}

macro_rules! number {
    ($type:ty) => {
        impl Number for $type {
            const WIDTH: usize = size_of::<$type>();

            fn of_file(bytes: &[u8]) -> Self {
                <$type>::from_le_bytes(bytes.try_into().expect("the bytes of one number"))
            }

            #[cfg(all(feature = "mapped", target_endian = "little"))]
            fn in_place(bytes: &[u8]) -> Option<&[Self]> {
                bytemuck::try_cast_slice(bytes).ok()
            }

            #[cfg(not(all(feature = "mapped", target_endian = "little")))]
            fn in_place(_: &[u8]) -> Option<&[Self]> {
                None
            }
        }
    };
}

number!(u16);
number!(u32);
number!(u64);

/// A table of numbers.
#[derive(Clone)]
pub(crate) enum Column<T> {
    Owned(Vec<T>),
    /// A part of a file; it was checked that its numbers can be read in place.
    Shared(SharedBytes, Range<usize>),
}

impl<T: Number> Column<T> {
    /// The numbers of a part of a file: in place if that is possible, otherwise copied.
    pub(super) fn of_file(file: FileBytes<'_>, part: Range<usize>) -> Self {
        let bytes = &file.bytes[part.clone()];
        match file.owner.filter(|_| T::in_place(bytes).is_some()) {
            Some(owner) => Column::Shared(owner.clone(), part),
            None => Column::Owned(numbers(bytes)),
        }
    }
}

/// A copy of the numbers that bytes are.
pub(super) fn numbers<T: Number>(bytes: &[u8]) -> Vec<T> {
    bytes.chunks_exact(T::WIDTH).map(T::of_file).collect()
}

impl<T: Number> Deref for Column<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Column::Owned(numbers) => numbers,
            Column::Shared(owner, part) => {
                T::in_place(&owner.bytes()[part.clone()]).expect("bytes that stay where they are")
            }
        }
    }
}

impl<T> Default for Column<T> {
    fn default() -> Self {
        Column::Owned(Vec::new())
    }
}

impl<T> From<Vec<T>> for Column<T> {
    fn from(numbers: Vec<T>) -> Self {
        Column::Owned(numbers)
    }
}

impl<T: Number> PartialEq for Column<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Number> Eq for Column<T> {}

impl<T: Number> fmt::Debug for Column<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
