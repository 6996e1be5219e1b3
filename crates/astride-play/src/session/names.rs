//! The choices, by the names that the page and the command line use.

use astride::base::Scale;
use astride::planner::Method;
use astride::search::{MethodRow, Ties};
use astride::shapes::square::{self, Corners, Metric, Mover, Neighbours};
use astride::world::media;
use serde_json::{Value, json};

use crate::session::wire::Refusal;

/// A choice: its name, its label in a menu, and a sentence about it.
pub(super) struct Choice<T> {
    pub(super) value: T,
    pub(super) id: &'static str,
    pub(super) label: &'static str,
    pub(super) about: &'static str,
}

pub(super) const fn choice<T: Copy>(
    value: T,
    id: &'static str,
    label: &'static str,
    about: &'static str,
) -> Choice<T> {
    Choice { value, id, label, about }
}

/// How the rest of a way is guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guess {
    Of(Metric),
    /// By what the distances of a few places on the map prove.
    Landmarks,
}

pub(super) const HEURISTICS: [Choice<Guess>; 6] = [
    choice(Guess::Of(Metric::Zero), "zero", "None", "guesses 0"),
    choice(Guess::Of(Metric::Manhattan), "manhattan", "Manhattan", "columns plus rows"),
    choice(
        Guess::Of(Metric::Octile),
        "octile",
        "Octile",
        "diagonals as far as they go, then straight",
    ),
    choice(
        Guess::Of(Metric::Chebyshev),
        "chebyshev",
        "Chebyshev",
        "columns or rows, whichever are more",
    ),
    choice(Guess::Of(Metric::Euclidean), "euclidean", "Euclidean", "the straight line"),
    choice(
        Guess::Landmarks,
        "landmarks",
        "Landmarks",
        "the most that the distances of eight places prove: drag them",
    ),
];

pub(super) const CORNERS: [Choice<Corners>; 3] = [
    choice(Corners::Never, "never", "Never cut", "both squares beside a diagonal must be free"),
    choice(Corners::OneFree, "one-free", "One free", "one of the two squares must be free"),
    choice(Corners::Always, "always", "Always", "diagonals squeeze between two blocked squares"),
];

pub(super) const TIES: [Choice<Ties>; 4] = [
    choice(Ties::LastAdded, "last-added", "Last added", "the square added to the open list last"),
    choice(Ties::FirstAdded, "first-added", "First added", "the square added first"),
    choice(Ties::SmallerH, "smaller-h", "Smaller H", "the square guessed to be nearer"),
    choice(Ties::Straightest, "straightest", "Straightest", "the square nearest the straight line"),
];

pub(super) const SCALES: [Choice<Scale>; 2] = [
    choice(Scale::EXACT, "exact", "Exact", "a diagonal costs the square root of 2"),
    choice(Scale::CLASSIC, "classic", "10 and 14", "as in the classic tutorials"),
];

/// The value called `id`.
pub(super) fn find<T: Copy>(choices: &[Choice<T>], what: &str, id: &str) -> Result<T, Refusal> {
    choices.iter().find(|choice| choice.id == id).map(|choice| choice.value).ok_or_else(|| {
        let ids: Vec<_> = choices.iter().map(|choice| choice.id).collect();
        let shown: String = id.chars().take(40).collect();
        Refusal::value(format!("there is no {what} {shown:?}, expected one of {}", ids.join(", ")))
    })
}

/// The name of a value.
pub(super) fn name_of<T: PartialEq>(choices: &[Choice<T>], value: T) -> &'static str {
    choices.iter().find(|choice| choice.value == value).map_or("", |choice| choice.id)
}

/// The method called `id`; `weighted` takes its weight from the settings.
pub(super) fn method(id: &str) -> Result<Method, Refusal> {
    let methods: Vec<_> =
        square::methods().map(|row| choice(row.method, row.name, row.label, row.about)).collect();
    find(&methods, "method", id)
}

/// The menu of methods.
pub(super) fn method_menu() -> Value {
    // The method of meshes cannot be chosen, but is named there.
    let rows = square::methods().chain(std::iter::once(Method::Polyanya.row()));
    let entry = |row: &MethodRow| {
        let (code, taken) = thinking_of(row.method).unzip();
        let MethodRow { name, label, about, .. } = row;
        json!({ "id": name, "label": label, "about": about, "code": code, "taken": taken })
    };
    rows.map(entry).collect()
}

