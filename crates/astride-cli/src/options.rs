//! Options that several commands share: the mover, the search, and cells on a map.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use astride::base::{Budget, Cell, CellRect, NodeId, Scale};
use astride::planner::{Choice, Method};
use astride::search::Ties;
use astride::shapes::floors::FloorMover;
use astride::shapes::graph::{Graph, GraphMover, GraphPlace};
use astride::shapes::hex::HexMover;
use astride::shapes::mesh::{AreaFactors, Mesh};
use astride::shapes::square::{Grid, IndexFile, Mover, Neighbours};
use astride::shapes::triangle::{TriangleMover, TriangleSteps};
use astride::shapes::voxel::{VoxelMover, VoxelNeighbours, VoxelScale};
use astride::world::World;
use clap::{Args, FromArgMatches};
use serde_json::{Value, json};

use crate::bodies::BodyArgs;
use crate::error::Failure;
use crate::parse::{
    self, AnyNeighbours, CornersName, Crossing, HeuristicName, Terrain, TiesName, Toll,
};
use crate::read::load_index_bytes;

/// Why options for movers are refused on a mesh.
const NO_MOVER_ON_MESH: &str = "is for maps of tiles: a point moves over a mesh";

/// Why options for other movers are refused on a graph.
pub(crate) const NO_MOVER_ON_GRAPH: &str =
    "is for maps of tiles: on a graph, --closed and --toll say what arcs are to a mover";

/// Why a map has no files of indexes.
pub(crate) fn no_index_files(place: impl Display, shape: &str) -> Failure {
    Failure::at(place, format!("{shape} have no index files, expected squares or a graph"))
}

/// Who walks, and what steps cost.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Mover")]
pub(crate) struct MoverArgs {
    /// To how many neighbours there are steps: 4 or 8 on squares, 4 or 8 for three or twelve on
    /// triangles, 6, 18 or 26 among voxels; all unless said otherwise
    #[arg(long, value_enum, value_name = "COUNT")]
    neighbours: Option<AnyNeighbours>,

    /// When a diagonal step may pass blocked cells beside it: never, with one way round it free, or
    /// always
    #[arg(long, value_enum, default_value_t, value_name = "RULE")]
    corners: CornersName,

    /// Ticks of a straight and a diagonal step: exact (13860/19601), classic (10/14), or your own
    #[arg(long, value_parser = parse::scale, default_value = "exact", value_name = "S/D")]
    scale: Scale,

    /// What entering a terrain letter costs, as a factor of the step; 0 or "blocked" cannot be
    /// entered (repeat for more letters)
    #[arg(long, value_parser = parse::terrain, value_name = "LETTER=FACTOR")]
    terrain: Vec<Terrain>,

    /// What crossing a fence of a class from 0 to 255 costs in ticks beside the step; fences of
    /// other classes are walls (repeat for more classes)
    #[arg(long, value_parser = parse::crossing, value_name = "CLASS=TICKS")]
    crosses: Vec<Crossing>,

    /// On graphs, close the arcs from one place to another to the mover (repeat for more)
    #[arg(long, value_parser = parse::arc, value_name = "FROM-TO")]
    closed: Vec<[GraphPlace; 2]>,

    /// On graphs, what the arcs from one place to another cost the mover extra (repeat for more)
    #[arg(long, value_parser = parse::toll, value_name = "FROM-TO=TICKS")]
    toll: Vec<Toll>,

    #[command(flatten)]
    body: BodyArgs,
}

impl MoverArgs {
    /// What they are where no option is given.
    pub(crate) fn usual() -> Self {
        let nothing = Self::augment_args(clap::Command::new("usual")).get_matches_from([""]);
        Self::from_arg_matches(&nothing).expect("all options have a default")
    }

    /// The mover of squares.
    pub(crate) fn mover(&self) -> Result<Mover, Failure> {
        self.mover_with(None)
    }

    /// The mover of floors, which are made of squares.
    pub(crate) fn floor_mover(&self) -> Result<FloorMover, Failure> {
        self.body.on_floors(self.mover_with(Some("--side"))?.into())
    }

    /// The mover of squares, if no body is given by other options than `taken`.
    fn mover_with(&self, taken: Option<&str>) -> Result<Mover, Failure> {
        let mover = Mover::walker()
            .neighbours(self.square_neighbours()?)
            .corners(self.corners.into())
            .scale(self.scale);
        self.crossing(self.over(mover, taken)?)
    }

