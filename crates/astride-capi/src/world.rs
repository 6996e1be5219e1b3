//! Maps of other shapes than squares: hexagons, triangles, floors, voxels and graphs, by one handle.

use std::ffi::c_char;

use astride::base::{Budget, Cell, ContainerError, NodeId, TablesError};
use astride::io::{
    FloorDrawing, HexDrawing, TriangleDrawing, read_graph, read_voxels, read_world_of,
    write_world_of,
};
use astride::planner::search;
use astride::search::{Guessed, Method, Outcome, PathQuery, Scratch};
use astride::shapes::floors::{FloorEdit, FloorMap, FloorMover, FloorPlace};
use astride::shapes::graph::{Graph, GraphEdit, GraphError, GraphMover, GraphPlace};
use astride::shapes::hex::{Hex, HexEdit, HexMap, HexMover};
use astride::shapes::square::Mover;
use astride::shapes::triangle::{TriangleEdit, TriangleMap, TriangleMover};
use astride::shapes::voxel::{Voxel, VoxelEdit, VoxelMap, VoxelMaterial};
use astride::shapes::{Shape, Stored};
use astride::world::{Way, World};

use crate::bytes::AstrideBytes;
use crate::cell::{byte, chosen};
use crate::find::{AstrideFindOptions, AstrideScratch, METHODS, query_of, with_memory, within};
use crate::mover::AstrideMover;
use crate::path::{Answered, AstridePathInfo};
use crate::status::{Answer, AstrideStatus, Fault};

/// A map of hexagons, triangles, floors, voxels, or a graph. Freed with `astride_world_free`.
#[derive(Debug)]
pub struct AstrideWorld {
    _private: [u8; 0],
}

opaque!(AstrideWorld: Box<dyn Charted>, b"A*world.", "world");

/// A way through a world: the places of a path, or why there is none. It is empty at first; each
/// question to which it is lent fills it again. Freed with `astride_route_free`.
#[derive(Debug)]
pub struct AstrideRoute {
    _private: [u8; 0],
}

opaque!(AstrideRoute: Answered<AstridePlace>, b"A*route.", "route");

/// The shape of a world.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideShape {
    /// Hexagons by axial coordinates.
    Hexagons = 0,
    /// Triangles by column and row.
    Triangles = 1,
    /// Floors of square cells, joined by stairs.
    Floors = 2,
    /// Voxels: blocked, free or water.
    Voxels = 3,
    /// Places by number, joined by arcs.
    Graph = 4,
}

/// A place of a world. Hexagons have `q` and `r`, triangles column and row, floors column, row and
/// floor, voxels column, row and layer, graphs only a number; what a shape does not have is 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AstridePlace {
    /// Column, `q`, or number.
    pub x: i64,
    /// Row, or `r`.
    pub y: i64,
    /// Floor, or layer.
    pub z: i64,
}

/// What all worlds can do, whatever their shape.
pub(crate) trait Charted: Send + Sync {
    fn shape(&self) -> AstrideShape;
    fn place_count(&self) -> u32;
    fn revision(&self) -> u64;
    fn node(&self, place: AstridePlace) -> Answer<NodeId>;
    fn place(&self, node: NodeId) -> AstridePlace;
    fn named(&self, name: &str) -> Option<AstridePlace>;
    fn class(&self, place: AstridePlace) -> Answer<u8>;
    fn set(&mut self, place: AstridePlace, class: u8) -> Answer<u64>;
    fn link(&mut self, ends: [AstridePlace; 2], ticks: Option<u32>) -> Answer<u64>;
    fn find(
        &self,
        mover: Option<&Mover>,
        method: Method,
        query: &PathQuery<'_>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Answer<Outcome>;
    fn save(&self) -> Vec<u8>;
}

impl std::fmt::Debug for dyn Charted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("World").field("shape", &self.shape()).finish_non_exhaustive()
    }
}

/// How C writes the places, movers and changes of a shape.
trait Told: Stored {
    const SHAPE: AstrideShape;

    fn own(place: AstridePlace) -> Option<Self::Place>;

    fn told(place: Self::Place) -> AstridePlace;

    fn own_mover(mover: Option<&Mover>) -> Answer<Self::Mover>;

    fn put_class(edit: &mut Self::Edit, place: Self::Place, class: u8) -> Answer<()>;

