/** Colours of the map and of the search, in both themes. They differ in lightness as well as hue. */

const LIGHT = {
  outside: '#e4e1d8', ground: '#fcfbf8', wall: '#39404d', trees: '#7f9c7c', swamp: '#cfc8a3', water: '#a8cbd8',
  cheap: '#f3e6cb', costly: '#9a6b3a', other: '#c9bdd6',
  grid: 'rgba(29,36,48,0.10)', open: '#a5e0bd', openEdge: '#2c9a63', closed: '#8fb4ec', closedEdge: '#2f62b5',
  openB: '#f2d98a', openBEdge: '#8f6a00', closedB: '#e6accb', closedBEdge: '#a02f6b', lateB: '#7d2253',
  late: '#2d4a92', path: '#f08c00', casing: '#ffffff', pathEdge: '#7a3d00', start: '#0a7560', via: '#1a62d6', goal: '#c02a63', mark: '#ffffff',
  ink: '#1d2430', hover: 'rgba(29,36,48,0.75)', select: '#1a62d6', bad: '#b3261e', fog: '#3b4250',
};

const DARK = {
  outside: '#0d1014', ground: '#2a303a', wall: '#0b0d11', trees: '#27432f', swamp: '#4b4a33', water: '#24505f',
  cheap: '#4a4233', costly: '#a0703c', other: '#55466a',
  grid: 'rgba(255,255,255,0.075)', open: '#2f875f', openEdge: '#7ee0ae', closed: '#3d65ad', closedEdge: '#82aefa',
  openB: '#80661c', openBEdge: '#f0cf6a', closedB: '#8d3f6c', closedBEdge: '#f59ac8', lateB: '#ffc9e4',
  late: '#a9c8ff', path: '#ffb02e', casing: '#0b0d11', pathEdge: '#0b0d11', start: '#2bc4a2', via: '#7fb0ff', goal: '#ff6d9f', mark: '#0b0d11',
  ink: '#f2f4f8', hover: 'rgba(255,255,255,0.8)', select: '#7fb0ff', bad: '#ff8a80', fog: '#000000',
};

/** Viridis in nine steps (Smith & van der Walt, 2015): as dark as it is low, for every eye. */
const LEVELS = ['#440154', '#482878', '#3e4a89', '#31688e', '#26828e', '#1f9e89', '#35b779', '#6dcd59', '#fde725'];

let dark = false;

export const colours = () => (dark ? DARK : LIGHT);

export function useDark(value) {
  dark = value;
}

/** `#rrggbb` as three numbers. */
export function rgb(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/** A colour as a pixel of an ImageData. */
export function pixel(hex, alpha = 255) {
  const [r, g, b] = rgb(hex);
  return ((alpha << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/** A colour between two. */
export function mix(a, b, part) {
  const [from, to] = [rgb(a), rgb(b)];
  return `#${from.map((v, i) => Math.round(v + (to[i] - v) * part).toString(16).padStart(2, '0')).join('')}`;
}

/** The colour of a terrain class, from what the welcome says about it. */
export function classColour(byte, info) {
  const set = colours();
  const letter = String.fromCharCode(byte);
  if (letter === 'T') return set.trees;
  if (letter === 'W') return set.water;
  if (letter === 'S') return set.swamp;
  if (info && !info.passable) return set.wall;
  const factor = info?.factor ?? 0;
  if (factor > 1) return mix(set.cheap, set.costly, Math.min(1, (factor - 2) / 7));
  if (factor === 1) return letter === '.' || letter === 'G' || letter === '1' ? set.ground : set.other;
  return set.wall;
}

/** Pixels of 256 levels, low to high. */
export function levelPixels(alpha = 255, names = LEVELS) {
  return Uint32Array.from({ length: 256 }, (_, i) => {
    const at = (i / 255) * (names.length - 1);
    const low = Math.min(names.length - 2, Math.floor(at));
    return pixel(mix(names[low], names[low + 1], at - low), alpha);
  });
}

/** The more, the redder; low values let the map shine through. */
const HEAT = ['#f3c15f', '#ee9b4a', '#e2703a', '#c9402f', '#94182b'];

/** Pixels of 256 levels of danger. */
export function heatPixels() {
  return levelPixels(255, HEAT).map((colour, i) => ((colour & 0xffffff) | (Math.round(70 + i * 0.6) << 24)) >>> 0);
}

/** CSS colours of the levels, for legends. */
export const levelStops = (isDanger) => (isDanger ? HEAT : LEVELS);

/** Pixels of the order in which nodes were closed, early to late, by the half from A or from `B`. */
export function orderPixels(half = '') {
  const set = colours();
  const closed = set[`closed${half}`];
  return levelPixels(235, [mix(closed, set.ground, 0.35), closed, set[`late${half}`]]);
}

/** Eight colours for classes that a layer numbers; distinct to most eyes (after Okabe & Ito). */
export const CLASSES = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#b8b000', '#7f7f7f'];