    /// A mover that crosses the fences of the options as well.
    fn crossing<G>(
        &self,
        mover: astride::world::Mover<G>,
    ) -> Result<astride::world::Mover<G>, Failure> {
        self.crosses.iter().try_fold(mover, |mover, &Crossing { class, extra }| {
            mover.crosses(class, extra).map_err(|error| Failure::of_at("--crosses", error))
        })
    }

    /// Whether an option says what entering a letter costs.
    pub(crate) fn names(&self, class: u8) -> bool {
        self.terrain.iter().any(|terrain| terrain.class == class)
    }

    /// The mover of another shape, whose steps are all of one kind: corners do not matter there.
    pub(crate) fn hex_mover(&self) -> Result<HexMover, Failure> {
        let mover = HexMover::walker().step(self.scale.straight());
        let mover = mover.map_err(|error| Failure::of_at("--scale", error))?;
        self.body.on_hexagons(self.crossing(self.over(mover, Some("--rings"))?)?)
    }

    /// Refuses every option that was given, for `reason`.
    pub(crate) fn refuse(&self, reason: &str) -> Result<(), Failure> {
        let given = [
            ("--neighbours", self.neighbours.is_some()),
            ("--corners", self.corners != CornersName::default()),
            ("--scale", self.scale != Scale::EXACT),
            ("--terrain", !self.terrain.is_empty()),
            ("--crosses", !self.crosses.is_empty()),
            ("--closed", !self.closed.is_empty()),
            ("--toll", !self.toll.is_empty()),
        ];
        let given = given.into_iter().find(|&(_, is_given)| is_given).map(|(option, _)| option);
        given.or(self.body.given()).map_or(Ok(()), |option| Err(Failure::at(option, reason)))
    }

    /// What areas of a mesh cost; `None` if it has none. Water is forbidden unless an option says what it
    /// costs.
    pub(crate) fn areas(&self, mesh: &Mesh) -> Result<Option<AreaFactors>, Failure> {
        let mut classes = (0..mesh.polygon_count()).filter_map(|polygon| mesh.class_of(polygon));
        self.refuse_arcs()?;
        MoverArgs { terrain: Vec::new(), ..self.clone() }.refuse(NO_MOVER_ON_MESH)?;
        if classes.all(|class| class == 0 || class == b'.') {
            let none = "the mesh has no areas, expected an .obj whose materials name terrain (see --legend)";
            let refused = || Failure::at("--terrain", none);
            return if self.terrain.is_empty() { Ok(None) } else { Err(refused()) };
        }
        let mover: Mover = self.over(Mover::walker().impassable(b'W'), None)?;
        let factor = |factors: AreaFactors, class: u8| match mover.factor(class) {
            0 => Ok(factors.without(class)),
            factor => factors.with(class, factor.into()),
        };
        let factors = (0..=u8::MAX).try_fold(AreaFactors::new(), factor);
        factors.map(Some).map_err(|error| Failure::of_at("--terrain", error))
    }

    /// The mover of a graph.
    pub(crate) fn graph_mover(&self, graph: &Graph) -> Result<GraphMover, Failure> {
        let (closed, toll) = (Vec::new(), Vec::new());
        MoverArgs { closed, toll, ..self.clone() }.refuse(NO_MOVER_ON_GRAPH)?;
        let node = |place: GraphPlace, option| {
            let missing = || Failure::at(option, format!("there is no place {place}"));
            graph.node(place).map(NodeId::get).ok_or_else(missing)
        };
        let mut mover = GraphMover::new();
        for &[from, to] in &self.closed {
            mover = mover.closed(node(from, "--closed")?, node(to, "--closed")?);
        }
        for &Toll { arc: [from, to], extra } in &self.toll {
            let charged = mover.extra(node(from, "--toll")?, node(to, "--toll")?, extra);
            mover = charged.map_err(|error| Failure::of_at("--toll", error))?;
        }
        Ok(mover)
    }

    /// Refuses what only graphs have.
    fn refuse_arcs(&self) -> Result<(), Failure> {
        let given = [("--closed", !self.closed.is_empty()), ("--toll", !self.toll.is_empty())];
        match given.into_iter().find(|&(_, is_given)| is_given) {
            Some((option, _)) => Err(Failure::at(option, "is for graphs")),
            None => Ok(()),
        }
    }

