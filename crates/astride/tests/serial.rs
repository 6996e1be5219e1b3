//! Plain data through serde: what it looks like, and what is refused.

use std::fmt::Debug;

use astride::base::{Cell, CellRect, Dir, NodeId, Scale, Vec2, Vec3, Weight};
use astride::io::{WorldFile, write_world};
use astride::path::{Limits, Path};
use astride::planner::find_path;
use astride::shapes::floors::{FloorEdit, FloorMover, FloorPlace, FloorSide, Wrap};
use astride::shapes::graph::{GraphEdit, GraphMover, GraphPlace};
use astride::shapes::hex::{Hex, HexDir, HexEdit, HexLayout, HexMover, HexOffset};
use astride::shapes::mesh::MeshLink;
use astride::shapes::square::{
    Axes, Edit, Fence, Grid, Mover, Neighbours, ObstacleId, Obstacles, Outline, Spot,
};
use astride::shapes::streamed::{Chunk, StreamedCell};
use astride::shapes::triangle::{TriangleEdit, TriangleMover, TriangleSide, TriangleSteps};
use astride::shapes::voxel::{
    Voxel, VoxelEdit, VoxelMaterial, VoxelMedium, VoxelMover, VoxelNeighbours, VoxelScale,
    VoxelWalk,
};
use astride::world::{Corners, Link, media};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The value is written as `text`, and read from it.
#[track_caller]
fn is_written<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, text: &str) {
    assert_eq!(serde_json::to_string(&value).unwrap(), text);
    assert_eq!(serde_json::from_str::<T>(text).unwrap(), value);
}