    fn put_link(
        &self,
        edit: &mut Self::Edit,
        ends: [Self::Place; 2],
        ticks: Option<u32>,
    ) -> Answer<()> {
        let _ = (edit, ends, ticks);
        let text = format!("{} have no links, expected floors or a graph", Self::NAME);
        Err(Fault::new(AstrideStatus::Unsupported, text))
    }

    /// The status for an error of a change, with places as C writes them.
    fn fault(&self, error: Self::EditError) -> Fault {
        Fault::of(AstrideStatus::BadArgument, &error)
    }

    /// Which places there can be.
    fn places_are(&self) -> String;

    /// The place of a name, where the name is not how C writes the place.
    fn own_named(&self, name: &str) -> Option<Self::Place> {
        let _ = name;
        None
    }
}

/// A number converted to the type that a shape uses.
fn narrow<T: TryFrom<i64>>(number: i64) -> Option<T> {
    number.try_into().ok()
}

/// Coordinates of a shape that has two.
fn flat(place: AstridePlace) -> Option<[i64; 2]> {
    (place.z == 0).then_some([place.x, place.y])
}

/// Places of a shape whose coordinates begin at 0.
fn box_of<const N: usize>(names: [&str; N], sizes: [u32; N]) -> String {
    let part = |(name, size): (&str, u32)| format!("{name} 0 to {}", size.saturating_sub(1));
    let parts: Vec<String> = names.into_iter().zip(sizes).map(part).collect();
    parts.join(", ")
}

fn no_mover(shape: &str, mover: Option<&Mover>) -> Answer<()> {
    let text = format!("a mover says what terrain costs, and {shape} have none, expected null");
    if mover.is_none() { Ok(()) } else { Err(Fault::new(AstrideStatus::Unsupported, text)) }
}

/// What terrain and fences mean to a mover on squares, on tiles of another shape.
macro_rules! meanings_of {
    ($mover:expr, $kind:ty) => {{
        let mut made = <$kind>::new();
        for class in 0..=255 {
            let (factor, media) = ($mover.factor(class), $mover.media_of(class));
            made = made.terrain_in(class, factor, media)?;
            if let Some(extra) = $mover.crossing(class) {
                made = made.crosses(class, extra)?;
            }
        }
        made
    }};
}

impl Told for HexMap {
    const SHAPE: AstrideShape = AstrideShape::Hexagons;

    fn own(place: AstridePlace) -> Option<Hex> {
        let [q, r] = flat(place)?;
        Some(Hex::new(narrow(q)?, narrow(r)?))
    }

    fn told(place: Hex) -> AstridePlace {
        AstridePlace { x: place.q.into(), y: place.r.into(), z: 0 }
    }

    fn own_mover(mover: Option<&Mover>) -> Answer<HexMover> {
        let Some(mover) = mover else { return Ok(HexMover::walker()) };
        Ok(meanings_of!(mover, HexMover).step(mover.step_scale().straight())?)
    }

    fn places_are(&self) -> String {
        let last = NodeId::new(Charted::place_count(self).saturating_sub(1));
        let [first, last] = [NodeId::new(0), last].map(|node| self.hex(node).r);
        format!("r from {first} to {last} and the q of a hexagon in that row")
    }

    fn put_class(edit: &mut HexEdit, place: Hex, class: u8) -> Answer<()> {
        edit.set(place, class);
        Ok(())
    }
}

impl Told for TriangleMap {
    const SHAPE: AstrideShape = AstrideShape::Triangles;

    fn own(place: AstridePlace) -> Option<Cell> {
        let [x, y] = flat(place)?;
        Some(Cell::new(narrow(x)?, narrow(y)?))
    }

    fn told(place: Cell) -> AstridePlace {
        AstridePlace { x: place.x.into(), y: place.y.into(), z: 0 }
    }

    fn own_mover(mover: Option<&Mover>) -> Answer<TriangleMover> {
        let Some(mover) = mover else { return Ok(TriangleMover::walker()) };
        Ok(meanings_of!(mover, TriangleMover))
    }

    fn places_are(&self) -> String {
        box_of(["columns", "rows"], [self.width(), self.height()])
    }

    fn put_class(edit: &mut TriangleEdit, place: Cell, class: u8) -> Answer<()> {
        edit.set(place, class);
        Ok(())
    }
}

impl Told for FloorMap {
    const SHAPE: AstrideShape = AstrideShape::Floors;

