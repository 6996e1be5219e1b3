//! Rows and columns, lines, turns and views of hexagons, against their definitions.

use astride::base::Vec2;
use astride::shapes::hex::{Hex, HexDir, HexLayout, HexMap, HexOffset};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

const OFFSETS: [HexOffset; 4] =
    [HexOffset::OddRows, HexOffset::EvenRows, HexOffset::OddColumns, HexOffset::EvenColumns];

fn any_hex(rng: &mut Rng, most: usize) -> Hex {
    let mut axis = || rng.below(2 * most + 1) as i32 - most as i32;
    Hex::new(axis(), axis())
}

#[test]
fn columns_and_rows_name_every_hexagon_once() {
    for offset in OFFSETS {
        for hex in Hex::new(-3, 5).range(9) {
            assert_eq!(Hex::from_offset(hex.to_offset(offset), offset), hex, "{offset:?}");
        }
        let ends = [i32::MIN, -1, 0, 1, i32::MAX];
        for hex in ends.into_iter().flat_map(|q| ends.map(|r| Hex::new(q, r))) {
            assert_eq!(Hex::from_offset(hex.to_offset(offset), offset), hex, "{offset:?}");
        }
    }
    // Every second line is shifted by half a hexagon, the first of them never.
    let layouts = [HexLayout::Pointy, HexLayout::Pointy, HexLayout::Flat, HexLayout::Flat];
    for (offset, layout) in OFFSETS.into_iter().zip(layouts) {
        let at = |column, row| Hex::from_offset((column, row), offset).middle(layout);
        let shift = match layout {
            HexLayout::Pointy => at(0, 1).x - at(0, 0).x,
            HexLayout::Flat => at(1, 0).y - at(0, 0).y,
        };
        let is_odd = matches!(offset, HexOffset::OddRows | HexOffset::OddColumns);
        let expected = if is_odd { 0.5 } else { -0.5 };
        assert!((shift - expected).abs() < 1e-9, "{offset:?}");
        let back = match layout {
            HexLayout::Pointy => at(0, 2).x - at(0, 0).x,
            HexLayout::Flat => at(2, 0).y - at(0, 0).y,
        };
        assert!(back.abs() < 1e-9, "{offset:?}");
    }
    let map = HexMap::rectangle(HexLayout::Pointy, 7, 6, b'.').expect("a map");
    let cells = (0..6).flat_map(|row| (0..7).map(move |column| (column, row)));
    let places: Vec<Hex> = cells.map(|cell| Hex::from_offset(cell, HexOffset::OddRows)).collect();
    assert!(map.tiles().eq(places));
}

#[test]
fn six_turns_lead_back_and_mirrors_undo_themselves() {
    let centre = Hex::new(5, -2);
    for hex in centre.range(4) {
        let turned: Vec<Hex> = (0..=6).map(|sixths| hex.turned_around(centre, sixths)).collect();
        assert_eq!((turned[0], turned[6]), (hex, hex));
        let apart = hex.distance_to(centre);
        assert!(turned.iter().all(|other| other.distance_to(centre) == apart));
        assert!(turned.windows(2).all(|pair| pair[0].distance_to(pair[1]) == apart));
        assert_eq!(hex.turned_around(centre, 255), turned[3]);
        assert_eq!(hex.mirrored_at(centre).mirrored_at(centre), hex);
        let [here, there] = [hex, hex.mirrored_at(centre)].map(|hex| hex.middle(HexLayout::Pointy));
        let middle = centre.middle(HexLayout::Pointy);
        assert!((here.x + there.x - 2.0 * middle.x).abs() < 1e-9);
        assert!((here.y - there.y).abs() < 1e-9);
    }
    for (at, dir) in HexDir::ALL.into_iter().enumerate() {
        let beside = centre.beside(HexDir::NorthEast).turned_around(centre, at as u8);
        assert_eq!(beside, centre.beside(dir));
    }
}

