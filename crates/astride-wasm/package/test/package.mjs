/** Where the package under test lies: `$ASTRIDE_NPM`, or where `cargo xtask npm` puts it. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
export const PACKAGE = path.resolve(process.env.ASTRIDE_NPM ?? path.join(ROOT, 'target/npm'));

if (!existsSync(path.join(PACKAGE, 'astride.wasm'))) {
  throw new Error(`there is no package in ${PACKAGE}; cargo xtask npm makes it`);
}

/** A module of the package. */
export const load = (name) => import(pathToFileURL(path.join(PACKAGE, name)));
