/** The lessons: a scene, a few sentences, and things to try. */

import { player, traces } from './player.js';
import { costOf } from './answers.js';
import { state } from './state.js';
import { units } from './units.js';

/** A drawing in which a number after a row says how often the row is repeated. */
const drawn = (text) => text.replace(/(.*) (\d+)\n/g, (_, row, times) => `${row}\n`.repeat(times));

const WALL = `
.......
...#...
.A.#.B.
...#...
.......
`;

const BAY = drawn(`
........................................ 3
.............################...........
............................#........... 5
....A.......................#.......B...
............................#........... 5
.............################...........
........................................ 2
`);

const FIELD = drawn(`
...................................... 6
...A..................................
...................................... 6
..................................B...
...................................... 4
`);

const MARSH = drawn(`
................................ 2
............55555555............
..........555555555555..........
.........55555599955555.........
.........55559999955555.........
...A.....55599999995555.....B...
.........55559999955555.........
.........55555599955555.........
..........555555555555..........
............55555555............
........333333333333333.........
..........33333333333...........
................................
`);

const MEADOW = drawn(`
.................................. 4
....A........................B....
.................................. 4
`);

const HALLS = drawn(`
....................#................... 3
.......A............#...................
....................#...................
........................................
....................#................... 3
....................#...........B.......
....................#................... 2
`);

const ROADS = drawn(`
55555555555555555555555555
55........................
55.5555555555555555555555. 3
A..5555555555555555555555.
55555555555555555555555.B.
55555555555555555555555.5.
5555555555555555555555....
55555555555555555555555555
`);

const ROOMS = drawn(`
....................#................... 5
.......A.......................B........
........................................ 2
....................#................... 5
`);

/** The animals of a herd that the lesson asks for, and how many of them have to arrive. */
const [HERD, MOST_OF_IT] = [20, 15];

const isLeft = (id) => units.now.x[id] < 20;

/** Notes in which room each animal began, once both herds exist; returns whether they do. */
function hasHerds(memory) {
  if (memory.rooms) return true;
  const rooms = Array.from({ length: units.count }, (_, id) => isLeft(id));
  const left = rooms.filter(Boolean).length;
  if (left < HERD || rooms.length - left < HERD) return false;
  memory.rooms = rooms;
  return true;
}

/** Whether most of those that began on one side are on the other. */
const hasCrossed = ({ rooms }, wasLeft) => Boolean(rooms) && rooms.filter((left, id) => left === wasLeft && id < units.count && isLeft(id) !== left).length >= MOST_OF_IT;

const expanded = (name) => state.panels[name].answer?.effort?.expanded ?? 0;
const method = (name) => state.panels[name].settings?.method?.split(':')[0];
const cost = (name) => state.panels[name].answer?.cost ?? 0;
const isFound = (name) => state.panels[name].answer?.outcome === 'found';
const settings = (name) => state.panels[name].settings;

/** The scene when a lesson begins: only what was done since then can complete a task. */
export const memoryOf = () => ({ places: JSON.stringify([state.start, state.goals, state.via]), cells: state.cells.slice(), plain: expanded('b'), first: expanded('a'), cost: cost('a'), coarse: null, rooms: null, byHand: false, raced: false });

/** Whether start and goal lie where they lay. */
const isUnmoved = (memory) => JSON.stringify([state.start, state.goals, state.via]) === memory.places;

/** Whether something was painted since. */
const isPainted = (memory) => state.cells.some((byte, at) => byte !== memory.cells[at]);
/** How far the first goal lies from a place, in columns or rows. */
const farFrom = ({ x, y }) => Math.max(Math.abs(state.goals[0].x - x), Math.abs(state.goals[0].y - y));
const isAsDrawn = (memory) => isUnmoved(memory) && !isPainted(memory);

const CLASSIC = { method: 'astar', heuristic: 'octile', scale: 'classic', corners: 'never', neighbours: 8, ties: 'last-added', budget: { expansions: null }, size: 1, danger: false };
const EXACT = { ...CLASSIC, scale: 'exact' };

