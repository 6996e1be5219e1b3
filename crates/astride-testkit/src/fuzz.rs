//! The bodies of the fuzz targets: they accept any bytes and panic only if a promise is broken.
//!
//! Structured input is drawn byte by byte; zeros follow the end of the bytes. `cargo test` replays
//! seeds and recorded crashes through the same functions.

mod engine;
mod indexes;
mod load;
mod mesh;
mod recording;
mod saved;
mod shapes;
mod text;
mod world;

pub use engine::{edits, engine_vs_reference};
pub use indexes::indexes_follow_edits;
pub use load::{KINDS, Kind, Truth, load_indexes, save_all};
pub use mesh::{load_mesh_labels, read_mesh};
pub use recording::{load_recordings, record};
pub use saved::{load_labels, sealed};
pub use shapes::{read_drawings, read_mesh_scenario, read_shapes, read_voxels};
pub use text::{drawing, read_graph, read_map, read_scenario, weight_and_method_names};
pub use world::read_world;

/// A fuzz target: its name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// All targets, by their names in `fuzz/`.
pub const TARGETS: [Target; 18] = [
    ("read_map", read_map),
    ("read_scenario", read_scenario),
    ("read_graph", read_graph),
    ("read_world", read_world),
    ("read_mesh", read_mesh),
    ("drawing", drawing),
    ("read_voxels", read_voxels),
    ("read_drawings", read_drawings),
    ("read_mesh_scenario", read_mesh_scenario),
    ("read_shapes", read_shapes),
    ("engine_vs_reference", engine_vs_reference),
    ("edits", edits),
    ("indexes_follow_edits", indexes_follow_edits),
    ("load_labels", load_labels),
    ("load_mesh_labels", load_mesh_labels),
    ("load_indexes", load_indexes),
    ("load_recordings", load_recordings),
    ("weight_and_method_names", weight_and_method_names),
];

/// Numbers drawn from bytes.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte, or 0 at the end.
    fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&first, rest)) => {
                self.0 = rest;
                first
            }
            None => 0,
        }
    }

    /// A number in `0..bound`, from one byte if `bound` is at most 256, otherwise from two.
    fn below(&mut self, bound: usize) -> usize {
        let high = if bound > 256 { usize::from(self.byte()) << 8 } else { 0 };
        (high | usize::from(self.byte())) % bound
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}
