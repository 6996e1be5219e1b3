//! What a grid of Godot's kind is in terms of the library: a navigator, a rule of movement, and a class
//! of terrain for every weight.

use std::collections::BTreeMap;

use astride::base::{Budget, Cell, CellRect, Scale};
use astride::planner::{Ask, MoverId, Navigator, NavigatorError, Ticket};
use astride::search::Outcome;
use astride::shapes::square::{Corners, Edit, Grid, GridError, GridView, Mover, Neighbours};

/// Set in the class of a cell that is solid; the other bits go on saying its weight.
const SOLID: u8 = 0x80;

/// Weights in tenths; the class of a weight is its place here, one further on.
///
/// Every mover knows all of them from the beginning, so that no weight makes another mover.
const TENTHS: [u32; 112] = {
    let more = [120, 150, 200, 250, 300, 350, 400, 500, 600, 700, 800, 1000];
    let mut all = [0; 112];
    let mut at = 0;
    while at < 112 {
        all[at] = if at < 100 { at as u32 + 1 } else { more[at - 100] };
        at += 1;
    }
    all
};

/// The class of a cell of weight 1.
const PLAIN: u8 = 10;

/// When a step goes to a cell that touches by a corner alone, by the numbers of
/// `AStarGrid2D.DiagonalMode`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Diagonals {
    /// Also between two solid cells.
    #[default]
    Always = 0,
    /// Never: four neighbours.
    Never = 1,
    /// If at least one of the two cells beside it is walkable.
    AtLeastOneWalkable = 2,
    /// If both are.
    OnlyIfNoObstacles = 3,
}

/// What a diagonal step costs, by the numbers of `AStarGrid2D.Heuristic`. The guess of a search is
/// always the best one that goes with it, so that no path is longer than it need be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Diagonal {
    /// √2 (`HEURISTIC_EUCLIDEAN` and `HEURISTIC_OCTILE`).
    #[default]
    Root,
    /// 2, as if round the corner (`HEURISTIC_MANHATTAN`).
    Two,
    /// 1 (`HEURISTIC_CHEBYSHEV`).
    One,
}

/// How units step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rule {
    /// When they step diagonally.
    pub diagonals: Diagonals,
    /// At what cost.
    pub diagonal: Diagonal,
}

impl Rule {
    fn mover(self) -> Mover {
        let corners = match self.diagonals {
            Diagonals::Always | Diagonals::Never => Corners::Always,
            Diagonals::AtLeastOneWalkable => Corners::OneFree,
            Diagonals::OnlyIfNoObstacles => Corners::Never,
        };
        let neighbours = match self.diagonals {
            Diagonals::Never => Neighbours::Four,
            _ => Neighbours::Eight,
        };
        let scale = match self.diagonal {
            Diagonal::Root => Scale::EXACT,
            Diagonal::Two => Scale::new(1000, 2000).expect("a scale"),
            Diagonal::One => Scale::new(1000, 1000).expect("a scale"),
        };
        let mover = Mover::new().corners(corners).neighbours(neighbours).scale(scale);
        TENTHS.iter().zip(1..).fold(mover, |mover, (&factor, class)| {
            mover.terrain(class, factor).expect("factors are between 1 and 1024")
        })
    }
}

/// Where a board lies: `AStarGrid2D.region`, `cell_size` and `offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Id of the first cell.
    pub first: (i32, i32),
    /// Columns and rows.
    pub size: (u32, u32),
    /// Width and height of a cell.
    pub cell_size: (f64, f64),
    /// Where the point of the cell with the id (0, 0) lies.
    pub offset: (f64, f64),
}

impl Place {
    /// The point of a cell.
    pub fn point(&self, cell: Cell) -> (f64, f64) {
        self.point_at((f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5))
    }

    /// The point at a place in cells, in which the first cell reaches from (0, 0) to (1, 1).
    pub fn point_at(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let along = |at: f64, first: i32, size: f64, offset: f64| {
            offset + (at - 0.5 + f64::from(first)) * size
        };
        (
            along(x, self.first.0, self.cell_size.0, self.offset.0),
            along(y, self.first.1, self.cell_size.1, self.offset.1),
        )
    }