#[test]
fn points_belong_to_the_hexagon_whose_middle_is_nearest() {
    let mut rng = Rng::new(7);
    for layout in [HexLayout::Pointy, HexLayout::Flat] {
        for _ in 0..2000 {
            let mut axis = || (rng.below(4001) as f64 - 2000.0) / 97.0;
            let point = Vec2::new(axis(), axis());
            let hex = Hex::at(point, layout);
            let off = |hex: Hex| hex.middle(layout).distance_to(point);
            let nearest = hex.range(2).map(off).fold(f64::INFINITY, f64::min);
            assert!(off(hex) <= nearest + 1e-9, "{point:?}");
        }
    }
    let far = Hex::at(Vec2::new(f64::INFINITY, f64::NAN), HexLayout::Flat);
    assert_eq!(far.q, i32::MAX);
}

/// The hexagons that hold the point after `step` of all the steps of the line, by their definition:
/// those whose middle is nearest, where distances are counted in parts of a step.
fn on_line(from: Hex, to: Hex, step: i64) -> Vec<Hex> {
    let steps = from.distance_to(to).max(1) as i64;
    let axes =
        |hex: Hex| [i64::from(hex.q), i64::from(hex.r), -i64::from(hex.q) - i64::from(hex.r)];
    let (a, b) = (axes(from), axes(to));
    let point: [i64; 3] = std::array::from_fn(|at| a[at] * steps + (b[at] - a[at]) * step);
    // The square of the distance, but for a factor.
    let off = |hex: Hex| -> i64 {
        let here = axes(hex);
        (0..3).map(|at| (here[at] * steps - point[at]).pow(2)).sum()
    };
    let near = from.range(from.distance_to(to) as u32 + 1);
    let all: Vec<(i64, Hex)> = near.map(|hex| (off(hex), hex)).collect();
    let least = all.iter().map(|&(off, _)| off).min().expect("a hexagon");
    all.into_iter().filter(|&(off, _)| off == least).map(|(_, hex)| hex).collect()
}

#[test]
fn lines_are_those_of_their_definition_and_the_same_from_either_end() {
    let mut rng = Rng::new(3);
    for _ in 0..if is_slow_run() { 20_000 } else { 400 } {
        let (from, to) = (any_hex(&mut rng, 9), any_hex(&mut rng, 9));
        let line: Vec<Hex> = from.line_to(to).collect();
        assert_eq!(line.len() as u64, from.distance_to(to) + 1);
        for (step, hex) in line.iter().enumerate() {
            let near = on_line(from, to, step as i64);
            assert!(near.len() <= 2 && near.contains(hex), "{from} to {to}: {hex}");
        }
        assert!(line.windows(2).all(|pair| pair[0].distance_to(pair[1]) == 1));
        assert!(to.line_to(from).eq(line.iter().rev().copied()), "{from} to {to}");
    }
    let (from, to) = (Hex::new(i32::MIN, i32::MIN), Hex::new(i32::MAX, i32::MAX));
    assert_eq!(from.line_to(to).take(3).count(), 3);
}

/// Whether the line is open, by the definition.
fn sees(map: &HexMap, from: Hex, to: Hex) -> bool {
    let blocks = |hex: &Hex| map.class(*hex).is_none_or(|class| class == b'#');
    let steps = from.distance_to(to) as i64;
    (1..steps).all(|step| !on_line(from, to, step).iter().all(blocks))
}

