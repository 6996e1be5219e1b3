//! Maps of every shape from one format to another, whole or refused.

use std::fs;

use crate::common::{astride, root, with_input};
use crate::meshes::ROOMS;

const HEXAGONS: &str = "hex pointy\nA . #\n . 3 _\n. . B\n";
const TRIANGLES: &str = "triangles\nA.#.\n3.#B\n";
const FLOORS: &str = "floors wrap columns\nA.#.\n..#B\nfloor\n.._.\n....\nstair 1,1,0 1,1,1\n";

/// A folder, and the names of files in it.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.file(name)).unwrap()
    }
}

#[test]
fn drawings_of_tiles_come_back_letter_by_letter() {
    for text in [HEXAGONS, TRIANGLES, FLOORS] {
        let drawn = with_input(&["convert", "-", "-", "--as", "txt"], text.as_bytes());
        assert_eq!((drawn.code, &drawn.out[..]), (0, text), "{}", drawn.err);
        let folder = Folder::new();
        let [world, packed, back] =
            ["a.astride", "a.txt.gz", "b.astride"].map(|name| folder.file(name));
        with_input(&["convert", "-", &world], text.as_bytes())
            .shows(0, &["2 marks of starts and goals left out, which an .astride of this shape"]);
        astride(&["convert", &world, &packed]).shows(0, &["bytes"]);
        astride(&["convert", &packed, &back]).shows(0, &[]);
        assert_eq!(folder.bytes("a.astride"), folder.bytes("b.astride"), "{text}");
        // No format of another shape holds it.
        for name in ["a.map", "a.3dmap", "a.gr", "a.mesh", "a.png"] {
            let run = astride(&["convert", &world, &folder.file(name)]);
            run.refuses(", expected .txt or .astride");
            assert!(!folder.0.path().join(name).exists());
        }
    }
    with_input(&["convert", "-", "-", "--as", "svg"], HEXAGONS.as_bytes())
        .refuses("convert cannot draw maps of hexagons, expected .txt or .astride (`astride draw`");
}

#[test]
fn a_drawing_that_cannot_hold_the_map_is_refused() {
    let folder = Folder::new();
    let fenced = ["convert", "-", "-", "--as", "txt", "--fence", "0,0-1,0=7"];
    let run = with_input(&fenced, HEXAGONS.as_bytes());
    run.refuses(
        "a drawing of hexagons cannot hold walls, one-way steps and fences (the first at (0, 0))",
    );
    let world = folder.file("a.astride");
    let fenced = ["convert", "-", &world, "--fence", "0,0-1,0=7"];
    with_input(&fenced, HEXAGONS.as_bytes()).shows(0, &["bytes"]);
    astride(&["path", &world, "--from", "0,0", "--to", "1,0"]).shows(0, &["steps       2"]);
    with_input(&["convert", "-", "-", "--block", "0,0"], HEXAGONS.as_bytes()).refuses("--block");
    let classes = ["convert", "-", "-", "--as", "txt", "--terrain", "3"];
    with_input(&classes, TRIANGLES.as_bytes()).refuses("--terrain: is for maps of squares");
}

#[test]
fn voxels_and_meshes_keep_their_files() {
    let folder = Folder::new();
    let [world, back] = ["a.astride", "b.3dmap"].map(|name| folder.file(name));
    astride(&["convert", "data/voxel/Simple.3dmap", &world]).shows(0, &["bytes"]);
    astride(&["convert", &world, &back]).shows(0, &["bytes"]);
    let [from, to] = ["1,1,1", "8,8,8"];
    let ask = |map: &str| astride(&["path", map, "--from", from, "--to", to, "--json"]).json(0);
    assert_eq!(ask("data/voxel/Simple.3dmap")["cost"], ask(&back)["cost"]);
    astride(&["convert", &world, &folder.file("a.map")]).refuses("expected .3dmap or .astride");

    let mesh = with_input(&["convert", "-", "-", "--as", "mesh"], ROOMS);
    assert_eq!(mesh.code, 0, "{}", mesh.err);
    let again = with_input(&["convert", "-", "-", "--as", "mesh"], mesh.out.as_bytes());
    assert_eq!(again.out, mesh.out);
    let rooms = folder.file("rooms.mesh");
    astride(&["convert", "corpus/formats/rooms.obj", &rooms]).shows(0, &["bytes"]);
    astride(&["info", &rooms]).shows(0, &["navigation mesh"]);
    astride(&["convert", "corpus/formats/marsh.obj", &folder.file("marsh.mesh")])
        .refuses("marsh.mesh: a .mesh cannot hold terrain (");
    with_input(&["convert", "-", &folder.file("a.astride"), "--force"], ROOMS)
        .refuses("cannot hold maps of navigation meshes, expected .mesh");
    with_input(&["convert", "-", "-", "--as", "gr"], b"..\n..")
        .refuses("a .gr cannot hold a map of squares");
}

