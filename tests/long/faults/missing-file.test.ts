import { beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startIndexing } from '../../../src/animals/pets/jobs.ts';
import { createPet } from '../../../src/animals/pets/operations.ts';
import { createLog } from '../../../src/lib/log.ts';
import { backUp } from '../../../src/operator/backup/backup.ts';
import type { Store } from '../../../src/store/store.ts';
import { fileDatabase } from '../../support/engines.ts';
import { addCaller, petDraft } from '../../support/http/caller.ts';
import { openStore } from '../../support/open-store.ts';
import { dyingWriter } from '../../support/process/dying-writer.ts';
import { childrenOf, isAlive, kill } from '../../support/process/processes.ts';
import { startServer, type TestServer } from '../../support/process/server.ts';
import { canShareAPort } from '../../support/process/workers.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';
import { until } from '../../support/until.ts';

/** When the database file disappears, the service reports it and does not create an empty one. */
let scratch: ScratchFolder;
let path: string;
beforeEach(() => {
  scratch = makeScratchFolder();
  path = join(scratch.path, 'petstore.db');
});

const open = () => openStore(`sqlite:${path}`, { writerScript: dyingWriter, connections: 4 });

/** Moves the file and its companions to another folder. Returns a function that moves them back. */
function takeAway(folder = scratch.path): () => void {
  const other = join(folder, 'elsewhere');
  mkdirSync(other, { recursive: true });
  const move = (from: string, to: string) => {
    for (const name of readdirSync(from))
      if (name.startsWith('petstore.db')) renameSync(join(from, name), join(to, name));
  };
  move(folder, other);
  return () => move(other, folder);
}

test('a job that cannot write says so once, and when it works again', async () => {
  const store = await open();
  await addCaller(store);
  await store.write(createPet.command, petDraft('Rex'));
  renameSync(`${path}-wal`, `${path}-away`);
  // The first one may be committed before that is noticed.
  await store.write(createPet.command, petDraft('Late')).catch(() => undefined);
  const events: string[] = [];
  let writes = 0;
  const counted: Store = {
    ...store,
    waiting: 0,
    write(command, input) {
      writes++;
      return store.write(command, input);
    },
  };
  const log = createLog((line) => void events.push(JSON.parse(line).event), 'json', Date.now);
  const job = startIndexing(counted, log, 5);
  await until('four attempts', () => writes >= 4);
  renameSync(`${path}-away`, `${path}-wal`);
  await until('the job to work', () => events.includes('a background job works again'));
  await job.stop();
  await store.close();
  expect(events).toEqual(['could not index new animals', 'a background job works again']);
});

// The second test ends the service of the first one.
describe.if(canShareAPort)('with two workers', () => {
  const folder = makeScratchFolder();
  const file = join(folder.path, 'petstore.db');
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database: fileDatabase(file), env: { PETSTORE_WORKERS: '2' } });
  });
  const linesWith = (words: string) => server.output.stderr.split('\n').filter((line) => line.includes(words));

  test('a replaced worker serves neither without the file nor another one, and does as soon as it is back', async () => {
    const other = join(folder.path, 'other.db');
    await backUp(file, other);
    const bringBack = takeAway(folder.path);
    kill(childrenOf(server.pid)[0], 'SIGKILL');
    const failure = `the database file ${file} does not exist`;
    await until('the failure to be logged', () => linesWith(failure).length > 0);
    expect(existsSync(file)).toBe(false);
    expect(linesWith(failure)[0]).toContain('cannot start');
    renameSync(other, file);
    const replaced = `the database file ${file} was removed or replaced`;
    await until('another file to be refused', () => linesWith(replaced).some((line) => line.includes('cannot start')));
    bringBack();
    await until('another worker to serve', () => linesWith(' serves').length > 0);
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await server.fetch('/v1/pets')).status));
    expect(statuses).toEqual(Array(20).fill(200));
  });

  test('workers that cannot be started any more make the supervisor exit with one line and code 1', async () => {
    const workers = childrenOf(server.pid);
    rmSync(file);
    for (const worker of workers) kill(worker, 'SIGKILL');
    expect(await server.exited).toBe(1);
    // Also reads its output to the end.
    await server.stop();
    const lastLines = server.output.stderr.slice(server.output.stderr.lastIndexOf(' serves'));
    expect(lastLines).toMatch(/"event":"worker 1 cannot start".*does not exist/);
    expect(lastLines).toContain('"event":"no worker could be started any more; the reasons are in the log"');
    await until('the end of all workers', () => [...workers, ...childrenOf(server.pid)].filter(isAlive).length === 0);
  });
});
