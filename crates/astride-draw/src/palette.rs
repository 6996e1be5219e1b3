//! Colours: two themes, terrain, and heat.

/// Red, green, blue, each 0–255, as in sRGB.
pub(crate) type Rgb = [u8; 3];

/// The number of colours for groups of cells.
pub(crate) const GROUPS: usize = 7;

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Light paper, for documents.
    #[default]
    Light,
    /// Dark paper, for screens at night.
    Dark,
}

/// The colours of one theme.
#[derive(Debug)]
pub(crate) struct Palette {
    pub(crate) page: Rgb,
    pub(crate) ink: Rgb,
    pub(crate) faint_ink: Rgb,
    pub(crate) free: Rgb,
    pub(crate) blocked: Rgb,
    pub(crate) trees: Rgb,
    pub(crate) swamp: Rgb,
    pub(crate) water: Rgb,
    /// Terrain of factor 2 and of factor 9; those between are interpolated.
    pub(crate) costly: [Rgb; 2],
    pub(crate) open: Rgb,
    pub(crate) path: Rgb,
    pub(crate) halo: Rgb,
    pub(crate) start: Rgb,
    pub(crate) goal: Rgb,
    pub(crate) wall: Rgb,
    pub(crate) link: Rgb,
    /// Groups of cells that belong together.
    pub(crate) groups: [Rgb; GROUPS],
    /// Unknown cells.
    pub(crate) fog: Rgb,
    /// Borders of clusters.
    pub(crate) border: Rgb,
    /// Nodes of clusters, by level; higher levels look like the last.
    pub(crate) nodes: [Rgb; 3],
    pub(crate) figure: FigurePalette,
    /// The part of the heat table in use, in 1/256: its darkest end looks like a blocked cell.
    heat: [u32; 2],
}

/// The colours of the tutorial figure.
#[derive(Debug)]
pub(crate) struct FigurePalette {
    pub(crate) free: Rgb,
    pub(crate) line: Rgb,
    pub(crate) start: Rgb,
    pub(crate) goal: Rgb,
    pub(crate) blocked: Rgb,
    pub(crate) open: Rgb,
    pub(crate) closed: Rgb,
    pub(crate) dot: Rgb,
}

static LIGHT: Palette = Palette {
    page: [255, 255, 255],
    ink: [38, 43, 51],
    faint_ink: [106, 115, 128],
    free: [244, 241, 234],
    blocked: [52, 58, 70],
    trees: [74, 98, 86],
    swamp: [176, 190, 142],
    water: [142, 190, 222],
    costly: [[236, 220, 176], [150, 98, 58]],
    open: [255, 143, 64],
    path: [214, 40, 57],
    halo: [255, 255, 255],
    start: [34, 160, 80],
    goal: [214, 40, 57],
    wall: [38, 43, 51],
    link: [126, 87, 194],
    groups: OKABE_ITO,
    fog: [120, 124, 132],
    border: [0, 90, 150],
    nodes: [[213, 94, 0], [0, 114, 178], [38, 43, 51]],
    figure: FigurePalette {
        free: [253, 252, 249],
        line: [205, 208, 214],
        start: [120, 200, 128],
        goal: [238, 120, 112],
        blocked: [62, 104, 176],
        open: [46, 160, 67],
        closed: [96, 190, 232],
        dot: [214, 40, 57],
    },
    heat: [44, 256],
};

