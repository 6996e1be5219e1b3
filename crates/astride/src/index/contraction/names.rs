//! The names of the tables of an index.

/// The names of the tables of one direction.
pub(in crate::index) struct Names {
    pub(in crate::index) label_offsets: &'static str,
    pub(in crate::index) hubs: &'static str,
    pub(in crate::index) dists: &'static str,
    pub(in crate::index) next: &'static str,
    pub(in crate::index) climb_offsets: &'static str,
    pub(in crate::index) climb_arcs: &'static str,
    pub(in crate::index) climb_middles: &'static str,
}

pub(in crate::index) const OUT: Names = Names {
    label_offsets: "out.label.offsets",
    hubs: "out.label.hubs",
    dists: "out.label.dists",
    next: "out.label.next",
    climb_offsets: "out.climb.offsets",
    climb_arcs: "out.climb.arcs",
    climb_middles: "out.climb.middles",
};

pub(in crate::index) const BACK: Names = Names {
    label_offsets: "back.label.offsets",
    hubs: "back.label.hubs",
    dists: "back.label.dists",
    next: "back.label.next",
    climb_offsets: "back.climb.offsets",
    climb_arcs: "back.climb.arcs",
    climb_middles: "back.climb.middles",
};

/// The names of the labels of one direction in the wide form; a file in this form has `BITS`.
pub(in crate::index) const WIDE_OUT: [&str; 2] = ["out.wide.offsets", "out.wide.words"];
pub(in crate::index) const WIDE_BACK: [&str; 2] = ["back.wide.offsets", "back.wide.words"];
pub(in crate::index) const BITS: &str = "wide.bits";

pub(in crate::index) const SHAPE: &str = "shape";
pub(in crate::index) const ORDER: &str = "order";
pub(in crate::index) const JUMP_OFFSETS: &str = "jump.offsets";
pub(in crate::index) const JUMP_HEADS: &str = "jump.heads";
pub(in crate::index) const JUMP_MIDDLES: &str = "jump.middles";