    /// The inverse of [`point_at`](Self::point_at).
    pub fn in_cells(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let along = |at: f64, first: i32, size: f64, offset: f64| {
            (at - offset) / size + 0.5 - f64::from(first)
        };
        (
            along(x, self.first.0, self.cell_size.0, self.offset.0),
            along(y, self.first.1, self.cell_size.1, self.offset.1),
        )
    }

    /// The id of the cell that a point lies in, on the board or off it. A point that is far away has
    /// the id at the end of the range, and so has one that is no number: the lowest.
    pub fn id_at(&self, point: (f64, f64)) -> (i32, i32) {
        let (x, y) = self.in_cells(point);
        let id = |at: f64, first: i32| match (at + f64::from(first)).floor() {
            at if at.is_nan() => i32::MIN,
            // `as` saturates.
            at => at as i32,
        };
        (id(x, self.first.0), id(y, self.first.1))
    }

    /// The cell with an id.
    pub fn cell(&self, (x, y): (i32, i32)) -> Result<Cell, Refused> {
        let along = |id: i32, first: i32, size: u32| {
            u32::try_from(i64::from(id) - i64::from(first)).ok().filter(|&at| at < size)
        };
        let cell = along(x, self.first.0, self.size.0).zip(along(y, self.first.1, self.size.1));
        let off = Refused::OffBoard { x, y, first: self.first, size: self.size };
        cell.map(Cell::from).ok_or(off)
    }

    /// The id of a cell.
    pub fn id(&self, cell: Cell) -> (i32, i32) {
        // A board whose last id is no `i32` is not made.
        (self.first.0 + cell.x as i32, self.first.1 + cell.y as i32)
    }

    fn checked(self) -> Result<Self, Refused> {
        let numbers = [self.cell_size.0, self.cell_size.1, self.offset.0, self.offset.1];
        let has_size = self.cell_size.0 > 0.0 && self.cell_size.1 > 0.0;
        let ends = [(self.first.0, self.size.0), (self.first.1, self.size.1)];
        let fits = ends.iter().all(|&(first, size)| first.checked_add_unsigned(size).is_some());
        let is_usable = numbers.iter().all(|number| number.is_finite()) && has_size && fits;
        is_usable.then_some(self).ok_or(Refused::Place { place: self })
    }
}

/// What a board refuses.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Refused {
    /// No cell has this id.
    OffBoard {
        /// Its column.
        x: i32,
        /// Its row.
        y: i32,
        /// The first id that there is.
        first: (i32, i32),
        /// How many columns and rows there are.
        size: (u32, u32),
    },
    /// A weight that no class stands for.
    Weight {
        /// It.
        weight: f64,
    },
    /// A region, cell size or offset that is no use.
    Place {
        /// All three.
        place: Place,
    },
    /// Nothing is known of cells before `update()`.
    NotUpdated,
    /// No constant has this number.
    Constant {
        /// What is set by it.
        what: &'static str,
        /// It.
        number: i64,
        /// The largest that there is.
        last: i64,
    },
    /// The region is too large.
    Size(GridError),
    /// The navigator refuses the question.
    Question(NavigatorError),
}

astride::errors! { enum Refused:
    OffBoard { x, y, first, size } => ("id-off-grid",
        "id ({x}, {y}) is off the grid, expected one of the {}x{} from {first:?} on",
        size.0, size.1),
    Weight { weight } => ("weight-unusable",
        "weight {weight} is unusable, expected a tenth or more up to 10 in tenths, or 12, 15, 20, \
        25, 30, 35, 40, 50, 60, 70, 80 or 100"),
    Place { place } => ("grid-place-unusable",
        "{place:?} is unusable, expected ids within 32 bits, finite numbers and cells with an area"),
    NotUpdated => ("grid-not-updated", "the grid has no cells yet, expected a call of update() first"),
    Constant { what, number, last } => ("constant-unknown",
        "{what} {number} is unknown, expected 0 to {last}"),
    Size(error) => (source error),
    Question(error) => (source error),
}

/// Who a request belongs to, and its number there.
pub type Asker = (i64, i64);

