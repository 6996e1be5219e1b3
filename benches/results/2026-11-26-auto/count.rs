use astride::base::{Budget, NodeId};
use astride::io::{Scenario, read_map};
use astride::planner::Guide;
use astride::search::{PathQuery, Scratch};
use astride::shapes::square::{JumpMap, JumpTable, Labels, Mover};
#[inline(never)]
fn counted(work: &mut dyn FnMut()) { work(); }
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let grid = read_map(&std::fs::read(&args[1]).unwrap()).unwrap();
    let scen = Scenario::read(&std::fs::read(format!("{}.scen", args[1])).unwrap()).unwrap();
    let most: usize = args[3].parse().unwrap();
    let view = grid.seen_by(&Mover::walker());
    let step = (scen.rows().len() / most).max(1);
    let ends: Vec<(NodeId, NodeId)> = scen.rows().iter().step_by(step).map(|r| (grid.node(r.start).unwrap(), grid.node(r.goal).unwrap())).collect();
    let map = JumpMap::build(&view).unwrap();
    let table = JumpTable::build(map.clone()).unwrap();
    let bytes = std::fs::read(format!("{}.labels", args[1])).unwrap_or_default();
    let labels = (args[2] == "labels").then(|| Labels::load(&bytes, &view).unwrap());
    let mut guide = Guide::new(Mover::walker());
    if args[2] == "auto" { guide.load_labels(&grid, &bytes).unwrap(); }
    let mut scratch = Scratch::new();
    let mut digest = 0xcbf29ce484222325u64;
    counted(&mut || for &(a, b) in &ends {
        let q = PathQuery::new(a, b);
        let budget = &mut Budget::unlimited();
        let o = match args[2].as_str() {
            "jps" => map.search(&q, &mut scratch).unwrap().run(budget, &mut ()),
            "table" => table.search(&q, &mut scratch).unwrap().run(budget, &mut ()),
            "labels" => labels.as_ref().unwrap().search(&q, &mut scratch).unwrap().run(budget, &mut ()),
            _ => guide.answer(&grid, &q, &mut scratch, budget, &mut ()).unwrap(),
        };
        digest = (digest ^ o.cost().unwrap_or(u64::MAX)).wrapping_mul(0x100000001b3);
    });
    println!("{} {digest:016x}", ends.len());
}