    fn square_neighbours(&self) -> Result<Neighbours, Failure> {
        match self.neighbours {
            None | Some(AnyNeighbours::Eight) => Ok(Neighbours::Eight),
            Some(AnyNeighbours::Four) => Ok(Neighbours::Four),
            Some(_) => Err(Failure::at("--neighbours", "expected 4 or 8, or a map of voxels")),
        }
    }

    /// The mover among voxels, where there is no terrain.
    pub(crate) fn voxel_mover(&self) -> Result<VoxelMover, Failure> {
        if !self.crosses.is_empty() {
            return Err(Failure::at("--crosses", "voxels have no fences"));
        }
        self.refuse_arcs()?;
        let neighbours = match self.neighbours {
            None | Some(AnyNeighbours::TwentySix) => VoxelNeighbours::TwentySix,
            Some(AnyNeighbours::Eighteen) => VoxelNeighbours::Eighteen,
            Some(AnyNeighbours::Six) => VoxelNeighbours::Six,
            Some(_) => {
                return Err(Failure::at("--neighbours", "expected 6, 18 or 26 among voxels"));
            }
        };
        let scale = match self.scale {
            Scale::EXACT => VoxelScale::EXACT,
            Scale::CLASSIC => VoxelScale::CLASSIC,
            _ => return Err(Failure::at("--scale", "expected exact or classic among voxels")),
        };
        if !self.terrain.is_empty() {
            return Err(Failure::at("--terrain", "voxels have no terrain"));
        }
        let mover = VoxelMover::flyer().neighbours(neighbours).corners(self.corners.into());
        self.body.onto(mover.scale(scale))
    }

    /// The mover of a map of triangles, for which eight neighbours mean all twelve.
    pub(crate) fn triangle_mover(&self) -> Result<TriangleMover, Failure> {
        if self.scale != Scale::default() {
            let message = "a step over a side of a triangle always costs 10864 ticks";
            return Err(Failure::at("--scale", message));
        }
        let steps = match self.square_neighbours()? {
            Neighbours::Four => TriangleSteps::Sides,
            Neighbours::Eight => TriangleSteps::Around(self.corners.into()),
        };
        self.crossing(self.over(TriangleMover::walker().steps(steps), None)?)
    }

    /// A mover of another shape than voxels, with what the options say of terrain; of the options for
    /// bodies, it has `taken`.
    fn over<G>(
        &self,
        mover: astride::world::Mover<G>,
        taken: Option<&str>,
    ) -> Result<astride::world::Mover<G>, Failure> {
        self.body.refuse_but(taken)?;
        self.refuse_arcs()?;
        self.terrain.iter().try_fold(mover, |mover, &Terrain { class, factor }| {
            mover.terrain(class, factor).map_err(|error| Failure::of_at("--terrain", error))
        })
    }
}

/// The help of `--method`: all names, and what else the command takes.
pub(crate) fn method_help(more: &str) -> String {
    format!("How to answer: {}{more}", Method::names())
}

/// How to search.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArgs {
    #[arg(long, value_name = "NAME", help = method_help(" [default: astar]"))]
    pub(crate) method: Option<Method>,

    #[command(flatten)]
    pub(crate) guess: GuessArgs,
}

/// The methods that a file of indexes can hold.
const BAKED: [Method; 3] = [Method::Labels, Method::Clusters, Method::Landmarks];

/// What was asked for; out of a file of indexes, what it holds if nothing was asked for.
pub(crate) fn choose(asked: Option<Method>, baked: Option<&[u8]>) -> Result<Method, Failure> {
    let Some(bytes) = baked else { return Ok(asked.unwrap_or(Method::AStar)) };
    if let Some(asked) = asked {
        return if BAKED.contains(&asked) { Ok(asked) } else { Err(no_use_of_a_file(asked)) };
    }
    let file = IndexFile::read(bytes).map_err(|error| Failure::of_at("--baked", error))?;
    let is_there = |method: &&Method| file.names().contains(&method.row().name);
    BAKED.iter().find(is_there).copied().ok_or_else(|| {
        let names = file.names().join(" and ");
        let message = format!("the file holds {names}, expected labels, clusters or landmarks");
        Failure::at("--baked", message)
    })
}

fn no_use_of_a_file(method: Method) -> Failure {
    let message = "cannot be used with --baked, expected labels, clusters or landmarks, or none";
    Failure::at(format!("--method {method}"), message)
}

