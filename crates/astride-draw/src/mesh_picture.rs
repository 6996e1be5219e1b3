//! Pictures of navigation meshes.

use astride::base::Vec2;
use astride::shapes::mesh::Mesh;

use crate::error::{DrawError, Kind};
use crate::palette::{Theme, mix};
use crate::raster;
use crate::sheet::Sheet;

/// The most polygons that a picture may have.
const MOST_POLYGONS: u32 = 1 << 18;

/// How much of a polygon that was looked through is coloured, in parts of 256.
const SHARE: u32 = 150;

/// What a picture of a mesh shows; y points down, as on grids.
#[derive(Clone, Copy)]
pub struct MeshPicture<'a> {
    /// The mesh.
    pub mesh: &'a Mesh,
    /// Where the path begins.
    pub starts: &'a [Vec2],
    /// Where it ends.
    pub goals: &'a [Vec2],
    /// Where the path begins, turns and ends, if there is one.
    pub path: Option<&'a [Vec2]>,
    /// The polygons that a search looked through, in order; the later for the first time, the
    /// brighter.
    pub expanded: &'a [u32],
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
    /// O(edges + n log n) for n polygons looked through.
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
    /// let bare = MeshPicture { mesh: &mesh, starts: &[], goals: &[], path: None, expanded: &[0] };
    /// assert_eq!(bare.svg(Theme::Light)?.matches("<path").count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn svg(&self, theme: Theme) -> Result<String, DrawError> {
        Ok(self.drawn(theme)?.0)
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    ///
    /// As of [`svg`](Self::svg), or if there is no memory for the pixels.
    ///
    /// # Complexity
    ///
    /// O(edges and pixels).
    pub fn png(&self, theme: Theme) -> Result<Vec<u8>, DrawError> {
        raster::png(self.drawn(theme)?)
    }

    fn drawn(&self, theme: Theme) -> Result<(String, [u32; 2]), DrawError> {
        let mesh = self.mesh;
        if mesh.polygon_count() > MOST_POLYGONS {
            return Err(Kind::TooMany { limit: MOST_POLYGONS }.into());
        }
        let polygons = 0..mesh.polygon_count();
        let corners = polygons.clone().flat_map(|polygon| mesh.outline(polygon));
        let mut sheet = Sheet::around(corners, theme);
        let mut turns = vec![None; mesh.polygon_count() as usize];
        for (turn, &polygon) in self.expanded.iter().enumerate() {
            if let Some(first) = turns.get_mut(polygon as usize) {
                first.get_or_insert(turn as u64);
            }
        }
        let most = self.expanded.len() as u64;
        for polygon in polygons {
            let free = sheet.palette.free;
            let colour = match turns[polygon as usize] {
                Some(turn) => mix(free, sheet.palette.heat(turn, most), SHARE),
                None => free,
            };
            sheet.polygon(&mesh.outline(polygon), colour);
        }
        if let Some(path) = self.path {
            sheet.line(path.iter().copied());
        }
        sheet.dots(self.starts.iter().copied(), sheet.palette.start);
        sheet.dots(self.goals.iter().copied(), sheet.palette.goal);
        Ok(sheet.finished())
    }
}
