//! The settings of one panel: method, heuristic, rules, budget.

use astride::base::{Scale, Weight};
use astride::planner::{Choice, Method};
use astride::search::Ties;
use astride::shapes::square::{Corners, Metric, Mover, Neighbours};
use serde_json::{Value, json};

use crate::session::body::MOST_SIDE;
use crate::session::message::{Change, Side};
use crate::session::names::{
    self, CORNERS, Guess, HEURISTICS, TIES, find, name_of, neighbours, neighbours_number, scale,
    scale_name,
};
use crate::session::wire::Refusal;

/// How one panel asks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
    method: Method,
    weight: Weight,
    guess: Guess,
    ties: Ties,
    corners: Corners,
    neighbours: Neighbours,
    scale: Scale,
    /// The expansions allowed by the page, if it sets a limit.
    budget: Option<u64>,
    /// Cells a side of the mover's body.
    size: u32,
    /// Whether the danger on the map costs what it says.
    minds_danger: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            method: Method::AStar,
            weight: Weight::TWICE,
            guess: Guess::Of(Metric::Octile),
            ties: Ties::LastAdded,
            corners: Corners::Never,
            neighbours: Neighbours::Eight,
            scale: Scale::EXACT,
            budget: None,
            size: 1,
            minds_danger: false,
        }
    }
}

impl Settings {
    /// These settings after a change.
    pub(super) fn with(&self, change: &Change) -> Result<Settings, Refusal> {
        let mut new = self.clone();
        if let Some(text) = &change.weight {
            new.weight = text.parse().map_err(Refusal::value)?;
        }
        if let Some(id) = &change.method {
            new.method = names::method(id)?;
        }
        if let Some(id) = &change.heuristic {
            new.guess = find(&HEURISTICS, "heuristic", id)?;
        }
        if let Some(id) = &change.ties {
            new.ties = find(&TIES, "tie rule", id)?;
        }
        if let Some(id) = &change.corners {
            new.corners = find(&CORNERS, "corner rule", id)?;
        }
        if let Some(number) = change.neighbours {
            new.neighbours = neighbours(number)?;
        }
        if let Some(text) = &change.scale {
            new.scale = scale(text)?;
        }
        if let Some(budget) = change.budget {
            new.budget = budget.expansions;
        }
        if let Some(size) = change.size {
            if !(1..=MOST_SIDE).contains(&size) {
                return Err(Refusal::value(format!("a size of {size}, expected 1 to {MOST_SIDE}")));
            }
            new.size = size;
        }
        if let Some(minds) = change.danger {
            new.minds_danger = minds;
        }
        Ok(new)
    }

    /// These settings with another method.
    pub(super) fn with_method(&self, method: Method) -> Settings {
        Settings { method, ..self.clone() }
    }

    /// These settings under the rules of MovingAI scenarios.
    pub(super) fn with_recorded_rules(&self) -> Settings {
        Settings {
            corners: Corners::Never,
            neighbours: Neighbours::Eight,
            scale: Scale::EXACT,
            size: 1,
            minds_danger: false,
            ..self.clone()
        }
    }

    /// The method, with its weight if it has one.
    pub(super) fn method(&self) -> Method {
        self.method.with_weight(self.weight)
    }

    /// The name of the method without its weight.
    pub(super) fn method_id(&self) -> String {
        self.method.row().name.to_owned()
    }

    /// The question; where landmarks guess, its metric is for methods that do without them.
    pub(super) fn question(&self) -> Choice {
        let metric = match self.guess {
            Guess::Of(metric) => metric,
            Guess::Landmarks => Metric::Octile,
        };
        Choice { method: self.method(), metric }
    }

    /// Whether landmarks guess, where the method takes a guess.
    pub(super) fn asks_landmarks(&self) -> bool {
        self.guess == Guess::Landmarks && !self.is_blind() && !self.method.has_index()
    }

    /// Whether the method guesses nothing.
    pub(super) fn is_blind(&self) -> bool {
        matches!(
            self.method,
            Method::Dijkstra
                | Method::BreadthFirst
                | Method::BidirectionalBreadthFirst
                | Method::DepthFirst
        )
    }

    pub(super) fn ties(&self) -> Ties {
        self.ties
    }

    pub(super) fn scale(&self) -> Scale {
        self.scale
    }

    pub(super) fn budget(&self) -> Option<u64> {
        self.budget
    }

    /// Cells a side of the mover's body.
    pub(super) fn size(&self) -> u32 {
        self.size
    }

    /// Whether the danger on the map costs what it says.
    pub(super) fn minds_danger(&self) -> bool {
        self.minds_danger
    }

    /// How the mover steps, whatever its size.
    pub(super) fn mover(&self) -> Mover {
        Mover::walker().neighbours(self.neighbours).corners(self.corners).scale(self.scale)
    }

    /// The settings by name, as a [`Change`] reads them.
    pub(super) fn json(&self, panel: Side) -> Value {
        json!({
            "panel": panel.name(),
            "method": self.method_id(),
            "heuristic": self.heuristic_id(),
            "corners": self.corners_id(),
            "neighbours": neighbours_number(self.neighbours),
            "scale": scale_name(self.scale),
            "weight": self.weight.to_string(),
            "ties": self.ties_id(),
            "budget": { "expansions": self.budget },
            "size": self.size,
            "danger": self.minds_danger,
        })
    }

    pub(super) fn heuristic_id(&self) -> &'static str {
        name_of(&HEURISTICS, self.guess)
    }

    pub(super) fn corners_id(&self) -> &'static str {
        name_of(&CORNERS, self.corners)
    }

    pub(super) fn ties_id(&self) -> &'static str {
        name_of(&TIES, self.ties)
    }

    pub(super) fn neighbours(&self) -> Neighbours {
        self.neighbours
    }

    pub(super) fn corners(&self) -> Corners {
        self.corners
    }
}
