//! GeoTIFF files written in every way that is read, compared with the same grid as `.asc`.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use astride_formats::{Format, Heights, Slope};
use astride_testkit::rng::Rng;
use flate2::write::ZlibEncoder;
use tiff::encoder::colortype::{
    ColorType, Gray8, Gray16, Gray32, Gray32Float, Gray64Float, GrayI8, GrayI16, GrayI32,
};
use tiff::encoder::{Compression, Predictor, TiffEncoder, TiffValue};
use tiff::tags::Tag;

use crate::common::squares;

const UNSIGNED: u64 = 1;
const SIGNED: u64 = 2;
const FLOATING: u64 = 3;

/// The format and the bits of a sample.
const KINDS: [(u64, u64); 8] = [
    (UNSIGNED, 8),
    (UNSIGNED, 16),
    (UNSIGNED, 32),
    (SIGNED, 8),
    (SIGNED, 16),
    (SIGNED, 32),
    (FLOATING, 32),
    (FLOATING, 64),
];

/// A grid of heights; every number in it is exact in all formats.
struct Sample {
    width: usize,
    height: usize,
    values: Vec<f64>,
    unknown: f64,
    corner: (f64, f64),
    side: (f64, f64),
}

impl Sample {
    fn random(rng: &mut Rng, (format, _): (u64, u64)) -> Self {
        let (width, height) = (1 + rng.below(40), 1 + rng.below(40));
        let unknown = if format == UNSIGNED { 255.0 } else { -99.0 };
        let mut value = || match (rng.below(9), format) {
            (0, _) => unknown,
            (_, UNSIGNED) => rng.below(250) as f64,
            (_, SIGNED) => rng.below(90) as f64 - 45.0,
            _ => rng.below(4000) as f64 / 4.0 - 500.0,
        };
        let values = (0..width * height).map(|_| value()).collect();
        let mut quarter = |most| (1 + rng.below(most)) as f64 / 4.0;
        let (corner, side) = ((quarter(999), quarter(999)), (quarter(40), quarter(40)));
        Sample { width, height, values, unknown, corner, side }
    }

    fn asc(&self) -> Heights {
        let Sample { width, height, values, unknown, corner, side } = self;
        let lower = corner.1 - side.1 * *height as f64;
        let head = format!(
            "ncols {width} nrows {height} xllcorner {} yllcorner {lower} dx {} dy {} NODATA_value {unknown}",
            corner.0, side.0, side.1
        );
        let text = values.iter().fold(head, |text, value| format!("{text} {value}"));
        Heights::from_asc(text.as_bytes()).expect("a good grid")
    }

    /// The tags that say where it lies, by the point at column 1, row 2.
    fn place(&self) -> Tags {
        let (corner, side) = (self.corner, self.side);
        let tie = [1.0, 2.0, 0.0, corner.0 + side.0, corner.1 - 2.0 * side.1, 0.0];
        let unknown = format!("{}\0", self.unknown);
        Tags::from([
            (33550, (12, [side.0, side.1, 0.0].map(f64::to_bits).to_vec())),
            (33922, (12, tie.map(f64::to_bits).to_vec())),
            (42113, (2, unknown.bytes().map(u64::from).collect())),
        ])
    }
}

/// Values by tag, with their type.
type Tags = BTreeMap<u16, (u16, Vec<u64>)>;

/// How a file is written.
#[derive(Clone, Copy, Debug)]
struct Layout {
    is_little: bool,
    is_big: bool,
    kind: (u64, u64),
    /// The width and the height of a tile, or the rows of a strip.
    block: (Option<usize>, usize),
    is_packed: bool,
    predictor: u64,
}

impl Layout {
    const PLAIN: Layout = Layout {
        is_little: true,
        is_big: false,
        kind: (UNSIGNED, 8),
        block: (None, 9999),
        is_packed: false,
        predictor: 1,
    };

    fn number(self, out: &mut Vec<u8>, size: usize, value: u64) {
        let part = &value.to_be_bytes()[8 - size..];
        if self.is_little { out.extend(part.iter().rev()) } else { out.extend(part) }
    }

