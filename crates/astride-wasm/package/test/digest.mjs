/** One number for all answers to many questions, in Node.js and in a browser. @module */

import { questions } from './questions.mjs';

const WORD = (1n << 64n) - 1n;

/** The same digest as `astride_testkit::digest` works out; what is asked is in `astride/navigator`. */
export function digestOf({ Mover, Navigator }, grid, count) {
  let digest = 14695981039346656037n;
  const note = (number) => { digest = ((digest ^ number) * 1099511628211n) & WORD; };
  const cost = (value) => note(value === Infinity ? WORD : BigInt(value));
  const notePath = (found) => {
    note(found.found ? 0n : 1n);
    cost(found.cost);
    for (const [x, y] of found) note((BigInt(y) << 32n) | BigInt(x));
  };
  const [navigator, jumps] = [new Navigator(grid), grid.index('jump-points')];
  let labels = grid.index('labels');
  const porter = navigator.addMover(new Mover({ terrain: { '.': 1, S: 3 } }));
  const third = [grid.width, grid.height].map((side) => Math.floor(side / 3));
  const change = (edit) => {
    edit.fill([...third, ...third], 'S');
    edit.fill([Math.floor(grid.width / 2), Math.floor(grid.height / 4), 1, Math.floor(grid.height / 2)], '@');
  };
  questions(grid, count).forEach(([start, goal], at) => {
    if (at === Math.floor(count / 2)) {
      grid.edit(change);
      navigator.edit(change);
      jumps.update();
      labels.free();
      labels = grid.index('labels');
    }
    for (const asked of [navigator, jumps, labels]) notePath(asked.findPath(start, goal));
    cost(navigator.cost(start, goal));
    notePath(navigator.findPath(start, goal, { mover: porter }));
    if (at % 50 === 0) notePath(grid.findPath(start, goal));
  });
  return digest.toString(16).padStart(16, '0');
}