    fn own(place: AstridePlace) -> Option<FloorPlace> {
        Some(FloorPlace::new(narrow(place.x)?, narrow(place.y)?, narrow(place.z)?))
    }

    fn told(place: FloorPlace) -> AstridePlace {
        AstridePlace { x: place.x.into(), y: place.y.into(), z: place.floor.into() }
    }

    fn own_mover(mover: Option<&Mover>) -> Answer<FloorMover> {
        Ok(mover.cloned().unwrap_or_default().into())
    }

    fn places_are(&self) -> String {
        box_of(["columns", "rows", "floors"], self.size())
    }

    fn put_class(edit: &mut FloorEdit, place: FloorPlace, class: u8) -> Answer<()> {
        edit.set(place, class);
        Ok(())
    }

    fn put_link(
        &self,
        edit: &mut FloorEdit,
        [from, to]: [FloorPlace; 2],
        ticks: Option<u32>,
    ) -> Answer<()> {
        match ticks {
            Some(ticks) => edit.stair(from, to, ticks),
            None => edit.remove_stair(from, to),
        };
        Ok(())
    }
}

impl Told for VoxelMap {
    const SHAPE: AstrideShape = AstrideShape::Voxels;

    fn own(place: AstridePlace) -> Option<Voxel> {
        Some(Voxel::new(narrow(place.x)?, narrow(place.y)?, narrow(place.z)?))
    }

    fn told(place: Voxel) -> AstridePlace {
        AstridePlace { x: place.x.into(), y: place.y.into(), z: place.z.into() }
    }

    fn own_mover(mover: Option<&Mover>) -> Answer<Self::Mover> {
        no_mover(Self::NAME, mover)?;
        Ok(Self::Mover::default())
    }

    fn places_are(&self) -> String {
        box_of(["columns", "rows", "layers"], self.size())
    }

    fn put_class(edit: &mut VoxelEdit, place: Voxel, class: u8) -> Answer<()> {
        let material = match class {
            b'.' => VoxelMaterial::Air,
            b'W' => VoxelMaterial::Water,
            b'#' | b'@' => VoxelMaterial::Solid,
            _ => {
                let text = format!("a voxel of class {class}, expected '.', 'W', '#' or '@'");
                return Err(Fault::new(AstrideStatus::BadArgument, text));
            }
        };
        edit.fill_box(place, place, material);
        Ok(())
    }
}

impl Told for Graph {
    const SHAPE: AstrideShape = AstrideShape::Graph;

    fn own(place: AstridePlace) -> Option<GraphPlace> {
        let [number, 0] = flat(place)? else { return None };
        narrow(number).map(GraphPlace)
    }

    fn told(place: GraphPlace) -> AstridePlace {
        AstridePlace { x: place.0.into(), y: 0, z: 0 }
    }

    fn own_mover(mover: Option<&Mover>) -> Answer<GraphMover> {
        no_mover(Self::NAME, mover).map(|()| GraphMover::new())
    }

    fn places_are(&self) -> String {
        let count = Charted::place_count(self);
        if count == 0 {
            return "none, as it has no places".to_owned();
        }
        let [first, last] = [0, count - 1].map(|node| self.place(NodeId::new(node)));
        format!("{first} to {last}")
    }

    fn put_class(_edit: &mut GraphEdit, _place: GraphPlace, _class: u8) -> Answer<()> {
        let text = "graphs have no terrain, expected a world of tiles or voxels";
        Err(Fault::new(AstrideStatus::Unsupported, text))
    }

    fn put_link(
        &self,
        edit: &mut GraphEdit,
        ends: [GraphPlace; 2],
        ticks: Option<u32>,
    ) -> Answer<()> {
        let [Some(from), Some(to)] = ends.map(|end| self.node_of(end)) else { return Ok(()) };
        let is_there = self.arcs(from, Way::Forward).iter().any(|arc| arc.node == to);
        let (from, to) = (from.get(), to.get());
        match ticks {
            Some(ticks) if is_there => edit.cost(from, to, ticks),
            Some(ticks) => edit.add(from, to, ticks),
            None => edit.remove(from, to),
        };
        Ok(())
    }

    /// The library knows nodes, which count from 0, and the program has places.
    fn fault(&self, error: GraphError) -> Fault {
        let status = match error.is_out_of_memory() {
            true => AstrideStatus::Full,
            false => AstrideStatus::BadArgument,
        };
        let text = error.with_names(|node| format!("place {}", self.place_of(node)));
        Fault::saying(status, &error, text)
    }

