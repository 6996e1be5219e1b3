//! What a layer says about each cell: a group of cells that belong together, or a line between
//! groups.

use astride::base::NodeId;
use astride::shapes::square::{Components, DeadEnds, Grid, Regions};

use crate::palette::GROUPS;

/// The layer says nothing about the cell.
pub(crate) const BARE: u8 = 0;

/// A cell of a gate or a door.
pub(crate) const LINE: u8 = u8::MAX;

/// The mark of a group: groups have marks above [`BARE`] and below [`LINE`]; further groups share
/// the last one.
fn mark(group: usize) -> u8 {
    group.min(usize::from(LINE) - 2) as u8 + 1
}

/// The colour of a mark, if it belongs to a group.
pub(crate) fn colour_of(mark: u8) -> Option<usize> {
    (mark != BARE && mark != LINE).then(|| usize::from(mark - 1) % GROUPS)
}

/// The letter of a mark: `a` for the first group, `z` for the 26th and all further ones.
pub(crate) fn letter_of(mark: u8) -> Option<char> {
    (mark != BARE && mark != LINE).then(|| char::from(b'a' + (mark - 1).min(25)))
}

/// Components by size, the largest first.
pub(crate) fn components(grid: &Grid, components: &Components) -> Vec<u8> {
    let mut ranks = vec![0; components.count() as usize];
    for (rank, area) in components.areas().iter().enumerate() {
        ranks[area.component as usize] = mark(rank);
    }
    let of = |node| components.component(node).map_or(BARE, |component| ranks[component as usize]);
    nodes(grid).map(of).collect()
}

/// Regions, coloured such that neighbours differ as far as the colours suffice, and their gates.
pub(crate) fn regions(grid: &Grid, regions: &Regions) -> Vec<u8> {
    let mut marks: Vec<u8> = Vec::with_capacity(regions.regions().len());
    for region in 0..regions.regions().len() {
        let mut taken = [false; GROUPS];
        for (other, _) in regions.gates_of(region as u32) {
            if let Some(colour) = marks.get(other as usize).and_then(|&mark| colour_of(mark)) {
                taken[colour] = true;
            }
        }
        // Starting at a different colour for each region uses all colours, not only the first few.
        let free = (0..GROUPS).map(|by| (region + by) % GROUPS).find(|&colour| !taken[colour]);
        marks.push(mark(free.unwrap_or(region % GROUPS)));
    }
    let of = |node| regions.region_at(grid.cell(node)).map_or(BARE, |at| marks[at as usize]);
    let mut shades: Vec<u8> = nodes(grid).map(of).collect();
    for cell in regions.gates().iter().flat_map(|gate| gate.cells()) {
        if let Some(node) = grid.node(*cell) {
            shades[node.index()] = LINE;
        }
    }
    shades
}

