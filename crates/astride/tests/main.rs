//! The tests of the library, as one program: the engine's generic code is compiled for it once.

mod allocations;
mod any_angle;
mod assignment;
mod auto_traits;
mod boards;
mod bodies;
mod canaries;
mod clearance;
mod clusters;
mod components;
mod conformance;
mod corpus;
mod customisable;
mod dead_ends;
mod determinism;
mod dissimilar;
mod dynamic;
mod edit_laws;
mod exhaustive;
mod explanations;
mod fences;
mod fields;
mod flights;
mod floors;
mod followers;
mod free_arcs;
mod fuzz_regressions;
mod graphs;
mod grid_rules;
mod guide;
mod hex_geometry;
mod hexes;
mod hierarchies;
mod incremental;
mod influence;
mod jumps;
mod kept_fields;
mod knowledge;
mod landmarks;
mod laws;
mod layers;
mod mesh_faces;
mod mesh_links;
mod mesh_obstacles;
mod mesh_radius;
mod mesh_slide;
mod meshes;
mod movingai;
mod navigator_fog;
mod navigator_requests;
mod navigator_shapes;
mod navigator_upkeep;
mod navigator_worlds;
mod nearest;
mod obstacles;
mod overlays;
mod path_laws;
mod pausing;
mod predicates;
mod recordings;
mod regions;
mod regressions;
mod requests;
mod saved_indexes;
mod saved_labels;
#[cfg(feature = "serde")]
mod serial;
mod smooth_paths;
#[cfg(feature = "tracing")]
mod spans;
mod states;
mod stepping;
mod streamed;
mod triangles;
mod turns;
#[cfg(all(feature = "glam", feature = "mint"))]
mod vectors;
mod voxels;
mod what_if;
mod windows;
mod world_files;
mod world_rules;
mod worlds;

#[test]
fn every_file_beside_this_one_is_part_of_it() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    astride_testkit::modules::check_modules(&folder, include_str!("main.rs"));
}
