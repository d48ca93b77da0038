import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeJpeg } from '../support/data/images.ts';
import { importSettings } from '../support/data/importing.ts';
import { fileDatabase, runOnFile } from '../support/engines.ts';
import { cleanEnv, petstore } from '../support/process/program.ts';
import { startServer, type TestServer } from '../support/process/server.ts';
import { limitMemory } from './faults.ts';
import { checkDatabase } from './history/read-state.ts';
import type { Report, Violation } from './history/rules.ts';
import type { Trial } from './trial.ts';

const animals = 2_000;
const photo = makeJpeg(4_000, 3_000);
/** The smallest limit, and how exactly the smallest one that is enough is sought (MiB). */
const [least, stepMiB] = [4, 4];

/** Where something is done with little memory: in a folder with `petstore.db`, its photos, a backup and a file to import. */
interface Place {
  readonly folder: string;
  readonly report: Report;
  acknowledged(): void;
  /** Limits the memory of a process from now on. */
  limit(pid: number): void;
}

/** Does something once. Returns whether there was memory enough; what is wrong even if there was not, it reports. */
type Work = (place: Place) => Promise<boolean>;

async function run(args: string[], env: Record<string, string>, limit?: Place['limit']): Promise<boolean> {
  const program = Bun.spawn(petstore(...args), { env: cleanEnv(env), stdio: ['ignore', 'ignore', 'ignore'] });
  limit?.(program.pid);
  return (await program.exited) === 0;
}

async function stop(server: TestServer): Promise<number> {
  server.signal('SIGTERM');
  return await server.exited;
}

/**
 * Uses a service with little memory: it answers with success or 503, or ends. What it has acknowledged, a service with enough
 * memory has.
 * @param use fills `expected`: paths, and what their responses contain
 */
function serving(use: (fetch: TestServer['fetch'], expected: Map<string, string>) => Promise<unknown>): Work {
  return async ({ folder, report, acknowledged, limit }) => {
    const database = fileDatabase(join(folder, 'petstore.db'));
    const expected = new Map<string, string>();
    let isEnough = true;
    try {
      const server = await startServer({ database, onSpawn: limit, isLongLived: true });
      await use(async (path, init) => {
        const response = await server.fetch(path, init);
        if (!response.ok) isEnough = false;
        if (!response.ok && response.status !== 503)
          report('answers', `${path}: ${response.status} ${await response.clone().text()}`);
        return response;
      }, expected);
      isEnough = (await stop(server)) === 0 && isEnough;
    } catch {
      isEnough = false;
    }
    const server = await startServer({ database, isLongLived: true });
    for (const [path, content] of expected) {
      acknowledged();
      const response = await server.fetch(path);
      if (!response.ok || !(await response.text()).includes(content)) report('lost', `${path}: ${response.status}`);
    }
    await stop(server);
    return isEnough;
  };
}

const json = { 'Content-Type': 'application/json' };

const load = serving((fetch, expected) => {
  const client = async (_: unknown, number: number) => {
    for (let count = 0; count < 30; count++) {
      const name = `client-${number} animal ${count}`;
      const body = JSON.stringify({ name, categoryId: number });
      const response = await fetch('/v1/pets', { method: 'POST', body, headers: json });
      if (response.status === 201) expected.set(new URL(response.headers.get('Location') ?? '').pathname, name);
      for (const path of ['/v1/listings?limit=100', '/v1/pets?q=animal&limit=100']) await (await fetch(path)).text();
    }
  };
  return throughAll(Array.from({ length: 16 }, client));
});

