//! The farm and its animals: the same history everywhere, a life of days, and no needless memory.

use allocation_counter::measure;
use astride::agents::{Crowd, JumpRoutes, State, Work};
use astride::base::Cell;
use astride::shapes::square::{Grid, Mover};
use astride_play::units::{Farm, write_frame};

#[test]
fn one_call_of_many_ticks_is_many_calls_of_one() {
    let mover = Mover::walker();
    for seed in 0..6 {
        let farm = Farm::new(seed, 240).unwrap();
        let (view, mut routes) = (farm.grid.seen_by(&mover), JumpRoutes::new(&farm.grid, &mover));
        let (mut one, mut many) = (farm.herd.clone(), farm.herd.clone());
        for herd in [&mut one, &mut many] {
            let ids: Vec<u32> = (0..60).collect();
            herd.order(&ids, Cell::new(40, 40)).unwrap();
            herd.order(&ids[..5], Cell::new(10, 9)).unwrap();
        }
        assert_eq!(one.digest(), many.digest());
        one.advance(&view, &mut routes, 6000, u64::MAX);
        for _ in 0..6000 {
            many.advance(&view, &mut routes, 1, u64::MAX);
        }
        assert_eq!(one.digest(), many.digest(), "seed {seed}");
        many.advance(&view, &mut routes, 1, u64::MAX);
        assert_ne!(one.digest(), many.digest(), "a digest knows the tick");
    }
}

#[test]
fn a_frame_holds_twelve_bytes_for_each_body() {
    let farm = Farm::new(3, 77).unwrap();
    let mut bytes = Vec::new();
    write_frame(&farm.herd, &mut bytes);
    assert_eq!(bytes.len(), 12 * 77);
    let x = f32::from_le_bytes(bytes[4 * 76..4 * 77].try_into().unwrap());
    let [at, _] = *farm.herd.crowd().positions().last().unwrap();
    assert_eq!(x.to_bits(), (at as f32 / 65_536.0).to_bits());
    assert_eq!(x.fract().to_bits(), 0.5_f32.to_bits(), "an animal begins in the middle of a cell");
    let kinds: Vec<u8> = farm.herd.species().collect();
    assert_eq!(bytes[11 * 77..], kinds);
}

#[test]
fn animals_return_at_dusk_flee_from_dogs_and_wander_by_day() {
    let mover = Mover::walker();
    let mut farm = Farm::new(5, 300).unwrap();
    let (view, mut routes) = (farm.grid.seen_by(&mover), JumpRoutes::new(&farm.grid, &mover));
    let mut seen = [0_u32; 6];
    for _ in 0..4790 {
        farm.herd.advance(&view, &mut routes, 1, 2000);
        farm.herd.crowd().states().for_each(|state| seen[state as usize] += 1);
    }
    assert!(
        seen[State::Moving as usize] > 10_000 && seen[State::Fleeing as usize] > 500,
        "{seen:?}"
    );
    assert_eq!(seen[State::Returning as usize], 0);
    let mut returning = 0;
    for _ in 0..2400 {
        farm.herd.advance(&view, &mut routes, 1, 2000);
        let home = farm.herd.crowd().states().filter(|&state| state == State::Returning).count();
        returning = returning.max(home);
    }
    assert!(returning > 200, "{returning} return at once");
    let at_rest = farm.herd.crowd().states().filter(|&state| state == State::Idle).count();
    assert!(at_rest > 270, "{at_rest} of 300 sleep at the end of the night");
}

#[test]
fn a_farm_has_room_for_as_many_as_a_crowd() {
    assert!(Farm::new(1, Crowd::MOST as u32 + 1).is_err());
}

#[test]
fn a_farm_has_the_same_history_on_every_machine() {
    let mover = Mover::walker();
    let mut farm = Farm::new(2, 500).unwrap();
    let (view, mut routes) = (farm.grid.seen_by(&mover), JumpRoutes::new(&farm.grid, &mover));
    farm.herd.advance(&view, &mut routes, 5500, u64::MAX);
    // Changes whenever anything that bodies do changes; never by itself.
    assert_eq!(farm.herd.digest(), 9_656_187_888_344_567_966);
}

fn is_land(grid: &Grid, cell: Cell) -> bool {
    matches!(grid.class(cell), Some(b'.' | b'G' | b'S' | b'1'..=b'9'))
}

#[test]
fn the_farm_has_room_for_everybody_and_every_gate_is_open() {
    for (seed, count) in [(1, 0), (2, 1), (3, 372), (4, 5000), (5, 20_000)] {
        let farm = Farm::new(seed, count).unwrap();
        let crowd = farm.herd.crowd();
        let cells: Vec<Cell> = (0..count).map(|id| crowd.cell(id).unwrap()).collect();
        assert_eq!(crowd.len(), count as usize);
        // Land is one piece.
        let first = Cell::new(4, 4);
        let mut seen = vec![false; farm.grid.cell_count() as usize];
        let mut open = vec![first];
        seen[farm.grid.node(first).unwrap().index()] = true;
        while let Some(at) = open.pop() {
            for (x, y) in [(at.x + 1, at.y), (at.x - 1, at.y), (at.x, at.y + 1), (at.x, at.y - 1)] {
                let next = Cell::new(x, y);
                let Some(node) = farm.grid.node(next) else { continue };
                if is_land(&farm.grid, next) && !std::mem::replace(&mut seen[node.index()], true) {
                    open.push(next);
                }
            }
        }
        let apart = cells.iter().filter(|&&cell| !seen[farm.grid.node(cell).unwrap().index()]);
        let apart = apart.count();
        assert!(apart * 1000 <= count as usize, "seed {seed}: {apart} of {count} are shut in");
    }
}

#[test]
fn a_tick_allocates_nothing_but_the_paths_of_searches() {
    let mover = Mover::walker();
    let mut farm = Farm::new(9, 400).unwrap();
    let mut routes = JumpRoutes::new(&farm.grid, &mover);
    let view = farm.grid.seen_by(&mover);
    // Two days, so that all has grown as far as it will.
    farm.herd.advance(&view, &mut routes, 14_400, u64::MAX);
    let (mut paths, mut grown) = (0, 0);
    for tick in 0..7200 {
        let mut work = Work::default();
        let counted = measure(|| work = farm.herd.advance(&view, &mut routes, 1, u64::MAX));
        paths += u64::from(work.answered);
        grown += u32::from(counted.count_total > u64::from(work.answered));
        assert!(counted.count_total <= u64::from(work.answered) + 4, "tick {tick}: {counted:?}");
    }
    assert!(paths > 1000, "{paths} paths");
    assert!(
        grown < 8,
        "memory grew in {grown} ticks: now and then a search is harder than all before"
    );
}