#[test]
fn graphs_keep_their_arcs_and_their_coordinates() {
    let folder = Folder::new();
    let [plain, world] = ["a.gr", "a.astride"].map(|name| folder.file(name));
    let run = astride(&["convert", "data/road/monaco.time.gr", &plain]);
    run.shows(0, &["a.gr: ", "a.co: "]);
    astride(&["convert", &plain, &world]).shows(0, &["bytes"]);
    astride(&["convert", &world, &folder.file("b.gr.gz")]).shows(0, &["b.co.gz: "]);
    let queries = root().join("data/road/monaco.time.queries.txt");
    for name in ["a.gr", "a.astride", "b.gr.gz"] {
        let file = folder.file(name);
        let ask = ["scen", &file, queries.to_str().unwrap(), "--limit", "50"];
        astride(&ask).shows(0, &["all as recorded"]);
        astride(&["draw", &file, "-o", &folder.file("a.svg")]).shows(0, &["picture"]);
    }
    // One text holds both where there is one place for them.
    let text = astride(&["convert", &plain, "-", "--as", "gr"]).out;
    assert!(text.starts_with("p sp 519 984\na 1 ") && text.contains("\nv 519 "), "{text}");
    let bare = with_input(&["convert", "-", "-", "--as", "gr"], b"a 0 1 7\na 1 0 0\n");
    assert_eq!(bare.out, "a 0 1 7\na 1 0 0\n");
    astride(&["convert", &plain, &folder.file("a.map")]).refuses("expected .gr or .astride");
    // What is there is kept, coordinates as well.
    fs::remove_file(&plain).unwrap();
    // Nor are they taken for those of a graph that has none, or none of that name.
    let read = "a.co: would be read as the coordinates of";
    with_input(&["convert", "-", &plain, "--force"], b"a 0 1 7\na 1 0 0\n").refuses(read);
    astride(&["convert", &world, &folder.file("a.gr.gz")]).refuses(read);
    astride(&["convert", "data/road/monaco.time.gr", &plain]).refuses("a.co: is there already");
    assert!(!folder.0.path().join("a.gr").exists());
}

#[test]
fn roads_become_arcs_between_numbered_places() {
    let folder = Folder::new();
    let file = folder.file("monaco.gr");
    let run = astride(&["convert", "data/road/monaco.osm.gz", &file, "--profile", "foot"]);
    run.shows(0, &["names of places left out, which a .gr cannot hold; they are numbered from 1"]);
    let coordinates = String::from_utf8(folder.bytes("monaco.co")).unwrap();
    let first = coordinates.lines().nth(1).unwrap();
    let degrees: Vec<f64> =
        first.split(' ').skip(2).map(|number| number.parse::<f64>().unwrap() / 1e6).collect();
    assert!((7.4..7.45).contains(&degrees[0]) && (43.72..43.76).contains(&degrees[1]), "{first}");
    let info = |file: &str, more: &[&str]| {
        let told = astride(&[&["info", file, "--json"], more].concat()).json(0);
        (told["arcs"].clone(), told["places"].clone(), told["most-cost"].clone())
    };
    assert_eq!(info(&file, &[]), info("data/road/monaco.osm.gz", &["--profile", "foot"]));
}
