/** The browsers that the checks run in: Chromium by playwright-core, Firefox by puppeteer-core under the same names. */

import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const DEFAULTS = { viewport: { width: 1280, height: 720 }, colorScheme: 'light' };

/** Opens `chromium` or `firefox`; packages are looked for in `from`, a folder, or where Node.js looks. */
export async function openBrowser(name, from = null) {
  const need = createRequire(from ? path.resolve(from, 'x.js') : import.meta.url);
  if (name === 'firefox') {
    const { Firefox } = await import('./firefox.mjs');
    return new Firefox(need('puppeteer-core'), DEFAULTS);
  }
  const browser = await need('playwright-core').chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
  return {
    /** A page that keeps nothing of others; `close` ends it. */
    async newPage(wanted) {
      const context = await browser.newContext({ ...DEFAULTS, permissions: ['clipboard-write'], ...wanted });
      return { page: await context.newPage(), close: () => context.close() };
    },
    /** Milliseconds of processors that all its processes have used. */
    async processorTime() {
      const session = await browser.newBrowserCDPSession();
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      await session.detach();
      return 1000 * processInfo.reduce((sum, one) => sum + one.cpuTime, 0);
    },
    close: () => browser.close(),
  };
}