static DARK: Palette = Palette {
    page: [18, 21, 26],
    ink: [230, 233, 238],
    faint_ink: [150, 160, 175],
    free: [58, 64, 75],
    blocked: [24, 28, 34],
    trees: [31, 58, 40],
    swamp: [88, 98, 64],
    water: [44, 92, 130],
    costly: [[104, 90, 60], [150, 98, 58]],
    open: [255, 143, 64],
    path: [255, 92, 108],
    halo: [18, 21, 26],
    start: [60, 200, 110],
    goal: [255, 92, 108],
    wall: [236, 239, 244],
    link: [176, 140, 240],
    groups: OKABE_ITO,
    fog: [8, 9, 12],
    border: [120, 180, 230],
    nodes: [[230, 159, 0], [86, 180, 233], [230, 233, 238]],
    figure: FigurePalette {
        free: [30, 34, 41],
        line: [66, 73, 84],
        start: [36, 110, 56],
        goal: [150, 46, 46],
        blocked: [58, 96, 168],
        open: [70, 200, 96],
        closed: [110, 200, 240],
        dot: [255, 92, 108],
    },
    heat: [30, 256],
};

/// Colours that can be told apart with any kind of colour vision (Okabe & Ito, "Color Universal
/// Design", 2008), in an order in which neighbours also differ in lightness.
const OKABE_ITO: [Rgb; GROUPS] = [
    [86, 180, 233],
    [230, 159, 0],
    [0, 158, 115],
    [204, 121, 167],
    [240, 228, 66],
    [0, 114, 178],
    [213, 94, 0],
];

/// Nine evenly spaced colours of viridis (Smith & van der Walt, 2015; dedicated to the public
/// domain): equal steps of lightness, also for colour-blind readers.
const VIRIDIS: [Rgb; 9] = [
    [68, 1, 84],
    [71, 44, 122],
    [59, 81, 139],
    [44, 113, 142],
    [33, 144, 141],
    [39, 173, 129],
    [92, 200, 99],
    [170, 220, 50],
    [253, 231, 37],
];

impl Theme {
    pub(crate) fn palette(self) -> &'static Palette {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }
}

impl Palette {
    /// The heat colour of `value` between 0 and `most`.
    pub(crate) fn heat(&self, value: u64, most: u64) -> Rgb {
        let share = u128::from(value.min(most)) * 256 / u128::from(most.max(1));
        let at = self.heat[0] + share as u32 * (self.heat[1] - self.heat[0]) / 256;
        let (anchor, part) = ((at / 32) as usize, (at % 32) * 8);
        mix(VIRIDIS[anchor], VIRIDIS[(anchor + 1).min(VIRIDIS.len() - 1)], part)
    }

    /// The colour of terrain `class`, which costs `factor` times a step to enter; 0 is blocked.
    pub(crate) fn terrain(&self, class: u8, factor: u32) -> Rgb {
        match (class, factor) {
            (b'W', _) => self.water,
            (b'T', 0) => self.trees,
            (_, 0) => self.blocked,
            (b'S', 1) => self.swamp,
            (_, 1) => self.free,
            (_, factor) => mix(self.costly[0], self.costly[1], (factor.min(9) - 2) * 256 / 7),
        }
    }
}

/// `a` mixed with `part` of 256 parts of `b`.
pub(crate) fn mix(a: Rgb, b: Rgb, part: u32) -> Rgb {
    let channel =
        |at: usize| ((u32::from(a[at]) * (256 - part) + u32::from(b[at]) * part + 128) / 256) as u8;
    [channel(0), channel(1), channel(2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heat_never_gets_darker() {
        for palette in [&LIGHT, &DARK] {
            let light = |value| {
                let [r, g, b] = palette.heat(value, 1000).map(u32::from);
                2126 * r + 7152 * g + 722 * b
            };
            // Steps of less than 1/64 are lost in the rounding of single channels.
            assert!((0..64).all(|step| light(step * 15) < light(step * 15 + 15)));
            assert_eq!(palette.heat(u64::MAX, u64::MAX), VIRIDIS[8]);
            assert_eq!(palette.heat(7, 0), palette.heat(0, 7));
        }
    }

    #[test]
    fn costly_terrain_is_darker() {
        let sum = |factor| LIGHT.terrain(b'x', factor).map(u32::from).iter().sum::<u32>();
        assert!((1..9).all(|factor| sum(factor) > sum(factor + 1)));
        assert_eq!(sum(9), sum(1024));
    }
}
