import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importCommand } from '../../../cli/client/import.ts';
import { importSettings, namesIn } from '../../support/data/importing.ts';
import { type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { startProxy } from '../../support/http/proxy.ts';
import { runHere } from '../../support/process/command.ts';
import { ServiceNode } from '../../support/process/node.ts';
import { cleanEnv, petstore, readOutput, shortLived } from '../../support/process/program.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';
import { until } from '../../support/until.ts';

/** Of which each request has 100. */
const manyRows = 350;
const everyAnimal = Array.from({ length: manyRows }, (_, index) => `Animal ${index}`).sort();

/** A service on SQLite. */
let server: ServiceNode;
let database: ScratchDatabase;
let folder: ScratchFolder;

beforeAll(async () => {
  database = await sqlite.makeDatabase({ isMigrated: true });
  server = await ServiceNode.start({ database });
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

  test('the importer is interrupted, finishes rows in progress and counts them correctly', async () => {
    const path = saveMany(8006);
    const { program, gate } = await startImport(path);
    program.kill('SIGINT');
    const pass = () => {
      gate.release();
      return program.exitCode;
    };
    await until('the importer to end', pass, (exitCode) => exitCode !== null);
    await gate.close();
    const [stdout, stderr, exitCode] = [await program.stdout.text(), await program.stderr.text(), await program.exited];
    const imported = (await namesIn(server, 8006n)).length;
    expect(imported).toBeLessThan(manyRows);
    expect(stdout).toContain(`imported       ${imported}\n`);
    expect([exitCode, sentence.exec(stderr)?.[1]]).toEqual([1, String(imported)]);
    expect(stderr).toContain('Interrupted.');
    expect((await importFile(path)).exitCode).toBe(0);
    expect((await namesIn(server, 8006n)).sort()).toEqual(everyAnimal);
  });
});

test('an import continues without help after an outage of the server', async () => {
  const path = saveMany(8013);
  const { program, gate } = await startImport(path);
  let stderr = '';
  const told = readOutput(program.stderr, (text) => (stderr += text));
  await server.kill();
  await until('the importer to notice', () => stderr);
  gate.inspect(() => 'pass');
  // A connection that was made just before is not always told that its other end is gone.
  gate.recover();
  await server.start();
  const exitCode = await program.exited;
  await told;
  await gate.close();
  // Where it takes long, it also says how far it is.
  expect(stderr.replaceAll(/^petstore: importing: .*\n/gm, '')).toMatch(
    /^petstore: no response from http:\/\/127\.0\.0\.1:\d+; retrying for 30s\. If .* set PETSTORE_SERVER or --server\.\n$/,
  );
  expect([exitCode, (await namesIn(server, 8013n)).sort()]).toEqual([0, everyAnimal]);
});

test('a service other than petstore stops the import instead of having every row rejected', async () => {
  const refuse = () => new Response('Bad Request', { status: 400 });
  using other = Bun.serve({ port: 0, fetch: refuse });
  // One that answers as ours does to begin with.
  const shelter = { color: '#0f766e', languages: ['en'], timeZone: 'UTC', locked: [] };
  const read = (url: string) => Response.json(url.endsWith('/shelter') ? shelter : []);
  using similar = Bun.serve({ port: 0, fetch: ({ method, url }) => (method === 'GET' ? read(url) : refuse()) });
  const error = { code: 'not_found', message: 'There is nothing at this path.', status: 404 };
  using older = Bun.serve({ port: 0, fetch: () => Response.json(error, { status: 404 }) });
  const message = 'The answer (400) is not one of this service.';
  for (const [{ url }, told] of [
    [other, message],
    [older, 'The service lacks what this command needs: update it, or use the petstore command of its release.'],
    [similar, `stopped after 0 of 350 rows. ${message}`],
  ] as const) {
    const { exitCode, stderr } = await importFile(saveMany(8009), { url: url.href });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`petstore: ${told}`)]);
  }
});
