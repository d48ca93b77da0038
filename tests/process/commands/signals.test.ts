import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { exportCommand } from '../../../cli/client/export.ts';
import { importCommand } from '../../../cli/client/import.ts';
import { runHere } from '../../support/process/command.ts';
import { cleanEnv, petstore, shortLived } from '../../support/process/program.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';
import { until } from '../../support/until.ts';

let folder: ScratchFolder;
beforeEach(() => {
  folder = makeScratchFolder();
});
afterEach(() => folder.remove());

const filesIn = (path: string) => readdirSync(path, { recursive: true, encoding: 'utf8' });

/** A server that never responds. */
const startSilent = () =>
  Bun.serve({ hostname: '127.0.0.1', port: 0, idleTimeout: 0, fetch: () => new Promise(() => undefined) });

describe('a temporary copy of personal data goes when a signal ends', () => {
  test.each([
    { args: ['import', '-'], signal: 'SIGINT', exitCode: 130 },
    { args: ['backup', '--verify', 's3://backups/petstore.db'], signal: 'SIGTERM', exitCode: 143 },
    { args: ['restore', 's3://backups/petstore.db', '--no-photos'], signal: 'SIGHUP', exitCode: 129 },
  ] as const)('$args by $signal', async ({ args, signal, exitCode }) => {
    const temporary = join(folder.path, 'tmp');
    mkdirSync(temporary);
    await using silent = startSilent();
    const program = Bun.spawn(petstore(...args), {
      env: cleanEnv({
        ...shortLived,
        TMPDIR: temporary,
        DATABASE_URL: `sqlite:${join(folder.path, 'restored.db')}`,
        PETSTORE_S3_ENDPOINT: silent.url.origin,
        PETSTORE_S3_REGION: 'nowhere',
        PETSTORE_S3_ACCESS_KEY_ID: 'id',
        PETSTORE_S3_SECRET_ACCESS_KEY: 'secret',
      }),
      stdin: 'pipe',
      stdout: 'ignore',
      stderr: 'inherit',
    });
    const isAtWork = () => silent.pendingRequests > 0 || filesIn(temporary).some((name) => name.endsWith('/input'));
    await until('the command to be at work', () => isAtWork() || program.exitCode !== null);
    expect(filesIn(temporary).length).toBeGreaterThan(0);
    program.kill(signal);
    expect([await program.exited, filesIn(temporary)]).toEqual([exitCode, []]);
    await silent.stop(true);
  });
});

/** A service without categories that responds to the first request, and then has the command stopped as a service manager stops it. */
function startStopping(first: () => Response, others: () => Promise<Response>) {
  let requests = 0;
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch({ url }) {
      const path = new URL(url).pathname;
      if (path === '/v1/categories') return Response.json([]);
      const shelter = { color: '#0f766e', languages: ['en'], timeZone: 'UTC', locked: [] };
      if (path === '/v1/shelter') return Response.json(shelter);
      requests += 1;
      if (requests === 1) return first();
      process.emit('SIGTERM');
      return await others();
    },
  });
}

test('SIGTERM ends an export as an interrupt does, and no part of its file stays', async () => {
  const page = '[{"id":1,"name":"a","categoryId":1,"status":"sold"}]';
  await using service = startStopping(
    () => new Response(page, { headers: { Link: '</v1/pets?cursor=2>; rel="next"' } }),
    () => new Promise(() => undefined),
  );
  const env = { PETSTORE_SERVER: service.url.href, PETSTORE_TOKEN: 'key' };
  const stopped = await runHere(exportCommand(), ['--output', join(folder.path, 'animals.csv')], env);
  await service.stop(true);
  expect([stopped, filesIn(folder.path)]).toEqual([
    { exitCode: 1, stdout: '', stderr: 'petstore: the export is incomplete. Interrupted.\n' },
    [],
  ]);
});