const photos = serving((fetch, expected) =>
  throughAll(
    [1, 2, 3, 4].map(async (id) => {
      const init = { method: 'POST', body: await photo, headers: { 'Content-Type': 'image/jpeg' } };
      const response = await fetch(`/v1/pets/${id}/photos`, init);
      const text = await response.text();
      if (response.status === 201) for (const [path] of text.matchAll(/\/media\/[^"]*/g)) expected.set(path, '');
    }),
  ),
);

/** @throws Error when one has failed, after all of them have ended */
async function throughAll(works: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}

/** An import that was ended can be repeated, and adds each animal once. */
const importing: Work = async ({ folder, report, acknowledged, limit }) => {
  const database = fileDatabase(join(folder, 'imported.db'));
  const server = await startServer({ database, isLongLived: true });
  const args = ['import', join(folder, 'animals.csv'), '--rejected-folder', folder];
  const isEnough = await run(args, importSettings(server.url), limit);
  if (!isEnough && !(await run(args, importSettings(server.url)))) report('recovery', 'it cannot be repeated');
  await stop(server);
  acknowledged();
  const count = countIn(join(folder, 'imported.db'));
  if (count !== animals) report(count < animals ? 'lost' : 'repeated', `${count} of ${animals} animals`);
  return isEnough;
};

const countIn = (path: string) => Number(runOnFile(path, 'SELECT count(*) FROM pets')[0]?.[0]);

/** A command that makes a database: it is complete, or not there. */
function copying(argsOf: (folder: string, to: string) => string[]): Work {
  return async ({ folder, limit, report, acknowledged }) => {
    const to = join(folder, 'copy.db');
    const isEnough = await run(argsOf(folder, to), {}, limit);
    // It may have been ended after it was done.
    if (!isEnough && !existsSync(to)) return false;
    acknowledged();
    for (const { rule, detail } of await checkDatabase(`sqlite:${to}`)) report(rule, detail);
    if (countIn(to) !== animals) report('lost', `${countIn(to)} of ${animals} animals`);
    return isEnough;
  };
}

/** What is done, and what must be enough for it (MiB). */
const works: readonly { readonly name: string; readonly budgetMiB: number; readonly work: Work }[] = [
  { name: 'start', budgetMiB: 64, work: serving(async () => undefined) },
  { name: 'load', budgetMiB: 128, work: load },
  { name: 'photos', budgetMiB: 256, work: photos },
  { name: 'import', budgetMiB: 64, work: importing },
  {
    name: 'backup',
    budgetMiB: 64,
    work: copying((folder, to) => ['backup', to, '--database-url', `sqlite:${join(folder, 'petstore.db')}`]),
  },
  {
    name: 'restore',
    budgetMiB: 64,
    work: copying((folder, to) => ['restore', join(folder, 'backup.db'), '--database-url', `sqlite:${to}`]),
  },
];

async function makeData(folder: string): Promise<void> {
  mkdirSync(folder);
  const rows = Array.from(
    { length: animals },
    (_, index) => `Animal ${index} ${'x'.repeat(60)},${index % 40},available`,
  );
  const file = join(folder, 'animals.csv');
  writeFileSync(file, `name,categoryId,status\n${rows.join('\n')}\n`);
  const database = fileDatabase(join(folder, 'petstore.db'));
  const server = await startServer({ database, isLongLived: true });
  await run(['import', file, '--rejected-folder', folder], importSettings(server.url));
  const init = { method: 'POST', body: await photo, headers: { 'Content-Type': 'image/jpeg' } };
  await server.fetch('/v1/pets/9/photos', init);
  await stop(server);
  await run(['backup', join(folder, 'backup.db'), '--database-url', database.url], {});
}

export const memoryTrial: Trial = {
  name: 'memory',
  group: 'faults',
  engine: 'sqlite',
  description: 'a start, load, photos, an import, a backup and a restore with less and less memory',
  findObstacle: () => (process.platform === 'linux' ? undefined : 'the memory of processes is read from /proc'),
  async run({ folder, endAt, signal, progress }) {
    const violations: Violation[] = [];
    let [rounds, attempts, acknowledged] = [0, 0, 0];
    const data = join(folder, 'data');
    await makeData(data);
    while (violations.length === 0 && (rounds === 0 || performance.now() < endAt)) {
      rounds += 1;
      for (const { name, budgetMiB, work } of works) {
        const isEnough = async (limitMiB: number): Promise<boolean> => {
          signal.throwIfAborted();
          const report: Report = (rule, detail) =>
            void violations.push({ rule, detail: `${name}, ${limitMiB} MiB: ${detail}` });
          const place = join(folder, `${name}-${++attempts}`);
          cpSync(data, place, { recursive: true });
          const limits: (() => void)[] = [];
          const worked = await work({
            folder: place,
            report,
            acknowledged() {
              acknowledged += 1;
            },
            limit: (pid) => void limits.push(limitMemory(pid, limitMiB * 2 ** 20)),
          });
          for (const lift of limits) lift();
          for (const { rule, detail } of await checkDatabase(`sqlite:${join(place, 'petstore.db')}`))
            report(rule, detail);
          if (limitMiB === budgetMiB && !worked) report('memory', 'it was ended, or refused something');
          if (violations.length === 0) rmSync(place, { recursive: true });
          return worked;
        };
        let [low, high] = [least, budgetMiB];
        await isEnough(high);
        while (high - low > stepMiB && violations.length === 0) {
          const middle = Math.round((low + high) / 2);
          if (await isEnough(middle)) high = middle;
          else low = middle;
        }
        progress(`${name}: ${high} MiB are enough, ${low} are not`);
      }
    }
    return { rounds, faults: attempts, acknowledged, violations, recoveriesMs: [] };
  },
};
