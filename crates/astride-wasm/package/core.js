/** What every entry of the package has. It does not load the engine. @module */

export { AstrideError } from './wasm.js';
export { Edit } from './edit.js';
export { Field } from './field.js';
export { Grid } from './grid.js';
export { Index } from './tables.js';
export { Mover } from './mover.js';
export { METHODS, Path } from './path.js';
