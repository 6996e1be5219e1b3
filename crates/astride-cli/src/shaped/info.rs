//! `astride info` of maps of any shape but squares.

use astride::base::NodeId;
use astride::shapes::Shape;
use astride::shapes::voxel::{VoxelMap, VoxelMedium, VoxelMover};
use astride::world::World;
use serde_json::json;

use super::{Look, Shaped};
use crate::describe::line;
use crate::report::{Report, grouped};

impl Shaped {
    fn places(&self) -> impl Iterator<Item = NodeId> + '_ {
        let nodes = (0..self.board.node_count()).map(NodeId::new);
        nodes.filter(|&node| self.board.class(node).is_some())
    }

    /// `astride info`.
    pub(crate) fn info(&self) -> Report {
        if let Look::Space(map, mover) = &self.look {
            return voxel_info(map, mover);
        }
        let mut classes = [(0u64, None); 256];
        for node in self.places() {
            let (count, example) = &mut classes[usize::from(self.board.class(node).unwrap_or(0))];
            *count += 1;
            *example = Some(node);
        }
        // The class decides where a mover can stand.
        let is_free = |node: Option<NodeId>| node.is_some_and(|node| self.board.is_passable(node));
        let places: u64 = classes.iter().map(|class| class.0).sum();
        let free: u64 = classes.iter().filter(|class| is_free(class.1)).map(|class| class.0).sum();
        let classes = classes.map(|class| class.0);
        let mut text = String::new();
        line(&mut text, "shape", self.board.shape());
        line(&mut text, "places", grouped(places));
        line(&mut text, "passable", grouped(free));
        let terrain: Vec<_> =
            (0..=255u8).filter(|&class| classes[usize::from(class)] > 0).collect();
        for &(name, value) in &self.facts {
            line(&mut text, name, grouped(value));
        }
        let terrain = if self.facts.is_empty() { terrain } else { Vec::new() };
        for &class in &terrain {
            let name = format!("  {}", class.escape_ascii());
            line(&mut text, &name, grouped(classes[usize::from(class)]));
        }
        let classes = terrain.iter().map(|&class| {
            json!({ "class": class.escape_ascii().to_string(), "places": classes[usize::from(class)] })
        });
        let mut json = json!({
            "command": "info", "shape": self.board.shape(), "places": places, "passable": free,
            "terrain": classes.collect::<Vec<_>>(),
        });
        for &(name, value) in &self.facts {
            json[name.replace(' ', "-")] = value.into();
        }
        Report::good(text, json)
    }
}

/// `astride info` of a map of voxels.
fn voxel_info(map: &VoxelMap, mover: &VoxelMover) -> Report {
    let ([width, height, depth], blocked) = (map.size(), map.blocked_count());
    let places = u64::from(map.voxel_count());
    let is_one_voxel = mover.walks().is_none() && [mover.side(), mover.height()] == [1, 1];
    let (view, water) = (map.seen_by(mover), map.water_count());
    let passable = match is_one_voxel && mover.moves_in() == VoxelMedium::Air {
        true => places - blocked - water,
        false => {
            let nodes = (0..map.voxel_count()).map(NodeId::new);
            nodes.filter(|&node| view.is_passable(node)).count() as u64
        }
    };
    let mut text = String::new();
    line(&mut text, "shape", VoxelMap::NAME);
    line(&mut text, "size", format_args!("{width} x {height} x {depth}"));
    line(&mut text, "places", grouped(places));
    line(&mut text, "passable", grouped(passable));
    if water > 0 {
        line(&mut text, "water", grouped(water));
    }
    line(&mut text, "memory", format_args!("{} bytes", grouped(map.bytes() as u64)));
    let json = json!({
        "command": "info", "shape": VoxelMap::NAME, "size": map.size(), "places": places,
        "passable": passable, "water": water, "bytes": map.bytes(),
    });
    Report::good(text, json)
}
