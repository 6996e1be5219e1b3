//! A level: its values, and its starts, goals and links.

use std::collections::BTreeMap;

use astride::base::Cell;
use serde_json::Value;

use super::FORMAT;
use super::types::{self, Definitions, Entity, Layer, Level};
use crate::Beside;
use crate::error::{FormatError, quote};
use crate::import::{Notes, Squares, count};
use crate::legend::{Legend, class};
use crate::marks::{Mark, Passage};

/// The maximum number of IntGrid layers of a level.
const MOST_LAYERS: usize = 256;

/// The classes of the values of all layers, or their names if the legend does not contain them.
pub(super) struct Values {
    classes: BTreeMap<(i64, u32), Result<u8, String>>,
}

impl Values {
    pub(super) fn of(definitions: &Definitions, legend: &Legend) -> Self {
        let layers = definitions.layers.iter();
        let values = layers.flat_map(|layer| layer.values.iter().map(|value| (layer.uid, value)));
        let classes = values.map(|(layer, value)| {
            let name = value.identifier.as_deref().unwrap_or_default();
            ((layer, value.value), legend.of_word(name).ok_or_else(|| name.to_owned()))
        });
        Values { classes: classes.collect() }
    }

    fn class(&self, layer: &Layer, value: u32, notes: &mut Notes) -> u8 {
        let name = match self.classes.get(&(layer.definition, value)) {
            Some(Ok(class)) => return *class,
            Some(Err(name)) => name,
            None => "",
        };
        let (name, of) = (quote(name), quote(&layer.name));
        notes.add(format!("value {value}, {name}, of layer {of} is unknown: blocked"));
        class::BLOCKED
    }
}

/// The position of a level on the map, in cells with a side of `side` pixels.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub(super) left: i64,
    pub(super) top: i64,
    pub(super) width: i64,
    pub(super) height: i64,
    pub(super) side: i64,
}

impl Target {
    /// The cell of the map at a position in the level.
    fn cell(&self, x: i64, y: i64) -> Option<Cell> {
        let is_inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        is_inside.then(|| Cell::new((self.left + x) as u32, (self.top + y) as u32))
    }

    /// Sets the class of the cells in a rectangle, as far as they are in the level.
    pub(super) fn fill(&self, map: &mut Squares, first: (i64, i64), size: (i64, i64), class: u8) {
        let rows = first.1.max(0)..(first.1 + size.1).min(self.height);
        for y in rows {
            let columns = first.0.max(0)..(first.0 + size.0).min(self.width);
            for cell in columns.filter_map(|x| self.cell(x, y)) {
                map.classes[cell.y as usize * map.width as usize + cell.x as usize] = class;
            }
        }
    }
}

impl Level {
    /// Reads the layers from the separate file of the level, if it has one.
    pub(super) fn complete(&mut self, beside: &mut Beside<'_>) -> Result<(), FormatError> {
        let Some(file) = self.file.take().filter(|_| self.layers.is_none()) else { return Ok(()) };
        let bytes = beside(&file).map_err(|error| {
            FormatError::new(FORMAT, error, format!("the file {} of the level", quote(&file)))
        })?;
        let level: Level = types::read(&bytes, &format!("a level in {}", quote(&file)))?;
        self.layers = level.layers;
        Ok(())
    }

    /// Checks that there are as many values as cells, and that the layers cover exactly the level.
    pub(super) fn check(&self) -> Result<(), FormatError> {
        let layers = self.values().count();
        if layers > MOST_LAYERS {
            let found = format!("{layers} IntGrid layers");
            return Err(FormatError::new(FORMAT, found, format!("at most {MOST_LAYERS}")));
        }
        let covers = |cells: u32, size: u32, pixels: u32| {
            let (cells, size, pixels) = (u64::from(cells), u64::from(size), u64::from(pixels));
            cells > 0 && cells * size >= pixels && (cells - 1) * size < pixels
        };
        for layer in self.values() {
            let cells = u64::from(layer.width) * u64::from(layer.height);
            let size = layer.grid_size;
            let is_good = layer.values.len() as u64 == cells
                && covers(layer.width, size, self.width)
                && covers(layer.height, size, self.height);
            if !is_good {
                let (name, values) = (quote(&layer.name), layer.values.len());
                let (width, height) = (layer.width, layer.height);
                let found = format!(
                    "layer {name} of {width}x{height} cells of {size} pixels, with {values} values, \
                     in a level of {}x{} pixels",
                    self.width, self.height
                );
                return Err(FormatError::new(FORMAT, found, "cells that cover it, a value each"));
            }
        }
        Ok(())
    }