/// A ray stops where the line that is not open is stopped first, on the outline of an opaque tile.
fn check_ray(map: &HexMap, from: Hex, to: Hex, what: &str) {
    let blocks = |hex: Hex| map.class(hex).is_none_or(|class| class == b'#');
    let ray = map.cast_ray(from, to, |class| class == b'#' || class == HexMap::VOID);
    let is_through = sees(map, from, to) && (from == to || !blocks(to));
    assert_eq!(ray.hit.is_none(), is_through, "{what}");
    assert!(ray.last == from || !blocks(ray.last), "{what}");
    let Some(hit) = ray.hit else { return assert_eq!(ray.last, to, "{what}") };
    assert!(blocks(hit.hex) && ray.last.distance_to(hit.hex) <= 1, "{what}");
    let step = from.distance_to(hit.hex) as i64;
    let [start, end, middle] = [from, to, hit.hex].map(|hex| hex.middle(map.layout()));
    let (dx, dy, length) = (end.x - start.x, end.y - start.y, start.distance_to(end));
    let off = (hit.point.x - start.x) * dy - (hit.point.y - start.y) * dx;
    assert!(off.abs() < 1e-6, "{what}: {off}");
    let apart = hit.point.distance_to(middle);
    assert!((0.5 - 1e-9..=1.0 / 3f64.sqrt() + 1e-9).contains(&apart), "{what}: {apart}");
    if on_line(from, to, step).len() == 1 {
        // Just before the line is not in the tile yet, just after it is.
        let at = |nudge: f64| {
            let point =
                Vec2::new(hit.point.x + dx / length * nudge, hit.point.y + dy / length * nudge);
            Hex::at(point, map.layout())
        };
        assert!(at(-1e-6) != hit.hex && at(1e-6) == hit.hex, "{what}: {hit:?}");
    }
}

#[test]
fn what_is_in_sight_is_what_lines_reach() {
    for seed in 0..if is_slow_run() { 3000 } else { 60 } {
        let mut rng = Rng::new(seed);
        let share = rng.below(60) as u32;
        let radius = 1 + rng.below(7) as u32;
        let tiles: Vec<(Hex, u8)> = Hex::default()
            .range(radius)
            .filter(|hex| (hex.q * 7 + hex.r * 13).rem_euclid(30) as u64 != seed % 60)
            .map(|hex| (hex, if rng.percent(share) { b'#' } else { b'.' }))
            .collect();
        let Ok(map) = HexMap::of_tiles(HexLayout::Pointy, &tiles) else { continue };
        let is_opaque = |class: u8| class == b'#' || class == HexMap::VOID;
        let from = rng.pick(&tiles).0;
        let reach = rng.below(2 * radius as usize + 2) as u32;
        let mut seen = map.in_sight(from, reach, is_opaque);
        assert_eq!(seen[0], from);
        assert!(seen.is_sorted_by_key(|hex| hex.distance_to(from)), "nearer ones first");
        let mut expected: Vec<Hex> = map
            .tiles()
            .filter(|&to| from.distance_to(to) <= u64::from(reach) && sees(&map, from, to))
            .collect();
        seen.sort_unstable();
        expected.sort_unstable();
        assert_eq!(seen, expected, "seed {seed}: from {from} within {reach}");
        for to in map.tiles() {
            let forth = map.can_see(from, to, is_opaque);
            assert_eq!(forth, sees(&map, from, to), "seed {seed}: {from} to {to}");
            assert_eq!(forth, map.can_see(to, from, is_opaque), "seed {seed}: {to} to {from}");
            check_ray(&map, from, to, &format!("seed {seed}: {from} to {to}"));
        }
    }
    let map = HexMap::hexagon(HexLayout::Flat, 3, b'.').expect("a map");
    assert_eq!(map.in_sight(Hex::new(9, 9), 50, |_| false), []);
    assert_eq!(map.in_sight(Hex::default(), u32::MAX, |_| false).len(), 37);
    assert_eq!(map.in_sight(Hex::default(), 3, |_| true).len(), 7);
}

