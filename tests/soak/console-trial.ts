import { createClient } from '../../client/index.ts';
import { addContent, explore } from '../long/exploration.ts';
import { closeBrowser, openTab, visit } from '../support/browser/browser.ts';
import { adminKey, startServer } from '../support/process/server.ts';
import type { Violation } from './history/rules.ts';
import type { Trial } from './trial.ts';

/** What a page has collected by then must not hide what a new one would do. */
const roundMs = 60_000;

export const consoleTrial: Trial = {
  name: 'console',
  group: 'load',
  engine: 'sqlite',
  description: 'somebody uses the console at random',
  async run({ random, endAt, signal, progress }) {
    const violations: Violation[] = [];
    let rounds = 0;
    while (violations.length === 0 && (rounds === 0 || performance.now() < endAt)) {
      rounds += 1;
      const server = await startServer({ isLongLived: true });
      await addContent(createClient({ baseUrl: server.url, apiKey: adminKey }));
      const { page, close } = await openTab(server);
      await visit(page, '/');
      const until = Math.min(endAt, performance.now() + roundMs);
      const found = await explore(page, random.fork(`round ${rounds}`), () => {
        signal.throwIfAborted();
        return performance.now() < until;
      });
      if (found !== undefined)
        violations.push({ rule: 'console', detail: `${found.what}, after: ${found.steps.join('; ')}` });
      progress(`${rounds} rounds`);
      await close();
      await server.stop();
    }
    await closeBrowser();
    return { rounds, faults: 0, acknowledged: 0, violations, recoveriesMs: [] };
  },
};