    /// A row of samples, as the predictor leaves them.
    fn row(self, values: &[f64], out: &mut Vec<u8>) {
        let size = self.kind.1 as usize / 8;
        let bits = values.iter().map(|&value| match self.kind {
            (FLOATING, 32) => u64::from((value as f32).to_bits()),
            (FLOATING, _) => value.to_bits(),
            _ => value as i64 as u64,
        });
        let mut bits: Vec<u64> = bits.collect();
        if self.predictor == 3 {
            let planes =
                (0..size).rev().flat_map(|plane| bits.iter().map(move |bits| bits >> (8 * plane)));
            let planes: Vec<u8> = planes.map(|byte| byte as u8).collect();
            let before = [0].into_iter().chain(planes.iter().copied());
            out.extend(planes.iter().zip(before).map(|(byte, before)| byte.wrapping_sub(before)));
            return;
        }
        if self.predictor == 2 {
            for at in (1..bits.len()).rev() {
                bits[at] = bits[at].wrapping_sub(bits[at - 1]);
            }
        }
        bits.iter().for_each(|&bits| self.number(out, size, bits));
    }

    /// The strips or tiles of a grid.
    fn blocks(self, grid: &Sample) -> Vec<Vec<u8>> {
        let (wide, high) = (self.block.0.unwrap_or(grid.width), self.block.1);
        let corners = (0..grid.height)
            .step_by(high)
            .flat_map(|top| (0..grid.width).step_by(wide).map(move |left| (left, top)));
        let block = |(left, top): (usize, usize)| {
            let rows = if self.block.0.is_some() { high } else { high.min(grid.height - top) };
            let mut out = Vec::new();
            for y in top..top + rows {
                let value = |x| {
                    let is_inside = x < grid.width && y < grid.height;
                    if is_inside { grid.values[y * grid.width + x] } else { 77.0 }
                };
                let row: Vec<f64> = (left..left + wide).map(value).collect();
                self.row(&row, &mut out);
            }
            if self.is_packed { deflated(&out) } else { out }
        };
        corners.map(block).collect()
    }

    fn tags(self, grid: &Sample) -> Tags {
        let mut tags = grid.place();
        let short = |value: usize| (3, vec![value as u64]);
        tags.extend([(256, short(grid.width)), (257, short(grid.height)), (262, short(1))]);
        tags.extend([
            (277, short(1)),
            (258, (3, vec![self.kind.1])),
            (339, (3, vec![self.kind.0])),
        ]);
        tags.extend([
            (259, short(if self.is_packed { 8 } else { 1 })),
            (317, (3, vec![self.predictor])),
        ]);
        match self.block {
            (Some(wide), high) => tags.extend([(322, short(wide)), (323, short(high))]),
            (None, high) => tags.extend([(278, short(high))]),
        }
        tags
    }

    /// A file of these tags and blocks.
    fn file(self, mut tags: Tags, blocks: &[Vec<u8>]) -> Vec<u8> {
        let wide = if self.is_big { 8 } else { 4 };
        let mut out = if self.is_little { b"II".to_vec() } else { b"MM".to_vec() };
        self.number(&mut out, 2, if self.is_big { 43 } else { 42 });
        if self.is_big {
            self.number(&mut out, 2, 8);
            self.number(&mut out, 2, 0);
        }
        let start = out.len();
        self.number(&mut out, wide, 0);
        let offsets = blocks.iter().map(|block| {
            out.extend(block);
            if block.is_empty() { 0 } else { (out.len() - block.len()) as u64 }
        });
        let offsets = offsets.collect();
        let lengths = blocks.iter().map(|block| block.len() as u64).collect();
        let has_tiles = self.block.0.is_some();
        tags.entry(if has_tiles { 324 } else { 273 }).or_insert((4, offsets));
        tags.entry(if has_tiles { 325 } else { 279 }).or_insert((4, lengths));
        let mut directory = Vec::new();
        self.number(&mut directory, if self.is_big { 8 } else { 2 }, tags.len() as u64);
        for (tag, (kind, values)) in tags {
            let size = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8][usize::from(kind)];
            let mut field = Vec::new();
            values.iter().for_each(|&value| self.number(&mut field, size, value));
            if field.len() > wide {
                let at = out.len() as u64;
                out.append(&mut field);
                self.number(&mut field, wide, at);
            }
            field.resize(wide, 0);
            self.number(&mut directory, 2, u64::from(tag));
            self.number(&mut directory, 2, u64::from(kind));
            self.number(&mut directory, wide, values.len() as u64);
            directory.append(&mut field);
        }
        let mut at = Vec::new();
        self.number(&mut at, wide, out.len() as u64);
        out[start..start + wide].copy_from_slice(&at);
        directory.extend([0; 8]);
        out.append(&mut directory);
        out
    }

    fn write(self, grid: &Sample) -> Vec<u8> {
        self.file(self.tags(grid), &self.blocks(grid))
    }
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// Both have the same heights, sides and places.
fn assert_same(found: &Heights, expected: &Heights, case: &str) {
    let size = (expected.width(), expected.height());
    assert_eq!((found.width(), found.height()), size, "{case}");
    for (x, y) in (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y))) {
        assert_eq!(found.at(x, y), expected.at(x, y), "{case}: {x},{y}");
    }
    assert_eq!(found.side(), expected.side(), "{case}");
    let terrain = |heights: &Heights| {
        let import = heights.terrain(Slope::default()).unwrap();
        assert!(import.notes.is_empty(), "{case}: {:?}", import.notes);
        squares(import)
    };
    let (found, expected) = (terrain(found), terrain(expected));
    assert_eq!(found.grid.fingerprint(), expected.grid.fingerprint(), "{case}");
    assert_eq!(found.frame, expected.frame, "{case}");
}

