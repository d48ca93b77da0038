import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Random } from '../../cli/demo/seeded-random.ts';
import { check } from '../soak/history/check.ts';
import { readState } from '../soak/history/read-state.ts';
import type { State } from '../soak/history/state.ts';
import { record } from '../soak/power/record.ts';
import { type Recording, replay } from '../soak/power/replay.ts';
import { fileDatabase } from '../support/engines.ts';
import { findDiskObstacle } from '../support/faults/disk.ts';
import { startServer } from '../support/process/server.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';

const obstacle = findDiskObstacle();
if (obstacle !== undefined) console.log(`skipped: ${obstacle}`);

// The short form of `npm run soak -- --only power`.
describe.skipIf(obstacle !== undefined)('a power cut', () => {
  let folder: ScratchFolder;
  let recording: Recording;

  beforeAll(async () => {
    folder = makeScratchFolder();
    const random = new Random('power cut');
    const { signal } = new AbortController();
    const during = (load: { untilMore(count: number): Promise<void> }) => load.untilMore(150);
    recording = await record({ folder: folder.path, random, signal, workers: 1, during });
  });
  afterAll(() => folder.remove());

  test('at any point leaves an intact file with every acknowledged write', async () => {
    const cuts = 20;
    let [made, checked] = [0, 0];
    for await (const cut of replay(recording, { cuts, random: new Random('cuts'), folder: folder.path })) {
      expect(cut.violations).toEqual([]);
      checked += cut.acknowledged;
      made += 1;
      if (made === cuts) expect(check(cut.history, await stateSeenByService(cut.path))).toEqual([]);
    }
    expect(made).toBe(cuts);
    expect(checked).toBeGreaterThan(500);
  });
});

/** The state that a service on this file shows. */
async function stateSeenByService(path: string): Promise<State> {
  const server = await startServer({ database: fileDatabase(path) });
  const state = await readState(server.fetch);
  expect(await server.stop()).toBe(0);
  return state;
}
