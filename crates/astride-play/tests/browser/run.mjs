/**
 * Runs the checks of the playground's page in a headless browser.
 *
 *     NODE_PATH=DIR node run.mjs ADDRESS [--browser firefox] [--shots DIR] [--only PATTERN] [--packages DIR]
 *
 * `DIR` holds the package playwright-core, or puppeteer-core for Firefox; the browser is `$CHROMIUM`, or
 * /usr/bin/chromium, or `$FIREFOX`, or /usr/bin/firefox-esr.
 * Each check gets a browser context of its own, so nothing is kept from one to the next.
 */

import { mkdirSync } from 'node:fs';
import process from 'node:process';
import { openBrowser } from './browsers.mjs';
import { checks } from './checks.mjs';
import { Sight } from './sight.mjs';

const options = { shots: null, only: '', packages: null, browser: 'chromium', address: null };
for (let at = 2; at < process.argv.length; at++) {
  const word = process.argv[at];
  if (word.startsWith('--')) options[word.slice(2)] = process.argv[++at];
  else options.address = word;
}
if (!options.address) {
  console.error('expected the address of the playground, such as http://127.0.0.1:8000/');
  process.exit(2);
}

if (options.shots) mkdirSync(options.shots, { recursive: true });
const browser = await openBrowser(options.browser, options.packages);

let [passed, failed] = [0, 0];
for (const check of checks) {
  if (!new RegExp(options.only).test(check.name)) continue;
  if (check.only && check.only !== options.browser) continue;
  const { page, close } = await browser.newPage(check.context);
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
  await close();
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
