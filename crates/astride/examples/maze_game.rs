//! A maze game: towers are placed and sold while creeps are on their way. May one be built here, and
//! whose way does it change?

use std::collections::BTreeMap;

use astride::base::Random;
use astride::planner::{Ask, Navigator, Stamp, Standing};
use astride::prelude::*;

const EXIT: Cell = Cell::new(39, 12);
const GATES: [Cell; 2] = [Cell::new(0, 4), Cell::new(0, 19)];

/// A creep has a path, and stands at one of its steps.
struct Creep {
    path: Path,
    step: usize,
    ask: Ask,
    stamp: Stamp,
}

impl Creep {
    /// All read their paths off one field of distances to the exit, which follows edits.
    fn new(nav: &Navigator, from: Cell) -> Result<Self, Box<dyn std::error::Error>> {
        let ask = Ask::new(from, EXIT);
        Ok(Creep { path: nav.path_by_field(&ask, &[])?, step: 0, ask, stamp: nav.stamp(&ask)? })
    }

    fn at(&self, nav: &Navigator) -> Cell {
        nav.grid().cell(self.path.nodes()[self.step])
    }
}

#[derive(Debug, Default)]
struct Count {
    built: usize,
    refused: usize,
    sold: usize,
    rerouted: usize,
    escaped: usize,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut nav = Navigator::new(Grid::new(40, 24, b'.')?).fields(1 << 20);
    let bird = nav.add_mover(Mover::walker().terrain(b'T', 1)?); // it flies over towers
    let mut creeps: Vec<Creep> = Vec::new();
    // Each tower with the batch that takes it away again.
    let mut towers: BTreeMap<Cell, Edit> = BTreeMap::new();
    let (mut dice, mut count) = (Random::new(7), Count::default());
    for frame in 0..600 {
        if frame % 6 == 0 {
            creeps.push(Creep::new(&nav, GATES[frame / 6 % 2])?);
        }
        let place = CellRect::new(dice.below(38), dice.below(22), 2, 2);
        if frame % 7 == 6 {
            if let Some((_, undo)) = towers.pop_first() {
                nav.apply(&undo)?;
                count.sold += 1;
            }
        } else if place.cells().all(|cell| nav.grid().class(cell) == Some(b'.'))
            && !creeps.iter().any(|creep| place.contains(creep.at(&nav)))
        {
            // Every gate has to keep a way to the exit, and so does every creep.
            let ends = GATES.into_iter().chain(creeps.iter().map(|creep| creep.at(&nav)));
            let ways: Vec<Ask> = ends.map(|from| Ask::new(from, EXIT)).collect();
            let mut tower = Edit::new();
            tower.fill(place, b'T');
            if nav.would_part(&tower, &ways)?.is_empty() {
                towers.insert(Cell::new(place.x, place.y), tower.inverse(nav.grid())?);
                nav.apply(&tower)?;
                count.built += 1;
            } else {
                count.refused += 1;
            }
        }
        for creep in &mut creeps {
            // A path that can still be walked may be a detour by now: after a sale, for example.
            if nav.standing_of(&creep.ask, &creep.path, creep.stamp)? != Standing::Current {
                *creep = Creep::new(&nav, creep.at(&nav))?;
                count.rerouted += 1;
            }
            creep.step = (creep.step + 1).min(creep.path.step_count());
        }
        let before = creeps.len();
        creeps.retain(|creep| creep.at(&nav) != EXIT);
        count.escaped += before - creeps.len();
    }
    println!("{count:?}, {} towers stand", towers.len());
    let ask = Ask::new(GATES[0], EXIT);
    let [maze, sky] = [nav.find(&ask)?, nav.find(&ask.mover(bird))?];
    println!("the way takes {} steps, through the air {}", maze.step_count(), sky.step_count());
    for y in 0..nav.grid().height() {
        let letter = |x| match Cell::new(x, y) {
            cell if maze.cells(nav.grid()).any(|step| step == cell) => '*',
            cell => nav.grid().class(cell).map_or(' ', char::from),
        };
        println!("  {}", (0..nav.grid().width()).map(letter).collect::<String>());
    }
    Ok(())
}
