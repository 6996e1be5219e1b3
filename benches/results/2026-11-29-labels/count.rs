use astride::base::{Budget, NodeId};
use astride::io::{Scenario, read_map};
use astride::search::{PathQuery, Scratch};
use astride::shapes::square::{JumpMap, JumpTable, Mover};
use std::time::Instant;
#[inline(never)]
fn counted(work: &mut dyn FnMut()) { work(); }
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let grid = read_map(&std::fs::read(&args[1]).unwrap()).unwrap();
    let scen = Scenario::read(&std::fs::read(format!("{}.scen", args[1])).unwrap()).unwrap();
    let most: usize = args[2].parse().unwrap();
    let rounds: usize = args[3].parse().unwrap();
    let view = grid.seen_by(&Mover::walker());
    let step = (scen.rows().len() / most).max(1);
    let ends: Vec<(NodeId, NodeId)> = scen.rows().iter().step_by(step)
        .map(|r| (grid.node(r.start).unwrap(), grid.node(r.goal).unwrap())).collect();
    let map = JumpMap::build(&view).unwrap();
    println!("points {} bytes {}", map.point_count(), map.bytes());
    let (n, mut scratch) = (ends.len() as f64, Scratch::new());
    let mut kinds = Vec::new();
    for kind in &args[4..] {
        let (t, mut map) = (Instant::now(), map.clone());
        if kind.contains("marks") { map.add_landmarks().unwrap(); }
        let table = kind.contains("table").then(|| JumpTable::build(map.clone()).unwrap());
        println!("{kind}: built in {:?}, bytes {}", t.elapsed(), table.as_ref().map_or(map.bytes(), |t| t.bytes()));
        kinds.push((kind, map, table, vec![f64::MAX; ends.len()], 0xcbf29ce484222325u64, 0u64, 0u64));
    }
    for round in 0..rounds {
        for (_, map, table, best, digest, expanded, generated) in &mut kinds {
            counted(&mut || for (i, &(a, b)) in ends.iter().enumerate() {
                let (q, budget, t) = (PathQuery::new(a, b), &mut Budget::unlimited(), Instant::now());
                let search = match table { Some(t) => t.search(&q, &mut scratch), None => map.search(&q, &mut scratch) };
                let o = search.unwrap().run(budget, &mut ());
                best[i] = best[i].min(t.elapsed().as_secs_f64());
                if round == 0 {
                    *expanded += o.effort().expanded;
                    *generated += o.effort().generated;
                    *digest = (*digest ^ o.cost().unwrap_or(u64::MAX)).wrapping_mul(0x100000001b3);
                }
            });
        }
    }
    for (kind, _, _, best, digest, expanded, generated) in &kinds {
        println!("{kind}: expanded {:.1} generated {:.1} us {:.2} digest {digest:016x}",
            *expanded as f64 / n, *generated as f64 / n, best.iter().sum::<f64>() / n * 1e6);
    }
}