#[test]
fn every_layout_has_the_heights_of_the_text() {
    let mut rng = Rng::new(12);
    let blocks =
        [(None, 9999), (None, 1), (None, 3), (Some(16), 16), (Some(48), 16), (Some(16), 64)];
    for kind in KINDS {
        for block in blocks {
            for (is_little, is_big) in [(true, false), (false, false), (true, true), (false, true)]
            {
                for (is_packed, predictor) in [(false, 1), (true, 1), (true, 2), (true, 3)] {
                    if predictor == 3 && kind.0 != FLOATING {
                        continue;
                    }
                    let layout = Layout { is_little, is_big, kind, block, is_packed, predictor };
                    let grid = Sample::random(&mut rng, kind);
                    let file = layout.write(&grid);
                    let heights = Heights::from_geotiff(&file);
                    let heights = heights.unwrap_or_else(|error| panic!("{layout:?}: {error}"));
                    assert_same(&heights, &grid.asc(), &format!("{layout:?}"));
                }
            }
        }
    }
}

/// A file of the encoder in the crate `tiff`.
fn encoded<C: ColorType>(
    grid: &Sample,
    sample: fn(f64) -> C::Inner,
    how: (Compression, Predictor),
) -> Vec<u8>
where
    [C::Inner]: TiffValue,
{
    let mut out = Cursor::new(Vec::new());
    let encoder = TiffEncoder::new(&mut out).unwrap();
    let mut encoder = encoder.with_compression(how.0).with_predictor(how.1);
    let (width, height) = (grid.width as u32, grid.height as u32);
    let mut image = encoder.new_image::<C>(width, height).unwrap();
    for (tag, (kind, values)) in grid.place() {
        let tag = Tag::from_u16_exhaustive(tag);
        let numbers: Vec<f64> = values.iter().map(|&bits| f64::from_bits(bits)).collect();
        let text: String = values.iter().map(|&byte| char::from(byte as u8)).collect();
        match kind {
            12 => image.encoder().write_tag(tag, &numbers[..]).unwrap(),
            _ => image.encoder().write_tag(tag, text.trim_end_matches('\0')).unwrap(),
        }
    }
    let samples: Vec<C::Inner> = grid.values.iter().map(|&value| sample(value)).collect();
    image.write_data(&samples).unwrap();
    out.into_inner()
}

