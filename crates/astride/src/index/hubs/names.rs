//! The names of the tables of an index.

/// The names of the tables of one direction.
pub(super) struct Names {
    pub(super) label_offsets: &'static str,
    pub(super) hubs: &'static str,
    pub(super) dists: &'static str,
    pub(super) next: &'static str,
    pub(super) climb_offsets: &'static str,
    pub(super) climb_arcs: &'static str,
    pub(super) climb_middles: &'static str,
}

pub(super) const OUT: Names = Names {
    label_offsets: "out.label.offsets",
    hubs: "out.label.hubs",
    dists: "out.label.dists",
    next: "out.label.next",
    climb_offsets: "out.climb.offsets",
    climb_arcs: "out.climb.arcs",
    climb_middles: "out.climb.middles",
};

pub(super) const BACK: Names = Names {
    label_offsets: "back.label.offsets",
    hubs: "back.label.hubs",
    dists: "back.label.dists",
    next: "back.label.next",
    climb_offsets: "back.climb.offsets",
    climb_arcs: "back.climb.arcs",
    climb_middles: "back.climb.middles",
};

/// The names of the labels of one direction in the wide form; a file in this form has `BITS`.
pub(super) const WIDE_OUT: [&str; 2] = ["out.wide.offsets", "out.wide.words"];
pub(super) const WIDE_BACK: [&str; 2] = ["back.wide.offsets", "back.wide.words"];
pub(super) const BITS: &str = "wide.bits";

pub(super) const SHAPE: &str = "shape";
pub(super) const JUMP_OFFSETS: &str = "jump.offsets";
pub(super) const JUMP_HEADS: &str = "jump.heads";
pub(super) const JUMP_MIDDLES: &str = "jump.middles";
