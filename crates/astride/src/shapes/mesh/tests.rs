//! Small cases of meshes.

use crate::base::Vec2;
use crate::shapes::mesh::{Mesh, MeshScratch, polyanya};

fn points(all: &[(f64, f64)]) -> Vec<Vec2> {
    all.iter().map(|&(x, y)| Vec2::new(x, y)).collect()
}

#[test]
fn what_is_no_mesh_is_refused() {
    let check = |all: &[(f64, f64)], rings: &[&[u32]], message: &str| {
        let error = Mesh::new(points(all), rings).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    };
    let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.5, 0.2)];
    check(&square, &[], "no polygon");
    check(&square, &[&[0, 1]], "polygon 0 has 2 vertices");
    check(&square, &[&[0, 1, 2, 3], &[0, 1, 9]], "polygon 1 names vertex 9");
    check(&square, &[&[0, 3, 2, 1]], "polygon 0 is bent inward at vertex 0");
    check(&square, &[&[0, 4, 1, 2, 3]], "polygon 0 is bent inward at vertex 4");
    check(&square, &[&[0, 1, 1, 2]], "comes to the place of vertex 1 twice");
    check(&square, &[&[0, 1, 2, 3], &[0, 1, 2]], "polygons 0 and 1 both lie left of the edge");
    check(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)], &[&[0, 1, 2]], "polygon 0 is bent");
    check(&[(0.0, f64::NAN), (1.0, 0.0), (2.0, 0.0)], &[&[0, 1, 2]], "vertex 0 is (0, NaN)");
    check(&[(0.0, 2e12), (1.0, 0.0), (2.0, 0.0)], &[&[0, 1, 2]], "vertex 0 is (0, 2000000000000)");
    // A star goes round twice and turns left everywhere.
    let star = [(0.0, 3.0), (-2.0, -2.0), (3.0, 1.0), (-3.0, 1.0), (2.0, -2.0)];
    check(&star, &[&[0, 1, 2, 3, 4]], "goes round more than once");
    let error = Mesh::with_walls(points(&square), &[[0, 1, 2, 3]], &[(0, 1)]).unwrap_err();
    assert!(error.to_string().contains("between vertices 0 and 1"), "{error}");
}

#[test]
fn a_thousand_lives_of_a_scratch_wrap_around() {
    let square = points(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (2.0, 0.0), (2.0, 3.0)]);
    let mesh = Mesh::new(square, &[&[0, 1, 2, 3][..], &[1, 4, 2], &[2, 4, 5]]).unwrap();
    let (from, to) = (Vec2::new(0.1, 0.9), Vec2::new(1.9, 2.5));
    let mut scratch = MeshScratch::new();
    let expected = polyanya(&mesh, from, to, &mut scratch, &mut ());
    scratch.age_to((1 << 31) - 3);
    for _ in 0..6 {
        let answer = polyanya(&mesh, from, to, &mut scratch, &mut ());
        assert_eq!(answer.path().map(|f| &f.points), expected.path().map(|f| &f.points));
    }
    assert_eq!(expected.path().map(|line| line.points.len()), Some(3));
}