/// How questions are asked.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub(crate) struct AskArgs {
    /// Find only what a path costs, or how long it is on a mesh; hierarchies and labels are quicker
    /// without the path
    #[arg(long)]
    pub(crate) cost_only: bool,

    /// Answer by an index out of this file, made by `astride bake`; of a folder, out of the file in
    /// it that is called like the map, with .labels behind
    #[arg(long, value_name = "FILE")]
    pub(crate) baked: Option<PathBuf>,

    /// Ask every question this often, and keep the least time
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) repeat: u16,
}

impl AskArgs {
    /// Refuses methods where the file of indexes decides on the method.
    pub(crate) fn refuse_methods(&self, methods: &[Method]) -> Result<(), Failure> {
        match (&self.baked, methods) {
            (Some(_), [method, ..]) => {
                let message = "cannot be used with --baked, expected one or the other";
                Err(Failure::at(format!("--method {method}"), message))
            }
            _ => Ok(()),
        }
    }

    /// Refuses a file of indexes, on maps that have none.
    pub(crate) fn refuse_baked(&self) -> Result<(), Failure> {
        let refused = |_| Err(no_index_files("--baked", "navigation meshes"));
        self.baked.as_ref().map_or(Ok(()), refused)
    }

    /// The bytes of the indexes for this map, if there are to be any.
    pub(crate) fn baked_for(&self, map: &Path) -> Result<Option<Vec<u8>>, Failure> {
        let Some(given) = &self.baked else { return Ok(None) };
        let mut name = map.file_name().unwrap_or_default().to_owned();
        name.push(".labels");
        let file = if given.is_dir() { given.join(name) } else { given.clone() };
        load_index_bytes(&file).map(Some)
    }
}

/// What guesses, and what decides between equals.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub(crate) struct GuessArgs {
    /// What guesses the rest of the way, on squares
    #[arg(long, value_enum, default_value_t, value_name = "NAME")]
    heuristic: HeuristicName,

    /// What decides between open nodes of equal f
    #[arg(long, value_enum, default_value_t, value_name = "RULE")]
    ties: TiesName,
}

impl GuessArgs {
    pub(crate) fn question(&self, method: Method) -> Choice {
        Choice { method, metric: self.heuristic.into() }
    }

    /// Whether the guess is the one that is taken if none is named.
    pub(crate) fn is_usual(&self) -> bool {
        matches!(self.heuristic, HeuristicName::Octile)
    }

    pub(crate) fn ties(&self) -> Ties {
        self.ties.into()
    }
}

/// No limit, or one on expanded nodes.
pub(crate) fn at_most<'a>(expanded: Option<u64>) -> Budget<'a> {
    let budget = Budget::unlimited();
    match expanded {
        Some(most) => budget.expansions(most),
        None => budget,
    }
}

/// The node of a cell that must be on the map; `option` is what named it.
pub(crate) fn node_on(grid: &Grid, cell: Cell, option: &str) -> Result<NodeId, Failure> {
    grid.node(cell).ok_or_else(|| {
        let (width, height) = (grid.width(), grid.height());
        let message = format!(
            "{option} {} is off the map of {width}x{height} cells, expected x below {width} and y \
             below {height}",
            plain(cell)
        );
        Failure::new(message)
    })
}

/// Checks that a rectangle is on the map.
pub(crate) fn check_rect(grid: &Grid, rect: CellRect) -> Result<(), String> {
    let is_inside = rect.x + rect.width <= grid.width() && rect.y + rect.height <= grid.height();
    if is_inside {
        return Ok(());
    }
    let (width, height) = (grid.width(), grid.height());
    let CellRect { x, y, width: w, height: h } = rect;
    Err(format!("{w}x{h} cells from {x},{y} on are not all on the map of {width}x{height} cells"))
}

/// As [`node_on`], for a cell that the mover must be able to stand on.
pub(crate) fn free_node(
    grid: &Grid,
    mover: &Mover,
    cell: Cell,
    option: &str,
) -> Result<NodeId, Failure> {
    let node = node_on(grid, cell, option)?;
    if grid.seen_by(mover).is_passable(node) {
        return Ok(node);
    }
    let letter = char::from(grid.class_at(node));
    Err(Failure::new(format!(
        "{option} {} is blocked: its terrain is {letter:?}, expected a cell that can be entered \
         (or --terrain {letter}=1)",
        plain(cell)
    )))
}

/// A cell as it is typed: `x,y`.
pub(crate) fn plain(cell: Cell) -> String {
    format!("{},{}", cell.x, cell.y)
}

/// A cell in JSON: `[x, y]`.
pub(crate) fn cell_json(cell: Cell) -> Value {
    json!([cell.x, cell.y])
}