/** Title, scene, settings of the panels, text, and tasks with a check each. */
export const LESSONS = [
  {
    title: 'Open and closed',
    open: { drawing: WALL, name: 'Lesson 1' },
    a: CLASSIC,
    start: 'start',
    speed: 4,
    text: [
      'A search keeps two lists. Green squares are open: seen, but not yet looked round from. Blue squares are closed: done with.',
      'In each square, G at the bottom left is the cost of the way so far, H at the bottom right is a guess of the rest, and F at the top is their sum. A straight step costs 10 here and a diagonal one 14.',
      'Each turn closes the open square with the smallest F and opens its neighbours. The little arrow leads to the parent; when the goal is closed, following the arrows back gives the path.',
    ],
    tasks: [
      { text: 'Step until exactly four squares are closed.', done: (memory) => memory.byHand && traces.a.closed === 4 && player.position < player.count },
      { text: 'Let corners be cut, so that the path costs 56.', done: (memory) => costOf('a') === '56' && settings('a').corners !== 'never' && isAsDrawn(memory) },
      { text: 'Take out one square of the wall, so that the path costs 40.', done: (memory) => costOf('a') === '40' && isUnmoved(memory) && isPainted(memory) },
    ],
  },
  {
    title: 'What the guess does',
    open: { drawing: BAY, name: 'Lesson 2' },
    a: { ...EXACT, method: 'dijkstra' },
    b: { ...EXACT, method: 'astar' },
    start: 'start',
    speed: 240,
    text: [
      'With H = 0 only the way so far counts. That is Dijkstra’s search: it spreads evenly, and sees nearly everything.',
      'A* adds a guess. While the guess is never too high, the path is as cheap as Dijkstra’s, and the search leans towards the goal.',
      'Greedy search trusts the guess alone. It is quick, and it may be led into a bay like this one and come out with a costlier path. Weighted A* lies between: the path costs at most the weight times the cheapest.',
    ],
    tasks: [
      { text: 'Choose greedy search for B: here its path is costlier than that of A.', done: (memory) => method('b') === 'greedy' && isFound('b') && cost('b') > cost('a') && isAsDrawn(memory) },
      { text: 'Choose weighted A* for B, so that it closes fewer squares than plain A* does.', done: (memory) => method('b') === 'weighted' && Number(settings('b').weight) > 1 && isFound('b') && expanded('b') < memory.plain && isAsDrawn(memory) },
      { text: 'Give A* no guess at all (heuristic: none): it closes as many squares as Dijkstra.', done: () => method('a') === 'dijkstra' && method('b') === 'astar' && settings('b').heuristic === 'zero' && Math.abs(expanded('a') - expanded('b')) < 12 },
    ],
  },
  {
    title: 'The open list, and ties',
    open: { drawing: FIELD, name: 'Lesson 3' },
    a: { ...EXACT, ties: 'first-added' },
    b: { ...EXACT, ties: 'last-added' },
    start: 'start',
    speed: 240,
    text: [
      'Every turn needs the best open square. Looking through the whole list each time is slow: with n open squares, a heap finds the best in about log n steps, and buckets of equal F do it in hardly more than one.',
      'Many squares have the same F, above all on open ground, where many paths cost the same. Then a tie rule decides. Taking the newest square first runs straight on; taking the oldest first tries all of the equal ways side by side.',
      'The cost is the same with every rule. The number of closed squares is not.',
    ],
    tasks: [
      { text: 'Compare “Closed” of A and B: B’s rule needs less. Choose a rule for A with which it closes fewer squares than before.', done: (memory) => settings('a').ties !== 'first-added' && expanded('a') < memory.first && isAsDrawn(memory) },
      { text: 'Draw a wall between start and goal, so that B too closes more than 60 squares.', done: (memory) => expanded('b') > 60 && isFound('b') && isUnmoved(memory) && isPainted(memory) },
    ],
  },
  {
    title: 'Terrain',
    open: { drawing: MARSH, name: 'Lesson 4' },
    a: EXACT,
    start: 'end',
    speed: 240,
    text: [
      'Not every square costs the same. Entering one with factor 5 costs five times as much as level ground; the number in a square close up is its factor.',
      'The cheapest path is then seldom the shortest. It goes round the marsh, or through it where it is narrow, or along the better ground beside it.',
      'The layer “distance” shows the cost from everywhere: the ground that is costly to cross pushes its colours together. The layer of arrows shows the way from each square, which is how many bodies share one search.',
    ],
    tasks: [
      { text: 'Switch on a layer.', done: () => state.layer !== null },
      { text: 'Paint costly ground in the way of the path, so that it costs more than 32.', done: (memory) => isFound('a') && isUnmoved(memory) && isPainted(memory) && Number(costOf('a')) > 32 },
      { text: 'Build a road (ground) straight through the marsh, so that the path costs at most 25.', done: (memory) => isFound('a') && isUnmoved(memory) && isPainted(memory) && Number(costOf('a')) <= 25.005 },
    ],
  },
  {
    title: 'Jumping, and tables',
    open: { generate: { kind: 'caves', width: 128, height: 80, seed: 5 } },
    a: EXACT,
    b: { ...EXACT, method: 'dijkstra' },
    start: 'end',
    speed: 2000,
    text: [
      'On open ground nearly all squares decide nothing. Jump point search looks along lines and stops only where a wall can make a path turn: a handful of squares goes on the open list, and the path costs the same to the tick.',
      'If the map seldom changes, the jumps can be written down once. If many questions come, whole distances can be: labels answer without any search.',
      'That makes two tiers: search at once on a map that changes, or build a table first and look answers up. The race shows which pays on your map.',
    ],
    tasks: [
      { text: 'Choose jump point search for B: a path of the same cost, with fewer squares closed than A* needs.', done: () => method('b') === 'jps' && isFound('b') && cost('a') === cost('b') && expanded('b') < expanded('a') },
      { text: 'Drag the goal at least ten squares away and see both follow.', done: (memory) => isFound('a') && isFound('b') && farFrom(JSON.parse(memory.places)[1][0]) > 9 },
      { text: 'Run the race (the tab at the right) and read who wins.', done: (memory) => memory.raced },
    ],
  },
  {
    title: 'What a jump point is',
    open: { drawing: MEADOW, name: 'Lesson 6' },
    a: EXACT,
    b: { ...EXACT, method: 'jps' },
    start: 'start',
    speed: 20,
    text: [
      'A has A* and B jump point search. On a meadow without walls B closes nothing at all: from the start it looks along the line, and there is the goal.',
      'A square is a jump point where a wall beside the line leaves a neighbour that is reached best by way of it, a forced neighbour. Only there a path may have to turn.',
      'So it is not the size of the map that costs, but its corners. A thousand squares in a block are four of them.',
    ],
    tasks: [
      { text: 'Draw a few squares of wall in the way, so that B has to close at least two squares.', done: (memory) => isPainted(memory) && isUnmoved(memory) && method('b') === 'jps' && isFound('b') && expanded('b') >= 2 },
      { text: 'Scatter single squares of wall until B closes at least six. The paths of A and B still cost the same.', done: (memory) => isPainted(memory) && isUnmoved(memory) && method('b') === 'jps' && isFound('b') && expanded('b') >= 6 && cost('a') === cost('b') },
    ],
  },
  {
    title: 'Roads',
    open: { drawing: ROADS, name: 'Lesson 7' },
    a: EXACT,
    b: { ...EXACT, method: 'breadth-first' },
    start: 'end',
    speed: 240,
    text: [
      'All around lies ground of factor 5; a road leads round the whole of it. A asks for the cheapest path, B for the fewest steps.',
      'The path with the fewest steps goes straight on, and costs far more. People who count squares and people who count costs see two different maps.',
      'Games bend paths with this alone: a road needs no rule of its own, only ground beside it that costs more.',
    ],
    tasks: [
      { text: 'Block the road with one square of wall and keep A’s path within twice what it cost: find where a detour is short.', done: (memory) => isPainted(memory) && isUnmoved(memory) && isFound('a') && state.cells.some((byte, at) => byte === 64 && memory.cells[at] === 46) && cost('a') <= 2 * memory.cost },
      { text: 'Paint a road of your own, so that A’s cheapest path has as few steps as B’s.', done: (memory) => isPainted(memory) && isUnmoved(memory) && isFound('a') && isFound('b') && method('b') === 'breadth-first' && state.panels.a.answer.steps === state.panels.b.answer.steps },
    ],
  },
  {
    title: 'One field for many',
    open: { drawing: HALLS, name: 'Lesson 8' },
    a: EXACT,
    start: 'end',
    speed: 240,
    text: [
      'A hundred animals that want to go to the same place need not search a hundred times. One search outward from the goal gives every square its cost; the step to the cheapest neighbour is an arrow.',
      'That is a flow field. A unit reads the arrow where it stands, takes the step, and reads the next.',
      'One search serves all; but another goal needs another field.',
    ],
    tasks: [
      { text: 'Show the layer “Flow”.', done: () => state.layer?.id === 'flow' },
      { text: 'Drag B into the left hall with the arrows on: every arrow of the map turns, after one search.', done: (memory) => state.layer?.id === 'flow' && !isUnmoved(memory) && state.goals[0].x < 20 },
      { text: 'Wall up the door between the halls: the arrows of one hall are gone.', done: (memory) => state.layer?.id === 'flow' && isPainted(memory) && [...state.layer.values].filter((arrow) => arrow === 255).length > 200 },
    ],
  },
  {
    title: 'Two maps, a fine and a coarse one',
    open: { generate: { kind: 'rooms', width: 96, height: 96, seed: 4 } },
    a: EXACT,
    start: 'end',
    speed: 2000,
    text: [
      'Nobody plans a journey by single steps. Hierarchical search cuts the map into clusters, notes the entrances between them, and joins those of one cluster by what it costs to cross it.',
      'A question is then answered on this small graph first; the steps are filled in one cluster after another, while the unit is already on its way.',
      'The coarse way costs at least as much as the best path, for it must pass through entrances. How little more that is may surprise you.',
    ],
    tasks: [
      { text: 'Show the layer “Clusters”: the dashes are the coarse way.', done: (memory) => { if (state.layer?.id === 'clusters') memory.coarse ??= state.layer.way?.cost ?? null; return state.layer?.id === 'clusters'; } },
      { text: 'Draw a wall across the coarse way, so that it has to go by another entrance and costs more.', done: (memory) => state.layer?.id === 'clusters' && isPainted(memory) && isUnmoved(memory) && memory.coarse !== null && state.layer.way?.cost > memory.coarse },
    ],
  },
  {
    title: 'Ties and straight lines',
    open: { drawing: FIELD, name: 'Lesson 10' },
    a: EXACT,
    b: { ...EXACT, ties: 'first-added' },
    start: 'end',
    speed: 240,
    text: [
      'On open ground many paths cost the same to the tick: the diagonal steps may come first, last, or anywhere between. No search is more right than another.',
      'What people see differs, though. One rule walks a long diagonal and then a long straight line; another keeps near the line from A to B, as a walker would who sees the goal.',
      'A tie rule chooses among equals and costs nothing. It decides nothing where there are no equals.',
    ],
    tasks: [
      { text: 'Choose “Straightest” for B: its path keeps near the line and turns more often, and costs the same.', done: (memory) => settings('b').ties === 'straightest' && isFound('b') && cost('a') === cost('b') && state.panels.b.answer.turns > state.panels.a.answer.turns && isAsDrawn(memory) },
      { text: 'Drag B to a place to which both rules take the very same path: there is only one cheapest.', done: (memory) => settings('a').ties !== settings('b').ties && !isUnmoved(memory) && isFound('a') && farFrom(state.start) > 4 && String(state.panels.a.path) === String(state.panels.b.path) },
    ],
  },
  {
    title: 'Units that give way',
    open: { drawing: ROOMS, name: 'Lesson 11' },
    a: EXACT,
    start: 'end',
    speed: 240,
    text: [
      'A path is planned as if nobody else were there. Two herds that go through one door in opposite directions have the best paths, and walk into each other.',
      'So animals that come near each other step aside in time, each by half, and no two ever overlap; where they still block each other, right of way decides which goes first.',
      'No path is planned again for that: the paths stay, and the walks along them bend.',
    ],
    tasks: [
      { text: `In “Units”, choose “Add herds” and click once into each room: ${HERD} animals here and ${HERD} there.`, done: hasHerds },
      { text: 'Choose “Select, send”, drag a box round those on the left, and send them into the right room by a right click.', done: (memory) => hasCrossed(memory, true) },
      { text: 'Send the others the other way, so that both herds have changed rooms.', done: (memory) => hasCrossed(memory, true) && hasCrossed(memory, false) },
    ],
  },
];
