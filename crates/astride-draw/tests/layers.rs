//! Layers of indexes, of influence and of what is known: in letters, and as pictures.

use crate::common::{Picture, lester, search};
use astride::base::{Dir, Vec2};
use astride::prelude::*;
use astride::shapes::square::{
    Clearance, Clusters, ClustersOptions, Combine, Components, DeadEnds, Falloff, InfluenceMap,
    Knowledge, Neighbours, Regions, RegionsOptions, Source, Spread,
};
use astride::world::Overlay;
use astride_draw::terminal::{Style, draw};
use astride_draw::{Layer, Legend, PictureOptions, Progress, Scene, Theme, png, svg};

/// Everything that a layer can show, built for one map.
struct Built {
    components: Components,
    clearance: Clearance,
    regions: Regions,
    clusters: Clusters,
    dead_ends: DeadEnds,
    influence: InfluenceMap,
    knowledge: Knowledge,
    overlay: Overlay,
}

impl Built {
    fn new(grid: &Grid, mover: &Mover) -> Built {
        let view = grid.seen_by(mover);
        let options = ClustersOptions { side: 4, factor: 2, levels: Some(2) };
        let falloff = Falloff::linear(4).unwrap();
        let source = Source { strength: 90, falloff, spread: Spread::Octile };
        let mut influence = InfluenceMap::new(grid, Combine::Sum);
        influence.place(&view, (1, 1), source, &mut Scratch::new()).unwrap();
        let mut knowledge = Knowledge::new(grid, b'.');
        knowledge.reveal(grid, CellRect::new(0, 0, 5, 5), &mut Vec::new());
        let mut overlay = Overlay::new(grid);
        overlay.fill(CellRect::new(1, 1, 2, 1), 500);
        overlay.set((5, 1), 1000);
        Built {
            components: Components::build(&view),
            clearance: Clearance::build(&view),
            regions: Regions::build(&view, RegionsOptions::default().least_cells(1)).unwrap(),
            clusters: Clusters::build(&view, &options).unwrap(),
            dead_ends: DeadEnds::build(&view),
            influence,
            knowledge,
            overlay,
        }
    }

    fn layers(&self) -> [Layer<'_>; 8] {
        [
            Layer::Components(&self.components),
            Layer::Clearance(&self.clearance),
            Layer::Regions(&self.regions),
            Layer::Clusters(&self.clusters),
            Layer::DeadEnds(&self.dead_ends),
            Layer::Influence(&self.influence),
            Layer::Fog(&self.knowledge),
            Layer::Overlay(&self.overlay),
        ]
    }
}

/// Two rooms and a passage, and a cell of its own.
fn rooms() -> (Grid, Mover) {
    let drawing = Drawing::parse(
        "
        ...#...#
        .......#
        ...#...#
        ...#...#
        ########
        #.######
        ",
    )
    .unwrap();
    (drawing.grid, Mover::walker().neighbours(Neighbours::Four))
}

fn letters(grid: &Grid, mover: &Mover, layer: Layer<'_>) -> String {
    draw(&Scene { layer, ..Scene::new(grid, mover) }, Style::Ascii, 80, 24)
}

#[test]
fn each_layer_has_letters_of_its_own() {
    let (grid, mover) = rooms();
    let built = Built::new(&grid, &mover);
    let [components, clearance, regions, clusters, dead_ends, influence, fog, overlay] =
        built.layers().map(|layer| letters(&grid, &mover, layer));
    assert_eq!(components, "aaa#aaa#\naaaaaaa#\naaa#aaa#\naaa#aaa#\n########\n#b######\n");
    assert_eq!(clearance, "333#333#\n3943493#\n393#393#\n333#333#\n########\n#3######\n");
    assert_eq!(regions, "aaa#bbb#\naaa%bbb#\naaa#bbb#\naaa#bbb#\n########\n#c######\n");
    assert_eq!(clusters, "...#...#\n...%%..#\n...#...#\n...#...#\n########\n#.######\n");
    assert_eq!(dead_ends, "aaa#...#\naaaa%..#\naaa#...#\naaa#...#\n########\n#.######\n");
    assert_eq!(influence, "565#1..#\n69642..#\n565#1..#\n343#0..#\n########\n#.######\n");
    assert_eq!(overlay, "...#...#\n.44..9.#\n...#...#\n...#...#\n########\n#.######\n");
    assert_eq!(fog, "...#.???\n.....???\n...#.???\n...#.???\n#####???\n????????\n");
}

