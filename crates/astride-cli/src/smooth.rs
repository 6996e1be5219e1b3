//! Smooth lines along paths of any shape.

use astride::base::Vec2;
use astride::path::{Space, TightCorner, reduce, round_corners};
use serde_json::json;

use crate::describe::{line, names_text};
use crate::error::Failure;
use crate::report::{Report, count};

/// How far the legs of a smooth line may be from its arcs, in cells.
const FLATNESS: f64 = 0.01;

/// Leaves out the turns of a path that are not needed and rounds the others by arcs of a radius, as
/// `--smooth` asks; tells of the result and returns its points.
pub(crate) fn smooth(
    report: &mut Report,
    path: &[Vec2],
    radius: f64,
    space: &impl Space,
) -> Result<Vec<Vec2>, Failure> {
    let rounded = reduce(path, 1.0, space)
        .and_then(|legs| round_corners(&legs, radius, space, FLATNESS))
        .map_err(|error| Failure::of_at("--smooth", error))?;
    let legs = rounded.points.windows(2).map(|leg| leg[0].distance_to(leg[1]));
    let length: f64 = legs.sum();
    let kept = match rounded.tight.len() {
        0 => format!("the radius of {radius} is kept"),
        tight => format!("less than the radius of {radius} at {}", count(tight as u64, "corner")),
    };
    line(&mut report.text, "smoothed", format_args!("{length:.4} cells long, {kept}"));
    let corner = |at: &TightCorner| format!("{:.2},{:.2}={:.2}", at.at.x, at.at.y, at.radius);
    if !rounded.tight.is_empty() {
        names_text(&mut report.text, "", rounded.tight.iter().map(corner));
    }
    let point = |at: Vec2| json!([at.x, at.y]);
    let corner = |at: &TightCorner| json!({ "at": point(at.at), "radius": at.radius });
    report.json["smoothed"] = json!({
        "length": length,
        "radius": radius,
        "tight": rounded.tight.iter().map(corner).collect::<Vec<_>>(),
        "points": rounded.points.iter().copied().map(point).collect::<Vec<_>>(),
    });
    Ok(rounded.points)
}
