/**
 * Runs the checks of the playground's page in a headless browser.
 *
 *     NODE_PATH=DIR node run.mjs ADDRESS [--shots DIR] [--only PATTERN] [--playwright DIR]
 *
 * `DIR` holds the package playwright-core; the browser is `$CHROMIUM`, or /usr/bin/chromium.
 * Each check gets a browser context of its own, so nothing is kept from one to the next.
 */

import { createRequire } from 'node:module';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { checks } from './checks.mjs';
import { Sight } from './sight.mjs';

const options = { shots: null, only: '', playwright: null, address: null };
for (let at = 2; at < process.argv.length; at++) {
  const word = process.argv[at];
  if (word.startsWith('--')) options[word.slice(2)] = process.argv[++at];
  else options.address = word;
}
if (!options.address) {
  console.error('expected the address of the playground, such as http://127.0.0.1:8000/');
  process.exit(2);
}

const from = options.playwright ? path.resolve(options.playwright, 'x.js') : import.meta.url;
const { chromium } = createRequire(from)('playwright-core');
if (options.shots) mkdirSync(options.shots, { recursive: true });

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });

let [passed, failed] = [0, 0];
for (const check of checks) {
  if (!new RegExp(options.only).test(check.name)) continue;
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, colorScheme: 'light', ...check.context });
  const page = await context.newPage();
  const sight = new Sight(page, options);
  try {
    await sight.start(check.hash ?? '');
    await check.run(sight);
    if (sight.errors.length) throw new Error(`console: ${sight.errors.join(' | ')}`);
    passed++;
    console.log(`ok ${check.name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED ${check.name}: ${String(error.message ?? error).split('\n')[0]}`);
    await sight.shot(`failed ${check.name}`).catch(() => {});
  }
  await context.close();
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
