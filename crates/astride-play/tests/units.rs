//! The farm and its animals: the same history everywhere, and a life of days.

use astride::base::Cell;
use astride::shapes::square::{Grid, Mover};
use astride_agents::guided::{JumpRoutes, Lead, State};
use astride_play::units::{Farm, write_frame};

#[test]
fn one_call_of_many_ticks_is_many_calls_of_one() {
    let mover = Mover::walker();
    for seed in 0..2 {
        let farm = Farm::new(seed, 240).unwrap();
        let (view, mut routes) = (farm.grid.seen_by(&mover), JumpRoutes::default());
        let (mut one, mut many) = (farm.herd.clone(), farm.herd.clone());
        for herd in [&mut one, &mut many] {
            let ids: Vec<u32> = (0..60).collect();
            herd.order_by(&view, &ids, Cell::new(40, 40), Lead::Quickest).unwrap();
            herd.order_by(&view, &ids[..5], Cell::new(10, 9), Lead::Quickest).unwrap();
        }
        assert_eq!(one.digest(), many.digest());
        one.advance(&view, &mut routes, 1500, u64::MAX).unwrap();
        for _ in 0..1500 {
            many.advance(&view, &mut routes, 1, u64::MAX).unwrap();
        }
        assert_eq!(one.digest(), many.digest(), "seed {seed}");
        many.advance(&view, &mut routes, 1, u64::MAX).unwrap();
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
    let [at, _] = *farm.herd.crowd().crowd().positions().last().unwrap();
    assert_eq!(x.to_bits(), (at as f32 / 65_536.0).to_bits());
    assert_eq!(x.fract().to_bits(), 0.5_f32.to_bits(), "an animal begins in the middle of a cell");
    let kinds: Vec<u8> = farm.herd.species().collect();
    assert_eq!(bytes[11 * 77..], kinds);
}

#[test]
fn animals_return_at_dusk_flee_from_dogs_and_wander_by_day() {
    let mover = Mover::walker();
    let mut farm = Farm::new(5, 300).unwrap();
    let (view, mut routes) = (farm.grid.seen_by(&mover), JumpRoutes::default());
    let mut seen = [0_u32; 6];
    for _ in 0..4790 {
        farm.herd.advance(&view, &mut routes, 1, 2000).unwrap();
        farm.herd.crowd().states().for_each(|state| seen[state as usize] += 1);
    }
    assert!(
        seen[State::Moving as usize] > 10_000 && seen[State::Fleeing as usize] > 500,
        "{seen:?}"
    );
    assert_eq!(seen[State::Returning as usize], 0);
    let mut returning = 0;
    for _ in 0..2400 {
        farm.herd.advance(&view, &mut routes, 1, 2000).unwrap();
        let home = farm.herd.crowd().states().filter(|&state| state == State::Returning).count();
        returning = returning.max(home);
    }
    assert!(returning > 200, "{returning} return at once");
    let at_rest = farm.herd.crowd().states().filter(|&state| state == State::Idle).count();
    assert!(at_rest > 230, "{at_rest} of 300 sleep at the end of the night");
}

#[test]
fn a_farm_refuses_more_animals_than_its_pastures_have_cells() {
    assert!(Farm::new(1, 250_000).is_err());
}

#[test]
fn a_farm_has_the_same_history_on_every_machine() {
    let mover = Mover::walker();
    let mut farm = Farm::new(2, 500).unwrap();
    let (view, mut routes) = (farm.grid.seen_by(&mover), JumpRoutes::default());
    farm.herd.advance(&view, &mut routes, 1500, u64::MAX).unwrap();
    // Changes whenever anything that bodies do changes; never by itself.
    assert_eq!(farm.herd.digest(), 9_269_892_908_201_278_725);
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
        assert_eq!(crowd.crowd().count(), count as usize);
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
