/** Generated maps grow on the screen, step by step as the generator made them; all stages take equally long. */

import { growGround } from './ground.js';
import { lively } from './parts.js';
import { on, state } from './state.js';

/** The least and the greatest duration, and that of each stage within these limits, in ms. */
const [LEAST, MOST, STAGE] = [1800, 4500, 500];

/** How the next map was made, as the session said. */
let told = null;

/** The steps that are shown, how many of them are done, and when that began. */
let growth = null;

on('map', () => {
  growth = told && { ...told, done: 0, began: performance.now() };
  state.grown = growth && new Uint8Array(state.cells.length).fill(growth.first);
  told = null;
});

/** Ends it: a user who draws has seen enough. */
on('cells', () => growth && stop());

function stop() {
  growth = state.grown = null;
  growGround();
}

/** Takes the steps that are due. */
function grow() {
  if (!growth) return;
  const { stages, nodes, classes, began } = growth;
  const lasts = Math.max(LEAST, Math.min(MOST, STAGE * stages.length));
  const at = ((performance.now() - began) / lasts) * stages.length;
  const stage = Math.floor(at);
  if (stage >= stages.length) {
    stop();
    return;
  }
  const first = stages[stage - 1] ?? 0;
  const due = first + Math.floor((at - stage) * (stages[stage] - first));
  const from = growth.done;
  for (; growth.done < due; growth.done++) state.grown[nodes[growth.done]] = classes[growth.done];
  growGround(nodes.subarray(from, due));
}

lively.growth = { take: (reply) => { told = reply; }, isGrowing: () => growth !== null, grow };
