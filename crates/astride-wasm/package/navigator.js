/** All of Astride with navigators and crowds, whose program is twice as large. @module */

import { start } from './wasm.js';

export { AstrideError } from './wasm.js';
export { Crowd } from './crowd.js';
export { Edit } from './edit.js';
export { Field } from './field.js';
export { Grid, METHODS } from './grid.js';
export { Index } from './tables.js';
export { Mover } from './mover.js';
export { Navigator } from './game.js';
export { Path } from './path.js';

await start('navigator.wasm');