#[test]
fn files_of_another_encoder_have_the_heights_of_the_text() {
    let mut rng = Rng::new(7);
    let packings = [Compression::Uncompressed, Compression::Lzw, Compression::Packbits];
    for (packing, case) in packings.into_iter().zip(["none", "LZW", "PackBits"]) {
        for predictor in [Predictor::None, Predictor::Horizontal] {
            for kind in KINDS {
                if kind.0 == FLOATING && predictor == Predictor::Horizontal {
                    continue;
                }
                let (grid, how) = (Sample::random(&mut rng, kind), (packing, predictor));
                let file = match kind {
                    (UNSIGNED, 8) => encoded::<Gray8>(&grid, |value| value as u8, how),
                    (UNSIGNED, 16) => encoded::<Gray16>(&grid, |value| value as u16, how),
                    (UNSIGNED, _) => encoded::<Gray32>(&grid, |value| value as u32, how),
                    (SIGNED, 8) => encoded::<GrayI8>(&grid, |value| value as i8, how),
                    (SIGNED, 16) => encoded::<GrayI16>(&grid, |value| value as i16, how),
                    (SIGNED, _) => encoded::<GrayI32>(&grid, |value| value as i32, how),
                    (_, 32) => encoded::<Gray32Float>(&grid, |value| value as f32, how),
                    _ => encoded::<Gray64Float>(&grid, |value| value, how),
                };
                let heights = Heights::from_geotiff(&file);
                let heights = heights.unwrap_or_else(|error| panic!("{kind:?} {case}: {error}"));
                assert_same(&heights, &grid.asc(), &format!("{kind:?} {case} {predictor:?}"));
            }
        }
    }
}

/// A grid of 3 × 2 that begins with 1 and 2.
fn small() -> Sample {
    let values = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    Sample { width: 3, height: 2, values, unknown: 255.0, corner: (10.0, 50.0), side: (2.0, 4.0) }
}

#[test]
fn a_point_may_be_in_the_middle_of_its_cell() {
    let grid = small();
    let mut tags = Layout::PLAIN.tags(&grid);
    let keys = [1, 1, 0, 2, 1024, 0, 1, 1, 1025, 0, 1, 2];
    tags.insert(34735, (3, keys.to_vec()));
    let file = Layout::PLAIN.file(tags, &Layout::PLAIN.blocks(&grid));
    let moved = Sample { corner: (9.0, 52.0), ..small() };
    assert_same(&Heights::from_geotiff(&file).unwrap(), &moved.asc(), "points");
}

#[test]
fn degrees_are_those_of_a_tile_of_srtm() {
    let mut rng = Rng::new(3);
    let side = 1201;
    let values = (0..side * side).map(|_| rng.below(3000) as f64 - 100.0).collect();
    let grid = Sample {
        width: side,
        height: side,
        values,
        unknown: -32768.0,
        corner: (0.0, 0.0),
        side: (1.0, 1.0),
    };
    let layout = Layout { is_little: false, kind: (SIGNED, 16), ..Layout::PLAIN };
    let mut tile = Vec::new();
    layout.row(&grid.values, &mut tile);
    let expected = Heights::from_hgt(&tile, "N43E007.hgt").unwrap();
    let mut tags = layout.tags(&grid);
    let doubles = |values: &[f64]| (12, values.iter().map(|value| value.to_bits()).collect());
    tags.insert(33550, doubles(&[1.0 / 1200.0, 1.0 / 1200.0, 0.0]));
    tags.insert(33922, doubles(&[0.0, 0.0, 0.0, 7.0, 44.0, 0.0]));
    tags.insert(34735, (3, vec![1, 1, 0, 2, 1024, 0, 1, 2, 1025, 0, 1, 2]));
    let found = Heights::from_geotiff(&layout.file(tags, &layout.blocks(&grid))).unwrap();
    let is_near = |a: f64, b: f64| (a - b).abs() < 1e-9 * b.abs().max(1.0);
    let (sides, right) = (found.side(), expected.side());
    assert!(is_near(sides.0, right.0) && is_near(sides.1, right.1), "{sides:?}, {right:?}");
    let frame = |heights: &Heights| {
        squares(heights.terrain(Slope::default()).unwrap()).frame.unwrap().centre((0, 1200).into())
    };
    let (corner, right) = (frame(&found), frame(&expected));
    assert!(is_near(corner.x, right.x) && is_near(corner.y, right.y), "{corner:?}, {right:?}");
    assert!((0..1201).all(|at| found.at(at, 1200 - at) == expected.at(at, 1200 - at)));
}

#[test]
fn blocks_that_a_sparse_file_leaves_out_are_unknown() {
    let layout = Layout { block: (None, 1), ..Layout::PLAIN };
    let grid = small();
    let mut blocks = layout.blocks(&grid);
    blocks[0].clear();
    let heights = Heights::from_geotiff(&layout.file(layout.tags(&grid), &blocks)).unwrap();
    assert_eq!((heights.at(0, 0), heights.at(0, 1)), (None, Some(4.0)));
}

