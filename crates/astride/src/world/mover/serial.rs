//! What serde writes of a mover: only the classes that it can enter, and the fences that it can cross.

use super::{Mover, MoverError};
use crate::world::Crossings;

#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Rules<G> {
    /// Class, factor and media.
    terrain: Vec<(u8, u32, u8)>,
    /// Class of fence and extra ticks.
    crosses: Vec<(u8, u32)>,
    gait: G,
}

impl<G> From<Mover<G>> for Rules<G> {
    fn from(mover: Mover<G>) -> Self {
        let passable = (0..=u8::MAX).filter(|&class| mover.is_passable(class));
        let rule = |class| (class, mover.factor(class), mover.media_of(class));
        let terrain = passable.map(rule).collect();
        Rules { terrain, crosses: mover.crossings.all().to_vec(), gait: mover.gait }
    }
}

impl<G> TryFrom<Rules<G>> for Mover<G> {
    type Error = MoverError;

    fn try_from(rules: Rules<G>) -> Result<Self, MoverError> {
        let crossings = Crossings::default();
        let mut mover = Mover { factors: [0; 256], media: [0; 256], crossings, gait: rules.gait };
        for (class, factor, media) in rules.terrain {
            mover = mover.terrain_in(class, factor, media)?;
        }
        for (class, extra) in rules.crosses {
            mover = mover.crosses(class, extra)?;
        }
        Ok(mover)
    }
}