test('SIGTERM ends an import as an interrupt does: rows in progress are finished and counted', async () => {
  const begun = {
    ...{ id: 1, fileName: 'animals.csv', rows: 109, state: 'running', createdAt: '2026-11-28T12:00:00.000Z' },
    ...{ added: 0, updated: 0, unchanged: 0, refused: 0, takenBack: 0, kept: 0, createdBy: { type: 'key', id: 1 } },
  };
  const results = Array.from({ length: 100 }, (_, index) => ({ row: index + 2, result: 'added', petId: index + 1 }));
  await using service = startStopping(
    () => Response.json(begun, { status: 201 }),
    async () => Response.json({ results }),
  );
  const path = join(folder.path, 'animals.csv');
  writeFileSync(path, `name,categoryId,status\n${'Rex,1,sold\n'.repeat(109)}`);
  const env = { PETSTORE_SERVER: service.url.href, PETSTORE_TOKEN: 'key' };
  const stopped = await runHere(importCommand(), [path, '--rejected-folder', folder.path], env);
  await service.stop(true);
  expect(stopped).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/^imported +100\n/) });
  expect(stopped.stderr).toStartWith(
    'petstore: stopped after 100 of 109 rows. Interrupted.\nRun the same command again',
  );
});

test('a second signal ends an import at once, whose rows get no response', async () => {
  await using silent = startSilent();
  const path = join(folder.path, 'animals.csv');
  writeFileSync(path, 'name,categoryId,status\nRex,1,sold\n');
  const program = Bun.spawn(petstore('import', path, '--rejected-folder', folder.path), {
    env: cleanEnv({ ...shortLived, PETSTORE_SERVER: silent.url.href, PETSTORE_TOKEN: 'key' }),
    stdout: 'ignore',
    stderr: 'inherit',
  });
  await until('a row to be sent', () => silent.pendingRequests > 0 || program.exitCode !== null);
  program.kill('SIGINT');
  program.kill('SIGTERM');
  expect([130, 143]).toContain(await program.exited);
  await silent.stop(true);
});

/** A service with one page of animals that fills every pipe. */
const startLarge = () => {
  const page = Array.from({ length: 100 }, (_, id) => ({
    id,
    name: 'a'.repeat(20_000),
    categoryId: 1,
    status: 'sold',
  }));
  return Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json(page) });
};

/** Ends what no other signal has ended. */
const atMost = { timeout: 200_000, killSignal: 'SIGKILL' } as const;

test.each(['standard output', '--output'])('SIGTERM ends an export whose reader has stopped reading %p', async (to) => {
  await using service = startLarge();
  const path = join(folder.path, 'pipe');
  Bun.spawnSync(['mkfifo', path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, 'w');
  const program = Bun.spawn(petstore('export', ...(to === '--output' ? ['--output', path] : [])), {
    env: cleanEnv({ ...shortLived, PETSTORE_SERVER: service.url.href, PETSTORE_TOKEN: 'key' }),
    stdout: writer,
    stderr: 'pipe',
    ...atMost,
  });
  const isBegun = () => {
    try {
      return readSync(reader, Buffer.alloc(1)) === 1;
    } catch {
      return false;
    }
  };
  await until('the export to write', () => isBegun() || program.exitCode !== null);
  program.kill('SIGTERM');
  const stderr = await program.stderr.text();
  for (const file of [reader, writer]) closeSync(file);
  expect([await program.exited, stderr]).toEqual([1, 'petstore: the export is incomplete. Interrupted.\n']);
});

test.skipIf(!existsSync('/proc/self/wchan'))('SIGTERM ends an export that waits for a reader of its pipe', async () => {
  const path = join(folder.path, 'pipe');
  Bun.spawnSync(['mkfifo', path]);
  const program = Bun.spawn(petstore('export', '--output', path), {
    env: cleanEnv({ ...shortLived, PETSTORE_SERVER: 'http://127.0.0.1:1', PETSTORE_TOKEN: 'key' }),
    stdout: 'ignore',
    stderr: 'inherit',
    ...atMost,
  });
  const isWaiting = () => readFileSync(`/proc/${program.pid}/wchan`, 'utf8') === 'wait_for_partner';
  await until('the export to open the pipe', () => program.exitCode !== null || isWaiting());
  program.kill('SIGTERM');
  await program.exited;
  expect(program.signalCode).toBe('SIGTERM');
});