#[test]
fn a_file_without_a_place_says_so() {
    let mut tags = Layout::PLAIN.tags(&small());
    tags.remove(&33922);
    let file = Layout::PLAIN.file(tags, &Layout::PLAIN.blocks(&small()));
    let heights = Heights::from_geotiff(&file).unwrap();
    assert_eq!(heights.side(), (1.0, 1.0));
    let import = heights.terrain(Slope::default()).unwrap();
    assert!(import.notes[0].starts_with("no place by one ModelTiepoint"), "{:?}", import.notes);
    assert!(squares(import).frame.is_none());
}

#[test]
fn other_images_are_refused() {
    let check = |tag: u16, value: (u16, Vec<u64>), message: &str| {
        let mut tags = Layout::PLAIN.tags(&small());
        tags.insert(tag, value);
        let file = Layout::PLAIN.file(tags, &Layout::PLAIN.blocks(&small()));
        let error = Heights::from_geotiff(&file).unwrap_err().to_string();
        assert!(error.starts_with("GeoTIFF: ") && error.contains(message), "{tag}: {error}");
    };
    let short = |value| (3, vec![value]);
    let doubles = |values: &[f64]| (12, values.iter().map(|value| value.to_bits()).collect());
    check(277, short(3), "SamplesPerPixel: 3 bands, expected one band of heights");
    check(262, short(3), "PhotometricInterpretation: a palette of colours, expected heights");
    check(262, short(2), "the interpretation 2");
    check(262, short(0), "heights upside down");
    check(258, short(4), "BitsPerSample: unsigned samples of 4 bits, expected whole numbers of 8");
    check(258, (3, vec![8, 8]), "BitsPerSample: 2 values, expected one");
    check(339, short(3), "floating samples of 8 bits");
    check(339, short(9), "unknown samples of 8 bits");
    check(259, short(7), "Compression: compression 7, expected 1, none");
    check(259, short(50000), "compression 50000");
    check(256, (4, vec![0]), "the map has 0x2 cells");
    check(256, (4, vec![u64::from(u32::MAX)]), "the map has 4294967295x2 cells");
    check(257, (4, vec![1 << 24]), "for a file of this length");
    check(257, (12, vec![2.5f64.to_bits()]), "ImageLength: 2.5, expected a whole number");
    check(257, (9, vec![2]), "ImageLength: values of type 9, expected numbers");
    check(257, short(3), "block 0: 6 bytes, expected 9");
    check(
        42113,
        (2, b"none\0".map(u64::from).to_vec()),
        "GDAL_NODATA: \"none\", expected a number",
    );
    check(33550, doubles(&[1.0, -1.0, 0.0]), "ModelPixelScale: cells of 1 x -1");
    check(33550, doubles(&[f64::NAN, 1.0, 0.0]), "cells of NaN x 1");
    check(33550, doubles(&[f64::INFINITY, 1.0, 0.0]), "a side of inf metres");
    check(33922, doubles(&[0.0, 0.0, 0.0, f64::NAN, 0.0, 0.0]), "another corner or cell size");
    let tile = |wide: u64, high: u64, message: &str| {
        let layout = Layout { block: (Some(16), 16), ..Layout::PLAIN };
        let mut tags = layout.tags(&small());
        tags.extend([(322, (4, vec![wide])), (323, (4, vec![high]))]);
        let error =
            Heights::from_geotiff(&layout.file(tags, &layout.blocks(&small()))).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    };
    tile(u64::from(u32::MAX), 1 << 20, "TileWidth: the map has 4294967295x1048576 cells");
    tile(1 << 12, 1 << 12, "TileWidth: the map has 16777216 cells");
    tile(0, 16, "TileWidth: the map has 0x16 cells");
    tile(1, 1, "GeoTIFF: ");
    // The padding of many tiles counts, not that of one.
    let layout = Layout { block: (Some(16), 16), ..Layout::PLAIN };
    let refused = |more: Tags, blocks: &[Vec<u8>]| {
        let mut tags = layout.tags(&small());
        tags.extend(more);
        Heights::from_geotiff(&layout.file(tags, blocks)).unwrap_err().to_string()
    };
    let long = |side: u64| (4, vec![side]);
    let mut blocks = layout.blocks(&small());
    let more = [(257, long(300)), (322, long(1 << 16)), (323, long(1))];
    let error = refused(more.into(), &blocks);
    assert!(error.contains("TileWidth: the map has"), "{error}");
    // A tile is as long as its padding asks, whatever part of it is in the image.
    blocks[0].truncate(6);
    let error = refused(Tags::new(), &blocks);
    assert!(error.contains("block 0: 6 bytes, expected 256"), "{error}");
}

