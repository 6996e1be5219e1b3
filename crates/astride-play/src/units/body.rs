//! One body: where it is, what it does, and the kinds there are.

use astride::base::Cell;

/// What stands for "none" among nodes, ids and times.
pub(super) const NONE: u32 = u32::MAX;

/// No shared field.
pub(super) const NO_FIELD: u8 = u8::MAX;

/// One cell, in the fixed point numbers of positions.
pub(super) const CELL: i32 = 1 << 16;

/// What a body does, as the page is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum State {
    /// Stands, grazes or sleeps.
    #[default]
    Idle = 0,
    /// Follows its path.
    Moving = 1,
    /// Has no path yet.
    Waiting = 2,
    /// Runs from a dog.
    Fleeing = 3,
    /// Goes home.
    Returning = 4,
    /// There is no way to where it was sent, or its cell is blocked.
    Stuck = 5,
}

/// The kinds of bodies; all but the first have a will of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Goes where it is sent.
    Walker = 0,
    /// Wanders a little, flees from dogs, returns at dusk.
    Sheep = 1,
    /// As a sheep, and slower.
    Cow = 2,
    /// Runs after other animals all day, returns at dusk.
    Dog = 3,
    /// As a sheep, small and quick on short ways.
    Hen = 4,
}

impl Kind {
    /// All, in the order of their numbers.
    pub const ALL: [Kind; 5] = [Kind::Walker, Kind::Sheep, Kind::Cow, Kind::Dog, Kind::Hen];

    /// The kind with a number.
    pub fn of(number: u8) -> Option<Kind> {
        Kind::ALL.get(usize::from(number)).copied()
    }

    /// The 65 536th parts of a cell that it walks per tick. They are odd, so no step of a diagonal
    /// from the middle of a cell ends exactly on its corner.
    pub(super) fn speed(self) -> i32 {
        [4369, 1639, 1421, 3823, 1747][self as usize]
    }

    /// Its radius, in 65 536th parts of a cell.
    pub(super) fn radius(self) -> i32 {
        [20_000, 21_000, 26_000, 18_000, 12_000][self as usize]
    }

    /// How far it wanders, in cells.
    pub(super) fn range(self) -> u32 {
        [0, 9, 7, 40, 5][self as usize]
    }

    pub(super) fn is_animal(self) -> bool {
        self != Kind::Walker
    }
}

/// Why a body is under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Purpose {
    #[default]
    Go,
    Flee,
    Home,
}

impl Purpose {
    pub(super) fn state(self) -> State {
        match self {
            Purpose::Go => State::Moving,
            Purpose::Flee => State::Fleeing,
            Purpose::Home => State::Returning,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Body {
    /// Position, in 65 536th parts of a cell.
    pub(super) x: i32,
    pub(super) y: i32,
    /// The cell it walks to next, beside its own or its own, while it is under way.
    pub(super) on: u32,
    /// Where it was sent, while it is not there.
    pub(super) goal: u32,
    /// Its place at home.
    pub(super) post: u32,
    /// The turning points that are left, in the store of legs.
    pub(super) first: u32,
    pub(super) len: u32,
    /// When an animal has its next idea.
    pub(super) until: u32,
    /// 65 536 is a full turn, 0 east, a quarter south.
    pub(super) heading: u16,
    /// The pasture it lives on, if any.
    pub(super) home: u16,
    pub(super) state: State,
    pub(super) kind: Kind,
    pub(super) purpose: Purpose,
    /// The shared field that leads it.
    pub(super) field: u8,
    /// Whether it has an entry in the queue of requests.
    pub(super) is_queued: bool,
    /// Steps refused in a row.
    pub(super) refused: u8,
}

/// No pasture.
pub(super) const NO_HOME: u16 = u16::MAX;

impl Body {
    pub(super) fn new(cell: Cell, node: u32, kind: Kind) -> Self {
        let mut body = Body {
            x: 0,
            y: 0,
            on: NONE,
            goal: NONE,
            post: node,
            first: 0,
            len: 0,
            until: 0,
            heading: 0,
            home: NO_HOME,
            state: State::Idle,
            kind,
            purpose: Purpose::Go,
            field: NO_FIELD,
            is_queued: false,
            refused: 0,
        };
        body.put_on(cell);
        body
    }

    /// The cell it stands on.
    pub(super) fn cell(&self) -> Cell {
        Cell::new((self.x >> 16) as u32, (self.y >> 16) as u32)
    }

    pub(super) fn node(&self, width: u32) -> u32 {
        (self.y >> 16) as u32 * width + (self.x >> 16) as u32
    }

    /// The 65 536th parts of a cell that it goes per tick; odd.
    pub(super) fn speed(&self) -> i32 {
        match self.state {
            State::Fleeing => (self.kind.speed() * 7 / 4) | 1,
            _ => self.kind.speed(),
        }
    }

    /// Stands in the middle of a cell.
    pub(super) fn put_on(&mut self, cell: Cell) {
        [self.x, self.y] = middle(cell);
    }

    /// Gives up its way.
    pub(super) fn stop(&mut self, state: State) {
        (self.on, self.goal, self.len, self.field) = (NONE, NONE, 0, NO_FIELD);
        self.refused = 0;
        self.state = state;
    }

    /// There is no way to its goal; it is kept, in case the map changes.
    pub(super) fn get_stuck(&mut self) {
        let goal = self.goal;
        self.stop(State::Stuck);
        self.goal = goal;
    }

    /// Whether it neither goes anywhere nor waits for a way.
    pub(super) fn rests(&self) -> bool {
        self.on == NONE && (self.goal == NONE || self.state == State::Stuck)
    }
}

/// The middle of a cell, as a position.
pub(super) fn middle(cell: Cell) -> [i32; 2] {
    [cell.x, cell.y].map(|side| ((side as i32) << 16) + CELL / 2)
}
