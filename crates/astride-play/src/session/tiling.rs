//! Maps of tiles other than squares: kept by columns and rows as those of squares are, and queried
//! through the interface that all shapes share.
//!
//! The board stays a grid of classes, so painting, undoing and saving know one kind of map. A panel
//! makes the map of the shape from it after an edit, in O(tiles). Maps without tiles, which `plan`
//! describes, are queried here as well.

use std::sync::Arc;

use astride::base::{Budget, Cell, NodeId};
use astride::io::{HexDrawing, TextError, TriangleDrawing};
use astride::path::Path;
use astride::planner::{Board as Door, Method};
use astride::search::{
    DistanceField, Event, FieldStatus, Note, Outcome, PathQuery, Scratch, SearchObserver,
    Unreachable, Why,
};
use astride::shapes::Shape;
use astride::shapes::graph::GraphMover;
use astride::shapes::hex::{Hex, HexLayout, HexMap, HexMover, HexOffset};
use astride::shapes::square::Grid;
use astride::shapes::triangle::{TriangleMap, TriangleMover};
use astride::world::Way;
use astride_boards::Boarded;
use serde_json::{Value, json};

use crate::session::board::Board;
use crate::session::names::{Choice, choice, find};
use crate::session::plan::{Open, Plan};
use crate::session::wire::Refusal;

/// The most tiles of a map that has no squares, which is made again after every edit.
const MOST_TILES: u32 = 1 << 18;

/// The longest side of such a map: columns of hexagons lean, so long ones take much room.
const MOST_SIDE: u32 = 2048;

/// The class of tiles that are not part of the map: out of bounds.
const VOID: u8 = b'O';

/// Ticks of a step over the side of a triangle, as `TriangleMover` says.
const TRIANGLE_SIDE: u32 = 10_864;

/// What the tiles of a map are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tiling {
    #[default]
    Squares,
    /// Odd rows are shifted by half a hexagon to the right.
    Pointy,
    /// Odd columns are shifted by half a hexagon down.
    Flat,
    /// The triangle at the top left points up.
    Triangles,
    /// No tiles, but places and roads.
    Graph,
    /// No tiles, but polygons of any shape.
    Mesh,
}

const TILINGS: [Choice<Tiling>; 4] = [
    choice(Tiling::Squares, "squares", "Squares", "four or eight neighbours"),
    choice(Tiling::Pointy, "hex-pointy", "Hexagons", "six neighbours, in straight rows"),
    choice(Tiling::Flat, "hex-flat", "Hexagons, flat", "six neighbours, in straight columns"),
    choice(Tiling::Triangles, "triangles", "Triangles", "three neighbours"),
];

/// Maps without tiles: they are opened, not made.
const PLANS: [Choice<Tiling>; 2] = [
    choice(Tiling::Graph, "graph", "Graph", "places and roads"),
    choice(Tiling::Mesh, "mesh", "Mesh", "convex polygons that share edges"),
];

impl Tiling {
    /// The tiling called `id`; squares if none is named.
    pub(super) fn named(id: Option<&str>) -> Result<Tiling, Refusal> {
        id.map_or(Ok(Tiling::Squares), |id| find(&TILINGS, "shape", id))
    }

    pub(super) fn is_squares(self) -> bool {
        self == Tiling::Squares
    }

    /// Whether there are tiles at all.
    pub(super) fn has_tiles(self) -> bool {
        !matches!(self, Tiling::Graph | Tiling::Mesh)
    }