#[test]
fn unknown_heights_are_told_from_those_beside_them() {
    let layout = Layout { kind: (UNSIGNED, 32), ..Layout::PLAIN };
    let mut grid = small();
    (grid.values[4], grid.values[3], grid.unknown) =
        (4_294_967_295.0, 4_294_967_290.0, 4_294_967_295.0);
    let heights = Heights::from_geotiff(&layout.write(&grid)).unwrap();
    assert_eq!((heights.at(1, 1), heights.at(0, 1).is_some()), (None, true));
}

#[test]
fn no_number_may_stand_for_an_unknown_height() {
    for (bits, text) in [(32, "nan"), (64, "NaN"), (64, "-nan")] {
        let layout = Layout { kind: (FLOATING, bits), ..Layout::PLAIN };
        let mut grid = small();
        grid.values[4] = f64::NAN;
        let mut tags = layout.tags(&grid);
        tags.insert(42113, (2, text.bytes().map(u64::from).chain([0]).collect()));
        let heights = Heights::from_geotiff(&layout.file(tags, &layout.blocks(&grid))).unwrap();
        assert_eq!((heights.at(1, 1), heights.at(0, 1)), (None, Some(4.0)), "{text}");
    }
}

/// A small file with this text of GDAL.
fn with_metadata(items: &str) -> Result<Heights, String> {
    with_metadata_text(&format!("<GDALMetadata>{items}</GDALMetadata>\0"))
}

fn with_metadata_text(text: &str) -> Result<Heights, String> {
    let mut grid = small();
    grid.values[4] = grid.unknown;
    let mut tags = Layout::PLAIN.tags(&grid);
    tags.insert(42112, (2, text.bytes().map(u64::from).collect()));
    let file = Layout::PLAIN.file(tags, &Layout::PLAIN.blocks(&grid));
    Heights::from_geotiff(&file).map_err(|error| error.to_string())
}

#[test]
fn samples_are_scaled_as_the_metadata_say() {
    let item = |role: &str, value: &str| {
        format!("<Item name=\"X\" sample=\"0\" role=\"{role}\">{value}</Item>")
    };
    let both = item("scale", "0.5") + &item("offset", " -100.25 ");
    let heights = with_metadata(&both).unwrap();
    let row = [0, 1, 2].map(|x| heights.at(x, 1));
    assert_eq!(row, [Some(-98.25), None, Some(-97.25)], "what is unknown is told by its sample");
    let plain = with_metadata("<Item name=\"AREA\">9</Item>").unwrap();
    assert_eq!((plain.at(0, 1), plain.at(1, 1)), (Some(4.0), None));
    for value in ["x", "", "nan", "inf"] {
        let error = with_metadata(&item("scale", value)).err().unwrap();
        assert!(error.contains("GDAL_METADATA: ") && error.contains("a finite number"), "{error}");
    }
    assert!(with_metadata_text("\0").is_ok(), "no text");
    assert!(with_metadata("<Item").err().unwrap().contains("GDAL_METADATA"));
    let error = with_metadata(&item("scale", "0")).err().unwrap();
    assert!(error.contains("a scale of 0, expected any other number"), "{error}");
    let error = with_metadata(&item("scale", "1e39")).err().unwrap();
    assert!(error.contains("the height 1"), "{error}");
    let notes = |unit| {
        let import = with_metadata(&item("unittype", unit)).unwrap().terrain(Slope::default());
        import.unwrap().notes
    };
    assert_eq!(
        (notes("ft"), notes("Metre")),
        (vec!["heights are in \"ft\", taken as metres".into()], vec![])
    );
}

