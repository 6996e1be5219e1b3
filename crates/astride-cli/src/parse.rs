//! Cells, scales, terrain and the other words of the command line.

use std::time::Duration;

use astride::base::{Cell, CellNameError, CellRect, Scale};
use astride::search::Ties;
use astride::shapes::graph::GraphPlace;
use astride::shapes::square::{Corners, Metric, Neighbours};
use astride::world::Overlay;
use clap::ValueEnum;

/// `x,y`: column from the left and row from the top, both from 0.
pub(crate) fn cell(text: &str) -> Result<Cell, CellNameError> {
    text.parse()
}

/// `exact`, `classic`, or `S/D`: the ticks of a straight and a diagonal step.
pub(crate) fn scale(text: &str) -> Result<Scale, String> {
    match text {
        "exact" => return Ok(Scale::EXACT),
        "classic" => return Ok(Scale::CLASSIC),
        _ => {}
    }
    let wrong = || "expected exact, classic, or whole ticks such as 10/14".to_owned();
    let (straight, diagonal) = text.split_once('/').ok_or_else(wrong)?;
    let ticks = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
    Scale::new(ticks(straight)?, ticks(diagonal)?).map_err(|error| error.to_string())
}

/// What one terrain letter means to the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terrain {
    pub(crate) class: u8,
    /// The factor on the cost of a step; with 0 it cannot be entered.
    pub(crate) factor: u32,
}

/// `LETTER=FACTOR`, where a factor of 0 or `blocked` cannot be entered.
pub(crate) fn terrain(text: &str) -> Result<Terrain, String> {
    let wrong = || "expected LETTER=FACTOR, such as S=3 or W=blocked".to_owned();
    let &[class, b'=', ..] = text.as_bytes() else { return Err(wrong()) };
    if !class.is_ascii_graphic() {
        return Err(wrong());
    }
    match &text[2..] {
        "blocked" => Ok(Terrain { class, factor: 0 }),
        number => number.parse().map(|factor| Terrain { class, factor }).map_err(|_| wrong()),
    }
}

/// What the mover pays for crossing fences of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crossing {
    pub(crate) class: u8,
    /// Ticks in addition to those of the step.
    pub(crate) extra: u32,
}

/// `CLASS=TICKS`.
pub(crate) fn crossing(text: &str) -> Result<Crossing, String> {
    let wrong = || "expected CLASS=TICKS, such as 7=500".to_owned();
    let (class, extra) = text.split_once('=').ok_or_else(wrong)?;
    Ok(Crossing { class: fence_class(class)?, extra: extra.parse().map_err(|_| wrong())? })
}

/// What the arcs from one place of a graph to another cost extra.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Toll {
    pub(crate) arc: [GraphPlace; 2],
    pub(crate) extra: u32,
}

/// `FROM-TO`: the arcs from one place of a graph to another.
pub(crate) fn arc(text: &str) -> Result<[GraphPlace; 2], String> {
    let wrong = || "expected FROM-TO, such as 17-18".to_owned();
    let (from, to) = text.split_once('-').ok_or_else(wrong)?;
    let place = |text: &str| text.parse::<GraphPlace>().map_err(|_| wrong());
    Ok([place(from)?, place(to)?])
}

/// `FROM-TO=TICKS`.
pub(crate) fn toll(text: &str) -> Result<Toll, String> {
    let wrong = || "expected FROM-TO=TICKS, such as 17-18=500".to_owned();
    let (ends, extra) = text.split_once('=').ok_or_else(wrong)?;
    let (arc, extra) = (arc(ends).map_err(|_| wrong())?, extra.parse().map_err(|_| wrong())?);
    Ok(Toll { arc, extra })
}

/// A class of fences.
pub(crate) fn fence_class(text: &str) -> Result<u8, String> {
    let wrong = |_| format!("{text:?} is not a class of fences, expected 0 to 255");
    text.parse().map_err(wrong)
}

/// The rectangle of `WxH` cells from a corner on.
pub(crate) fn sized(Cell { x, y }: Cell, word: &str) -> Result<CellRect, String> {
    let sides = word.split_once('x').and_then(|(width, height)| {
        let side = |text: &str| text.parse::<u32>().ok().filter(|&side| side > 0);
        Some((side(width)?, side(height)?))
    });
    let (width, height) =
        sides.ok_or_else(|| format!("{word:?} is no size, expected WxH in cells, such as 3x2"))?;
    let ends = x.checked_add(width).zip(y.checked_add(height));
    ends.map(|_| CellRect::new(x, y, width, height))
        .ok_or_else(|| format!("{word} cells from {x},{y} on are off every map"))
}

/// `X,Y,WxH`: a rectangle of cells; `wrong` says what was expected.
fn rect(text: &str, wrong: &str) -> Result<CellRect, String> {
    let (corner, size) = text.rsplit_once(',').ok_or(wrong)?;
    sized(cell(corner).map_err(|_| wrong)?, size)
}

/// The same, or `X,Y` for a single cell.
pub(crate) fn area(text: &str) -> Result<CellRect, String> {
    let wrong = "expected X,Y,WxH, such as 4,1,3x2";
    if text.contains('x') {
        rect(text, wrong)
    } else {
        cell(text).map(CellRect::of).map_err(|_| wrong.to_owned())
    }
}

