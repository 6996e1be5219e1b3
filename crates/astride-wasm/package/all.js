/** All of Astride: navigators and crowds, plans and fleets, and maps that are no squares. @module */

import { start } from './wasm.js';

export * from './core.js';
export { Crowd } from './crowd.js';
export { Fleet } from './fleet.js';
export { Navigator } from './game.js';
export { Reach } from './reach.js';
export { Plan } from './plan.js';
export { World } from './world.js';

await start('all.wasm');
