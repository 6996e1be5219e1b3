//! Conversions between coordinates and the vectors of the crates `glam` and `mint`.

#[cfg(any(feature = "glam", feature = "mint"))]
use super::{Cell, Vec2, Vec3};

/// Conversions both ways, each behind the feature of its crate.
macro_rules! vectors {
    ($($feature:literal: $ours:ident { $($field:ident: $axis:ident),+ } = $theirs:ty;)+) => {$(
        #[cfg(feature = $feature)]
        impl From<$theirs> for $ours {
            fn from(theirs: $theirs) -> Self {
                $ours { $($field: theirs.$axis),+ }
            }
        }

        #[cfg(feature = $feature)]
        impl From<$ours> for $theirs {
            fn from(ours: $ours) -> Self {
                Self { $($axis: ours.$field),+ }
            }
        }
    )+};
}

/// Conversions from vectors of `f32`; the way back would lose digits in silence.
macro_rules! widened {
    ($($feature:literal: $ours:ident { $($axis:ident),+ } from $theirs:ty;)+) => {$(
        #[cfg(feature = $feature)]
        impl From<$theirs> for $ours {
            fn from(theirs: $theirs) -> Self {
                $ours { $($axis: theirs.$axis.into()),+ }
            }
        }
    )+};
}

vectors! {
    "glam": Cell { x: x, y: y } = glam::UVec2;
    "glam": Vec2 { x: x, y: y } = glam::DVec2;
    "glam": Vec3 { x: x, y: y, z: z } = glam::DVec3;
    "mint": Cell { x: x, y: y } = mint::Point2<u32>;
    "mint": Vec2 { x: x, y: y } = mint::Point2<f64>;
    "mint": Vec2 { x: x, y: y } = mint::Vector2<f64>;
    "mint": Vec3 { x: x, y: y, z: z } = mint::Point3<f64>;
    "mint": Vec3 { x: x, y: y, z: z } = mint::Vector3<f64>;
}

widened! {
    "glam": Vec2 { x, y } from glam::Vec2;
    "glam": Vec3 { x, y, z } from glam::Vec3;
    "mint": Vec2 { x, y } from mint::Point2<f32>;
    "mint": Vec2 { x, y } from mint::Vector2<f32>;
    "mint": Vec3 { x, y, z } from mint::Point3<f32>;
    "mint": Vec3 { x, y, z } from mint::Vector3<f32>;
}
