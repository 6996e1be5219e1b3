//! Pictures of navigation meshes.

use astride::base::Vec2;
use astride::shapes::mesh::{AreaFactors, Mesh};
use astride::shapes::square::Mover;

use crate::error::DrawError;
use crate::palette::{Rgb, Theme, mix};
use crate::sheet::Sheet;
use crate::tints::Tints;

/// The darkness of polygon edges, in 1/256.
const EDGE: u32 = 80;

/// The contents of a picture of a mesh, dark where there is no mesh; y points down, as on grids. Area
/// classes that are letters of maps have the colours that they have there.
#[derive(Clone, Copy)]
pub struct MeshPicture<'a> {
    /// The mesh.
    pub mesh: &'a Mesh,
    /// What its areas cost who moves there: costly ones are darker, and forbidden ones have the colour
    /// of blocked cells. `None` stands for what the letters of maps usually cost.
    pub factors: Option<&'a AreaFactors>,
    /// The starts of the path.
    pub starts: &'a [Vec2],
    /// The goals of the path.
    pub goals: &'a [Vec2],
    /// The start, turning points and end of the path, if there is one.
    pub path: Option<&'a [Vec2]>,
    /// The polygons expanded by a search, in order; later ones (at their first expansion) are
    /// brighter.
    pub expanded: &'a [u32],
}

/// The usual factors of letters of maps; other numbers are classes of a user's own.
fn usual_factor(class: u8) -> u32 {
    if class.is_ascii_graphic() { Mover::walker().factor(class) } else { 1 }
}

impl MeshPicture<'_> {
    /// The picture as an SVG document.
    ///
    /// # Errors
    ///
    /// If the mesh has more than 2¹⁸ polygons.
    ///
    /// # Complexity
    ///
    /// O(edges + polygons expanded).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Vec2;
    /// use astride::shapes::mesh::Mesh;
    /// use astride_draw::{MeshPicture, Theme};
    /// let corners = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)];
    /// let points = corners.map(|(x, y)| Vec2::new(x, y)).to_vec();
    /// let mesh = Mesh::new(points, &[[0, 1, 2], [0, 2, 3]])?;
    /// let (starts, goals) = (&[], &[]);
    /// let bare =
    ///     MeshPicture { mesh: &mesh, factors: None, starts, goals, path: None, expanded: &[0] };
    /// assert_eq!(bare.svg(Theme::Light)?.matches("<path").count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn svg(&self, theme: Theme) -> Result<String, DrawError> {
        Ok(self.drawn(theme)?.svg())
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    ///
    /// As for [`svg`](Self::svg), or if there is not enough memory for the pixels.
    ///
    /// # Complexity
    ///
    /// O(edges and pixels).
    pub fn png(&self, theme: Theme) -> Result<Vec<u8>, DrawError> {
        self.drawn(theme)?.png()
    }

    fn drawn(&self, theme: Theme) -> Result<Sheet, DrawError> {
        let mesh = self.mesh;
        let polygons = 0..mesh.polygon_count();
        Sheet::check(polygons.len())?;
        let corners = polygons.clone().flat_map(|polygon| mesh.outline(polygon));
        let mut sheet = Sheet::around(corners, theme);
        let palette = sheet.palette;
        sheet.backdrop(palette.blocked);
        let tints = Tints::of(self.expanded.iter().map(|&polygon| polygon as usize), polygons.end);
        let edge = mix(palette.free, palette.ink, EDGE);
        let factor = |class| match self.factors {
            // No factor is darker than 9, and none is brighter than 1.
            Some(factors) => {
                factors.of(class).map_or(0, |factor| factor.clamp(1.0, 9.0).round() as u32)
            }
            None => usual_factor(class),
        };
        let grounds: Vec<Rgb> =
            (0..=u8::MAX).map(|class| palette.terrain(class, factor(class))).collect();
        for polygon in polygons {
            let ground = grounds[usize::from(mesh.class_of(polygon).unwrap_or_default())];
            let colour = tints.over(ground, polygon as usize, palette);
            sheet.polygon(&mesh.outline(polygon), colour, edge);
        }
        let [path, starts, goals] = [self.path.unwrap_or_default(), self.starts, self.goals];
        sheet.path(path.iter().copied(), starts.iter().copied(), goals.iter().copied());
        Ok(sheet)
    }
}
