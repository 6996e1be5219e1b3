//! Small files made for a question each.

use std::io::Write;

use astride_formats::{Format, FormatError, Import, Legend, Options, read_picture, read_tiled};
use flate2::write::ZlibEncoder;
use png::{BitDepth, ColorType, Encoder};

use crate::common::{hexagons, rows, squares};

fn tiled(tmx: &str) -> Result<Import, FormatError> {
    read_tiled(tmx.as_bytes(), &Legend::default(), &mut |name| Err(format!("no {name}")))
}

/// A map of tiles that are `1`, a layer of them, and objects.
fn map(head: &str, width: u32, height: u32, objects: &str) -> String {
    let tiles = vec!["1"; (width * height) as usize].join(",");
    format!(
        "<map {head} width=\"{width}\" height=\"{height}\"><tileset firstgid=\"1\"/>\
         <layer width=\"{width}\" height=\"{height}\"><data encoding=\"csv\">{tiles}</data></layer>\
         <objectgroup>{objects}</objectgroup></map>"
    )
}

#[test]
fn pixels_go_by_the_legend() {
    let picture = |colour, depth, data: &[u8], width: u32| {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, width, 1);
        encoder.set_color(colour);
        encoder.set_depth(depth);
        encoder.write_header().unwrap().write_image_data(data).unwrap();
        bytes
    };
    let mut legend = Legend::default();
    legend.add("#0000ff=water".parse().unwrap());
    let row = |bytes: &[u8]| rows(&squares(read_picture(bytes, &legend).unwrap()));
    let colours = [0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 10];
    assert_eq!(row(&picture(ColorType::Rgba, BitDepth::Eight, &colours, 4)), "W.@O");
    let wide = [0xff, 0xff, 0x7f, 0xff, 0x80, 0x80];
    assert_eq!(row(&picture(ColorType::Grayscale, BitDepth::Sixteen, &wide, 3)), ".@.");
    assert_eq!(row(&picture(ColorType::Grayscale, BitDepth::One, &[0b1010_0000], 3)), ".@.");
}

#[test]
fn pictures_are_heights_if_slopes_are_asked_for() {
    let options =
        Options { slope: Some("45,9".parse().unwrap()), side: Some(2.0), ..Options::default() };
    let bytes = b"P2 5 1 9  0 0 1 3 9";
    let import = Format::Picture.read("a.pgm", bytes, &options, &mut |_| Err("no".into())).unwrap();
    // The steepest steps rise by 0, 1/2, 1, 3 and 3 per unit of length.
    assert_eq!(rows(&squares(import)), ".59@@");
}

#[test]
fn pictures_that_are_none_are_refused() {
    let check = |bytes: &[u8], message: &str| {
        let error = read_picture(bytes, &Legend::default()).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    };
    check(b"", "the file begins with \"\", expected P2 or P5");
    check(b"P6 1 1 255 abc", "begins with \"P6\", expected P2 or P5");
    check(b"P5 2", "the height is \"\", expected a whole number");
    check(b"P5 0 1 255 ", "0x1 cells, expected 1 to");
    check(b"P5 1000000 1000000 255 ", "1000000x1000000 cells");
    check(b"P5 10000 10000 255 abc", "3 bytes of pixels, expected at least 100000000");
    check(b"P5 4 3 255", "byte 10: the pixels do not begin, expected a white space");
    check(b"P5 4 3 255a", "byte 10: the pixels do not begin, expected a white space");
    check(b"P5 1 1 70000 a", "the value of white is \"70000\"");
    check(b"P5 1 1 0 a", "value of white is 0");
    check(b"P5 2 1 100 a\xc8", "byte 12: a pixel of value 200, expected 0 to 100");
    check(b"P5 1 1 255 ab", "more bytes after the last pixel");
    check(b"P2 1 1 255 1 2", "more text after the last pixel");
    check(
        b"\x89PNG\r\n\x1a\n",
        "PNG picture: the file ends too early, expected a PNG that is whole",
    );
}