/// Long rings with few shadows, in the order that is promised, also across the void.
#[test]
fn what_is_far_in_sight_is_what_lines_reach() {
    for seed in 0..if is_slow_run() { 300 } else { 4 } {
        let mut rng = Rng::new(seed);
        let share = rng.below(4) as u32;
        let tiles: Vec<(Hex, u8)> = Hex::default()
            .range(40)
            .filter(|hex| hex.q % 9 != 0)
            .map(|hex| (hex, if rng.percent(share) { b'#' } else { b'.' }))
            .collect();
        let map = HexMap::of_tiles(HexLayout::Pointy, &tiles).expect("a map");
        let (from, is_opaque) = (rng.pick(&tiles).0, |class: u8| class == b'#');
        let sees = |to: &Hex| map.class(*to).is_some() && map.can_see(from, *to, is_opaque);
        let expected: Vec<Hex> = (0..=80).flat_map(|ring| from.ring(ring)).filter(sees).collect();
        assert_eq!(map.in_sight(from, 80, is_opaque), expected, "seed {seed}: from {from}");
    }
}

#[test]
fn lines_between_places_off_the_map_are_what_they_are_on_a_larger_map() {
    for seed in 0..if is_slow_run() { 20_000 } else { 800 } {
        let mut rng = Rng::new(seed);
        let centre = any_hex(&mut rng, 4);
        let tiles: Vec<(Hex, u8)> =
            centre.range(2).map(|hex| (hex, if rng.percent(25) { b'#' } else { b'.' })).collect();
        let map = HexMap::of_tiles(HexLayout::Flat, &tiles).expect("a map");
        // The void of the map is grass on this one.
        let mut larger: Vec<(Hex, u8)> = Hex::default().range(14).map(|hex| (hex, b',')).collect();
        larger.extend(&tiles);
        let larger = HexMap::of_tiles(HexLayout::Flat, &larger).expect("a map");
        let (from, to) = (any_hex(&mut rng, 7), any_hex(&mut rng, 7));
        let opaque: &[u8] = rng.pick(&[&b"#"[..], b"#,", b",", b""]);
        let is_opaque = |class| opaque.contains(&if class == HexMap::VOID { b',' } else { class });
        let what = format!("seed {seed}: {from} to {to}");
        assert_eq!(
            map.cast_ray(from, to, is_opaque),
            larger.cast_ray(from, to, is_opaque),
            "{what}"
        );
        assert_eq!(map.can_see(from, to, is_opaque), larger.can_see(from, to, is_opaque), "{what}");
    }
}

#[test]
fn a_line_from_one_end_of_all_numbers_to_the_other_is_short_where_there_is_no_map() {
    let is_opaque = |class| class == b'#';
    let (low, high) = (i32::MIN, i32::MAX);
    let corners = [low, -1, 0, 1, high].map(|q| [low, -1, 0, 1, high].map(|r| Hex::new(q, r)));
    let corners = corners.as_flattened();
    for middle in [Hex::default(), Hex::new(low, low), Hex::new(high, low), Hex::new(3, high)] {
        let mut tiles = vec![(middle, b'#')];
        tiles.push((
            Hex::new(middle.q, if middle.r > 0 { middle.r - 1 } else { middle.r + 1 }),
            b'.',
        ));
        let map = HexMap::of_tiles(HexLayout::Pointy, &tiles).expect("a map");
        for (&from, &to) in corners.iter().flat_map(|from| corners.iter().map(move |to| (from, to)))
        {
            let ray = map.cast_ray(from, to, is_opaque);
            let is_met = ray.hit.is_some_and(|hit| hit.hex == middle);
            assert_eq!(ray.hit.is_some(), is_met, "{from} to {to}");
            assert!(is_met || ray.last == to);
            assert!(!is_met || ray.last.distance_to(middle) <= 1);
            let sees = map.can_see(from, to, is_opaque);
            assert_eq!(sees, !is_met || to == middle, "{from} to {to}");
            if from != middle && to == middle {
                assert!(is_met, "the end stops it");
            }
        }
    }
    let map = HexMap::hexagon(HexLayout::Flat, 3, b'#').expect("a map");
    let ray = map.cast_ray(Hex::new(low, 0), Hex::new(high, 0), is_opaque);
    assert_eq!((ray.last, ray.hit.map(|hit| hit.hex)), (Hex::new(-4, 0), Some(Hex::new(-3, 0))));
}
