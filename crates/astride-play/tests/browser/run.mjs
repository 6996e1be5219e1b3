/**
 * Runs the checks of the playground's page in a headless browser.
 *
 *     NODE_PATH=DIR node run.mjs ADDRESS [--browser firefox] [--part differing] [--shots DIR] [--only PATTERN] [--packages DIR]
 *
 * `DIR` holds the package playwright-core, or puppeteer-core for Firefox; the browser is `$CHROMIUM`, or
 * /usr/bin/chromium, or `$FIREFOX`, or /usr/bin/firefox-esr.
 * The part `differing` is the checks of what differs between browsers; the rest is alike in all.
 * Each check gets a browser context of its own, so nothing is kept from one to the next.
 */

import { mkdirSync } from 'node:fs';
import process from 'node:process';
import { openBrowser } from './browsers.mjs';
import { checks } from './checks.mjs';
import { Sight } from './sight.mjs';

const options = { shots: null, only: '', part: 'all', packages: null, browser: 'chromium', address: null };
for (let at = 2; at < process.argv.length; at++) {
  const word = process.argv[at];
  if (word.startsWith('--')) options[word.slice(2)] = process.argv[++at];
  else options.address = word;
}
if (!options.address) {
  console.error('expected the address of the playground, such as http://127.0.0.1:8000/');
  process.exit(2);
}

if (!['all', 'differing'].includes(options.part)) {
  console.error(`no part is called ${options.part}: expected all or differing`);
  process.exit(2);
}

if (options.shots) mkdirSync(options.shots, { recursive: true });
const browser = await openBrowser(options.browser, options.packages);

/** What went wrong and in which line of a check, in one line. */
function reasonOf(error) {
  const [message, ...rest] = String(error.message ?? error).split('\n').map((line) => line.trim()).filter(Boolean);
  const place = /tests\/browser\/(?!run|firefox|sight)\w+\.mjs:\d+/.exec(error.stack ?? '')?.[0] ?? 'no line of a check';
  return `${[message, ...rest.slice(0, 12)].join(' ')} (${place})`;
}

/** Runs a check in a page of its own; gives why it failed, or null. */
async function failureOf(check) {
  const { page, close } = await browser.newPage(check.context);
  const sight = new Sight(page, options);
  try {
    await sight.start(check.hash ?? '');
    await check.run(sight);
    if (sight.errors.length) throw new Error(`console: ${sight.errors.join(' | ')}`);
    return null;
  } catch (error) {
    await sight.shot(`failed ${check.name}`).catch(() => {});
    return reasonOf(error);
  } finally {
    await close();
  }
}

/**
 * How many checks of a run may pass at the second try only. A browser on a crowded machine now and then loses a
 * click or a frame; a fault of the page comes again, or in more than one check.
 */
const SECOND_TRIES = 2;

let [passed, failed, again] = [0, 0, 0];
for (const check of checks) {
  if (!new RegExp(options.only).test(check.name) || (options.part === 'differing' && !check.differs)) continue;
  const began = Date.now();
  let failure = await failureOf(check);
  if (failure && again < SECOND_TRIES) {
    again++;
    console.log(`SECOND TRY of ${check.name}: ${failure}`);
    failure = await failureOf(check);
  }
  if (failure) failed++;
  else passed++;
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(failure ? `FAILED ${check.name}: ${failure}` : `ok ${check.name} (${seconds} s)`);
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
