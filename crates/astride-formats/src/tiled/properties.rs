//! What properties say about terrain.

use roxmltree::Node;

use super::{FORMAT, Reading, children, place_of};
use crate::error::{FormatError, quote};
use crate::legend::{class, plain};

/// What the properties of a tile, tileset or layer say: that it is blocked; otherwise its cost;
/// otherwise its terrain; otherwise that it is free.
pub(super) fn meaning(
    node: Node<'_, '_>,
    reading: &mut Reading<'_>,
) -> Result<Option<u8>, FormatError> {
    let (mut blocked, mut cost, mut terrain) = (None, None, None);
    for property in children(node, "properties").flat_map(|all| children(all, "property")) {
        let name = property.attribute("name").unwrap_or_default();
        let value = property.attribute("value").or(property.text()).unwrap_or_default().trim();
        match &plain(name)[..] {
            "blocked" | "solid" | "collides" | "collision" | "obstacle" | "impassable" => {
                blocked = Some(flag(property, value)?);
            }
            "walkable" | "passable" => blocked = Some(!flag(property, value)?),
            "cost" | "movementcost" | "factor" => cost = Some(factor(property, value)?),
            "terrain" | "ground" | "surface" => {
                terrain = reading.legend.of_terrain(value);
                if terrain.is_none() {
                    reading.notes.add(format!("terrain {} is not in the legend", quote(value)));
                }
            }
            _ => {}
        }
    }
    if blocked == Some(true) {
        return Ok(Some(class::BLOCKED));
    }
    Ok(cost.or(terrain).or(blocked.map(|_| class::FREE)))
}

fn flag(property: Node<'_, '_>, value: &str) -> Result<bool, FormatError> {
    match value {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(wrong(property, value, "true or false")),
    }
}

fn factor(property: Node<'_, '_>, value: &str) -> Result<u8, FormatError> {
    let cost = value.parse::<f64>().ok().filter(|cost| cost.fract() == 0.0);
    let class = match cost {
        Some(0.0) => Some(class::BLOCKED),
        Some(cost) if (1.0..=9.0).contains(&cost) => class::of_factor(cost as u8),
        _ => None,
    };
    class.ok_or_else(|| wrong(property, value, "a whole number from 1 to 9, or 0 for blocked"))
}

fn wrong(property: Node<'_, '_>, value: &str, expected: &str) -> FormatError {
    let name = property.attribute("name").unwrap_or_default();
    let found = format!("{name}={}", quote(value));
    FormatError::new(FORMAT, found, expected).at(place_of(property))
}
