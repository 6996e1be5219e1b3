//! Maps of other tiles than squares: kept by columns and rows as those of squares are, and asked by
//! the door that all shapes share.
//!
//! The board stays a grid of classes, so painting, undoing and saving know one kind of map. A panel
//! makes the map of the shape from it after an edit, in O(tiles).

use astride::base::{Budget, Cell, NodeId};
use astride::io::{HexDrawing, TextError, TriangleDrawing};
use astride::path::Path;
use astride::planner::{Board as Door, Method, OnBoard};
use astride::search::{
    DistanceField, Event, FieldStatus, Outcome, PathQuery, Scratch, SearchObserver,
};
use astride::shapes::Shape;
use astride::shapes::hex::{Hex, HexLayout, HexMap, HexMover, HexOffset};
use astride::shapes::square::Grid;
use astride::shapes::triangle::{TriangleMap, TriangleMover};
use astride::world::Way;
use serde_json::{Value, json};

use crate::session::names::{Choice, choice, find};
use crate::session::wire::Refusal;

/// The most tiles of a map that has no squares: it is made again after every edit.
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
    /// Odd rows lie half a hexagon further right.
    Pointy,
    /// Odd columns lie half a hexagon further down.
    Flat,
    /// The one at the top left points up.
    Triangles,
}

const TILINGS: [Choice<Tiling>; 4] = [
    choice(Tiling::Squares, "squares", "Squares", "four or eight neighbours"),
    choice(Tiling::Pointy, "hex-pointy", "Hexagons", "six neighbours, in straight rows"),
    choice(Tiling::Flat, "hex-flat", "Hexagons, flat", "six neighbours, in straight columns"),
    choice(Tiling::Triangles, "triangles", "Triangles", "three neighbours"),
];

/// Layers of maps without squares.
pub(super) const LAYERS: [&str; 4] = ["terrain", "distance", "flow", "heat"];

impl Tiling {
    /// The tiling called `id`; squares if none is named.
    pub(super) fn named(id: Option<&str>) -> Result<Tiling, Refusal> {
        id.map_or(Ok(Tiling::Squares), |id| find(&TILINGS, "shape", id))
    }

    pub(super) fn is_squares(self) -> bool {
        self == Tiling::Squares
    }

