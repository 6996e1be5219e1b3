//! Who takes part in a comparison, chosen by name.
//!
//! To add a search of Astride, add a line to [`crate::engine::METHODS`]; to add a peer, a file to
//! [`crate::peers`] and a line to its list.

use crate::contestant::Contestant;
use crate::rules::Rule;
use crate::{Failure, engine, peers};

/// Everybody who is asked for: methods of Astride by name (all if none is named), and peers.
///
/// By rules other than that of the recorded rows, Astride only takes part if a peer does.
pub(crate) fn lineup(methods: &[String], peers: &str) -> Result<Vec<Contestant>, Failure> {
    let compared = || engine::METHODS.iter().filter(|method| !method.rules.is_empty());
    let names = compared().map(|method| method.name);
    check_names("method", methods.iter().map(String::as_str), names.collect())?;
    let peers = chosen_peers(peers)?;
    let has_peer = |rule| peers.iter().any(|peer| peer.entry.rule == rule);
    let mut all: Vec<Contestant> = Vec::new();
    for rule in Rule::ALL {
        let is_played = rule == Rule::NoCorners || has_peer(rule);
        for method in compared() {
            let is_asked = methods.is_empty() || methods.iter().any(|name| name == method.name);
            if is_played && is_asked && method.rules.contains(&rule) {
                all.push(engine::contestant(method, rule));
            }
        }
    }
    all.extend(peers);
    // Those who compare stand together.
    all.sort_by_key(|one| one.entry.rule);
    Ok(all)
}

fn chosen_peers(asked: &str) -> Result<Vec<Contestant>, Failure> {
    let mut peers = peers::in_rust();
    let is_named = |name: &str| asked.split(',').any(|word| word == name);
    match asked {
        "none" => return Ok(Vec::new()),
        "rust" => return Ok(peers),
        _ => peers.extend(peers::in_other_languages()),
    }
    if asked != "all" {
        let known = peers.iter().map(|peer| peer.entry.key).collect();
        check_names("peer", asked.split(','), known)?;
        peers.retain(|peer| is_named(peer.entry.key));
    }
    Ok(peers)
}

fn check_names<'a>(
    kind: &str,
    asked: impl Iterator<Item = &'a str>,
    known: Vec<&'static str>,
) -> Result<(), Failure> {
    for name in asked {
        if !known.contains(&name) {
            return Err(
                format!("no {kind} is called {name:?}; there are {}", known.join(", ")).into()
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titles(methods: &[&str], peers: &str) -> Vec<String> {
        let methods: Vec<String> = methods.iter().map(|&name| name.to_owned()).collect();
        let all = lineup(&methods, peers).expect("known names");
        all.iter().map(|one| one.entry.title.to_string()).collect()
    }

    #[test]
    fn contestants_are_chosen_by_name() {
        assert_eq!(titles(&["astar"], "none"), ["astride A*"]);
        assert_eq!(titles(&["astar"], "petgraph"), ["astride A*", "petgraph A*"]);
        let four = titles(&["astar"], "hierarchical_pathfinding");
        assert_eq!(four.len(), 3, "A* by two rules, and the peer: {four:?}");
        assert_eq!(four[2], "hierarchical_pathfinding HPA*");
        assert!(titles(&[], "all").len() > titles(&[], "rust").len());
    }

    #[test]
    fn unknown_names_are_refused_with_the_known_ones() {
        let fault = |methods: &[String], peers| lineup(methods, peers).err().unwrap().to_string();
        assert!(fault(&["astra".to_owned()], "none").contains("astar"));
        assert!(fault(&[], "petgraff").contains("petgraph"));
        assert!(fault(&[], "").contains("petgraph"));
    }

    #[test]
    fn titles_are_unique() {
        let mut all = titles(&[], "all");
        all.sort();
        let count = all.len();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
