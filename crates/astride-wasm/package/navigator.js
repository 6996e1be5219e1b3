/** Astride with navigators and crowds, whose program is twice as large. @module */

import { start } from './wasm.js';

export * from './core.js';
export { Crowd } from './crowd.js';
export { Navigator } from './game.js';
export { Reach } from './reach.js';

await start('navigator.wasm');
