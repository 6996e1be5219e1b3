//! The programs that the playground writes compile, and give the cost that it shows.
//!
//! The programs in `golden/` are written by the session; `ASTRIDE_BLESS=1` writes them again. They stay as
//! they are written, so rustfmt passes them by.

use crate::common::Page;
use serde_json::{Value, json};

#[rustfmt::skip]
#[path = "golden/figure_astar.rs"]
#[allow(dead_code, unreachable_pub, reason = "only the cost is asked for")]
mod figure_astar;
#[rustfmt::skip]
#[path = "golden/figure_jps.rs"]
#[allow(dead_code, unreachable_pub, reason = "only the cost is asked for")]
mod figure_jps;
#[rustfmt::skip]
#[path = "golden/lake_large_body.rs"]
#[allow(dead_code, unreachable_pub, reason = "only the cost is asked for")]
mod lake_large_body;
#[rustfmt::skip]
#[path = "golden/lake_two_goals.rs"]
#[allow(dead_code, unreachable_pub, reason = "only the cost is asked for")]
mod lake_two_goals;
#[rustfmt::skip]
#[path = "golden/meadow_weighted.rs"]
#[allow(dead_code, unreachable_pub, reason = "only the cost is asked for")]
mod meadow_weighted;

#[rustfmt::skip]
#[path = "golden/lake_stops.rs"]
#[allow(dead_code, unreachable_pub, reason = "only the cost is asked for")]
mod lake_stops;
#[rustfmt::skip]
#[path = "golden/figure_stop_jps.rs"]
#[allow(dead_code, unreachable_pub, reason = "only the cost is asked for")]
mod figure_stop_jps;

type Cost = fn() -> Result<Option<u64>, Box<dyn std::error::Error>>;

fn check(name: &str, map: &str, settings: Value, goals: &[[u32; 2]], cost: Cost) {
    check_over(name, map, settings, &[], goals, cost);
}

/// As `check`, by way of stops.
fn check_over(
    name: &str,
    map: &str,
    settings: Value,
    via: &[[u32; 2]],
    goals: &[[u32; 2]],
    cost: Cost,
) {
    let mut page = Page::new();
    page.ask("open", json!({ "what": { "builtin": map } }));
    for (what, cells) in [("via", via), ("goal", goals)] {
        for (index, [x, y]) in cells.iter().enumerate() {
            let place = json!({ "what": what, "index": index, "x": x, "y": y, "add": true });
            page.ask("place", place);
        }
    }
    let answer = page.ask("settings", settings);
    let rust = page.ask("code", json!({})).text("code")["rust"].as_str().unwrap().to_owned();
    let path = format!("{}/tests/golden/{name}.rs", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("ASTRIDE_BLESS").is_some() {
        std::fs::write(&path, &rust).unwrap();
        return;
    }
    assert_eq!(rust, std::fs::read_to_string(&path).unwrap(), "{name}");
    assert_eq!(cost().unwrap(), Some(answer.cost()), "{name}");
}

#[test]
fn astar_with_the_classic_scale() {
    let settings = json!({ "scale": "classic", "heuristic": "manhattan" });
    check("figure_astar", "figure", settings, &[], figure_astar::cost);
}

#[test]
fn jump_points() {
    check("figure_jps", "figure", json!({ "method": "jps" }), &[], figure_jps::cost);
}

#[test]
fn weighted_astar_over_terrain() {
    let settings = json!({ "method": "weighted", "weight": "1.5", "corners": "one-free",
                           "ties": "smaller-h", "budget": { "expansions": 5000 } });
    check("meadow_weighted", "meadow", settings, &[], meadow_weighted::cost);
}

#[test]
fn several_goals() {
    let settings = json!({ "method": "dijkstra", "neighbours": 4, "scale": "3/4" });
    check("lake_two_goals", "lake", settings, &[[2, 9]], lake_two_goals::cost);
}

#[test]
fn a_large_body() {
    let settings = json!({ "size": 2 });
    check("lake_large_body", "lake", settings, &[], lake_large_body::cost);
}

#[test]
fn stops_and_several_goals() {
    let settings = json!({ "ties": "smaller-h" });
    check_over("lake_stops", "lake", settings, &[[19, 1], [2, 0]], &[[2, 9]], lake_stops::cost);
}

#[test]
fn a_stop_between_jump_points() {
    let settings = json!({ "method": "jps" });
    check_over("figure_stop_jps", "figure", settings, &[[0, 4]], &[], figure_stop_jps::cost);
}

#[test]
fn the_command_asks_leg_by_leg_and_says_so() {
    let mut page = Page::new();
    page.draw("A....B\n......\n");
    page.ask("place", json!({ "what": "via", "x": 2, "y": 1, "add": true }));
    page.ask("place", json!({ "what": "goal", "x": 0, "y": 1, "add": true }));
    let code = page.ask("code", json!({})).text("code").clone();
    let lines: Vec<_> = code["command"].as_str().unwrap().lines().collect();
    assert!(lines[0].ends_with(" | astride path - --from 0,0 --to 2,1"), "{}", lines[0]);
    assert!(lines[1].ends_with(" --from 2,1 --to 5,0 --to 0,1"), "{}", lines[1]);
    assert_eq!(code["note"], "the command asks leg by leg: the costs add up");
    page.ask("settings", json!({ "budget": { "expansions": 9 } }));
    let code = page.ask("code", json!({})).text("code").clone();
    assert!(code["note"].as_str().unwrap().contains("each with the whole budget"));
}
