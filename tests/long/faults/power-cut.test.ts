import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Random } from '../../../cli/demo/seeded-random.ts';
import { record } from '../../soak/power/record.ts';
import { type Recording, replay } from '../../soak/power/replay.ts';
import { findDiskObstacle } from '../../support/faults/disk.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

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

  test('on a disk that forgets what it has flushed is found to lose acknowledged writes', async () => {
    const options = { cuts: 10, random: new Random('cuts'), folder: folder.path, ignoresFlushes: true };
    let found = 0;
    // Either a start refuses the file, or writes are missing in it.
    for await (const { violations } of replay(recording, options)) if (violations.length > 0) found++;
    expect(found).toBeGreaterThan(1);
  });
});
