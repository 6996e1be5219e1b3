/** Astride: how does this mover get from here to there, and what does that cost? @module */

import { start } from './wasm.js';

export { AstrideError } from './wasm.js';
export { Edit } from './edit.js';
export { Field } from './field.js';
export { Grid, METHODS } from './grid.js';
export { Index } from './tables.js';
export { Mover } from './mover.js';
export { Path } from './path.js';

await start('astride.wasm');