    /// The layers that such maps have.
    pub(super) fn layers(self) -> &'static [&'static str] {
        if self.has_tiles() { &["terrain", "distance", "flow", "heat"] } else { &[] }
    }

    fn choice(self) -> &'static Choice<Tiling> {
        TILINGS.iter().chain(&PLANS).find(|choice| choice.value == self).unwrap_or(&TILINGS[0])
    }

    pub(super) fn id(self) -> &'static str {
        self.choice().id
    }

    /// The name of its tiles.
    pub(super) fn name(self) -> &'static str {
        match self {
            Tiling::Squares => "squares",
            Tiling::Pointy | Tiling::Flat => HexMap::NAME,
            Tiling::Triangles => TriangleMap::NAME,
            Tiling::Graph => "places and roads",
            Tiling::Mesh => "polygons",
        }
    }

    /// The name of a thing that a search opens and closes.
    pub(super) fn one(self) -> &'static str {
        match self {
            Tiling::Squares => "square",
            Tiling::Pointy | Tiling::Flat => "hexagon",
            Tiling::Triangles => "triangle",
            Tiling::Graph => "place",
            Tiling::Mesh => "polygon",
        }
    }

    /// The ticks of a step on ground of factor 1, where the panel's scale does not say.
    pub(super) fn step(self) -> Option<u32> {
        match self {
            Tiling::Squares => None,
            Tiling::Pointy | Tiling::Flat => Some(HexMover::walker().step_ticks()),
            Tiling::Triangles => Some(TRIANGLE_SIDE),
            Tiling::Graph => Some(1),
            Tiling::Mesh => Some(13_860),
        }
    }

    /// Digits after the point of costs in steps.
    pub(super) fn decimals(self) -> u32 {
        if self == Tiling::Mesh { 2 } else { 0 }
    }

    /// The shape as it is sent to the page with a map; `null` for squares.
    pub(super) fn json(self) -> Value {
        let Some(step) = self.step() else { return Value::Null };
        json!({
            "id": self.id(), "name": self.name(), "one": self.one(), "step": step,
            "decimals": self.decimals(), "layers": self.layers(),
        })
    }

    /// A drawing of squares as one of these tiles: with another first line, and gaps where the map
    /// is not.
    pub(super) fn drawing(self, squares: String) -> String {
        let header = match self {
            Tiling::Squares | Tiling::Graph | Tiling::Mesh => return squares,
            Tiling::Pointy => "hex pointy",
            Tiling::Flat => "hex flat",
            Tiling::Triangles => "triangles",
        };
        format!("{header}\n{}", squares.replace(char::from(VOID), "_"))
    }

    /// Refuses what exists only for squares.
    pub(super) fn only_squares(self, what: &str) -> Result<(), Refusal> {
        if self.is_squares() {
            return Ok(());
        }
        let name = self.name();
        Err(Refusal::value(format!("{what} is for maps of squares, this one has {name}")))
    }

    /// Refuses more tiles than the limit.
    pub(super) fn check_size(self, width: u32, height: u32) -> Result<(), Refusal> {
        let (tiles, name) = (u64::from(width) * u64::from(height), self.name());
        let fits = tiles <= MOST_TILES.into() && width.max(height) <= MOST_SIDE;
        if self.is_squares() || !self.has_tiles() || fits {
            return Ok(());
        }
        Err(Refusal::size(format!(
            "a map of {width}x{height} {name}, expected sides of at most {MOST_SIDE} and at most \
             {MOST_TILES} in all"
        )))
    }
}

/// The menu of shapes.
pub(super) fn menu() -> Value {
    crate::session::names::menu(&TILINGS)
}

/// A drawing of tiles: its classes by columns and rows, starts and goals.
pub(super) struct Drawn {
    pub(super) tiling: Tiling,
    pub(super) grid: Grid,
    pub(super) start: Option<Cell>,
    pub(super) goals: Vec<Cell>,
}

/// Reads a drawing of tiles; `None` if the text does not begin as one.
pub(super) fn read_drawing(text: &str) -> Option<Result<Drawn, Refusal>> {
    let wrong = |error: TextError| Refusal::format(error);
    let (is_hexagons, is_triangles) = (HexDrawing::is_one(text), TriangleDrawing::is_one(text));
    if is_hexagons || is_triangles {
        // Checked before anything is made from it. There may be spaces between the letters.
        let most = MOST_SIDE as usize;
        let rows = text.trim_start().lines().skip(1);
        if rows.clone().count() > most || rows.map(str::len).any(|length| length > 2 * most) {
            let text = format!("a drawing of tiles has at most {most} columns and rows");
            return Some(Err(Refusal::size(text)));
        }
    }
    if is_hexagons {
        return Some(
            HexDrawing::parse(text).map_err(wrong).and_then(|drawing| drawn_hexes(&drawing)),
        );
    }
    is_triangles.then(|| TriangleDrawing::parse(text).map_err(wrong).and_then(drawn_triangles))
}