    fn values(&self) -> impl Iterator<Item = &Layer> {
        self.layers.iter().flatten().filter(|layer| layer.kind == "IntGrid")
    }

    /// The total number of values in its IntGrid layers.
    pub(super) fn value_count(&self) -> u64 {
        self.values().map(|layer| layer.values.len() as u64).sum()
    }

    /// The cell sizes of its IntGrid layers in pixels.
    pub(super) fn grid_sizes(&self) -> impl Iterator<Item = i64> {
        self.values().map(|layer| i64::from(layer.grid_size)).filter(|&size| size > 0)
    }

    /// Writes values, starts and goals to the map, and finds what leads from one entity to another.
    pub(super) fn paint(
        &self,
        at: &Target,
        values: &Values,
        map: &mut Squares,
        passages: &mut Passages,
        notes: &mut Notes,
    ) {
        // The first layer is on top.
        let layers: Vec<&Layer> = self.values().collect();
        for layer in layers.into_iter().rev() {
            let (size, x, y) = (i64::from(layer.grid_size), layer.offset_x, layer.offset_y);
            let (x, y) = (i64::from(x), i64::from(y));
            if size % at.side != 0 || x % at.side != 0 || y % at.side != 0 {
                let name = quote(&layer.name);
                let side = at.side;
                notes.add(format!("layer {name} does not lie on cells of {side} pixels: left out"));
                continue;
            }
            let (block, x, y) = (size / at.side, x / at.side, y / at.side);
            let mut classes = BTreeMap::new();
            for (row, values_of_row) in (0..).zip(layer.values.chunks_exact(layer.width as usize)) {
                for (column, &value) in (0..).zip(values_of_row).filter(|(_, value)| **value != 0) {
                    let class = classes.entry(value);
                    let class = class.or_insert_with(|| values.class(layer, value, notes));
                    at.fill(map, (x + column * block, y + row * block), (block, block), *class);
                }
            }
        }
        self.mark(at, map, passages, notes);
    }

    fn mark(&self, at: &Target, map: &mut Squares, passages: &mut Passages, notes: &mut Notes) {
        let mut others = 0;
        for layer in self.layers.iter().flatten() {
            for entity in &layer.entities {
                // The centre of the layer's cell, in cells of the map.
                let place = |value: i32, offset: i32| {
                    let pixels = (2 * i64::from(value) + 1).saturating_mul(layer.grid_size.into());
                    pixels.saturating_add(2 * i64::from(offset)).div_euclid(2 * at.side)
                };
                let [x, y] = entity.cell;
                let cell = at.cell(place(x, layer.offset_x), place(y, layer.offset_y));
                passages.places.insert(entity.iid.clone(), cell);
                let is_passage = Passage::<Option<Cell>>::is_one(&entity.name);
                match (cell, Mark::of(&entity.name)) {
                    (Some(cell), Some(Mark::Start)) => map.starts.push(cell),
                    (Some(cell), Some(Mark::Goal)) => map.goals.push(cell),
                    (None, Some(_)) => {
                        let name = quote(&self.name);
                        notes.add(format!("a start or goal of level {name} is off it"));
                    }
                    (cell, None) if is_passage => passages.add(entity, cell, notes),
                    (_, None) => others += 1,
                }
            }
        }
        if others > 0 {
            let name = quote(&self.name);
            let others = count(others, "thing");
            notes.add(format!("level {name}: {others} left out: neither start, goal nor link"));
        }
    }
}

/// What leads from one entity to another, of this level or of one that is read with it.
#[derive(Default)]
pub(super) struct Passages {
    passages: Vec<Passage<Option<Cell>>>,
    /// Where entities are, by what others call them.
    places: BTreeMap<String, Option<Cell>>,
}

impl Passages {
    fn add(&mut self, entity: &Entity, cell: Option<Cell>, notes: &mut Notes) {
        let mut passage = Passage::new(&quote(&entity.name), cell);
        for field in &entity.fields {
            passage.to.extend(field.entities().map(str::to_owned));
            match &field.value {
                Value::Bool(flag) => passage.take(&field.name, &flag.to_string(), notes),
                Value::Number(number) => passage.take(&field.name, &number.to_string(), notes),
                _ => {}
            }
        }
        self.passages.push(passage);
    }

    /// Joins the cells between which they lead.
    pub(super) fn join(&self, map: &mut Squares, notes: &mut Notes) {
        let find =
            |iid: &str| self.places.get(iid).copied().ok_or("no level that is read has the entity");
        map.join(&self.passages, find, notes);
    }
}
