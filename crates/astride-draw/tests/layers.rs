//! Layers of indexes, of influence and of what is known: in letters, and as pictures.

use crate::common::Picture;
use astride::prelude::*;
use astride::shapes::square::{
    Clearance, Clusters, ClustersOptions, Combine, Components, DeadEnds, Falloff, InfluenceMap,
    Knowledge, Neighbours, Regions, RegionsOptions, Source, Spread,
};
use astride_draw::terminal::{Style, draw};
use astride_draw::{Layer, Legend, PictureOptions, Scene, Theme, png, svg};

/// Everything that a layer can show, built for one map.
struct Built {
    components: Components,
    clearance: Clearance,
    regions: Regions,
    clusters: Clusters,
    dead_ends: DeadEnds,
    influence: InfluenceMap,
    knowledge: Knowledge,
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
        Built {
            components: Components::build(&view),
            clearance: Clearance::build(&view),
            regions: Regions::build(&view, RegionsOptions::default().least_cells(1)).unwrap(),
            clusters: Clusters::build(&view, &options).unwrap(),
            dead_ends: DeadEnds::build(&view),
            influence,
            knowledge,
        }
    }

    fn layers(&self) -> [Layer<'_>; 7] {
        [
            Layer::Components(&self.components),
            Layer::Clearance(&self.clearance),
            Layer::Regions(&self.regions),
            Layer::Clusters(&self.clusters),
            Layer::DeadEnds(&self.dead_ends),
            Layer::Influence(&self.influence),
            Layer::Fog(&self.knowledge),
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
    let [components, clearance, regions, clusters, dead_ends, influence, fog] =
        built.layers().map(|layer| letters(&grid, &mover, layer));
    assert_eq!(components, "aaa#aaa#\naaaaaaa#\naaa#aaa#\naaa#aaa#\n########\n#b######\n");
    assert_eq!(clearance, "333#333#\n3943493#\n393#393#\n333#333#\n########\n#3######\n");
    assert_eq!(regions, "aaa#bbb#\naaa%bbb#\naaa#bbb#\naaa#bbb#\n########\n#c######\n");
    assert_eq!(clusters, "...#...#\n...%%..#\n...#...#\n...#...#\n########\n#.######\n");
    assert_eq!(dead_ends, "aaa#...#\naaaa%..#\naaa#...#\naaa#...#\n########\n#.######\n");
    assert_eq!(influence, "565#1..#\n69642..#\n565#1..#\n343#0..#\n########\n#.######\n");
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
        for (layer, at) in
            built.layers().into_iter().zip([(1, 1), (1, 1), (3, 1), (3, 1), (1, 2), (1, 1), (6, 1)])
        {
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