fn drawn_hexes(drawing: &HexDrawing) -> Result<Drawn, Refusal> {
    let (tiling, offset) = match drawing.map.layout() {
        HexLayout::Pointy => (Tiling::Pointy, HexOffset::OddRows),
        HexLayout::Flat => (Tiling::Flat, HexOffset::OddColumns),
    };
    let cell = |hex: Hex| {
        let (x, y) = hex.to_offset(offset);
        Cell::new(x.unsigned_abs(), y.unsigned_abs())
    };
    let tiles: Vec<_> =
        drawing.map.tiles().map(|hex| (cell(hex), drawing.map.class(hex))).collect();
    let side = |axis: fn(Cell) -> u32| tiles.iter().map(|tile| axis(tile.0) + 1).max().unwrap_or(1);
    let mut grid =
        Grid::new(side(|cell| cell.x), side(|cell| cell.y), VOID).map_err(Refusal::size)?;
    let mut edit = astride::shapes::square::Edit::new();
    for &(cell, class) in &tiles {
        edit.set(cell, class.unwrap_or(VOID));
    }
    grid.apply(&edit).map_err(Refusal::format)?;
    let start = drawing.starts.first().map(|&hex| cell(hex));
    Ok(Drawn { tiling, grid, start, goals: drawing.goals.iter().map(|&hex| cell(hex)).collect() })
}

fn drawn_triangles(drawing: TriangleDrawing) -> Result<Drawn, Refusal> {
    let TriangleDrawing { map, starts, goals } = drawing;
    let (width, height) = (map.width(), map.height());
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let classes: Vec<u8> = cells.map(|cell| map.class(cell).unwrap_or(VOID)).collect();
    let grid = Grid::from_classes(width, height, &classes).map_err(Refusal::format)?;
    Ok(Drawn { tiling: Tiling::Triangles, grid, start: starts.first().copied(), goals })
}

/// A board as the map of its shape; questions and answers use the nodes of the board.
pub(super) struct Tiled {
    tiling: Tiling,
    plan: Option<Arc<Plan>>,
    revision: u64,
    inside: Inside,
}

enum Inside {
    Steps(Steps),
    Mesh(Box<Open>),
}

/// A map over which one goes step by step.
struct Steps {
    door: Box<dyn Door + Send>,
    /// The node of the shape for each node of the board, and back. Roads of a graph, which come
    /// last, have none.
    inner: Vec<NodeId>,
    outer: Vec<NodeId>,
    /// Whether each node of the board is open, for graphs, whose closed places are still nodes.
    /// Empty if the map itself knows.
    open: Vec<bool>,
}

impl Tiled {
    /// The map of these tiles that a grid of classes represents.
    pub(super) fn of(
        tiling: Tiling,
        plan: Option<&Arc<Plan>>,
        grid: &Grid,
    ) -> Result<Tiled, String> {
        let inside = match plan.map(Arc::as_ref) {
            Some(Plan::Mesh(mesh)) => Inside::Mesh(Box::new(mesh.opened(grid)?)),
            Some(Plan::Roads(roads)) => {
                let (graph, open) = roads.painted(grid)?;
                let nodes: Vec<_> = graph.nodes().collect();
                let door = Boarded::board(Arc::new(graph), GraphMover::new());
                Inside::Steps(Steps { door, inner: nodes.clone(), outer: nodes, open })
            }
            None => Inside::Steps(Steps::of(tiling, grid)?),
        };
        Ok(Tiled { tiling, plan: plan.cloned(), revision: grid.revision(), inside })
    }

    /// The map over which one goes step by step, if it is one.
    fn by_steps(&self) -> Option<&Steps> {
        match &self.inside {
            Inside::Steps(steps) => Some(steps),
            Inside::Mesh(_) => None,
        }
    }

    /// The methods that the shape has.
    pub(super) fn methods(&self) -> Vec<Method> {
        self.by_steps().map_or_else(|| vec![Method::Polyanya], |steps| steps.door.methods())
    }

    /// Whether the shape has a method.
    pub(super) fn has(&self, method: Method) -> bool {
        self.methods().iter().any(|one| one.row().name == method.row().name)
    }

    /// How many places of the board are on the map.
    pub(super) fn cell_count(&self) -> u32 {
        self.by_steps().map_or(0, |steps| steps.inner.len() as u32)
    }

    pub(super) fn is_passable(&self, node: NodeId) -> bool {
        match &self.inside {
            Inside::Steps(steps) => steps.is_passable(node),
            Inside::Mesh(mesh) => mesh.is_passable(node),
        }
    }