#[test]
fn a_layer_changes_the_picture_where_it_says_something() {
    let (grid, mover) = rooms();
    let built = Built::new(&grid, &mover);
    for theme in [Theme::Light, Theme::Dark] {
        let options =
            PictureOptions { cell: Some(12), margin: 0, theme, ..PictureOptions::default() };
        let picture = |layer| {
            let scene = Scene { layer, ..Scene::new(&grid, &mover) };
            Picture::decode(&png(&scene, &options).unwrap())
        };
        let bare = picture(Layer::None);
        for (layer, at) in built.layers().into_iter().zip([
            (1, 1),
            (1, 1),
            (3, 1),
            (3, 1),
            (1, 2),
            (1, 1),
            (6, 1),
            (5, 1),
        ]) {
            let tinted = picture(layer);
            let pixel = (12 * at.0 + 6, 12 * at.1 + 6);
            assert_ne!(tinted.at(pixel.0, pixel.1), bare.at(pixel.0, pixel.1), "{layer:?}");
            if !matches!(layer, Layer::Fog(_) | Layer::Clusters(_) | Layer::Influence(_)) {
                assert_eq!(tinted.at(12 * 3 + 6, 6), bare.at(12 * 3 + 6, 6), "a wall stays");
            }
        }
    }
}

#[test]
fn a_legend_stands_below_the_map() {
    let (grid, mover) = rooms();
    let built = Built::new(&grid, &mover);
    let bare = PictureOptions { cell: Some(40), ..PictureOptions::default() };
    let told = PictureOptions { legend: Legend::Below, ..bare };
    for (layer, words) in built.layers().into_iter().zip([
        ["25 cells", "1 cell<"],
        ["cells to the nearest wall: 0", "1.5"],
        ["3 regions", "1 gate<"],
        ["2 nodes of clusters of 4x4", "0 nodes of clusters of 8x8"],
        ["the largest area", "doors"],
        ["influence: 0", "90"],
        ["known", "not seen yet"],
        ["extra ticks: 0", "1000"],
    ]) {
        let scene = Scene { layer, ..Scene::new(&grid, &mover) };
        let (without, with) = (svg(&scene, &bare).unwrap(), svg(&scene, &told).unwrap());
        assert_eq!(without.matches("<text").count(), 0);
        for word in words {
            assert!(with.contains(word), "{word} is in {with}");
        }
        let heights = [&bare, &told].map(|options| {
            let picture = Picture::decode(&png(&scene, options).unwrap());
            (picture.width, picture.height)
        });
        assert_eq!(heights[0].0, heights[1].0);
        assert!(heights[0].1 < heights[1].1);
    }
}

#[test]
fn neighbouring_regions_differ_in_colour() {
    let drawing = Drawing::parse("...#...#...\n...........\n...#...#...\n").unwrap();
    let mover = Mover::walker();
    let view = drawing.grid.seen_by(&mover);
    let regions = Regions::build(&view, RegionsOptions::default().least_cells(1)).unwrap();
    assert_eq!(regions.regions().len(), 3);
    let scene = Scene { layer: Layer::Regions(&regions), ..Scene::new(&drawing.grid, &mover) };
    let options = PictureOptions { cell: Some(8), margin: 0, ..PictureOptions::default() };
    let picture = Picture::decode(&png(&scene, &options).unwrap());
    let colours = [1, 5, 9].map(|x| picture.at(8 * x + 4, 4));
    assert_ne!(colours[0], colours[1]);
    assert_ne!(colours[1], colours[2]);
}

#[test]
fn an_index_of_another_map_is_refused_or_left_out() {
    let (grid, mover) = rooms();
    let built = Built::new(&grid, &mover);
    let smaller = Grid::new(3, 3, b'.').unwrap();
    let mut edited = grid.clone();
    edited.apply(Edit::new().set((0, 0), b'@')).unwrap();
    for (at, layer) in built.layers().into_iter().enumerate() {
        // What is felt and what is known follow edits in their own time.
        let others: &[&Grid] = if at < 5 { &[&smaller, &edited] } else { &[&smaller] };
        for &other in others {
            let scene = Scene { layer, ..Scene::new(other, &mover) };
            let fault = svg(&scene, &PictureOptions::default()).unwrap_err();
            assert!(fault.to_string().starts_with("the layer is of another map"), "{fault}");
            assert_eq!(png(&scene, &PictureOptions::default()), Err(fault));
            let bare = Scene::new(other, &mover);
            let styles = [Style::Ascii, Style::Classic, Style::Colour];
            for style in styles {
                assert_eq!(draw(&scene, style, 80, 24), draw(&bare, style, 80, 24));
            }
        }
    }
}

#[test]
fn what_is_remembered_is_drawn_as_it_was() {
    let mut grid = Grid::new(5, 1, b'.').unwrap();
    let mover = Mover::walker();
    let mut knowledge = Knowledge::new(&grid, b'.');
    knowledge.reveal(&grid, CellRect::new(0, 0, 4, 1), &mut Vec::new());
    knowledge.remember(&grid, CellRect::new(1, 0, 1, 1));
    grid.apply(Edit::new().set((1, 0), b'@').set((2, 0), b'@')).unwrap();
    assert_eq!(letters(&grid, &mover, Layer::Fog(&knowledge)), "..#.?\n");
}