    fn own_named(&self, name: &str) -> Option<GraphPlace> {
        self.node_named(name).map(|node| self.place(node))
    }
}

/// A place of C as a place of the map, and its node.
fn found<S: Told>(map: &S, place: AstridePlace) -> Answer<(S::Place, NodeId)> {
    let known = S::own(place).and_then(|own| Some((own, map.node_of(own)?)));
    known.ok_or_else(|| {
        let AstridePlace { x, y, z } = place;
        let (name, extent) = (S::NAME, map.places_are());
        let text =
            format!("place ({x}, {y}, {z}) is not part of the map of {name}, expected {extent}");
        Fault::new(AstrideStatus::OffMap, text)
    })
}

impl<S: Told + 'static> Charted for S {
    fn shape(&self) -> AstrideShape {
        S::SHAPE
    }

    fn place_count(&self) -> u32 {
        self.view(&S::Mover::default()).node_count()
    }

    fn revision(&self) -> u64 {
        astride::shapes::Editable::revision(self)
    }

    fn node(&self, place: AstridePlace) -> Answer<NodeId> {
        Ok(found(self, place)?.1)
    }

    fn place(&self, node: NodeId) -> AstridePlace {
        S::told(self.place_of(node))
    }

    fn named(&self, name: &str) -> Option<AstridePlace> {
        let place = self.own_named(name).or_else(|| name.parse().ok())?;
        self.node_of(place).map(|_| S::told(place))
    }

    fn class(&self, place: AstridePlace) -> Answer<u8> {
        let (_, node) = found(self, place)?;
        // Every place that is found is part of the map.
        Ok(self.class_of(node).unwrap_or_default())
    }

    fn set(&mut self, place: AstridePlace, class: u8) -> Answer<u64> {
        let mut edit = S::Edit::default();
        S::put_class(&mut edit, found(self, place)?.0, class)?;
        self.apply_batch(&edit).map_err(|error| self.fault(error))
    }

    fn link(&mut self, [from, to]: [AstridePlace; 2], ticks: Option<u32>) -> Answer<u64> {
        let mut edit = S::Edit::default();
        let ends = [found(self, from)?.0, found(self, to)?.0];
        self.put_link(&mut edit, ends, ticks)?;
        self.apply_batch(&edit).map_err(|error| self.fault(error))
    }

    fn find(
        &self,
        mover: Option<&Mover>,
        method: Method,
        query: &PathQuery<'_>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Answer<Outcome> {
        let view = self.view(&S::own_mover(mover)?);
        Ok(search(&view, &view.guess(), method, query, scratch, budget, &mut ())?)
    }

    fn save(&self) -> Vec<u8> {
        write_world_of(self)
    }
}

/// A world of one shape, if the bytes are one.
fn opened<S: Told + 'static>(bytes: &[u8]) -> Option<Answer<Box<dyn Charted>>> {
    match read_world_of::<S>(bytes) {
        Err(TablesError::File(ContainerError::OtherFile | ContainerError::Kind { .. })) => None,
        Err(error) => Some(Err(error.into())),
        Ok(map) => Some(Ok(Box::new(map))),
    }
}

/// Reads a world from the bytes of a world file, such as `astride_world_save` makes, whatever its
/// shape. Its revision is 0. `*world` must be freed by you.
///
/// Errors: `BAD_DATA`. Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_world_open(
    data: *const u8,
    count: usize,
    world: *mut *mut AstrideWorld,
) -> AstrideStatus {
    border!(|caller| caller.give(world, || {
        let bytes = caller.list(data, count, "data")?;
        let read = opened::<HexMap>(bytes)
            .or_else(|| opened::<TriangleMap>(bytes))
            .or_else(|| opened::<FloorMap>(bytes))
            .or_else(|| opened::<VoxelMap>(bytes))
            .or_else(|| opened::<Graph>(bytes));
        read.unwrap_or_else(|| {
            let text = "this is no world file of hexagons, triangles, floors, voxels or a graph";
            Err(Fault::new(AstrideStatus::BadData, text))
        })
    }))
}

