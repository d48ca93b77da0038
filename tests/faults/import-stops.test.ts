import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../client/index.ts';
import { engines, sqlite } from '../support/engines.ts';
import { importSettings, namesIn } from '../support/importing.ts';
import { cleanEnv, petstore, run } from '../support/program.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';
import { adminKey, startServer, type TestServer } from '../support/server.ts';

const manyRows = 4_000;
const everyAnimal = Array.from({ length: manyRows }, (_, index) => `Animal ${index}`).sort();

let server: TestServer;
let folder: ScratchFolder;

beforeEach(() => {
  folder = makeScratchFolder();
});
afterEach(() => folder.remove());

function importFile(path: string, ...options: string[]) {
  return run(['import', path, ...options], importSettings(server.url));
}

/** A file that takes long enough to be interrupted, with one category of its own. */
function saveMany(categoryId: number): string {
  const rows = Array.from({ length: manyRows }, (_, index) => `Animal ${index},${categoryId}`);
  const path = join(folder.path, 'many.csv');
  writeFileSync(path, `name,categoryId\n${rows.join('\n')}\n`);
  return path;
}

/** Starts an import and waits until it is well under way. */
async function startImport(path: string, { url } = server, ...options: string[]) {
  const watcher = createClient({ baseUrl: url, apiKey: adminKey });
  const before = await watcher.pets.count();
  const env = cleanEnv(importSettings(url));
  const program = Bun.spawn(petstore('import', path, ...options), { env, stdout: 'pipe', stderr: 'pipe' });
  while ((await watcher.pets.count()) < before + 100) await Bun.sleep(5);
  return program;
}

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    server = await startServer({ engine });
  });
  afterAll(() => server.stop());

  describe('an import that is cut off is continued by the same command:', () => {
    const sentence = /stopped after (\d+) of 4000 rows\. .*\nRun the same command again to continue/;

    test('the importer is killed', async () => {
      const path = saveMany(8005);
      const program = await startImport(path);
      program.kill('SIGKILL');
      await program.exited;
      expect((await namesIn(server, 8005n)).length).toBeLessThan(manyRows);
      const { exitCode, stdout } = await importFile(path);
      expect([exitCode, (await namesIn(server, 8005n)).sort()]).toEqual([0, everyAnimal]);
      expect(stdout).toMatch(/already there +[1-9]\d*\n/);
    });

    test('the importer is interrupted, finishes what is under way and counts it rightly', async () => {
      const path = saveMany(8006);
      const program = await startImport(path);
      program.kill('SIGINT');
      const [stdout, stderr, exitCode] = [
        await program.stdout.text(),
        await program.stderr.text(),
        await program.exited,
      ];
      const imported = (await namesIn(server, 8006n)).length;
      expect(imported).toBeLessThan(manyRows);
      expect(stdout).toContain(`imported       ${imported}\n`);
      expect([exitCode, sentence.exec(stderr)?.[1]]).toEqual([1, String(imported)]);
      expect(stderr).toContain('Interrupted.');
      expect((await importFile(path)).exitCode).toBe(0);
      expect((await namesIn(server, 8006n)).sort()).toEqual(everyAnimal);
    });

    test('the server is killed', async () => {
      const database = await engine.makeDatabase();
      const first = await startServer({ database });
      const path = saveMany(8007);
      const program = await startImport(path, first, '--retry-for', '1s');
      first.signal('SIGKILL');
      const [stderr, exitCode] = [await program.stderr.text(), await program.exited];
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(sentence);
      expect(stderr).toContain('The service does not answer');

      const second = await startServer({ database });
      expect((await namesIn(second, 8007n)).length).toBeLessThan(manyRows);
      const repeated = await run(['import', path], importSettings(second.url));
      expect([repeated.exitCode, (await namesIn(second, 8007n)).sort()]).toEqual([0, everyAnimal]);
      await second.stop();
      await database.remove();
    }, 30_000);
  });

  test('a key that is refused stops the import at once', async () => {
    const path = saveMany(8008);
    const { exitCode, stderr } = await importFile(path, '--token', 'a-key-that-nobody-has-made');
    expect(stderr).toContain('stopped after 0 of 4000 rows. The service refuses the API key: ');
    expect([exitCode, await namesIn(server, 8008n), existsSync(join(folder.path, 'many.rejected.csv'))]).toEqual([
      1,
      [],
      false,
    ]);
  });
});

test('an import goes on by itself after the server was down for some seconds', async () => {
  const database = await sqlite.makeDatabase();
  const first = await startServer({ database });
  const path = saveMany(8013);
  const program = await startImport(path, first);
  first.signal('SIGKILL');
  await Bun.sleep(3_000);
  const second = await startServer({ database, env: { PORT: new URL(first.url).port } });
  const [stderr, exitCode] = [await program.stderr.text(), await program.exited];
  expect(stderr).toBe(`petstore: the service does not answer; trying again for 30s\n`);
  expect([exitCode, (await namesIn(second, 8013n)).sort()]).toEqual([0, everyAnimal]);
  await second.stop();
  await database.remove();
}, 40_000);

test('a service that is not a pet store stops the import instead of having every row rejected', async () => {
  using other = Bun.serve({ port: 0, fetch: () => new Response('Bad Request', { status: 400 }) });
  const { exitCode, stderr } = await run(['import', saveMany(8009)], importSettings(other.url.href));
  expect(stderr).toContain('stopped after 0 of 4000 rows. The answer (400) is not one of this service.');
  expect(exitCode).toBe(1);
});
