//! Keys and doors on the command line.

use astride::base::NodeId;
use astride::search::states::{Locks, UnknownKind};
use clap::Args;

use crate::error::Failure;
use crate::parse;

/// Keys that lie on a map, and the doors that they open.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Keys and doors")]
pub(crate) struct KeyArgs {
    /// Lay a key of a kind from 0 to 15 on a place, for a path that fetches the keys it needs; not
    /// on meshes (repeat for more)
    #[arg(long, value_parser = lock, value_name = "PLACE=KIND", allow_hyphen_values = true)]
    key: Vec<Lock>,

    /// Put a door on a place, or as PLACE-PLACE=KIND between two, that opens to a key of its kind
    /// (repeat for more)
    #[arg(long, value_parser = lock, value_name = "PLACE=KIND", allow_hyphen_values = true)]
    door: Vec<Lock>,

    /// Make every fence of a class a door of a kind, for a mover that crosses such fences (repeat
    /// for more)
    #[arg(long, value_parser = fence_door, value_name = "CLASS=KIND")]
    fence_door: Vec<(u8, u8)>,

    /// Begin with a key of this kind in hand (repeat for more)
    #[arg(long, value_parser = kind, value_name = "KIND")]
    with_key: Vec<u8>,
}

/// The place of a key or of a door, or the two places beside a door, and its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lock {
    place: String,
    kind: u8,
}

impl KeyArgs {
    /// Whether there are any.
    pub(crate) fn are_given(&self) -> bool {
        let KeyArgs { key, door, fence_door, with_key } = self;
        !(key.is_empty() && door.is_empty() && fence_door.is_empty() && with_key.is_empty())
    }

    /// Refuses them, on maps that have none.
    pub(crate) fn refuse(&self, reason: &str) -> Result<(), Failure> {
        let given = [
            ("--key", !self.key.is_empty()),
            ("--door", !self.door.is_empty()),
            ("--fence-door", !self.fence_door.is_empty()),
            ("--with-key", !self.with_key.is_empty()),
        ];
        match given.into_iter().find(|&(_, is_given)| is_given) {
            Some((option, _)) => Err(Failure::at(option, reason)),
            None => Ok(()),
        }
    }

    /// The keys and doors on the nodes of a map, and the keys in hand: `node` tells the node of a
    /// place, and `fenced` the steps in whose way fences of a class stand.
    pub(crate) fn on(
        &self,
        node: impl Fn(&str) -> Result<NodeId, String>,
        fenced: impl Fn(u8) -> Vec<[NodeId; 2]>,
    ) -> Result<(Locks, u16), Failure> {
        let mut locks = Locks::new();
        let wrong = |error: UnknownKind| Failure::new(error.to_string());
        for Lock { place, kind } in &self.key {
            let at = node(place).map_err(|why| Failure::at("--key", why))?;
            locks.key(at, *kind).map_err(wrong)?;
        }
        for Lock { place, kind } in &self.door {
            let on = match node(place) {
                Ok(at) => locks.door(at, *kind),
                Err(why) => match between(place, &node) {
                    Some([one, other]) => locks.door_between(one, other, *kind),
                    None => return Err(Failure::at("--door", why)),
                },
            };
            on.map_err(wrong)?;
        }
        for &(class, kind) in &self.fence_door {
            let steps = fenced(class);
            if steps.is_empty() {
                let message = format!("no fence is of class {class}, expected one that is there");
                return Err(Failure::at("--fence-door", message));
            }
            for [from, to] in steps {
                locks.door_step(from, to, kind).map_err(wrong)?;
            }
        }
        let keys = self.with_key.iter().fold(0, |keys, kind| keys | 1 << kind);
        Ok((locks, keys))
    }
}

/// The nodes of two places with a dash between. A minus sign may be part of a place.
fn between(text: &str, node: impl Fn(&str) -> Result<NodeId, String>) -> Option<[NodeId; 2]> {
    let mut dashes = text.match_indices('-');
    dashes.find_map(|(at, _)| Some([node(&text[..at]).ok()?, node(&text[at + 1..]).ok()?]))
}

fn kind(text: &str) -> Result<u8, String> {
    let most = Locks::KINDS - 1;
    let kind = text.parse().ok().filter(|&kind| kind <= most);
    kind.ok_or_else(|| format!("{text:?} is no kind of keys, expected 0 to {most}"))
}

fn lock(text: &str) -> Result<Lock, String> {
    let wrong = || "expected PLACE=KIND, such as 4,1=0, or for a door 4,1-5,1=0".to_owned();
    let (place, text) = text.rsplit_once('=').ok_or_else(wrong)?;
    Ok(Lock { place: place.to_owned(), kind: kind(text)? })
}

fn fence_door(text: &str) -> Result<(u8, u8), String> {
    let wrong = || "expected CLASS=KIND, such as 7=0".to_owned();
    let (class, text) = text.split_once('=').ok_or_else(wrong)?;
    Ok((parse::fence_class(class)?, kind(text)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doors_stand_on_a_place_or_between_two() {
        let node = |text: &str| text.parse().map(NodeId::new).map_err(|_| format!("no {text}"));
        assert_eq!(between("3-14", node), Some([3, 14].map(NodeId::new)));
        for text in ["3", "3-", "-3", "3-4-5", ""] {
            assert_eq!(between(text, node), None, "{text}");
        }
        let place = |place: &str, kind| Ok(Lock { place: place.to_owned(), kind });
        assert_eq!(lock("-1,2--1,1=7"), place("-1,2--1,1", 7));
        assert_eq!((fence_door("255=15"), kind("0")), (Ok((255, 15)), Ok(0)));
        assert!(lock("4,1").is_err() && fence_door("256=1").is_err());
        let expected = "\"16\" is no kind of keys, expected 0 to 15";
        assert_eq!(lock("4,1=16"), Err(expected.to_owned()));
    }
}