/// Reads a world of a shape, an `AstrideShape`, from a text: a drawing of hexagons, triangles or
/// floors, a `.3dmap` of voxels, a `.gr` of a graph, whose places count from 1. A `#` that is drawn
/// is of class `@`, 64, where `astride_grid_from_text` keeps `#`, 35. `*world` must be freed by you.
///
/// Errors: `BAD_DATA`, with the line in the text; `BAD_ARGUMENT` for another shape. Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_world_read(
    shape: u32,
    data: *const u8,
    count: usize,
    world: *mut *mut AstrideWorld,
) -> AstrideStatus {
    border!(|caller| caller.give(world, || {
        let bytes = caller.list(data, count, "data")?;
        let text = || {
            str::from_utf8(bytes).map_err(|error| {
                let text = format!("data is not UTF-8 from byte {} on", error.valid_up_to());
                Fault::new(AstrideStatus::BadData, text)
            })
        };
        let shapes = [
            AstrideShape::Hexagons,
            AstrideShape::Triangles,
            AstrideShape::Floors,
            AstrideShape::Voxels,
            AstrideShape::Graph,
        ];
        let made: Box<dyn Charted> = match chosen(shape, &shapes, "shape")? {
            AstrideShape::Hexagons => Box::new(HexDrawing::parse(text()?)?.map),
            AstrideShape::Triangles => Box::new(TriangleDrawing::parse(text()?)?.map),
            AstrideShape::Floors => Box::new(FloorDrawing::parse(text()?)?.map),
            AstrideShape::Voxels => Box::new(read_voxels(bytes)?),
            AstrideShape::Graph => Box::new(read_graph(bytes)?),
        };
        Ok(made)
    }))
}

/// Frees a world; null is ignored. The handle must not be used again.
///
/// Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_world_free(world: *mut AstrideWorld) -> AstrideStatus {
    border!(|caller| caller.free(world))
}

/// Turns a world into the bytes of a world file. `*bytes` must be freed by you. The revision is
/// not part of it.
///
/// Errors: `BAD_HANDLE`. Threads: any number at once, while nobody edits the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_world_save(
    world: *const AstrideWorld,
    bytes: *mut *mut AstrideBytes,
) -> AstrideStatus {
    border!(|caller| caller.give(bytes, || Ok(caller.share(world)?.save())))
}

/// What a world is: its `AstrideShape`, how many places there can be, and its revision, which
/// rises by one with each edit. Each place may be null.
///
/// Errors: `BAD_HANDLE`. Threads: any number at once, while nobody edits the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_world_info(
    world: *const AstrideWorld,
    shape: *mut u32,
    place_count: *mut u32,
    revision: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        let world = caller.share(world)?;
        caller.put_if(shape, world.shape() as u32, "shape")?;
        caller.put_if(place_count, world.place_count(), "place_count")?;
        caller.put_if(revision, world.revision(), "revision")?;
        Ok(AstrideStatus::Ok)
    })
}

/// The place that a text names: numbers with commas such as "4,0,1", or the name of a place of a
/// graph.
///
/// Returns `NOTHING` if it names none. Threads: any number at once, while nobody edits the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_world_named(
    world: *const AstrideWorld,
    name: *const c_char,
    place: *mut AstridePlace,
) -> AstrideStatus {
    border!(|caller| {
        let found = caller.share(world)?.named(caller.text(name, "name")?);
        let Some(found) = found else { return Ok(AstrideStatus::Nothing) };
        caller.put(place, found, "place")?;
        Ok(AstrideStatus::Ok)
    })
}

/// The terrain class of a place; of voxels '.', 'W' or '@', of graphs '.'.
///
/// Errors: `OFF_MAP`. Threads: any number at once, while nobody edits the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_world_class(
    world: *const AstrideWorld,
    place: AstridePlace,
    class_: *mut u8,
) -> AstrideStatus {
    border!(|caller| {
        caller.put(class_, caller.share(world)?.class(place)?, "class")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Gives a place another terrain class; voxels take '.' for air, 'W' for water, '#' and '@' for
/// blocked. `revision` may be null.
///
/// Errors: `OFF_MAP`; `BAD_ARGUMENT`; `UNSUPPORTED` for a graph. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_world_set(
    world: *mut AstrideWorld,
    place: AstridePlace,
    class_: u32,
    revision: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        let mut world = caller.change(world)?;
        let tell = caller.place_if(revision, "revision")?;
        tell(world.set(place, byte(class_, "class")?)?);
        Ok(AstrideStatus::Ok)
    })
}

