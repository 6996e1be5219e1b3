//! Coordinates as the vectors of other crates, and back.

use astride::base::{Cell, Vec2, Vec3};
use astride::shapes::hex::Hex;
use astride::shapes::streamed::StreamedCell;
use astride::shapes::voxel::Voxel;

/// `ours` becomes `theirs`, and the other way round.
macro_rules! same {
    ($($ours:expr => $theirs:expr, $type:ty;)+) => {$(
        assert_eq!(<$type>::from($ours), $theirs);
        assert_eq!($ours, $theirs.into());
    )+};
}

#[test]
fn each_coordinate_stays_in_its_place() {
    let (cell, hex, voxel) = (Cell::new(1, 2), Hex::new(-1, 2), Voxel::new(1, 2, 3));
    let (flat, solid) = (Vec2::new(0.1, -2.0), Vec3::new(0.1, -2.0, 3.0));
    let streamed = StreamedCell::new(-1, 1 << 40);
    same! {
        cell => glam::UVec2::new(1, 2), glam::UVec2;
        hex => glam::IVec2::new(-1, 2), glam::IVec2;
        voxel => glam::UVec3::new(1, 2, 3), glam::UVec3;
        streamed => glam::I64Vec2::new(-1, 1 << 40), glam::I64Vec2;
        flat => glam::DVec2::new(0.1, -2.0), glam::DVec2;
        solid => glam::DVec3::new(0.1, -2.0, 3.0), glam::DVec3;
        cell => mint::Point2::from([1, 2]), mint::Point2<u32>;
        hex => mint::Point2::from([-1, 2]), mint::Point2<i32>;
        voxel => mint::Point3::from([1, 2, 3]), mint::Point3<u32>;
        streamed => mint::Point2::from([-1, 1 << 40]), mint::Point2<i64>;
        flat => mint::Point2::from([0.1, -2.0]), mint::Point2<f64>;
        flat => mint::Vector2::from([0.1, -2.0]), mint::Vector2<f64>;
        solid => mint::Point3::from([0.1, -2.0, 3.0]), mint::Point3<f64>;
        solid => mint::Vector3::from([0.1, -2.0, 3.0]), mint::Vector3<f64>;
    }
}

#[test]
fn numbers_of_half_the_size_are_widened() {
    let (flat, solid) = (Vec2::new(0.5, -2.0), Vec3::new(0.5, -2.0, 3.0));
    assert_eq!(Vec2::from(glam::Vec2::new(0.5, -2.0)), flat);
    assert_eq!(Vec3::from(glam::Vec3::new(0.5, -2.0, 3.0)), solid);
    assert_eq!(Vec2::from(mint::Point2::from([0.5_f32, -2.0])), flat);
    assert_eq!(Vec2::from(mint::Vector2::from([0.5_f32, -2.0])), flat);
    assert_eq!(Vec3::from(mint::Point3::from([0.5_f32, -2.0, 3.0])), solid);
    assert_eq!(Vec3::from(mint::Vector3::from([0.5_f32, -2.0, 3.0])), solid);
}
