import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePng } from '../../support/data/images.ts';
import { importSettings } from '../../support/data/importing.ts';
import { cleanEnv, petstore } from '../../support/process/program.ts';
import { makeScratchFolder } from '../../support/scratch.ts';
import type { Client, Pace } from './client.ts';

const rows = 24;
/** Of these rows each has a photo. */
const withPhoto = 4;
const patienceMs = 120_000;
const pauseMs = 200;

interface ListingBody {
  readonly id: number;
  readonly name: string;
  readonly photos?: readonly unknown[];
}

/**
 * Imports one file after the other with `petstore import`, which is killed at random, and repeated until it has ended by
 * itself. The animals are then there, each once, with their photos.
 */
export async function runImports(client: Client, { isOver }: Pace, urls: readonly string[]): Promise<void> {
  const { random, name } = client;
  const folder = makeScratchFolder();
  writeFileSync(
    join(folder.path, 'photo.png'),
    makePng(40, 30, () => [10, 20, 30]),
  );

  /** Returns whether it has come to its end, and what it has rejected. */
  async function run(file: string): Promise<{ isDone: boolean; rejected: string }> {
    const args = ['--photos', 'photo', '--photo-folder', folder.path, '--rejected-folder', folder.path];
    const program = Bun.spawn(petstore('import', file, ...args, '--concurrency', '2', '--json'), {
      env: cleanEnv(importSettings(random.pick(urls))),
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: random.chance(0.5) ? random.integer(150, 1_000) : 60_000,
      killSignal: 'SIGKILL',
    });
    const [code, told] = await Promise.all([program.exited, new Response(program.stdout).text()]);
    const rejected = told.includes('rejectedFile') ? `, and it told ${told.trim()}` : '';
    return { isDone: code === 0 || rejected !== '', rejected };
  }

  for (let count = 0; !isOver(); count++) {
    const categoryId = 1_000_000 + count;
    const names = Array.from({ length: rows }, (_, row) => `${name} ${count} row ${row}`);
    const file = join(folder.path, `${count}.csv`);
    const lines = names.map((one, row) => `${one},${categoryId},available,${row < withPhoto ? 'photo.png' : ''}`);
    writeFileSync(file, `name,categoryId,status,photo\n${lines.join('\n')}\n`);
    const [startedAt, giveUpAt] = [client.now, performance.now() + patienceMs];
    let end = await run(file);
    for (; !end.isDone && performance.now() < giveUpAt; end = await run(file)) await Bun.sleep(pauseMs);
    const states = { [file]: `${rows} animals, ${withPhoto} photos` };
    const outcome = end.isDone ? ({ kind: 'acknowledged', id: 0 } as const) : ({ kind: 'unknown' } as const);
    client.record({ kind: 'set', key: file, states }, startedAt, outcome);
    let listings: readonly ListingBody[] = [];
    await client.seeAtLast('imports', file, async () => {
      const reply = await client.get(`/v1/listings?limit=100&categoryId=${categoryId}`);
      if (reply === undefined) return undefined;
      listings = JSON.parse(reply.body) as ListingBody[];
      const photos = listings.reduce((sum, listing) => sum + (listing.photos?.length ?? 0), 0);
      return `${new Set(listings.map((listing) => listing.name)).size} animals, ${photos} photos${end.rejected}`;
    });
    const ids = new Map(listings.map((listing) => [listing.name, listing.id]));
    for (const one of names) {
      const id = ids.get(one);
      const change = { kind: 'create', name: one, categoryId } as const;
      client.record(change, startedAt, id === undefined ? { kind: 'unknown' } : { kind: 'acknowledged', id });
    }
    for (let pause = random.between(1_000, 4_000); pause > 0 && !isOver(); pause -= 100) await Bun.sleep(100);
  }
  folder.remove();
}
