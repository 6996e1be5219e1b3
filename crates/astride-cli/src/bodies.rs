//! Options for bodies: flyers, walkers and swimmers of any size among voxels, and large bodies on floors
//! and hexagons.

use astride::shapes::floors::FloorMover;
use astride::shapes::hex::HexMover;
use astride::shapes::voxel::{VoxelMedium, VoxelMover, VoxelWalk};
use clap::{Args, ValueEnum};

use crate::error::Failure;

/// How a body moves among voxels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum GaitName {
    #[default]
    Flyer,
    Walker,
    Swimmer,
}

/// How large a body is, and how it moves among voxels.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Large movers, and movers among voxels")]
pub(crate) struct BodyArgs {
    /// Whether it flies, walks on what is blocked, or swims in water
    #[arg(long, value_enum, default_value_t, value_name = "KIND")]
    mover: GaitName,

    /// Columns and rows of its body, among voxels and on floors [default: 1]
    #[arg(long, value_name = "PLACES")]
    side: Option<u32>,

    /// Rings of hexagons of its body around the one in the middle [default: 0]
    #[arg(long, value_name = "RINGS")]
    rings: Option<u32>,

    /// Layers of its body [default: 1; 2 of a walker]
    #[arg(long, value_name = "VOXELS")]
    height: Option<u32>,

    /// The most voxels that a step of a walker may lead up [default: 1]
    #[arg(long, value_name = "VOXELS")]
    climb: Option<u32>,

    /// The most voxels that a step of a walker may lead down [default: 3]
    #[arg(long, value_name = "VOXELS")]
    fall: Option<u32>,

    /// What each voxel up adds to the cost of a step [default: a straight step]
    #[arg(long, value_name = "TICKS")]
    climb_ticks: Option<u32>,

    /// What each voxel down adds to the cost of a step [default: 0]
    #[arg(long, value_name = "TICKS")]
    fall_ticks: Option<u32>,
}

impl BodyArgs {
    /// The first of the options that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let body = [("--side", self.side), ("--rings", self.rings), ("--height", self.height)];
        let given = body.into_iter().find(|(_, number)| number.is_some()).map(|(name, _)| name);
        (self.mover != GaitName::default()).then_some("--mover").or(given).or(self.of_legs())
    }

    /// The first option that was given and is for walkers.
    fn of_legs(&self) -> Option<&'static str> {
        let legs = [
            ("--climb", self.climb),
            ("--fall", self.fall),
            ("--climb-ticks", self.climb_ticks),
            ("--fall-ticks", self.fall_ticks),
        ];
        legs.into_iter().find(|(_, number)| number.is_some()).map(|(name, _)| name)
    }

    /// Refuses all options but one for a map that is none of voxels.
    pub(crate) fn refuse_but(&self, taken: Option<&str>) -> Result<(), Failure> {
        let others = BodyArgs {
            side: self.side.filter(|_| taken != Some("--side")),
            rings: self.rings.filter(|_| taken != Some("--rings")),
            ..self.clone()
        };
        let Some(option) = others.given() else { return Ok(()) };
        let expected = match option {
            "--side" => "expected a map of voxels or floors",
            "--rings" => "expected a map of hexagons",
            _ => "expected a map of voxels",
        };
        Err(Failure::at(option, expected))
    }

    /// Gives a mover on floors the body of these options.
    pub(crate) fn on_floors(&self, mover: FloorMover) -> Result<FloorMover, Failure> {
        mover.body(self.side.unwrap_or(1)).map_err(|error| Failure::of_at("--side", error))
    }

    /// Gives a mover on hexagons the body of these options.
    pub(crate) fn on_hexagons(&self, mover: HexMover) -> Result<HexMover, Failure> {
        mover.body(self.rings.unwrap_or(0)).map_err(|error| Failure::of_at("--rings", error))
    }

    /// Gives a flyer the body of these options.
    pub(crate) fn onto(&self, flyer: VoxelMover) -> Result<VoxelMover, Failure> {
        if self.rings.is_some() {
            return Err(Failure::at("--rings", "expected a map of hexagons"));
        }
        let height = if self.mover == GaitName::Walker { 2 } else { 1 };
        let mover = flyer.body(self.side.unwrap_or(1), self.height.unwrap_or(height));
        let mover = mover.map_err(|error| Failure::of_at("--side and --height", error))?;
        if self.mover != GaitName::Walker {
            let swims = self.mover == GaitName::Swimmer;
            let mover = if swims { mover.medium(VoxelMedium::Water) } else { mover };
            return self.of_legs().map_or(Ok(mover), |option| {
                Err(Failure::at(option, "only walkers climb and fall, expected --mover walker"))
            });
        }
        let [straight, ..] = mover.ticks();
        let usual = VoxelWalk { climb_ticks: straight, ..VoxelWalk::default() };
        let walk = VoxelWalk {
            climb: self.climb.unwrap_or(usual.climb),
            fall: self.fall.unwrap_or(usual.fall),
            climb_ticks: self.climb_ticks.unwrap_or(usual.climb_ticks),
            fall_ticks: self.fall_ticks.unwrap_or(usual.fall_ticks),
        };
        mover.walk(walk).map_err(|error| Failure::of_at("--mover walker", error))
    }
}