/// What a method without a single open list does, line by line, and why it closes what it closes;
/// `None` where there is one, since the page knows that case. The page lights line 0 for a start, 2
/// for what is closed, 3 for the goal, 5 and 6 for what is opened and improved, 7 for where halves
/// meet and where a round begins.
fn thinking_of(method: Method) -> Option<(&'static [&'static str], Option<&'static str>)> {
    Some(match method {
        Method::DepthFirst => (
            &[
                "put the start on a stack",
                "while it is not empty:",
                "  take the one that came last, close it",
                "  is it the goal? follow the arrows back",
                "  for each free, unclosed square beside it, in turn:",
                "    note G and an arrow; put it on the stack",
            ],
            Some("it was put on the stack last"),
        ),
        Method::Polyanya => (
            &[
                "look from the start through each edge: a cone each",
                "while there are cones:",
                "  take the one with the smallest F",
                "  does it see the goal? follow its corners back",
                "  look through the polygon behind its edge:",
                "    what is seen of its other edges: a cone each",
                "    what is behind a corner: a cone from there",
            ],
            None,
        ),
        Method::IdaStar | Method::WeightedIdaStar(_) => (
            &[
                "put the start on a stack; F there is the limit",
                "while it is not empty:",
                "  take the one that came last, close it",
                "  is it the goal? follow the arrows back",
                "  for each square beside it, unless known by a cheaper way:",
                "    F within the limit: put it on the stack",
                "    beyond it: remember the smallest such F",
                "begin again with that as the limit",
            ],
            Some("it was put on the stack last, with F within the limit"),
        ),
        Method::Bidirectional
        | Method::BidirectionalBreadthFirst
        | Method::BidirectionalGreedy
        | Method::BidirectionalSwarm => (
            &[
                "put the start on one open list, the goal on another",
                "while neither is empty:",
                "  close the best one of the shorter list",
                "  can no better path come? follow the arrows both ways",
                "  for each free, unclosed square beside it:",
                "    new: note G, H and an arrow; open it",
                "    cheaper by this way: improve it",
                "    open from the other end as well? they meet here",
            ],
            Some("the best one of the shorter list"),
        ),
        Method::Clusters | Method::Labels => {
            (&["it has no open list: the board shows what it looked at"], None)
        }
        _ => return None,
    })
}

/// A menu.
pub(super) fn menu<T>(choices: &[Choice<T>]) -> Value {
    let entry = |choice: &Choice<T>| json!({ "id": choice.id, "label": choice.label, "about": choice.about });
    choices.iter().map(entry).collect()
}

/// `exact`, `classic` or `S/D`.
pub(super) fn scale(text: &str) -> Result<Scale, Refusal> {
    if let Ok(scale) = find(&SCALES, "scale", text) {
        return Ok(scale);
    }
    let wrong = || Refusal::value("expected exact, classic, or whole ticks such as 10/14");
    let (straight, diagonal) = text.split_once('/').ok_or_else(wrong)?;
    let ticks = |text: &str| text.parse::<u32>().map_err(|_| wrong());
    Scale::new(ticks(straight)?, ticks(diagonal)?).map_err(Refusal::value)
}

/// The name of a scale, as [`scale`] reads it.
pub(super) fn scale_name(scale: Scale) -> String {
    match name_of(&SCALES, scale) {
        "" => scale.to_string(),
        name => name.to_owned(),
    }
}

/// What ticks are divided by when they are shown, and the number of digits after the point: small
/// whole ticks are shown as they are, others in straight steps.
pub(super) fn shown_as(scale: Scale) -> (u32, u32) {
    if scale.straight() <= 100 { (1, 0) } else { (scale.straight(), 2) }
}

pub(super) fn neighbours(number: u8) -> Result<Neighbours, Refusal> {
    match number {
        4 => Ok(Neighbours::Four),
        8 => Ok(Neighbours::Eight),
        other => Err(Refusal::value(format!("{other} neighbours, expected 4 or 8"))),
    }
}

pub(super) fn neighbours_number(neighbours: Neighbours) -> u8 {
    match neighbours {
        Neighbours::Four => 4,
        Neighbours::Eight => 8,
    }
}

/// The terrain classes with a meaning, and their everyday names.
const CLASSES: [(u8, &str); 16] = [
    (b'.', "ground"),
    (b'G', "grass"),
    (b'@', "wall"),
    (b'#', "wall (drawn)"),
    (b'O', "out of bounds"),
    (b'T', "trees"),
    (b'S', "swamp"),
    (b'W', "water"),
    (b'1', "terrain of factor 1"),
    (b'2', "terrain of factor 2"),
    (b'3', "terrain of factor 3"),
    (b'4', "terrain of factor 4"),
    (b'5', "terrain of factor 5"),
    (b'6', "terrain of factor 6"),
    (b'7', "terrain of factor 7"),
    (b'8', "terrain of factor 8"),
];

/// The everyday name of a class.
pub(super) fn class_name(class: u8) -> &'static str {
    match CLASSES.iter().find(|(known, _)| *known == class) {
        Some((_, name)) => name,
        None if class == b'9' => "terrain of factor 9",
        None => "unknown terrain",
    }
}

/// The palette: what each class means to the walker.
pub(super) fn classes() -> Value {
    let walker = Mover::walker();
    let known = CLASSES.iter().map(|(class, _)| *class).chain([b'9']);
    let entry = |class: u8| {
        let bits = walker.media_of(class);
        let media: Vec<&str> = [(media::LAND, "land"), (media::WATER, "water")]
            .into_iter()
            .filter_map(|(bit, name)| (bits & bit != 0).then_some(name))
            .collect();
        json!({
            "byte": class,
            "char": char::from(class).to_string(),
            "name": class_name(class),
            "factor": walker.factor(class),
            "passable": walker.is_passable(class),
            "media": media,
        })
    };
    known.map(entry).collect()
}