#[test]
fn a_shrunk_map_keeps_gates_in_sight() {
    let (grid, mover) = rooms();
    let built = Built::new(&grid, &mover);
    let scene = Scene { layer: Layer::Regions(&built.regions), ..Scene::new(&grid, &mover) };
    let text = draw(&scene, Style::Ascii, 4, 24);
    assert_eq!(text, "a%bb\naabb\n####\n(each letter stands for 2x2 cells)\n");
}

#[test]
fn a_tree_has_a_line_from_each_node_to_its_parent() {
    let (drawing, mover) = lester();
    let (from, to) = (drawing.start().unwrap(), drawing.goal().unwrap());
    let (recorder, _) = search(&drawing.grid, &mover, from, to);
    let progress = Progress::replay(recorder.events(), usize::MAX);
    let options = PictureOptions { cell: Some(12), margin: 0, ..PictureOptions::default() };
    let [heat, tree] = [Layer::Search(&progress), Layer::Tree(&progress)].map(|layer| {
        let scene = Scene { layer, ..Scene::new(&drawing.grid, &mover) };
        svg(&scene, &options).unwrap()
    });
    assert!(!heat.contains("stroke"), "{heat}");
    let drawn = tree.lines().find(|line| line.contains("stroke")).expect("there is a tree");
    // Its lines, cut into steps between neighbours as the search reported them.
    let mut steps = Vec::new();
    for line in drawn.split('"').nth(1).unwrap().split('M').skip(1) {
        let numbers: Vec<i64> = line
            .split([' ', 'L'])
            .map(|number| number.parse().expect("centres are whole"))
            .collect();
        let [x, y, to_x, to_y] = numbers[..] else { panic!("{line}") };
        let (dx, dy) = ((to_x - x).signum(), (to_y - y).signum());
        let count = (to_x - x).abs().max((to_y - y).abs()) / 12;
        let node = |x: i64, y: i64| {
            drawing.grid.node((x as u32 / 12, y as u32 / 12)).expect("it is on the map")
        };
        steps.extend((0..count).map(|at| {
            let (x, y) = (x + 12 * at * dx, y + 12 * at * dy);
            (node(x, y), node(x + 12 * dx, y + 12 * dy))
        }));
    }
    steps.sort_unstable();
    let known = progress.nodes().filter_map(|(node, touched)| Some((node, touched.parent?)));
    assert_eq!(steps, known.collect::<Vec<_>>());
    let styles = [Style::Ascii, Style::Classic];
    for style in styles {
        let [heat, tree] = [Layer::Search(&progress), Layer::Tree(&progress)].map(|layer| {
            draw(&Scene { layer, ..Scene::new(&drawing.grid, &mover) }, style, 80, 24)
        });
        assert_eq!(heat, tree, "there are no lines in the terminal");
    }
}

#[test]
fn lines_have_a_colour_each_and_the_first_is_on_top() {
    let grid = Grid::new(4, 2, b'.').unwrap();
    let mover = Mover::walker();
    let across = [(0.5, 0.5), (3.5, 0.5)].map(|(x, y)| Vec2::new(x, y));
    let down = [(2.0, 0.0), (2.0, 2.0)].map(|(x, y)| Vec2::new(x, y));
    let options = PictureOptions { cell: Some(20), margin: 0, ..PictureOptions::default() };
    let scene = Scene { lines: &[&across, &down], ..Scene::new(&grid, &mover) };
    let picture = Picture::decode(&png(&scene, &options).unwrap());
    let path = [grid.node((0, 0)).unwrap(), grid.node((3, 0)).unwrap()];
    let scene = Scene { path: Some(&path), ..Scene::new(&grid, &mover) };
    let as_path = Picture::decode(&png(&scene, &options).unwrap());
    assert_eq!([picture.at(20, 10), picture.at(40, 10)], [as_path.at(20, 10); 2]);
    let other = picture.at(40, 30);
    assert!(other != picture.at(40, 10) && other != as_path.at(40, 30));
}

#[test]
fn a_fence_is_a_dashed_line_for_whoever_crosses_it() {
    let mut grid = Grid::new(2, 1, b'.').unwrap();
    grid.apply(Edit::new().fence((0, 0), Dir::E, 7)).unwrap();
    let drawn = |grid: &Grid, mover: &Mover| {
        svg(&Scene::new(grid, mover), &PictureOptions::default()).unwrap()
    };
    let crosses = Mover::walker().crosses(7, 5).unwrap();
    let (wall, fence) = (drawn(&grid, &Mover::walker()), drawn(&grid, &crosses));
    assert!(!wall.contains("dasharray") && fence.contains("dasharray"));
    assert_eq!(wall.matches("M56 16L56 56").count(), 1, "{wall}");
    assert_eq!(fence.matches("M56 16L56 56").count(), 1, "{fence}");
    grid.apply(Edit::new().forbid_step((1, 0), Dir::W)).unwrap();
    let one_way = drawn(&grid, &crosses);
    assert_eq!(one_way.matches("M56 16L56 56").count(), 2, "a fence there, a wall back: {one_way}");
}