/// Joins two places one way, for this many ticks: floors by a stair, a graph by an arc. An
/// existing one gets these ticks. `revision` may be null.
///
/// Errors: `OFF_MAP`; `BAD_ARGUMENT`; `FULL` if there is no memory for another arc; `UNSUPPORTED` for
/// other shapes. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_world_link(
    world: *mut AstrideWorld,
    from: AstridePlace,
    to: AstridePlace,
    ticks: u32,
    revision: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        let mut world = caller.change(world)?;
        let tell = caller.place_if(revision, "revision")?;
        tell(world.link([from, to], Some(ticks))?);
        Ok(AstrideStatus::Ok)
    })
}

/// Removes the stair or the arcs from one place to another. `revision` may be null.
///
/// Errors: as for `astride_world_link`, and `BAD_ARGUMENT` if there is none. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_world_unlink(
    world: *mut AstrideWorld,
    from: AstridePlace,
    to: AstridePlace,
    revision: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        let mut world = caller.change(world)?;
        let tell = caller.place_if(revision, "revision")?;
        tell(world.link([from, to], None)?);
        Ok(AstrideStatus::Ok)
    })
}

/// Finds a path through a world. `mover` may be null for the usual walker, or for a flyer on
/// voxels. Floors use all of a mover; hexagons its terrain, the fences that it crosses and the ticks of
/// its straight step; triangles its terrain and the fences: they have the three neighbours across their
/// sides, whatever it says; voxels and graphs refuse any. `options` may be null for A* without limits,
/// `scratch` for memory for this call only. `route` is filled.
///
/// Returns `OK`, `UNREACHABLE`, or `OUT_OF_BUDGET`. Errors: `OFF_MAP`, `BAD_SIZE`, `BAD_ARGUMENT`
/// for an unknown method, `UNSUPPORTED` if the method, or this mover, is not for this shape. Threads:
/// any number at once on one world, each with a route and a scratch of its own, while nobody edits it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_world_find(
    world: *const AstrideWorld,
    mover: *const AstrideMover,
    start: AstridePlace,
    goal: AstridePlace,
    options: *const AstrideFindOptions,
    scratch: *mut AstrideScratch,
    route: *mut AstrideRoute,
) -> AstrideStatus {
    border!(|caller| {
        let (world, mover) = (caller.share(world)?, caller.share_if(mover)?);
        let (mut route, scratch) = (caller.change(route)?, caller.change_if(scratch)?);
        route.forget();
        let options = caller.options(options, "options")?;
        let method = chosen(options.method, &METHODS, "method")?;
        let query = query_of(&options, [world.node(start)?, world.node(goal)?]);
        let outcome = with_memory(scratch, |scratch| {
            within(options.most_expansions, options.most_micros, |budget| {
                world.find(mover.as_deref(), method, &query, scratch, budget)
            })
        })?;
        Ok(route.fill_by(&outcome, |node| world.place(node)))
    })
}

/// Makes an empty route, to be lent to questions. `*route` must be freed by you.
///
/// Errors: `BAD_POINTER`. Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_route_new(route: *mut *mut AstrideRoute) -> AstrideStatus {
    border!(|caller| caller.give(route, || Ok(Answered::nothing())))
}

/// The places of a route in walking order, both ends included. They are valid until the route is lent
/// to another question or freed. Without a path the count is 0.
///
/// Errors: `BAD_HANDLE`. Threads: any number at once, while nobody fills the route.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_route_places(
    route: *const AstrideRoute,
    places: *mut *const AstridePlace,
    count: *mut usize,
) -> AstrideStatus {
    border!(|caller| {
        let route = caller.share(route)?;
        caller.put(places, route.cells.as_ptr(), "places")?;
        caller.put(count, route.cells.len(), "count")?;
        Ok(AstrideStatus::Ok)
    })
}

/// What is known about an answer, as for a path; its length is 0.
///
/// Errors: `BAD_SIZE`. Threads: any number at once, while nobody fills the route.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_route_info(
    route: *const AstrideRoute,
    info: *mut AstridePathInfo,
) -> AstrideStatus {
    border!(|caller| {
        caller.report(info, caller.share(route)?.known(), "info")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Frees a route and its places; null is ignored. The handle must not be used again.
///
/// Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_route_free(route: *mut AstrideRoute) -> AstrideStatus {
    border!(|caller| caller.free(route))
}