/// Ids of the first and the last cell of a path.
pub type Ends = ((i32, i32), (i32, i32));

/// The cells of an answer; none if there is no path.
pub type Cells = Vec<Cell>;

/// The number of a request, and its cells.
pub type Answer = (i64, Result<Cells, Refused>);

/// A grid as `AStarGrid2D` knows it, and the requests that wait for it.
#[derive(Debug)]
pub struct Board {
    place: Place,
    navigator: Navigator,
    rule: Rule,
    movers: BTreeMap<Rule, MoverId>,
    asked: BTreeMap<Ticket, Asker>,
    finished: BTreeMap<i64, Vec<Answer>>,
}

impl Board {
    /// A board whose cells all can be walked on at weight 1. O(cells).
    ///
    /// # Errors
    ///
    /// If the place is unusable, or has more than 2³⁰ cells or none.
    pub fn new(place: Place, rule: Rule) -> Result<Self, Refused> {
        let place = place.checked()?;
        let grid = Grid::new(place.size.0, place.size.1, PLAIN).map_err(Refused::Size)?;
        let navigator = Navigator::with_mover(grid, rule.mover());
        let movers = BTreeMap::from([(rule, navigator.first_mover())]);
        let (asked, finished) = (BTreeMap::new(), BTreeMap::new());
        Ok(Board { place, navigator, rule, movers, asked, finished })
    }

    /// Where it lies.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The revision of the map: it rises with every change of a cell.
    pub fn revision(&self) -> u64 {
        self.navigator.revision()
    }

    /// Changes how units step from the next question on. A rule that is new costs what a mover of a
    /// navigator costs, one of before nothing.
    pub fn set_rule(&mut self, rule: Rule) {
        self.rule = rule;
        let navigator = &mut self.navigator;
        self.movers.entry(rule).or_insert_with(|| navigator.add_mover(rule.mover()));
    }

    fn mover(&self) -> MoverId {
        self.movers[&self.rule]
    }

