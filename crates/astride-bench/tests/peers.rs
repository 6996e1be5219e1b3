//! Peers in processes of their own, started by the program itself.

use std::path::Path;
use std::process::Command;

/// What a comparison on a small map with these peers prints.
fn compared(peers: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_astride-bench"));
    command.args(["compare", "--dry", "--methods", "astar", "--rows", "8", "--repeat", "1"]);
    command.arg("--maps").arg(root.join("data/grid/dao/arena.map")).args(["--peers", peers]);
    // A folder where no peer is installed.
    command.env("CARGO_TARGET_DIR", env!("CARGO_TARGET_TMPDIR"));
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_peer_in_a_process_of_its_own_answers_and_is_checked() {
    let text = compared("fast_paths,hierarchical_pathfinding");
    assert!(
        text.contains("| dao/arena | fast_paths CH | no corner cut | 8 | 8 optimal |"),
        "{text}"
    );
    assert!(text.contains("| dao/arena | hierarchical_pathfinding HPA* | four neighbours | 8 |"));
    assert!(!text.contains("Skipped:"), "{text}");
}

#[test]
fn a_peer_that_is_not_installed_is_skipped_with_the_reason() {
    let text = compared("pathfinding-js-jps");
    let reasons = ["the npm package pathfinding is not installed", "node cannot be started"];
    let is_told =
        |reason: &str| text.contains(&format!("- PathFinding.js JPS on dao/arena: {reason}"));
    assert!(reasons.into_iter().any(is_told), "{text}");
    assert!(text.contains("| dao/arena | astride A* |"), "the others go on: {text}");
}
