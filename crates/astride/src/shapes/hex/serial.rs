//! What serde writes of the gait of a mover.

use super::{HexGait, HexMover};

#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct AnyGait {
    step: u32,
    #[serde(default)]
    radius: u32,
}

impl From<HexGait> for AnyGait {
    fn from(gait: HexGait) -> AnyGait {
        AnyGait { step: gait.step_ticks(), radius: gait.radius }
    }
}

impl TryFrom<AnyGait> for HexGait {
    type Error = Box<dyn std::error::Error>;

    fn try_from(any: AnyGait) -> Result<Self, Self::Error> {
        Ok(HexMover::new().step(any.step)?.body(any.radius)?.gait)
    }
}
