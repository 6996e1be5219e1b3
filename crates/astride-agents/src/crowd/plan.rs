//! The velocity closest to a wish within half-planes: hard ones always, soft ones if possible.
//!
//! Linear programs in two dimensions, solved by adding half-planes one by one; if the soft ones
//! leave no solution, their largest violation is minimised. Both as in van den Berg, Guy, Lin &
//! Manocha, "Reciprocal n-Body Collision Avoidance", ISRR 2009.

use astride::base::Vec2;

use super::plane::dot;

/// All velocities `v` with `normal · v ≤ most`; the normal has length 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfPlane {
    pub(super) normal: Vec2,
    pub(super) most: f64,
}

impl HalfPlane {
    fn excess(&self, velocity: Vec2) -> f64 {
        dot(self.normal, velocity) - self.most
    }
}

/// The objective by which velocities are compared.
#[derive(Clone, Copy)]
enum Aim {
    /// Distance to this one.
    Near(Vec2),
    /// Projection on this direction.
    Along(Vec2),
}

/// Values below this count as zero, in cells per second.
const NOTHING: f64 = 1e-9;

/// The velocity of length at most `speed` that is closest to `wish`, within the first `hard`
/// half-planes and, as far as possible, within the others. `None` if the hard ones leave no
/// solution.
///
/// `spare` is working memory.
pub(super) fn choose(
    planes: &[HalfPlane],
    hard: usize,
    speed: f64,
    wish: Vec2,
    spare: &mut Vec<HalfPlane>,
) -> Option<Vec2> {
    let mut velocity = wish;
    match best(planes, speed, Aim::Near(wish), &mut velocity) {
        None => Some(velocity),
        Some(failed) if failed < hard => None,
        Some(failed) => {
            relax(planes, hard, failed, speed, &mut velocity, spare);
            Some(velocity)
        }
    }
}

/// Stores the best velocity in `velocity`. Returns the number of the first plane that leaves no
/// solution, in which case the best velocity before it is stored.
fn best(planes: &[HalfPlane], speed: f64, aim: Aim, velocity: &mut Vec2) -> Option<usize> {
    *velocity = match aim {
        Aim::Along(direction) => direction.times(speed),
        Aim::Near(wish) => {
            let length = wish.length();
            if length > speed { wish.times(speed / length) } else { wish }
        }
    };
    for (at, plane) in planes.iter().enumerate() {
        if plane.excess(*velocity) > NOTHING {
            match on_edge(planes, at, speed, aim) {
                Some(better) => *velocity = better,
                None => return Some(at),
            }
        }
    }
    None
}

/// The best velocity on the edge of plane `at` that satisfies all planes before it.
fn on_edge(planes: &[HalfPlane], at: usize, speed: f64, aim: Aim) -> Option<Vec2> {
    let HalfPlane { normal, most } = planes[at];
    let half = speed * speed - most * most;
    if half < 0.0 {
        return None;
    }
    let along = Vec2::new(-normal.y, normal.x);
    let foot = normal.times(most);
    let (mut low, mut high) = (-half.sqrt(), half.sqrt());
    // Which way a plane faces is as good as random, so nothing here depends on it but numbers.
    for plane in &planes[..at] {
        let slope = dot(plane.normal, along);
        let left = -plane.excess(foot);
        if slope.abs() < NOTHING && left < -NOTHING {
            return None;
        }
        let edge = left / slope;
        let above = if slope >= NOTHING { edge } else { f64::INFINITY };
        let below = if slope <= -NOTHING { edge } else { -f64::INFINITY };
        high = if above < high { above } else { high };
        low = if below > low { below } else { low };
    }
    if low > high {
        return None;
    }
    let part = match aim {
        Aim::Near(wish) => dot(wish, along).max(low).min(high),
        Aim::Along(direction) if dot(direction, along) > 0.0 => high,
        Aim::Along(_) => low,
    };
    Some(foot.plus(along.times(part)))
}

/// Minimises the largest violation of the soft planes from `begin` on within the hard ones.
fn relax(
    planes: &[HalfPlane],
    hard: usize,
    begin: usize,
    speed: f64,
    velocity: &mut Vec2,
    spare: &mut Vec<HalfPlane>,
) {
    let mut excess = 0.0;
    for at in begin..planes.len() {
        let plane = planes[at];
        if plane.excess(*velocity) <= excess + NOTHING {
            continue;
        }
        // Where an earlier plane is violated no more than this one.
        spare.clear();
        spare.extend_from_slice(&planes[..hard]);
        for other in &planes[hard..at] {
            let normal = other.normal.minus(plane.normal);
            let length = normal.length();
            if length > NOTHING {
                let most = (other.most - plane.most) / length;
                spare.push(HalfPlane { normal: normal.times(1.0 / length), most });
            }
        }
        let mut found = *velocity;
        let back = plane.normal.times(-1.0);
        if best(spare, speed, Aim::Along(back), &mut found).is_none() {
            *velocity = found;
        }
        excess = plane.excess(*velocity);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::base::Random;

    fn plane(x: f64, y: f64, most: f64) -> HalfPlane {
        let length = Vec2::new(x, y).length();
        HalfPlane { normal: Vec2::new(x / length, y / length), most }
    }

    /// Compared with all velocities of a fine lattice.
    #[test]
    fn the_choice_is_the_nearest_allowed() {
        let mut dice = Random::new(11);
        let mut number = |most: f64| (f64::from(dice.below(2001)) / 1000.0 - 1.0) * most;
        let mut spare = Vec::new();
        let mut free = 0;
        for _ in 0..300 {
            let wish = Vec2::new(number(1.5), number(1.5));
            let planes: Vec<HalfPlane> =
                (0..4).map(|_| plane(number(1.0) + 1e-3, number(1.0), number(0.5) + 0.3)).collect();
            let found = choose(&planes, planes.len(), 1.0, wish, &mut spare);
            let is_allowed = |velocity: Vec2, slack: f64| {
                velocity.length() <= 1.0 + slack
                    && planes.iter().all(|plane| plane.excess(velocity) <= slack)
            };
            let lattice = (-50..=50)
                .flat_map(|x| (-50..=50).map(move |y| (f64::from(x) / 50.0, f64::from(y) / 50.0)))
                .map(|(x, y)| Vec2::new(x, y))
                .filter(|&velocity| is_allowed(velocity, 0.0))
                .map(|velocity| velocity.distance_to(wish))
                .fold(f64::INFINITY, f64::min);
            match found {
                None => assert!(lattice.is_infinite(), "there is a velocity"),
                Some(found) => {
                    free += 1;
                    assert!(is_allowed(found, 1e-6));
                    assert!(found.distance_to(wish) <= lattice + 1e-6);
                }
            }
        }
        assert!(free > 100);
    }

    #[test]
    fn soft_planes_give_way_and_hard_ones_do_not() {
        let planes = [plane(1.0, 0.0, 0.2), plane(-1.0, 0.0, -0.6), plane(-1.0, 0.0, -0.8)];
        let found = choose(&planes, 1, 1.0, Vec2::new(1.0, 0.0), &mut Vec::new()).unwrap();
        assert!((found.x - 0.2).abs() < 1e-6, "{found:?}");
        assert_eq!(choose(&planes, 2, 1.0, Vec2::default(), &mut Vec::new()), None);
    }
}
