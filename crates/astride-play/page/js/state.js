/** What the page knows: one object, and a bus that announces what changed. */

/** One panel: a method with its rules, and its results. */
const panel = () => ({ settings: null, facts: null, answer: null, path: null, partial: false, us: 0 });

export const state = {
  /** The Session's `welcome`. */
  welcome: null,
  /** `{name, width, height, revision, scenario, undo, redo}` */
  world: null,
  /** How tiles that are not squares lie and are drawn, or null. */
  tiling: null,
  /** Class bytes, row by row. */
  cells: new Uint8Array(0),
  /** The classes that are shown while the map grows, else null. */
  grown: null,
  /** Information about each class byte, or undefined. */
  classes: [],
  start: null,
  /** The stops on the way, in their order. */
  via: [],
  goals: [],
  /** Landmarks; there are some once they serve as guesses. */
  landmarks: [],
  /** Sources of danger: `{cell: [x, y], strength, radius, falloff}`. */
  sources: [],
  panels: { a: panel(), b: panel() },
  /** The settings that a session begins with, by panel. */
  defaults: {},
  compare: false,
  /** Names of the tool and of the side panel that is shown. */
  tool: 'move',
  tab: 'search',
  brush: { class: 64, size: 1, shape: 'square' },
  /** The cell under the pointer and the cell that was tapped, or null. */
  hover: null,
  chosen: null,
  /** What is drawn besides the map. */
  show: { search: true, order: 'auto', path: true, grid: true, numbers: true, reach: false },
  /** The way to the square under the pointer: `{panel, nodes}`, or null. */
  reach: null,
  layer: null,
  /** The picture that was opened last: `{width, height, data}`, or null. */
  picture: null,
  /** What the map was opened from, if that describes it fully, as for a built-in or a generated one. */
  origin: null,
  /** The link that was copied last, or null. */
  link: null,
  /** Whether a lesson is open: its scene is not one's own. */
  lesson: false,
  online: false,
};

const bus = new EventTarget();

/** Announces that `what` changed. */
export function emit(what, detail) {
  bus.dispatchEvent(new CustomEvent(what, { detail }));
}

/** Calls `listener` when any of `whats` (separated by spaces) changes. */
export function on(whats, listener) {
  for (const what of whats.split(' ')) bus.addEventListener(what, (event) => listener(event.detail));
}

/** Names of the panels that are shown. */
export function shownPanels() {
  return state.compare ? ['a', 'b'] : ['a'];
}

/** A place as `{x, y}`, from `[x, y]`, `{x, y}` or a node id. */
export function toCell(value) {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return { x: value[0], y: value[1] };
  if (typeof value === 'number') return { x: value % state.world.width, y: Math.floor(value / state.world.width) };
  return { x: value.x, y: value.y };
}

export const nodeOf = ({ x, y }) => y * state.world.width + x;

/** Where a leg begins, where it may end, and the names of these places. */
export function endsOf(leg) {
  const { start, via, goals } = state;
  // Until the next trace arrives, a leg may be shown that no longer exists.
  const at = Math.min(leg, via.length);
  const isLast = at === via.length;
  return { start: at ? via[at - 1] : start, goals: isLast ? goals : [via[at]], from: at ? `stop ${at}` : 'A', to: !isLast ? `stop ${at + 1}` : goals.length > 1 ? 'a goal' : 'B' };
}

/** The landmarks, while they serve as guesses. */
export const landmarksShown = () => (!state.tiling && shownPanels().some((name) => state.panels[name].settings?.heuristic === 'landmarks') ? state.landmarks : []);

/** The side of a panel's body, in squares. */
export const sizeOf = (name) => (state.tiling ? 1 : state.panels[name].settings?.size ?? 1);

/** The name of a thing that a search opens and closes. */
export const noun = () => state.world?.shape?.one ?? 'square';

/** Whether the cell lies on the map. */
export function isOnMap(cell) {
  return Boolean(state.world && cell && cell.x >= 0 && cell.y >= 0 && cell.x < state.world.width && cell.y < state.world.height);
}

/** Choices of the welcome as `{id, label}`; numbers have none. */
export function choices(list) {
  return (list ?? []).map((one) => (one.label ? one : { id: one, label: one }));
}

/** The scale of a panel: `{straight, diagonal}`. */
export function scaleOf(name) {
  const step = state.world?.shape?.step;
  if (step) return { straight: step, diagonal: step, divide: step, decimals: state.world.shape.decimals };
  const id = state.panels[name].settings?.scale;
  const scales = state.welcome?.scales ?? [];
  return scales.find((scale) => scale.id === id) ?? scales[0] ?? { straight: 13860, diagonal: 19601, divide: 13860, decimals: 2 };
}

/** Ticks in the numbers of a panel's scale: whole where the scale is small, else in steps. */
export function shown(ticks, name) {
  const { divide, decimals } = scaleOf(name);
  return (ticks / divide).toFixed(decimals);
}