/// The areas behind doors of the largest area, each door with its own mark; the area itself is
/// bare.
pub(crate) fn dead_ends(grid: &Grid, dead_ends: &DeadEnds) -> Vec<u8> {
    let mut sizes: Vec<u32> = Vec::new();
    for area in nodes(grid).filter_map(|node| dead_ends.area(node)) {
        let area = area as usize;
        sizes.resize(sizes.len().max(area + 1), 0);
        sizes[area] += 1;
    }
    let all = 0..sizes.len() as u32;
    let Some(largest) = all.clone().max_by_key(|&area| (sizes[area as usize], !area)) else {
        return vec![BARE; grid.cell_count() as usize];
    };
    let above = |area: u32| dead_ends.door(area).and_then(|door| dead_ends.area(door));
    // The door of the largest area behind which each area lies, if any, once that is known.
    let mut behind: Vec<Option<Option<NodeId>>> = vec![None; sizes.len()];
    let exit = dead_ends.door(largest);
    let mut up = above(largest);
    while let Some(area) = up {
        behind[area as usize] = Some(exit);
        up = above(area);
    }
    behind[largest as usize] = Some(None);
    let mut way = Vec::new();
    for area in all {
        let mut at = area;
        let known = loop {
            if let Some(known) = behind[at as usize] {
                break known;
            }
            way.push(at);
            let door = dead_ends.door(at);
            match above(at) {
                Some(next) if next == largest => break door,
                Some(next) => at = next,
                // At the first node of the component, where the largest area may also begin.
                None => break door.filter(|_| door == exit),
            }
        };
        way.drain(..).for_each(|area| behind[area as usize] = Some(known));
    }
    let mut doors: Vec<NodeId> = behind.iter().copied().flatten().flatten().collect();
    doors.sort_unstable();
    doors.dedup();
    // The first nodes of components have no area above them.
    let at_first = (0..sizes.len() as u32).filter(|&area| above(area).is_none());
    let mut first: Vec<(NodeId, bool, u32)> =
        at_first.filter_map(|area| Some((dead_ends.door(area)?, area != largest, area))).collect();
    first.sort_unstable();
    let area_of = |node| {
        dead_ends.area(node).or_else(|| {
            let at = first.partition_point(|&(door, ..)| door < node);
            first.get(at).filter(|(door, ..)| *door == node).map(|&(.., area)| area)
        })
    };
    let of = |node| {
        let door = area_of(node).and_then(|area| behind[area as usize]).flatten();
        door.and_then(|door| doors.binary_search(&door).ok()).map_or(BARE, mark)
    };
    let mut shades: Vec<u8> = nodes(grid).map(of).collect();
    for door in doors {
        shades[door.index()] = LINE;
    }
    shades
}

fn nodes(grid: &Grid) -> impl Iterator<Item = NodeId> + use<> {
    (0..grid.cell_count()).map(NodeId::new)
}

#[cfg(test)]
mod tests {
    use astride::io::Drawing;
    use astride::shapes::square::{Mover, Neighbours, RegionsOptions};

    use super::*;

    fn drawn(grid: &Grid, shades: &[u8]) -> String {
        let letter = |&mark: &u8| letter_of(mark).unwrap_or(if mark == LINE { '|' } else { '.' });
        let rows = shades.chunks_exact(grid.width() as usize);
        rows.map(|row| row.iter().map(letter).collect::<String>()).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn components_are_lettered_by_size() {
        let grid = Drawing::parse(".#...\n.#...\n###..\n.#.#.").unwrap().grid;
        let components = Components::build(&grid.seen_by(&Mover::walker()));
        let shades = components_of(&grid, &components);
        assert_eq!(shades, "b.aaa/b.aaa/...aa/c.d.a");
    }

    fn components_of(grid: &Grid, built: &Components) -> String {
        drawn(grid, &components(grid, built))
    }

    #[test]
    fn regions_differ_and_gates_lie_between() {
        let drawing = Drawing::parse("...#...\n.......\n...#...").unwrap();
        let view = drawing.grid.seen_by(&Mover::walker());
        let options = RegionsOptions::default().least_cells(1);
        let built = Regions::build(&view, options).unwrap();
        let text = drawn(&drawing.grid, &regions(&drawing.grid, &built));
        assert_eq!(text, "aaa.bbb/aaa|bbb/aaa.bbb");
    }

    #[test]
    fn what_lies_behind_a_door_of_the_largest_area_is_a_dead_end() {
        // A room of nine cells, a passage to a smaller one, and a niche of one cell.
        let drawing = Drawing::parse("...#..\n......\n...#..\n#.####").unwrap();
        let mover = Mover::walker().neighbours(Neighbours::Four);
        let found = DeadEnds::build(&drawing.grid.seen_by(&mover));
        let text = drawn(&drawing.grid, &dead_ends(&drawing.grid, &found));
        assert_eq!(text, "....aa/..|aaa/.|..aa/.b....");
    }
}