    fn choice(self) -> &'static Choice<Tiling> {
        TILINGS.iter().find(|choice| choice.value == self).unwrap_or(&TILINGS[0])
    }

    pub(super) fn id(self) -> &'static str {
        self.choice().id
    }

    /// What its tiles are called.
    pub(super) fn name(self) -> &'static str {
        match self {
            Tiling::Squares => "squares",
            Tiling::Pointy | Tiling::Flat => HexMap::NAME,
            Tiling::Triangles => TriangleMap::NAME,
        }
    }

    /// The ticks of a step on ground of factor 1, where the panel's scale does not say.
    pub(super) fn step(self) -> Option<u32> {
        match self {
            Tiling::Squares => None,
            Tiling::Pointy | Tiling::Flat => Some(HexMover::walker().step_ticks()),
            Tiling::Triangles => Some(TRIANGLE_SIDE),
        }
    }

    /// The shape as the page is told it with a map; `null` for squares.
    pub(super) fn json(self) -> Value {
        let Some(step) = self.step() else { return Value::Null };
        json!({ "id": self.id(), "name": self.name(), "step": step, "layers": LAYERS })
    }

    /// A drawing of squares as one of these tiles: with another first line, and gaps where the map
    /// is not.
    pub(super) fn drawing(self, squares: String) -> String {
        let header = match self {
            Tiling::Squares => return squares,
            Tiling::Pointy => "hex pointy",
            Tiling::Flat => "hex flat",
            Tiling::Triangles => "triangles",
        };
        format!("{header}\n{}", squares.replace(char::from(VOID), "_"))
    }

    /// Refuses what is there for squares alone.
    pub(super) fn only_squares(self, what: &str) -> Result<(), Refusal> {
        if self.is_squares() {
            return Ok(());
        }
        let name = self.name();
        Err(Refusal::value(format!("{what} is for maps of squares, this one has {name}")))
    }

    /// Refuses more tiles than there may be.
    pub(super) fn check_size(self, width: u32, height: u32) -> Result<(), Refusal> {
        let (tiles, name) = (u64::from(width) * u64::from(height), self.name());
        let fits = tiles <= MOST_TILES.into() && width.max(height) <= MOST_SIDE;
        if self.is_squares() || fits {
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
        // Before anything is made of it. Spaces may stand between the letters.
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

/// A board as the map of its shape: asked and answered by the nodes of the board.
pub(super) struct Tiled {
    tiling: Tiling,
    revision: u64,
    door: Box<dyn Door + Send>,
    /// The node of the shape for each node of the board, and back.
    inner: Vec<NodeId>,
    outer: Vec<NodeId>,
}

impl Tiled {
    /// The map of these tiles that a grid of classes is.
    pub(super) fn of(tiling: Tiling, grid: &Grid) -> Result<Tiled, String> {
        match tiling {
            Tiling::Triangles => {
                let class = |cell| grid.class(cell).unwrap_or(VOID);
                let map = TriangleMap::of_classes(grid.width(), grid.height(), class);
                let map = map.map_err(|error| error.to_string())?;
                Ok(Tiled::through(tiling, grid, map, TriangleMover::walker(), |cell| cell))
            }
            Tiling::Squares | Tiling::Pointy | Tiling::Flat => {
                let (layout, offset) = match tiling {
                    Tiling::Flat => (HexLayout::Flat, HexOffset::OddColumns),
                    _ => (HexLayout::Pointy, HexOffset::OddRows),
                };
                let place = |cell: Cell| Hex::from_offset((cell.x as i32, cell.y as i32), offset);
                let tile = |cell| (place(cell), grid.class(cell).unwrap_or(VOID));
                let tiles: Vec<_> = cells_of(grid).map(tile).collect();
                let map = HexMap::of_tiles(layout, &tiles).map_err(|error| error.to_string())?;
                Ok(Tiled::through(tiling, grid, map, HexMover::walker(), place))
            }
        }
    }

    fn through<S: Shape<Mover: Send + 'static, Kit: Send + 'static> + Send + Sync + 'static>(
        tiling: Tiling,
        grid: &Grid,
        map: S,
        mover: S::Mover,
        place: impl Fn(Cell) -> S::Place,
    ) -> Tiled {
        let node = |cell| map.node_of(place(cell)).unwrap_or(NodeId::new(0));
        let inner: Vec<NodeId> = cells_of(grid).map(node).collect();
        let door: Box<dyn Door + Send> = Box::new(OnBoard::new(map, mover));
        let mut outer = vec![NodeId::new(0); door.node_count() as usize];
        for (at, node) in (0..).map(NodeId::new).zip(&inner) {
            outer[node.index()] = at;
        }
        Tiled { tiling, revision: grid.revision(), door, inner, outer }
    }

    /// The methods that the shape has.
    pub(super) fn methods(&self) -> Vec<Method> {
        self.door.methods()
    }

    /// Whether the shape has a method.
    pub(super) fn has(&self, method: Method) -> bool {
        self.methods().iter().any(|one| one.row().name == method.row().name)
    }

    pub(super) fn is_passable(&self, node: NodeId) -> bool {
        self.door.is_passable(self.inner[node.index()])
    }

    /// The steps out of a node, with what they cost.
    pub(super) fn steps(&self, node: NodeId) -> impl Iterator<Item = (NodeId, u32)> + '_ {
        let steps = self.door.steps(self.inner[node.index()]);
        steps.into_iter().map(|arc| (self.outer[arc.node.index()], arc.cost))
    }

    /// Distances from or to everywhere, for [`in_field`](Self::in_field).
    pub(super) fn distances(
        &self,
        field: &mut DistanceField,
        sources: &[NodeId],
        way: Way,
        budget: &mut Budget<'_>,
    ) -> FieldStatus {
        let sources: Vec<_> = sources.iter().map(|node| (self.inner[node.index()], 0)).collect();
        self.door.distances(field, &sources, way, budget)
    }

    /// What a field of [`distances`](Self::distances) says at a node of the board.
    pub(super) fn in_field(&self, field: &DistanceField, node: NodeId) -> Option<u64> {
        field.distance(self.inner[node.index()])
    }

    /// Answers a query of nodes of the board.
    pub(super) fn answer<O: SearchObserver>(
        &mut self,
        method: Method,
        query: &PathQuery<'_>,
        (start, goals): (NodeId, &[NodeId]),
        (memory, budget): (&mut Scratch, &mut Budget<'_>),
        observer: &mut O,
    ) -> Result<Outcome, String> {
        if !self.has(method) {
            let (name, tiles) = (method.row().name, self.tiling.name());
            return Err(format!("{name} is for maps of squares, this one has {tiles}"));
        }
        let inner = |node: NodeId| self.inner[node.index()];
        let goals: Vec<NodeId> = goals.iter().copied().map(inner).collect();
        let asked = match &goals[..] {
            [goal] => PathQuery::new(inner(start), *goal),
            all => PathQuery::to_nearest(inner(start), all),
        };
        let asked = PathQuery { ties: query.ties, nearest: query.nearest, ..asked };
        let outer = &self.outer;
        let mut tell = |event| observer.notice(event_of(event, outer));
        let notice: Option<&mut dyn FnMut(Event)> = if O::WATCHES { Some(&mut tell) } else { None };
        let outcome = self.door.answer(method, &asked, memory, budget, notice);
        Ok(outcome_of(outcome.map_err(|error| error.to_string())?, &self.outer))
    }
}

/// The map of a shape, made again once the grid has another revision.
#[derive(Default)]
pub(super) struct Tiles(Option<Tiled>);

impl Tiles {
    pub(super) fn of(&mut self, tiling: Tiling, grid: &Grid) -> Result<&mut Tiled, String> {
        let is_fresh = |map: &Tiled| map.tiling == tiling && map.revision == grid.revision();
        match self.0.take().filter(is_fresh) {
            Some(map) => Ok(self.0.insert(map)),
            None => Ok(self.0.insert(Tiled::of(tiling, grid)?)),
        }
    }
}

/// All cells of a grid, row by row: in the order of its nodes.
fn cells_of(grid: &Grid) -> impl Iterator<Item = Cell> + use<> {
    let (width, height) = (grid.width(), grid.height());
    (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
}

/// An event by the nodes of the board.
fn event_of(mut event: Event, outer: &[NodeId]) -> Event {
    let of = |node: &mut NodeId| *node = outer[node.index()];
    match &mut event {
        Event::Open { node, parent, .. } => {
            of(node);
            parent.iter_mut().for_each(of);
        }
        Event::Improve { node, parent, .. } => [node, parent].into_iter().for_each(of),
        Event::Close { node, .. } | Event::Goal { node, .. } => of(node),
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
