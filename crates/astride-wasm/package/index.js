/** Astride: how does this mover get from here to there, and what does that cost? @module */

import { start } from './wasm.js';

export * from './core.js';

await start('astride.wasm');