    /// The map as units see it.
    pub fn view(&self) -> GridView<'_> {
        self.navigator.view(self.mover()).expect("movers of the board are of its navigator")
    }

    fn class(&self, id: (i32, i32)) -> Result<u8, Refused> {
        let cell = self.place.cell(id)?;
        Ok(self.navigator.grid().class(cell).expect("cells of the place are on the map"))
    }

    /// Whether nothing can stand on a cell.
    pub fn is_solid(&self, id: (i32, i32)) -> Result<bool, Refused> {
        Ok(self.class(id)? & SOLID != 0)
    }

    /// What entering a cell costs, in straight steps.
    pub fn weight(&self, id: (i32, i32)) -> Result<f64, Refused> {
        let class = self.class(id)? & !SOLID;
        Ok(f64::from(TENTHS[usize::from(class) - 1]) / 10.0)
    }

    /// Makes cells solid or not, those of a rectangle of ids as far as it lies on the board. Their
    /// weights stay. O(cells of the rectangle).
    pub fn fill_solid(&mut self, first: (i32, i32), size: (i32, i32), is_solid: bool) {
        let solid = if is_solid { SOLID } else { 0 };
        self.change(first, size, |class| class & !SOLID | solid);
    }

    /// Gives the cells of a rectangle a weight; solid ones stay solid.
    ///
    /// # Errors
    ///
    /// If no class stands for the weight.
    pub fn fill_weight(
        &mut self,
        first: (i32, i32),
        size: (i32, i32),
        weight: f64,
    ) -> Result<(), Refused> {
        let tenths = (weight * 10.0).round();
        // The weights of a game come as numbers of 32 bits.
        let is_whole = (weight * 10.0 - tenths).abs() < 1e-4;
        let at = TENTHS.binary_search(&(tenths as u32)).ok().filter(|_| is_whole);
        let class = at.ok_or(Refused::Weight { weight })? as u8 + 1;
        self.change(first, size, |old| old & SOLID | class);
        Ok(())
    }

    fn change(&mut self, first: (i32, i32), size: (i32, i32), change: impl Fn(u8) -> u8) {
        let clipped = |first: i32, size: i32, own: i32, most: u32| {
            let start = i64::from(first) - i64::from(own);
            let end = (start + i64::from(size)).clamp(0, i64::from(most));
            let start = start.clamp(0, i64::from(most));
            start as u32..end as u32
        };
        let columns = clipped(first.0, size.0, self.place.first.0, self.place.size.0);
        let rows = clipped(first.1, size.1, self.place.first.1, self.place.size.1);
        let mut edit = Edit::new();
        for y in rows {
            let row = self.navigator.grid().row(y).expect("rows of the place are on the map");
            let mut from = columns.start;
            while from < columns.end {
                let class = row[from as usize];
                let same = row[from as usize..columns.end as usize].iter();
                let length = same.take_while(|&&other| other == class).count() as u32;
                if change(class) != class {
                    edit.fill(CellRect::new(from, y, length, 1), change(class));
                }
                from += length;
            }
        }
        if !edit.is_empty() {
            self.navigator.apply(&edit).expect("the cells are on the map");
        }
    }

    /// The cells of a cheapest path, both ends included; none if there is no path. With `or_nearest`
    /// the path to the cell nearest to the goal that can be reached, if there is none to the goal.
    ///
    /// # Errors
    ///
    /// If an id is off the board.
    pub fn path(&self, ends: Ends, or_nearest: bool) -> Result<Cells, Refused> {
        let ask = self.ask(ends, or_nearest)?;
        let outcome = self.navigator.route(&ask, &mut Budget::unlimited());
        Ok(self.cells(&outcome.map_err(Refused::Question)?))
    }

    fn ask(&self, (from, to): Ends, or_nearest: bool) -> Result<Ask, Refused> {
        let ask = Ask::new(self.place.cell(from)?, self.place.cell(to)?).mover(self.mover());
        Ok(if or_nearest { ask.or_nearest() } else { ask })
    }

    fn cells(&self, outcome: &Outcome) -> Cells {
        let path = outcome.path().or(outcome.nearest());
        path.map_or_else(Vec::new, |path| path.cells(self.navigator.grid()).collect())
    }

    /// Asks for a path that [`work`](Self::work) finds, for an owner under a number of its own.
    ///
    /// # Errors
    ///
    /// If an id is off the board, or 65 536 requests wait.
    pub fn request(
        &mut self,
        asker: Asker,
        ends: Ends,
        or_nearest: bool,
        priority: u8,
    ) -> Result<(), Refused> {
        let ask = self.ask(ends, or_nearest)?;
        let ticket = self.navigator.request(&ask, priority).map_err(Refused::Question)?;
        self.asked.insert(ticket, asker);
        Ok(())
    }

    /// Works on requests and gives `owner` its answers, in the order in which they were found; those
    /// of others wait for them.
    pub fn work(&mut self, owner: i64, budget: &mut Budget<'_>) -> Vec<Answer> {
        self.navigator.work(budget);
        let done: Vec<_> = self.navigator.take_done().collect();
        for delivery in done {
            let Some((owner, number)) = self.asked.remove(&delivery.ticket) else { continue };
            let cells = delivery.answer.map_err(Refused::Question);
            let cells = cells.map(|outcome| self.cells(&outcome));
            self.finished.entry(owner).or_default().push((number, cells));
        }
        self.finished.remove(&owner).unwrap_or_default()
    }

    /// Takes back a request of `owner`, or all of them.
    pub fn cancel(&mut self, owner: i64, number: Option<i64>) {
        let is_meant = |&(of, at): &Asker| of == owner && number.is_none_or(|number| number == at);
        let navigator = &mut self.navigator;
        self.asked.retain(|&ticket, asker| {
            let is_meant = is_meant(asker);
            if is_meant {
                navigator.cancel(ticket);
            }
            !is_meant
        });
        if let Some(finished) = self.finished.get_mut(&owner) {
            finished.retain(|&(at, _)| !is_meant(&(owner, at)));
        }
        self.finished.retain(|_, answers| !answers.is_empty());
    }

    /// How many requests wait for an answer.
    pub fn waiting(&self) -> usize {
        self.asked.len()
    }
}