/// The value is read as it was written.
#[track_caller]
fn is_kept<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T) {
    let text = serde_json::to_string(&value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
}

#[track_caller]
fn is_refused<T: DeserializeOwned + Debug>(text: &str, reason: &str) {
    let error = serde_json::from_str::<T>(text).unwrap_err().to_string();
    assert!(error.contains(reason), "{error}");
}

#[test]
fn places_and_points_are_written_by_their_fields() {
    is_written(Cell::new(3, 4), r#"{"x":3,"y":4}"#);
    is_written(CellRect::new(1, 2, 3, 4), r#"{"x":1,"y":2,"width":3,"height":4}"#);
    is_written(Vec2::new(0.5, -1.0), r#"{"x":0.5,"y":-1.0}"#);
    is_written(Vec3::new(0.5, -1.0, 2.0), r#"{"x":0.5,"y":-1.0,"z":2.0}"#);
    is_written(Spot::corner(1, 2), r#"{"x":2,"y":4}"#);
    is_written(Hex::new(3, -1), r#"{"q":3,"r":-1}"#);
    is_written(FloorPlace::new(1, 2, 3), r#"{"x":1,"y":2,"floor":3}"#);
    is_written(Voxel::new(1, 2, 3), r#"{"x":1,"y":2,"z":3}"#);
    is_written(StreamedCell::new(-1, 1 << 40), r#"{"x":-1,"y":1099511627776}"#);
    is_written(Chunk::new(-1, 2), r#"{"x":-1,"y":2}"#);
    is_written(GraphPlace(7), "7");
    is_written(NodeId::new(NodeId::MAX_INDEX), "4294967294");
}

#[test]
fn choices_are_written_by_name() {
    is_written(Dir::ALL.to_vec(), r#"["N","NE","E","SE","S","SW","W","NW"]"#);
    is_written(Corners::OneFree, r#""OneFree""#);
    is_written(Neighbours::Four, r#""Four""#);
    is_written(Axes::Xz, r#""Xz""#);
    is_written((HexLayout::Flat, HexOffset::EvenRows), r#"["Flat","EvenRows"]"#);
    is_written(HexDir::ALL[0], r#""NorthEast""#);
    is_written(FloorSide::West, r#""West""#);
    is_written(TriangleSide::Base, r#""Base""#);
    is_written(TriangleSteps::Around(Corners::Always), r#"{"Around":"Always"}"#);
    is_written((VoxelMaterial::Solid, VoxelMedium::Both), r#"["Solid","Both"]"#);
    is_written(VoxelNeighbours::Eighteen, r#""Eighteen""#);
}

#[test]
fn what_has_limits_is_checked_when_it_is_read() {
    is_written(Scale::CLASSIC, "[10,14]");
    is_refused::<Scale>("[10,9]", "scale 10/9 is unusable");
    is_written(Weight::new(3, 2).unwrap(), "[3,2]");
    is_refused::<Weight>("[1,2]", "weight");
    is_written(VoxelScale::CLASSIC, "[10,14,17]");
    is_refused::<VoxelScale>("[10,14,19]", "scale 10/14/19 is unusable");
    is_refused::<NodeId>("4294967295", "a node index is 4294967295");
    is_refused::<Path>(r#"{"nodes":[],"cost":0}"#, "a path has no nodes");
    is_refused::<Mover>(
        r#"{"terrain":[[46,2000,1]],"crosses":[],"gait":{"neighbours":"Four","corners":"Never","scale":[10,14]}}"#,
        "2000",
    );
    is_refused::<Mover>(
        r#"{"terrain":[],"crosses":[[1,4000000000]],"gait":{"neighbours":"Four","corners":"Never","scale":[10,14]}}"#,
        "4000000000",
    );
}

#[test]
fn movers_are_written_by_the_terrain_they_can_enter() {
    let boat = Mover::new().terrain_in(b'W', 2, media::WATER).unwrap();
    let boat = boat.scale(Scale::CLASSIC).crosses(3, 5).unwrap();
    is_written(
        boat,
        r#"{"terrain":[[87,2,2]],"crosses":[[3,5]],"gait":{"neighbours":"Eight","corners":"Never","scale":[10,14]}}"#,
    );
    is_kept(Mover::walker());
    is_written(
        HexMover::new().terrain(b'.', 1).unwrap().step(10).unwrap(),
        r#"{"terrain":[[46,1,1]],"crosses":[],"gait":{"step":10,"radius":0}}"#,
    );
    is_kept(HexMover::walker().step(13_860).unwrap().crosses(3, 7).unwrap());
    is_kept(HexMover::walker().body(2).unwrap());
    is_refused::<HexMover>(
        r#"{"terrain":[],"crosses":[],"gait":{"step":0}}"#,
        "scale 0/0 is unusable",
    );
    is_refused::<HexMover>(
        r#"{"terrain":[],"crosses":[],"gait":{"step":9,"radius":17}}"#,
        "a body of 17 rings is unusable",
    );
    is_kept(FloorMover::walker().body(3).unwrap());
    is_refused::<FloorMover>(
        r#"{"terrain":[],"crosses":[],"gait":{"neighbours":"Four","corners":"Never","scale":[10,14],"body":0}}"#,
        "a body of side 0 is unusable",
    );
    is_kept(TriangleMover::walker().steps(TriangleSteps::Around(Corners::Never)));
    is_written(GraphMover::new().closed(3, 1).extra(0, 2, 9).unwrap(), "[[0,2,9],[3,1,null]]");
    is_refused::<GraphMover>("[[0,2,1073741825]]", "costs 1073741825 extra");
}

#[test]
fn bodies_among_voxels_are_kept_or_refused() {
    is_kept(VoxelMover::swimmer().scale(VoxelScale::CLASSIC).body(2, 3).unwrap());
    let goat = VoxelMover::walker().neighbours(VoxelNeighbours::Six).corners(Corners::Always);
    let goat = goat.walk(VoxelWalk { climb: 2, fall_ticks: 9, ..VoxelWalk::default() }).unwrap();
    is_kept(goat);
    let text = serde_json::to_string(&goat).unwrap();
    is_refused::<VoxelMover>(&text.replace(r#""side":1"#, r#""side":33"#), "body of side 33");
    is_refused::<VoxelMover>(&text.replace(r#""fall":3"#, r#""fall":60"#), "fall 60");
}

#[test]
fn paths_and_parts_of_maps_are_kept() {
    let grid = Grid::new(5, 5, b'.').unwrap();
    let found = find_path(&grid, &Mover::walker(), Cell::new(0, 0), Cell::new(4, 2)).unwrap();
    is_kept(found.path().unwrap().clone());
    is_kept(Limits::new(2.0, 0.1));
    is_kept(Link { from: NodeId::new(1), to: NodeId::new(2), cost: 3 });
    is_kept(Fence { from: NodeId::new(1), dir: Dir::E, class: 3 });
    is_kept(Wrap { columns: true, rows: false });
    is_kept(VoxelWalk::default());
    let (from, to) = (Vec2::new(0.1, 0.2), Vec2::new(1e300, -0.0));
    is_kept(MeshLink { from, to, cost: 1.5, is_two_way: true });
}

#[test]
fn obstacles_are_found_again_by_their_handles() {
    is_written(Outline::from(Cell::new(1, 2)), r#"{"Rect":{"x":1,"y":2,"width":1,"height":1}}"#);
    is_kept(Outline::circle(0.1, 2.0, 3.5));
    is_kept(Outline::polygon([(0.0, 0.0), (4.0, 0.5), (1.0, 3.0)]));
    let grid = Grid::new(5, 5, b'.').unwrap();
    let mut obstacles = Obstacles::new(&grid, b'@');
    let (id, _) = obstacles.place(&grid, Cell::new(1, 1)).unwrap();
    is_written(id, "1");
    // No forged handle names the ground, nor an obstacle that does not exist.
    for text in ["0", "2", "18446744073709551615"] {
        let forged: ObstacleId = serde_json::from_str(text).unwrap();
        assert!(obstacles.remove(&grid, forged).is_err() && obstacles.class(forged).is_none());
    }
}

#[test]
fn edits_that_were_written_do_the_same() {
    let mut edit = Edit::new();
    edit.fill(CellRect::new(1, 1, 2, 2), b'#').wall((0, 0), Dir::E).fence((0, 1), Dir::S, 4);
    edit.link((0, 0), (4, 4), 9).set((2, 2), b'5').forbid_step((3, 3), Dir::NE);
    let text = serde_json::to_string(&edit).unwrap();
    let mut grids = [Grid::new(5, 5, b'.').unwrap(), Grid::new(5, 5, b'.').unwrap()];
    grids[0].apply(&edit).unwrap();
    grids[1].apply(&serde_json::from_str(&text).unwrap()).unwrap();
    let whole = grids.clone().map(|grid| write_world(&WorldFile::new(grid)).unwrap());
    assert_eq!(whole[0], whole[1], "{text}");
    // Nothing is trusted: an edit is checked against the map to which it is applied.
    let text = text.replace(r#""x":1"#, r#""x":77"#);
    assert!(grids[1].apply(&serde_json::from_str(&text).unwrap()).is_err(), "{text}");

    // Those of the other shapes: one that was read equals the original if it is written alike.
    let mut hexes = HexEdit::new();
    is_rewritten(hexes.set((1, 1), b'#').wall((0, 0), HexDir::East).fence((0, 1), HexDir::West, 4));
    let mut triangles = TriangleEdit::new();
    is_rewritten(triangles.set((1, 1), b'#').fence_step((0, 0), TriangleSide::Right, 4));
    let mut floors = FloorEdit::new();
    floors.set((1, 1, 0), b'#').fence((0, 0, 0), FloorSide::East, 4);
    is_rewritten(floors.stair((0, 0, 0), (0, 0, 1), 5));
    let mut voxels = VoxelEdit::new();
    is_rewritten(voxels.flood(Voxel::new(1, 1, 0)));
    let mut arcs = GraphEdit::new();
    is_rewritten(arcs.cost(1, 2, 3).remove(2, 1));
}

#[track_caller]
fn is_rewritten<T: Serialize + DeserializeOwned>(value: &T) {
    let text = serde_json::to_string(value).unwrap();
    let read = serde_json::from_str::<T>(&text).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), text);
}