#[test]
fn what_is_wrong_with_a_png_is_said_in_words() {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 4, 4);
    encoder.set_color(ColorType::Grayscale);
    encoder.write_header().unwrap().write_image_data(&[7; 16]).unwrap();
    let check = |at: usize, byte: u8, message: &str| {
        let mut changed = bytes.clone();
        changed[at] = byte;
        let error = read_picture(&changed, &Legend::default()).unwrap_err().to_string();
        assert_eq!(error, format!("PNG picture: {message}, expected a PNG that is whole"));
    };
    // The first part of the file, and the letters that name the second.
    check(19, 5, "a part of the file differs from its checksum");
    let second = bytes.windows(4).position(|letters| letters == b"IDAT").unwrap();
    check(second, b'J', "a part of the file is unknown or not in its place");
}

#[test]
fn objects_lie_on_the_cells_that_one_sees() {
    let square = r#"orientation="orthogonal" tilewidth="10" tileheight="20""#;
    let objects = r#"<object name="start" x="25" y="41"/><object type="exit" gid="1" x="30" y="60" width="10" height="20"/>
        <object name="goal" x="-5" y="0"/>"#;
    let import = tiled(&map(square, 4, 3, objects)).unwrap();
    assert_eq!(import.notes, ["a start or goal at -1, 0 is off the map"]);
    let world = squares(import);
    assert_eq!((world.starts, world.goals), (vec![(2, 2).into()], vec![(3, 2).into()]));

    let isometric = r#"orientation="isometric" tilewidth="64" tileheight="32""#;
    let world =
        squares(tiled(&map(isometric, 4, 3, r#"<object name="start" x="70" y="33"/>"#)).unwrap());
    assert_eq!(world.starts, [(2, 1).into()]);

    let hexagonal = |stagger: &str, point: &str| {
        let head = format!(
            r#"orientation="hexagonal" tilewidth="14" tileheight="12" hexsidelength="6" {stagger}"#
        );
        hexagons(tiled(&map(&head, 4, 5, &format!(r#"<object name="start" {point}/>"#))).unwrap())
    };
    // The middle of column 1 of row 3: rows lie 9 pixels apart, odd ones 7 pixels further right.
    let odd = hexagonal("", r#"x="28" y="33""#);
    assert_eq!(odd.starts, [(0, 3).into()]);
    assert!(odd.map.node((-2, 4)).is_some() && odd.map.node((2, 4)).is_none());
    let even = hexagonal(r#"staggerindex="even""#, r#"x="28" y="24""#);
    assert_eq!(even.starts, [(0, 2).into()]);
    assert!(even.map.node((-1, 1)).is_some() && even.map.node((-2, 1)).is_none());
    // Columns lie 10 pixels apart, odd ones 6 pixels further down.
    let flat = hexagonal(r#"staggeraxis="x""#, r#"x="17" y="24""#);
    assert_eq!(flat.starts, [(1, 1).into()]);
    assert!(flat.map.node((3, -1)).is_some() && flat.map.node((3, -2)).is_none());
}

#[test]
fn neighbours_of_staggered_tiles_are_those_that_one_sees() {
    for stagger in [
        "",
        r#"staggerindex="even""#,
        r#"staggeraxis="x""#,
        r#"staggeraxis="x" staggerindex="even""#,
    ] {
        let head = format!(r#"orientation="staggered" tilewidth="64" tileheight="32" {stagger}"#);
        let world = squares(tiled(&map(&head, 3, 4, "")).unwrap());
        let frame = world.frame.unwrap();
        let rows = !stagger.contains("axis");
        let odd = !stagger.contains("even");
        let mut seen = 0;
        for row in 0..4 {
            for column in 0..3 {
                let line = if rows { row } else { column };
                let shift = if (line % 2 == 1) == odd { 0.5 } else { 0.0 };
                let (x, y) = (f64::from(column), f64::from(row));
                // As Tiled draws them.
                let middle = match rows {
                    true => (64.0 * (x + shift + 0.5), 16.0 * (y + 1.0)),
                    false => (32.0 * (x + 1.0), 32.0 * (y + shift + 0.5)),
                };
                let point = astride::base::Vec3::new(middle.0, middle.1, 0.0);
                let cell = frame.cell_at(point).expect("it is on the map");
                let centre = frame.centre(cell);
                assert_eq!(
                    (centre.x, centre.y, world.grid.class(cell)),
                    (middle.0, middle.1, Some(b'.'))
                );
                seen += 1;
            }
        }
        assert_eq!((seen, world.grid.histogram()[usize::from(b'.')]), (12, 12));
    }
}

#[test]
fn tiles_are_read_in_every_way_in_which_they_are_written() {
    let layer = |data: &str| {
        let tmx = format!(
            "<map width=\"2\" height=\"2\" tilewidth=\"1\" tileheight=\"1\"><tileset firstgid=\"1\">\
             <tile id=\"1\" class=\"wall\"/></tileset><layer width=\"2\" height=\"2\">{data}</layer></map>"
        );
        tiled(&tmx).map(|import| rows(&squares(import)))
    };
    let check = |data: &str| assert_eq!(layer(data).as_deref(), Ok(".@\nO."), "{data}");
    check("<data><tile gid=\"1\"/><tile gid=\"2\"/><tile/><tile gid=\"1\"/></data>");
    check("<data encoding=\"csv\">1,2,<!-- flipped -->0,2147483649</data>");
    check("<data encoding=\"base64\">AQAAAAIAAAAAAAAAAQAAAA==</data>");
    let refused = |data: &str, message: &str| {
        let error = layer(data).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    };
    refused("<data encoding=\"csv\">1,2,0</data>", "3 tiles, expected 4, as the layer says");
    refused("<data encoding=\"csv\">1,2,0,x</data>", "\"x\" as tile 3, expected a whole number");
    refused("<data encoding=\"base64\">AQAA</data>", "1 tile, expected 4, as the layer says");
    refused("<data encoding=\"base64\">AQ!A</data>", "'!' among base64");
    refused("<data encoding=\"hex\">1</data>", "encoding=\"hex\", expected csv");
}

#[test]
fn what_properties_say_is_checked() {
    let said = |properties: &str| {
        let tmx = format!(
            "<map width=\"1\" height=\"1\" tilewidth=\"1\" tileheight=\"1\"><tileset firstgid=\"1\"><tile id=\"0\">\
             <properties>{properties}</properties></tile></tileset><layer width=\"1\" height=\"1\">\
             <data encoding=\"csv\">1</data></layer></map>"
        );
        tiled(&tmx).map(|import| rows(&squares(import)))
    };
    let of = |name: &str, value: &str| format!("<property name=\"{name}\" value=\"{value}\"/>");
    for (name, value, class) in [
        ("cost", "7", "7"),
        ("Movement Cost", "2.0", "2"),
        ("cost", "0", "@"),
        ("blocked", "true", "@"),
        ("walkable", "false", "@"),
        ("solid", "false", "."),
        ("terrain", "Water", "W"),
        ("terrain", "5", "5"),
    ] {
        assert_eq!(said(&of(name, value)).as_deref(), Ok(class), "{name}={value}");
    }
    let both = of("cost", "3") + &of("blocked", "true");
    assert_eq!(said(&both).as_deref(), Ok("@"));
    for (name, value, expected) in [
        ("cost", "10", "expected a whole number from 1 to 9"),
        ("cost", "1.5", "from 1 to 9"),
        ("blocked", "maybe", "expected true or false"),
    ] {
        let error = said(&of(name, value)).unwrap_err().to_string();
        assert!(error.contains("<property> in line 1") && error.contains(expected), "{error}");
    }
}

#[test]
fn hostile_maps_of_tiled_are_refused_at_once() {
    let check = |tmx: &str, message: &str| {
        let error = tiled(tmx).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    };
    let head = "tilewidth=\"1\" tileheight=\"1\"";
    check("<tileset/>", "a file of <tileset>, expected <map>: the map that uses this tileset");
    check("<map", "expected XML that is whole");
    check("<map>\n<layer>\n", "Tiled map: line 2: the root node was opened but never closed");
    check("<!DOCTYPE a [<!ENTITY a \"b\">]><map/>", "expected XML that is whole");
    check(&format!("<map width=\"16000\" height=\"16000\" {head}/>"), "for a file of this length");
    check(
        &format!("<map width=\"4000000000\" height=\"4000000000\" {head}/>"),
        "for a file of this length",
    );
    check(
        "<map width=\"2\" height=\"2\" tilewidth=\"nan\" tileheight=\"1\"/>",
        "1 to a million pixels",
    );
    let far = "<chunk x=\"-100000000\" y=\"0\" width=\"1\" height=\"1\"/><chunk x=\"100000000\" y=\"0\" width=\"1\" height=\"1\"/>";
    check(
        &format!(
            "<map infinite=\"1\" width=\"1\" height=\"1\" {head}><layer><data>{far}</data></layer></map>"
        ),
        "for a file of this length",
    );
    check(&format!("<map infinite=\"1\" width=\"1\" height=\"1\" {head}/>"), "without a chunk");
    check(
        &format!(
            "<map width=\"1\" height=\"1\" {head}><tileset firstgid=\"1\" source=\"a.tsx\"/></map>"
        ),
        "tileset \"a.tsx\": no a.tsx",
    );
    let deep = "<group>".repeat(100) + &"</group>".repeat(100);
    check(
        &format!("<map width=\"1\" height=\"1\" {head}>{deep}</map>"),
        "a group within 33 others",
    );
    let deeper = "<a>".repeat(200_000) + &"</a>".repeat(200_000);
    assert!(tiled(&format!("<map width=\"1\" height=\"1\" {head}>{deeper}</map>")).is_ok());
    let huge = "width=\"4294967295\" height=\"4294967295\"";
    let layer = format!("<layer {huge}><data encoding=\"base64\">AAAA</data></layer>");
    check(
        &format!("<map width=\"1\" height=\"1\" {head}>{layer}</map>"),
        "4294967295x4294967295 tiles, expected at most 1x1",
    );
    let names =
        |count: u32| (0..count).map(|name| format!("<a xmlns:b{name}=\"\">")).collect::<String>();
    check(&format!("<map>{}", names(5000)), "more than 64 namespaces");
    let many = (0..100_000).map(|name| format!(" a{name}=\"\"")).collect::<String>();
    check(&format!("<map{many}/>"), "more than 4096 attributes of an element");
    let long = "<map orientation=\"staggered\" width=\"1\" height=\"20000\" tilewidth=\"2\" tileheight=\"2\"/>";
    check(long, "for a file of this length");
    check(&long.replace("staggered", "hexagonal"), "for a file of this length");
}

#[test]
fn packed_tiles_make_no_map_that_is_far_larger_than_its_file() {
    // A kilobyte of zeros is a byte; a staggered map is long and broad on the squares that it is.
    let mut packed = ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(&vec![0; 4 * 32 * 32_000]).unwrap();
    let tiles = base64(&packed.finish().unwrap());
    for orientation in ["staggered", "hexagonal"] {
        let tmx = format!(
            "<map orientation=\"{orientation}\" width=\"32\" height=\"32000\" tilewidth=\"2\" \
             tileheight=\"2\"><layer width=\"32\" height=\"32000\">\
             <data encoding=\"base64\" compression=\"zlib\">{tiles}</data></layer></map>"
        );
        let error = tiled(&tmx).unwrap_err().to_string();
        assert!(error.contains("for a file of this length"), "{error}");
    }
    let chunk = "<chunk x=\"0\" y=\"0\" width=\"16384\" height=\"16384\"/>";
    let tmx = format!(
        "<map infinite=\"1\" width=\"1\" height=\"1\" tilewidth=\"2\" tileheight=\"2\">\
         <layer><data encoding=\"csv\">{chunk}</data></layer></map>"
    );
    let error = tiled(&tmx).unwrap_err().to_string();
    assert!(error.contains("for a file of this length"), "{error}");
}

/// Bytes in base64, without the signs at its end.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits = |at: usize| bytes.get(at / 8).map_or(0, |byte| byte >> (7 - at % 8) & 1);
    let letter = |first: usize| (first..first + 6).fold(0, |sum, at| sum << 1 | bits(at));
    (0..8 * bytes.len()).step_by(6).map(|at| char::from(LETTERS[usize::from(letter(at))])).collect()
}

#[test]
fn layers_of_an_infinite_map_may_be_empty() {
    let tmx = "<map infinite=\"1\" width=\"9\" height=\"9\" tilewidth=\"1\" tileheight=\"1\">\
        <tileset firstgid=\"1\"/><layer width=\"9\" height=\"9\"><data encoding=\"csv\">\
        <chunk x=\"-2\" y=\"0\" width=\"2\" height=\"1\">1,0</chunk></data></layer>\
        <layer width=\"9\" height=\"9\"><data encoding=\"csv\"></data></layer></map>";
    assert_eq!(rows(&squares(tiled(tmx).unwrap())), ".O");
}

#[test]
fn what_is_left_out_of_a_map_of_tiled_is_noted() {
    let tmx = map("tilewidth=\"8\" tileheight=\"8\"", 1, 1, "");
    let moved = tmx.replace("<layer", "<layer name=\"Roofs\" offsetx=\"4\"");
    assert_eq!(tiled(&moved).unwrap().notes, ["layer \"Roofs\" is read without its offset"]);
    let layers = |count: u32| {
        let layer = |name| format!("<layer name=\"{name}\" visible=\"0\"/>");
        let layers: String = (0..count).map(layer).collect();
        tiled(&tmx.replace("</map>", &(layers + "</map>"))).unwrap().notes
    };
    assert_eq!(layers(64).len(), 64);
    let notes = layers(66);
    assert_eq!((notes.len(), &notes[64][..]), (65, "and more, which are not listed"));
}

#[test]
fn tiles_that_their_tileset_does_not_have_are_noted() {
    let notes = |tileset: &str, tiles: &str| {
        let tmx = format!(
            "<map width=\"2\" height=\"1\" tilewidth=\"1\" tileheight=\"1\">{tileset}\
             <layer width=\"2\" height=\"1\"><data encoding=\"csv\">{tiles}</data></layer></map>"
        );
        let import = tiled(&tmx).unwrap();
        let notes = import.notes.clone();
        assert_eq!(rows(&squares(import)), "..");
        notes
    };
    let four = r#"<tileset firstgid="1" name="t" tilecount="4"/>"#;
    assert!(notes(four, "1,4").is_empty());
    let note = "tileset \"t\" has only 4 tiles; tiles beyond them are read as tiles without a \
                meaning of their own";
    assert_eq!(notes(four, "9,5"), [note]);
    let next = four.to_owned() + r#"<tileset firstgid="8" name="u" tilecount="2"/>"#;
    assert!(notes(&next, "8,2147483657").is_empty());
    assert_eq!(notes(&next, "8,7"), [note]);
    // Collections of images have gaps, and not every program counts.
    let images =
        r#"<tileset firstgid="1" name="i" tilecount="2"><tile id="0"/><tile id="6"/></tileset>"#;
    assert!(notes(images, "1,7").is_empty());
    assert!(notes(r#"<tileset firstgid="1" name="i"/>"#, "1,70").is_empty());
}

#[test]
fn tilesets_are_found_through_backslashes() {
    let tmx = "<map width=\"1\" height=\"1\" tilewidth=\"1\" tileheight=\"1\">\
        <tileset firstgid=\"1\" source=\"..\\sets\\a.tsx\"/></map>";
    let mut asked = Vec::new();
    let import = read_tiled(tmx.as_bytes(), &Legend::default(), &mut |name| {
        asked.push(name.to_owned());
        Ok(b"<tileset/>".to_vec())
    });
    assert_eq!((import.is_ok(), asked), (true, vec!["../sets/a.tsx".to_owned()]));
}

#[test]
fn what_is_wrong_with_a_tileset_is_said_with_its_place() {
    let tmx = "<map width=\"1\" height=\"1\" tilewidth=\"1\" tileheight=\"1\">\
        <tileset firstgid=\"1\" source=\"a.tsx\"/></map>";
    let tsx = b"<tileset>\n<tile id=\"x\"/></tileset>".to_vec();
    let error = read_tiled(tmx.as_bytes(), &Legend::default(), &mut |_| Ok(tsx.clone()));
    assert_eq!(
        error.unwrap_err().to_string(),
        "Tiled map: tileset \"a.tsx\", <tile> in line 2: id=\"x\", expected a number"
    );
}

#[test]
fn levels_of_ldtk_that_few_values_cover_are_refused() {
    let level = |name: &str, x: u32, side: u32| {
        format!(
            r#"{{"identifier":"{name}","worldX":{x},"pxWid":{side},"pxHei":{side},"layerInstances":[
            {{"__identifier":"w","__type":"IntGrid","__cWid":1,"__cHei":1,"__gridSize":{side},
            "layerDefUid":1,"intGridCsv":[0]}}]}}"#
        )
    };
    let error = |side| {
        let levels = [level("a", 0, 1), level("b", 1, side)].join(",");
        let json = format!(
            r#"{{"jsonVersion":"1","worldLayout":"Free","defs":{{}},"levels":[{levels}]}}"#
        );
        let read =
            astride_formats::read_ldtk(json.as_bytes(), &Legend::default(), None, &mut |_| {
                Err(String::new())
            });
        read.unwrap_err().to_string()
    };
    assert!(error(16_000).contains("for a file of this length"), "{}", error(16_000));
    let cells = "the map has 4294967296x4294967295 cells, expected 1 to 268435456";
    assert!(error(u32::MAX).contains(cells), "{}", error(u32::MAX));
}

#[test]
fn entities_of_ldtk_lie_where_their_layer_says() {
    let read = |x: i32, offset: i32| {
        let json = format!(
            r#"{{"jsonVersion":"1","defs":{{}},"levels":[{{"identifier":"a","pxWid":16,"pxHei":8,
            "layerInstances":[{{"__identifier":"e","__type":"Entities","__cWid":2,"__cHei":1,
            "__gridSize":8,"__pxTotalOffsetX":{offset},"layerDefUid":2,
            "entityInstances":[{{"__identifier":"Player","__grid":[{x},0]}}]}},
            {{"__identifier":"w","__type":"IntGrid","__cWid":2,"__cHei":1,"__gridSize":8,
            "layerDefUid":1,"intGridCsv":[0,0]}}]}}]}}"#
        );
        let import =
            astride_formats::read_ldtk(json.as_bytes(), &Legend::default(), None, &mut |_| {
                Err(String::new())
            });
        let import = import.unwrap();
        (import.notes.len(), squares(import).starts)
    };
    assert_eq!(read(1, 0), (0, vec![(1, 0).into()]));
    assert_eq!(read(0, 8), (0, vec![(1, 0).into()]));
    assert_eq!(read(0, -8), (1, vec![]));
    assert_eq!(read(-1, 0), (1, vec![]));
    assert_eq!(read(2, 0), (1, vec![]));
}

#[test]
fn hostile_projects_of_ldtk_are_refused_at_once() {
    let read = |level: &str| {
        let json =
            format!(r#"{{"jsonVersion":"1","defs":{{}},"levels":[{{"identifier":"a",{level}}}]}}"#);
        astride_formats::read_ldtk(json.as_bytes(), &Legend::default(), None, &mut |name| {
            Err(format!("no {name}"))
        })
    };
    let layer = |width: u32, height: u32, size: u32, values: &str| {
        format!(
            r#""layerInstances":[{{"__identifier":"w","__type":"IntGrid","__cWid":{width},"__cHei":{height},
            "__gridSize":{size},"layerDefUid":1,"intGridCsv":[{values}]}}]"#
        )
    };
    let check = |level: &str, message: &str| {
        let error = read(level).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    };
    let good = format!(r#""pxWid":16,"pxHei":8,{}"#, layer(2, 1, 8, "0,3"));
    let import = read(&good).unwrap();
    assert_eq!(import.notes, ["value 3, \"\", of layer \"w\" is unknown: blocked"]);
    assert_eq!(rows(&squares(import)), ".@");
    check(&good.replace("0,3", "0"), "with 1 values");
    check(&good.replace("\"pxWid\":16", "\"pxWid\":160000"), "cells that cover it");
    check(&good.replace("\"__gridSize\":8", "\"__gridSize\":0"), "cells that cover it");
    check(r#""pxWid":1000000000,"pxHei":1000000000,"layerInstances":[]"#, "no IntGrid layer");
    check(r#""pxWid":8,"pxHei":8,"layerInstances":null,"externalRelPath":"b.ldtkl""#, "no b.ldtkl");
    check("\"pxWid\":8", "LDtk project: line 1: missing field `pxHei`, expected the JSON of");
    check("\"pxWid\":-8", "invalid value: integer `-8`, expected a whole number from 0 to");
    check("\"pxWid\":8 8", "line 1: text that is not JSON, expected the JSON of a project");
}

#[test]
fn projects_of_ldtk_are_objects() {
    let check = |json: &str, message: &str| {
        let read =
            astride_formats::read_ldtk(json.as_bytes(), &Legend::default(), None, &mut |_| {
                Err(String::new())
            });
        assert_eq!(read.unwrap_err().to_string(), format!("LDtk project: {message}"));
    };
    let project = "the JSON of a project of LDtk 1.0 or later";
    check("[]", &format!("the file begins with \"[]\", expected {project}"));
    check("\n", &format!("the file begins with \"\", expected {project}"));
    check("{\n\"defs\":", &format!("line 2: the file ends too early, expected {project}"));
    check("{\"defs\": 7}", "line 1: invalid type: integer `7`, expected an object");
}

/// The links of squares: from, to, and straight steps.
fn links(import: Import) -> Vec<([u32; 2], [u32; 2], f64)> {
    let grid = squares(import).grid;
    let at = |node| [grid.cell(node).x, grid.cell(node).y];
    let link =
        |link: &astride::world::Link| (at(link.from), at(link.to), f64::from(link.cost) / 13_860.0);
    grid.links().iter().map(link).collect()
}

#[test]
fn objects_that_lead_to_others_are_links() {
    let square = r#"orientation="orthogonal" tilewidth="10" tileheight="10""#;
    let property =
        |name: &str, value: &str| format!(r#"<property name="{name}" value="{value}"/>"#);
    let object = |head: &str, x: u32, properties: &[String]| {
        let properties = properties.concat();
        format!(r#"<object {head} x="{x}1" y="1"><properties>{properties}</properties></object>"#)
    };
    let read = |objects: &[String]| tiled(&map(square, 6, 1, &objects.concat())).unwrap();
    // By number and by name, both ways and one way, to each other, to a place that is nothing else.
    let objects = [
        object(r#"id="1" name="Portal 2""#, 0, &[property("target", "2")]),
        object(r#"id="2" type="portal""#, 3, &[property("Target", "1")]),
        object(
            r#"id="3" class="stairs" name="Cellar""#,
            1,
            &[property("leads to", "Attic"), property("cost", "2.5")],
        ),
        object(r#"id="4" name="Attic""#, 4, &[]),
        object(r#"id="8" name="8""#, 4, &[]),
        object(r#"id="9" name="ladder""#, 0, &[property("to", "8"), property("oneway", "true")]),
        object(
            r#"id="5" name="teleport""#,
            2,
            &[property("destination", "start"), property("oneWay", "true")],
        ),
        object(r#"id="6" name="start""#, 5, &[]),
        object(r#"id="7" name="well""#, 5, &[]),
    ];
    let import = read(&objects);
    assert_eq!(import.notes, ["1 object left out: neither start, goal nor link"]);
    assert_eq!(
        links(import),
        [
            ([0, 0], [3, 0], 1.0),
            ([0, 0], [4, 0], 1.0),
            ([1, 0], [4, 0], 2.5),
            ([2, 0], [5, 0], 1.0),
            ([3, 0], [0, 0], 1.0),
            ([4, 0], [1, 0], 2.5),
        ]
    );
    // A note says what leads nowhere.
    let objects = [
        object(r#"id="1" name="link""#, 0, &[]),
        object(r#"id="2" name="link""#, 1, &[property("to", "0")]),
        object(r#"id="3" name="link""#, 2, &[property("to", "99")]),
        object(r#"id="4" name="link""#, 3, &[property("to", "4"), property("cost", "-1")]),
        object(r#"id="5" name="ladder""#, 3, &[property("to", "twin")]),
        object(r#"id="6" name="twin""#, 1, &[]),
        object(r#"id="7" name="twin""#, 2, &[]),
        object(r#"id="8" name="link""#, 9, &[property("to", "2")]),
    ];
    let import = read(&objects);
    assert_eq!(
        import.notes,
        [
            "\"link\": a cost that is no number of steps: taken as 1",
            "\"link\" leads nowhere: expected a property `target`",
            "\"link\" leads nowhere: there is no object \"99\"",
            "\"link\" leads to its own cell: left out",
            "\"ladder\" leads nowhere: there are several objects called \"twin\"",
            "\"link\" leads off the map: left out",
        ]
    );
    assert!(links(import).is_empty());
    let hexagonal = r#"orientation="hexagonal" tilewidth="14" tileheight="12" hexsidelength="6""#;
    let two =
        [object(r#"id="1" name="link""#, 0, &[property("to", "2")]), object(r#"id="2""#, 2, &[])];
    let import = tiled(&map(hexagonal, 6, 1, &two.concat())).unwrap();
    assert_eq!(import.notes, ["1 link left out: maps of hexagons have none"]);
    // However many objects say the same, there is one link for each two cells.
    let many: Vec<String> = (0..6000)
        .map(|at| object(&format!(r#"id="{at}1" name="link""#), at % 5, &[property("to", "goal")]))
        .chain([object(r#"id="7" name="goal""#, 5, &[])])
        .collect();
    assert_eq!(links(read(&many)).len(), 10);
}

#[test]
fn entities_that_refer_to_others_are_links() {
    let project = |fields: &str, target: &str| {
        format!(
            r#"{{ "jsonVersion": "1.5.3", "worldLayout": "LinearHorizontal", "defs": {{ "layers": [] }},
              "levels": [{{ "identifier": "Hall", "pxWid": 32, "pxHei": 8, "layerInstances": [
                {{ "__identifier": "Things", "__type": "Entities", "__cWid": 4, "__cHei": 1, "__gridSize": 8, "layerDefUid": 8,
                  "entityInstances": [
                    {{ "__identifier": "Teleporter", "__grid": [0, 0], "iid": "a", "fieldInstances": [
                      {{ "__identifier": "where", "__value": [{{ "entityIid": "{target}" }}] }}, {fields} ] }},
                    {{ "__identifier": "Lamp", "__grid": [3, 0], "iid": "b", "fieldInstances": [] }} ] }},
                {{ "__identifier": "Walls", "__type": "IntGrid", "__cWid": 4, "__cHei": 1, "__gridSize": 8,
                  "layerDefUid": 7, "intGridCsv": [0, 0, 0, 0] }} ] }}] }}"#
        )
    };
    let read = |fields: &str, target: &str| {
        let text = project(fields, target);
        astride_formats::read_ldtk(text.as_bytes(), &Legend::default(), None, &mut |_| {
            Err("no".into())
        })
        .unwrap()
    };
    let (there, back) = (([0, 0], [3, 0]), ([3, 0], [0, 0]));
    let none = r#"{ "__identifier": "note", "__value": null }"#;
    assert_eq!(links(read(none, "b")), [(there.0, there.1, 1.0), (back.0, back.1, 1.0)]);
    let dear = r#"{ "__identifier": "cost", "__value": 3 }, { "__identifier": "oneWay", "__value": true }"#;
    assert_eq!(links(read(dear, "b")), [(there.0, there.1, 3.0)]);
    let lost = read(none, "c");
    assert!(
        lost.notes.iter().any(|note| note.ends_with("no level that is read has the entity \"c\"")),
        "{:?}",
        lost.notes
    );
    assert!(links(lost).is_empty());
}