    /// The steps out of a node, with what they cost.
    pub(super) fn steps(&self, node: NodeId) -> impl Iterator<Item = (NodeId, u32)> + '_ {
        let inner = |map: &'_ Steps| map.inner.get(node.index()).copied();
        let map = self.by_steps().and_then(|map| Some((map, inner(map)?)));
        map.into_iter().flat_map(|(map, inner)| {
            let steps = map.door.steps(inner).into_iter();
            steps.map(|arc| (map.outer[arc.node.index()], arc.cost))
        })
    }

    /// Distances from or to everywhere, for [`in_field`](Self::in_field).
    pub(super) fn distances(
        &self,
        field: &mut DistanceField,
        sources: &[NodeId],
        way: Way,
        budget: &mut Budget<'_>,
    ) -> Result<FieldStatus, String> {
        let none = || format!("there are no distances on maps of {}", self.tiling.name());
        let map = self.by_steps().ok_or_else(none)?;
        let sources: Vec<_> = sources.iter().map(|node| (map.inner[node.index()], 0)).collect();
        Ok(map.door.distances(field, &sources, way, budget))
    }

    /// What a field of [`distances`](Self::distances) says at a node of the board.
    pub(super) fn in_field(&self, field: &DistanceField, node: NodeId) -> Option<u64> {
        field.distance(*self.by_steps()?.inner.get(node.index())?)
    }

    /// Answers a query of nodes of the board, and returns the method if there is only one.
    pub(super) fn answer<O: SearchObserver>(
        &mut self,
        method: Method,
        query: &PathQuery<'_>,
        ends: (NodeId, &[NodeId]),
        (memory, budget): (&mut Scratch, &mut Budget<'_>),
        observer: &mut O,
    ) -> Result<(Outcome, Option<Method>), String> {
        let mut tell = |event| observer.notice(event);
        let notice: Option<&mut dyn FnMut(Event)> = if O::WATCHES { Some(&mut tell) } else { None };
        let is_there = self.has(method);
        match &mut self.inside {
            Inside::Mesh(mesh) => Ok((mesh.answer(ends, budget, notice)?, Some(Method::Polyanya))),
            Inside::Steps(map) if is_there => {
                let outcome = map.answer(method, query, ends, (memory, budget), notice);
                outcome.map(|outcome| (outcome, None))
            }
            Inside::Steps(_) => {
                let (name, tiles) = (method.row().name, self.tiling.name());
                Err(format!("{name} is for maps of squares, this one has {tiles}"))
            }
        }
    }
}

impl Steps {
    /// The map of these tiles that a grid of classes represents.
    fn of(tiling: Tiling, grid: &Grid) -> Result<Steps, String> {
        match tiling {
            Tiling::Triangles => {
                let class = |cell| grid.class(cell).unwrap_or(VOID);
                let map = TriangleMap::of_classes(grid.width(), grid.height(), class);
                let map = map.map_err(|error| error.to_string())?;
                Ok(Steps::through(grid, map, TriangleMover::walker(), |cell| cell))
            }
            _ => {
                let (layout, offset) = match tiling {
                    Tiling::Flat => (HexLayout::Flat, HexOffset::OddColumns),
                    _ => (HexLayout::Pointy, HexOffset::OddRows),
                };
                let place = |cell: Cell| Hex::from_offset((cell.x as i32, cell.y as i32), offset);
                let tile = |cell| (place(cell), grid.class(cell).unwrap_or(VOID));
                let tiles: Vec<_> = cells_of(grid).map(tile).collect();
                let map = HexMap::of_tiles(layout, &tiles).map_err(|error| error.to_string())?;
                Ok(Steps::through(grid, map, HexMover::walker(), place))
            }
        }
    }

    fn through<S: Boarded>(
        grid: &Grid,
        map: S,
        mover: S::Mover,
        place: impl Fn(Cell) -> S::Place,
    ) -> Steps {
        let node = |cell| map.node_of(place(cell)).unwrap_or(NodeId::new(0));
        let inner: Vec<NodeId> = cells_of(grid).map(node).collect();
        let door = S::board(Arc::new(map), mover);
        let mut outer = vec![NodeId::new(0); door.node_count() as usize];
        for (at, node) in (0..).map(NodeId::new).zip(&inner) {
            outer[node.index()] = at;
        }
        Steps { door, inner, outer, open: Vec::new() }
    }

    fn is_passable(&self, node: NodeId) -> bool {
        let is_open = self.open.get(node.index()).copied().unwrap_or(self.open.is_empty());
        let inner = self.inner.get(node.index());
        is_open && inner.is_some_and(|&inner| self.door.is_passable(inner))
    }

