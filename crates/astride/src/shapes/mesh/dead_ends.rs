//! Polygons that lead nowhere: a shortest path enters them only to end there.
//!
//! Cui, Harabor and Grastien leave out polygons with one neighbour. Here a dead end goes as deep as
//! goes: polygons that have one neighbour once the dead ends behind them are taken away.

use crate::shapes::mesh::polygons::NONE;

/// For each polygon in a dead end, the neighbour toward the way out; for others [`NONE`].
pub(super) fn outward(first: &[u32], across: &[u32], owner: &[u32]) -> Vec<u32> {
    let count = first.len() - 1;
    let neighbours = |polygon: u32| {
        let edges = first[polygon as usize] as usize..first[polygon as usize + 1] as usize;
        edges.filter(|&edge| across[edge] != NONE).map(|edge| owner[across[edge] as usize])
    };
    let mut degrees: Vec<u32> = (0..count as u32)
        .map(|polygon| {
            let mut all: Vec<u32> = neighbours(polygon).collect();
            all.sort_unstable();
            all.dedup();
            all.len() as u32
        })
        .collect();
    let mut outward = vec![NONE; count];
    let mut ends: Vec<u32> = (0..count as u32).filter(|&p| degrees[p as usize] == 1).collect();
    while let Some(polygon) = ends.pop() {
        if degrees[polygon as usize] != 1 {
            continue; // the last of a component without circles
        }
        if let Some(next) = neighbours(polygon).find(|&next| outward[next as usize] == NONE) {
            outward[polygon as usize] = next;
            degrees[next as usize] -= 1;
            if degrees[next as usize] == 1 {
                ends.push(next);
            }
        }
    }
    outward
}