#[test]
fn a_mask_in_another_image_is_refused() {
    for (is_little, is_big) in [(true, false), (false, true)] {
        let layout = Layout { is_little, is_big, ..Layout::PLAIN };
        let wide = if is_big { 8 } else { 4 };
        // The file and a second directory, which has only its kind.
        let with = |kind: u64, shift: u64| {
            let mut file = layout.write(&small());
            let begin = file.len() as u64;
            let link = file.len() - 8;
            let mut next = Vec::new();
            layout.number(&mut next, wide, begin + shift);
            file.splice(link..link + wide, next);
            let before = file.len();
            layout.number(&mut file, if is_big { 8 } else { 2 }, 1);
            layout.number(&mut file, 2, 254);
            layout.number(&mut file, 2, 4);
            layout.number(&mut file, wide, 1);
            layout.number(&mut file, 4, kind);
            file.resize(before + 64, 0);
            Heights::from_geotiff(&file).map_err(|error| error.to_string())
        };
        assert!(with(1, 0).is_ok(), "an overview");
        for kind in [4, 5] {
            let error = with(kind, 0).err().unwrap();
            assert!(error.contains("NewSubfileType: an image that is a mask, expected"), "{error}");
        }
        assert!(with(1, 1 << 20).err().unwrap().contains("the directory does not end"));
        // A directory that follows itself.
        let mut file = layout.write(&small());
        let link = file.len() - 8;
        let first = file[if is_big { 8..16 } else { 4..8 }].to_vec();
        file.splice(link..link + wide, first);
        let error = Heights::from_geotiff(&file).unwrap_err().to_string();
        assert!(error.contains("directories that overlap"), "{error}");
    }
}

#[test]
fn blocks_share_few_bytes_and_end_where_they_say() {
    let layout = Layout { block: (None, 1), is_packed: true, ..Layout::PLAIN };
    let grid = Sample { width: 1, height: 200, values: vec![7.0; 200], ..small() };
    // All strips are one stream: the sample 7 behind blocks without any.
    let read = |idle: usize, length: Option<u64>| {
        let blocks = [0, 0, 0, 255, 255].repeat(idle);
        let stream = [&[0x78, 1][..], &blocks, &[1, 1, 0, 254, 255, 7, 0, 8, 0, 8]].concat();
        let length = length.unwrap_or(stream.len() as u64);
        let mut tags = layout.tags(&grid);
        tags.extend([(273, (4, vec![8; 200])), (279, (4, vec![length; 200]))]);
        let heights = Heights::from_geotiff(&layout.file(tags, &[stream]));
        heights.map_err(|error| error.to_string())
    };
    assert_eq!(read(0, None).unwrap().at(0, 199), Some(7.0), "some sharing is fine");
    let error = read(1000, None).err().unwrap();
    assert!(
        error.contains("StripByteCounts: blocks of 1002400 bytes, expected at most"),
        "{error}"
    );
    assert!(read(1000, Some(12)).is_err(), "what is packed does not lead on past its block");
}

#[test]
fn heights_beyond_32_bits_are_refused() {
    let layout = Layout { kind: (FLOATING, 64), ..Layout::PLAIN };
    let mut grid = small();
    grid.values[4] = 1e300;
    let error = Heights::from_geotiff(&layout.write(&grid)).unwrap_err().to_string();
    assert!(error.contains("row 1, column 1: the height 1"), "{error}");
    // Unless they stand for what is not known.
    grid.unknown = 1e300;
    assert_eq!(Heights::from_geotiff(&layout.write(&grid)).unwrap().at(1, 1), None);
}

#[test]
fn torn_files_and_files_that_are_none_are_refused() {
    let layout = Layout { block: (Some(16), 16), is_packed: true, ..Layout::PLAIN };
    let file = layout.write(&small());
    assert_eq!(Format::of("a", &file), Some(Format::GeoTiff));
    assert_eq!(Format::of("a.TIF", b""), Some(Format::GeoTiff));
    for length in 0..file.len() - 8 {
        assert!(Heights::from_geotiff(&file[..length]).is_err(), "{length}");
    }
    for bytes in [&b""[..], b"II", b"II*", b"II*\0", b"IM*\0\x08\0\0\0", b"II+\0\x09\0\0\0"] {
        assert!(Heights::from_geotiff(bytes).is_err(), "{bytes:?}");
    }
}
