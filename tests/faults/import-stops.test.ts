import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importCommand } from '../../cli/client/import.ts';
import { type Client, createClient } from '../../client/index.ts';
import { importSettings, namesIn } from '../support/data/importing.ts';
import { type ScratchDatabase, sqlite } from '../support/engines.ts';
import { startProxy } from '../support/http/proxy.ts';
import { runHere } from '../support/process/command.ts';
import { ServiceNode } from '../support/process/node.ts';
import { cleanEnv, petstore, shortLived } from '../support/process/program.ts';
import { adminKey } from '../support/process/server.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';
import { until } from '../support/until.ts';

/** Of which each request has 100. */
const manyRows = 350;
const everyAnimal = Array.from({ length: manyRows }, (_, index) => `Animal ${index}`).sort();

/** A service on SQLite. */
let server: ServiceNode;
let client: Client;
let database: ScratchDatabase;
let folder: ScratchFolder;

beforeAll(async () => {
  database = await sqlite.makeDatabase({ isMigrated: true });
  server = await ServiceNode.start({ database });
  client = createClient({ baseUrl: server.url, apiKey: adminKey });
});
afterAll(async () => {
  await server.kill('SIGTERM');
  await database.remove();
});
beforeEach(() => {
  folder = makeScratchFolder();
});

function importFile(path: string, { url }: { url: string } = server, ...options: string[]) {
  return runHere(importCommand(), [path, ...options], importSettings(url));
}

/** A file of many rows, with its own category. */
function saveMany(categoryId: number): string {
  const rows = Array.from({ length: manyRows }, (_, index) => `Animal ${index},${categoryId},sold`);
  const path = join(folder.path, 'many.csv');
  writeFileSync(path, `name,categoryId,status\n${rows.join('\n')}\n`);
  return path;
}

/** Starts an import, and holds it when its first rows are done and others are in progress. */
async function startImport(path: string, ...options: string[]) {
  const gate = await startProxy(Number(new URL(server.url).port));
  let passed = 0;
  gate.inspect((piece) => (piece.includes('/animals HTTP') && ++passed > 1 ? 'hold' : 'pass'));
  const env = cleanEnv({ ...shortLived, ...importSettings(`http://127.0.0.1:${gate.port}`) });
  const program = Bun.spawn(petstore('import', path, ...options), { env, stdout: 'pipe', stderr: 'pipe' });
  await until('rows to be under way', () => gate.held);
  return { program, gate };
}

describe('the same command continues an import after', () => {
  const sentence = /stopped after (\d+) of 350 rows\. .*\nRun the same command again to continue/;

  test('the importer is killed', async () => {
    const path = saveMany(8005);
    const { program, gate } = await startImport(path);
    program.kill('SIGKILL');
    await program.exited;
    await gate.close();
    expect((await namesIn(server, 8005n)).length).toBeLessThan(manyRows);
    const { exitCode, stdout } = await importFile(path);
    expect([exitCode, (await namesIn(server, 8005n)).sort()]).toEqual([0, everyAnimal]);
    expect(stdout).toMatch(/imported +350\nalready there +0\n/);
    const [whole] = (await client.imports.list({ sort: '-id' }).page()).items;
    expect(whole).toMatchObject({ state: 'finished', rows: 350n, added: 350n });

    const settings = importSettings(server.url);
    const undo = Bun.spawn(petstore('import', '--undo', '--yes'), { env: cleanEnv({ ...shortLived, ...settings }) });
    const stateOf = async () => (await client.imports.get(whole?.id ?? 0n)).state;
    await until('the undo to begin', stateOf, (state) => state !== 'finished');
    undo.kill('SIGKILL');
    await undo.exited;
    const undone = await runHere(importCommand(), ['--undo', '--yes'], settings);
    expect([undone.stdout, await namesIn(server, 8005n)]).toEqual([expect.stringMatching(/^taken back +350, of/), []]);
  });

  test('the server is killed', async () => {
    const path = saveMany(8007);
    const { program, gate } = await startImport(path, '--retry-for', '1s');
    await server.kill();
    gate.recover();
    const [stderr, exitCode] = [await program.stderr.text(), await program.exited];
    await gate.close();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(sentence);
    expect(stderr).toContain('No response from the service');

    await server.start();
    expect((await namesIn(server, 8007n)).length).toBeLessThan(manyRows);
    const repeated = await importFile(path);
    expect([repeated.exitCode, (await namesIn(server, 8007n)).sort()]).toEqual([0, everyAnimal]);
  });
});

test('a rejected key ends the import at once', async () => {
  const path = saveMany(8008);
  const { exitCode, stderr } = await importFile(path, server, '--token', 'a-key-that-nobody-has-made');
  expect(stderr).toStartWith('petstore: The service rejected the API key: ');
  const hasRejected = existsSync(join(folder.path, 'many.rejected.csv'));
  expect([exitCode, await namesIn(server, 8008n), hasRejected]).toEqual([1, [], false]);
});