/// `X,Y,WxH=TICKS`: what entering each cell of a rectangle costs in addition to the step.
pub(crate) fn extra_cost(text: &str) -> Result<(CellRect, u32), String> {
    let wrong = "expected X,Y,WxH=TICKS, such as 4,1,3x2=5000";
    let (area, ticks) = text.split_once('=').ok_or(wrong)?;
    let area = rect(area, wrong)?;
    let ticks = ticks.parse().ok().filter(|&ticks| ticks <= Overlay::MOST);
    ticks
        .map(|ticks| (area, ticks))
        .ok_or_else(|| format!("expected ticks from 0 to {}, such as 4,1,3x2=5000", Overlay::MOST))
}

/// A number of straight steps, with fractions: at least 0.
pub(crate) fn steps(text: &str) -> Result<f64, String> {
    let steps: f64 = text.parse().unwrap_or(f64::NAN);
    if steps >= 0.0 && steps.is_finite() {
        Ok(steps)
    } else {
        Err("expected a number of steps of at least 0, such as 6.5".into())
    }
}

/// How many times as much as the cheapest a path may cost: at least 1.
pub(crate) fn ratio(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(ratio) if (1.0..f64::INFINITY).contains(&ratio) => Ok(ratio),
        _ => Err("expected a number of at least 1, such as 1.01".into()),
    }
}

/// Names of the geometric guesses.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum HeuristicName {
    Zero,
    Manhattan,
    #[default]
    Octile,
    Chebyshev,
    Euclidean,
}

impl From<HeuristicName> for Metric {
    fn from(name: HeuristicName) -> Metric {
        match name {
            HeuristicName::Zero => Metric::Zero,
            HeuristicName::Manhattan => Metric::Manhattan,
            HeuristicName::Octile => Metric::Octile,
            HeuristicName::Chebyshev => Metric::Chebyshev,
            HeuristicName::Euclidean => Metric::Euclidean,
        }
    }
}

/// Names of the tie rules.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum TiesName {
    #[default]
    LastAdded,
    FirstAdded,
    #[value(name = "smaller-h")]
    SmallerH,
    Straightest,
}

impl From<TiesName> for Ties {
    fn from(name: TiesName) -> Ties {
        match name {
            TiesName::LastAdded => Ties::LastAdded,
            TiesName::FirstAdded => Ties::FirstAdded,
            TiesName::SmallerH => Ties::SmallerH,
            TiesName::Straightest => Ties::Straightest,
        }
    }
}

/// Names of the corner rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CornersName {
    #[default]
    Never,
    OneFree,
    Always,
}

impl From<CornersName> for Corners {
    fn from(name: CornersName) -> Corners {
        match name {
            CornersName::Never => Corners::Never,
            CornersName::OneFree => Corners::OneFree,
            CornersName::Always => Corners::Always,
        }
    }
}

/// Four or eight neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum NeighboursName {
    #[value(name = "4")]
    Four,
    #[default]
    #[value(name = "8")]
    Eight,
}

impl From<NeighboursName> for Neighbours {
    fn from(name: NeighboursName) -> Neighbours {
        match name {
            NeighboursName::Four => Neighbours::Four,
            NeighboursName::Eight => Neighbours::Eight,
        }
    }
}

/// How many neighbours a place of any shape may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnyNeighbours {
    #[value(name = "4")]
    Four,
    #[value(name = "8")]
    Eight,
    #[value(name = "6")]
    Six,
    #[value(name = "18")]
    Eighteen,
    #[value(name = "26")]
    TwentySix,
}

/// A number of seconds in an option: at most some thirty years.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|&number: &f64| number > 0.0 && number <= 1e9);
    let time = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    time.ok_or_else(|| "expected seconds above 0 and at most 1000000000, such as 10 or 0.5".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_two_whole_numbers() {
        assert_eq!(cell("3,4"), Ok(Cell::new(3, 4)));
        assert_eq!(cell("3, 4"), Ok(Cell::new(3, 4)));
        for text in ["", "3", "3,", ",4", "-1,2", "3,4,5", "x,y", "1.5,2", "4294967296,0", "+1,2"] {
            assert!(cell(text).is_err(), "{text}");
        }
    }

    #[test]
    fn scales_and_terrain_are_read() {
        assert_eq!(scale("classic"), scale("10/14"));
        assert!(scale("10/9").unwrap_err().contains("expected 1 <= straight"));
        assert!(scale("10").is_err() && scale("/").is_err() && scale("1/99999999999").is_err());
        assert_eq!(terrain("S=3"), Ok(Terrain { class: b'S', factor: 3 }));
        assert_eq!(terrain("W=blocked"), Ok(Terrain { class: b'W', factor: 0 }));
        for text in ["", "S", "S=", "SS=3", "é=3", "S=-1", " =1", "S=99999999999"] {
            assert!(terrain(text).is_err(), "{text}");
        }
        assert_eq!(crossing("7=500"), Ok(Crossing { class: 7, extra: 500 }));
        for text in ["", "7", "7=", "=5", "256=5", "f=5", "7=-1", "7=99999999999"] {
            assert!(crossing(text).is_err_and(|error| error.contains("expected")), "{text}");
        }
        assert_eq!(extra_cost("4,1,3x2=50"), Ok((CellRect::new(4, 1, 3, 2), 50)));
        for text in
            ["", "4,1=5", "4,1,3x2", "4,3x2=5", "4,1,3x0=5", "4,1,3x2=-1", "4,1,3x2=16777216"]
        {
            assert!(extra_cost(text).is_err_and(|error| error.contains("expected")), "{text}");
        }
        assert!(steps("nan").is_err() && steps("-1").is_err() && steps("inf").is_err());
    }
}