    /// Answers a query of nodes of the board.
    fn answer(
        &mut self,
        method: Method,
        query: &PathQuery<'_>,
        (start, goals): (NodeId, &[NodeId]),
        (memory, budget): (&mut Scratch, &mut Budget<'_>),
        mut notice: Option<&mut dyn FnMut(Event)>,
    ) -> Result<Outcome, String> {
        // Closed places of a graph are still places.
        let closed = match () {
            () if self.open.is_empty() => None,
            () if !self.is_passable(start) => Some(Why::StartBlocked),
            () if !goals.iter().any(|&goal| self.is_passable(goal)) => Some(Why::GoalBlocked),
            () => None,
        };
        if let Some(why) = closed {
            let none = Unreachable { why, nearest: None, effort: Default::default() };
            return Ok(Outcome::Unreachable(none));
        }
        let goals: Vec<NodeId> = goals.iter().map(|goal| self.inner[goal.index()]).collect();
        let start = self.inner[start.index()];
        let asked = match &goals[..] {
            [goal] => PathQuery::new(start, *goal),
            all => PathQuery::to_nearest(start, all),
        };
        let asked = PathQuery { ties: query.ties, nearest: query.nearest, ..asked };
        let outer = &self.outer;
        let outside = |node: NodeId| outer[node.index()];
        let is_watched = notice.is_some();
        let mut tell = |event| {
            if let Some(notice) = notice.as_mut() {
                notice(renumbered(event, outside));
            }
        };
        let notice: Option<&mut dyn FnMut(Event)> = if is_watched { Some(&mut tell) } else { None };
        let outcome = self.door.answer(method, &asked, memory, budget, notice);
        Ok(outcome_of(outcome.map_err(|error| error.to_string())?, &self.outer))
    }
}

/// The map of a shape, made again once the grid has another revision.
#[derive(Default)]
pub(super) struct Tiles(Option<Tiled>);

impl Tiles {
    pub(super) fn of(&mut self, board: &Board) -> Result<&mut Tiled, String> {
        let Board { tiling, plan, grid, .. } = board;
        let plan = plan.as_ref();
        let is_fresh = |map: &Tiled| {
            let is_same = map.plan.as_ref().map(Arc::as_ptr) == plan.map(Arc::as_ptr);
            map.tiling == *tiling && is_same && map.revision == grid.revision()
        };
        match self.0.take().filter(is_fresh) {
            Some(map) => Ok(self.0.insert(map)),
            None => Ok(self.0.insert(Tiled::of(*tiling, plan, grid)?)),
        }
    }
}

/// All cells of a grid, row by row: in the order of its nodes.
fn cells_of(grid: &Grid) -> impl Iterator<Item = Cell> + use<> {
    grid.bounds().cells()
}

/// An event by the nodes of the board.
pub(super) fn renumbered(mut event: Event, outer: impl Fn(NodeId) -> NodeId) -> Event {
    let of = |node: &mut NodeId| *node = outer(*node);
    match &mut event {
        Event::Open { node, parent, .. } => {
            of(node);
            parent.iter_mut().for_each(of);
        }
        Event::Improve { node, parent, .. } => [node, parent].into_iter().for_each(of),
        Event::Close { node, .. } | Event::Goal { node, .. } => of(node),
        Event::Note(Note::Meeting { node, .. }) => of(node),
        Event::Note(Note::Beyond { node, parent, .. }) => {
            of(node);
            parent.iter_mut().for_each(of);
        }
        Event::Note(Note::NothingAhead { from, last, .. }) => [from, last].into_iter().for_each(of),
        Event::Note(_) => {}
    }
    event
}

/// An outcome by the nodes of the board.
fn outcome_of(mut outcome: Outcome, outer: &[NodeId]) -> Outcome {
    let of = |path: &Path| {
        let nodes = path.nodes().iter().map(|node| outer[node.index()]).collect();
        Path::new(nodes, path.cost()).unwrap_or_else(|| path.clone())
    };
    match &mut outcome {
        Outcome::Found(found) => found.path = of(&found.path),
        Outcome::Unreachable(none) => none.nearest = none.nearest.as_ref().map(of),
        Outcome::OutOfBudget(out) => out.nearest = out.nearest.as_ref().map(of),
    }
    outcome
}
