import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Client, createClient } from '../../../client/index.ts';
import { buildExecutable } from '../../../scripts/build/build-executable.ts';
import { readCommit } from '../../../scripts/build/build-options.ts';
import { ownPlatform } from '../../../scripts/build/runtimes.ts';
import { consoleFolder, programVersion } from '../../../src/lib/system/program-files.ts';
import { drawAnimal } from '../../support/data/picture.ts';
import { expectDocumentedSize } from '../../support/documents/documented-size.ts';
import { canConfine, confined, confinedPid, unprivileged } from '../../support/process/confined.ts';
import { describeImage } from '../../support/process/describe-image.ts';
import { type Finished, sharedExecutable } from '../../support/process/program.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';
import { until } from '../../support/until.ts';

const nobody = 65_534;
let scratch: ScratchFolder;
const at = (path: string) => join(scratch.path, path);
let executable: string;
let commit: string | undefined;

beforeAll(async () => {
  scratch = makeScratchFolder();
  chmodSync(scratch.path, 0o755);
  for (const folder of ['data', 'out']) {
    mkdirSync(at(folder));
    if (process.getuid?.() === 0) chownSync(at(folder), nobody, nobody);
  }
  mkdirSync(at('empty'));
  commit = readCommit();
  executable = sharedExecutable ?? at('built/petstore');
  if (sharedExecutable === undefined) await buildExecutable(ownPlatform(), executable);
});
afterAll(() => scratch.remove());

/** Runs a command of the executable as an unprivileged user, with no environment but `env`. */
async function run(args: readonly string[], env: Record<string, string> = {}, cwd = at('empty')): Promise<Finished> {
  const program = Bun.spawn(unprivileged([executable, ...args]), { cwd, env, stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr] = await Promise.all([program.stdout.text(), program.stderr.text()]);
  return { exitCode: await program.exited, stdout, stderr };
}

test('the executable is one file', () => {
  expect(readdirSync(dirname(executable))).toEqual(['petstore']);
  const platform = ownPlatform();
  if (platform === 'linux-x64') expectDocumentedSize(`petstore-VERSION-${platform}`, statSync(executable).size);
});

test('the executable reports its version and commit, and takes nothing from the current folder', async () => {
  mkdirSync(at('foreign'));
  writeFileSync(at('foreign/bunfig.toml'), 'preload = ["./preload.ts"]');
  writeFileSync(at('foreign/preload.ts'), 'console.log("preloaded")');
  writeFileSync(at('foreign/.env'), `DATABASE_URL=sqlite:${at('data/elsewhere.db')}`);
  const version = commit === undefined ? programVersion : `${programVersion} (${commit})`;
  expect(await run(['--version'], {}, at('foreign'))).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  const { exitCode, stderr } = await run(['check'], {}, at('foreign'));
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringMatching(/no petstore database at sqlite:.*\/foreign\/data\/petstore\.db;/),
  ]);
});

describe('a service of the executable with workers, in an empty folder that is read-only, as process 1', () => {
  let service: Bun.Subprocess<'ignore', 'pipe', 'pipe'>;
  let url: string;
  let key: string;
  let client: Client;
  const database = () => `sqlite:${at('data/petstore.db')}`;

  beforeAll(async () => {
    chmodSync(at('empty'), 0o555);
    // Workers share memory by a temporary file.
    const env = { PORT: '0', DATABASE_URL: database(), PETSTORE_WORKERS: '2', TMPDIR: at('data') };
    const command = [executable, 'serve'];
    service = Bun.spawn(canConfine ? confined(command, env, at('data')) : unprivileged(command), {
      cwd: at('empty'),
      env: canConfine ? { PATH: process.env['PATH'] } : env,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    });
    url = await readStart(service);
    key = readFileSync(at('data/first-key'), 'utf8').trim();
    client = createClient({ baseUrl: url, apiKey: key });
  });
  afterAll(() => service.kill('SIGKILL'));

  test.skipIf(!canConfine)('is confined as the test intends', () => {
    const status = readFileSync(`/proc/${confinedPid(service.pid)}/status`, 'utf8');
    expect(status).toMatch(/^NSpid:.*\t1$/m);
    expect(status).toMatch(/^Uid:\t65534\t65534\t65534\t65534$/m);
    const folder = (name: string) => join(`/proc/${confinedPid(service.pid)}/root`, at(name), 'written');
    expect(() => writeFileSync(folder('out'), '')).toThrow('EROFS');
    writeFileSync(folder('data'), '');
  });

  test('serves the console and the API reference', async () => {
    for (const page of ['/', '/docs']) {
      const html = await (await fetch(url + page)).text();
      const names = [...html.matchAll(/(?:src|href)="\/?(?:\.\.\/)*console\/([^"]+)"/g)].map(([, name = '']) => name);
      expect(new Set(names.map((name) => name.replace(/.*\./, '')))).toEqual(new Set(['css', 'js']));
      for (const name of names) {
        const served = await (await fetch(`${url}/console/${name}`)).arrayBuffer();
        expect(new Uint8Array(served)).toEqual(await Bun.file(join(consoleFolder, name)).bytes());
      }
    }
    expect(await (await fetch(`${url}/openapi.json`)).json()).toHaveProperty('openapi', '3.1.0');
  });

  test('keeps animals and encodes photos', async () => {
    const { id } = await client.pets.create({ name: 'Frank', categoryId: 2n ** 63n - 1n });
    const { bytes } = drawAnimal(1);
    const photo = await client.photos.add(id, new Blob([bytes], { type: 'image/png' }));
    expect([photo.width, photo.height]).toEqual([480n, 360n]);
    for (const { url: file, width, height } of photo.sources) {
      const image = await new Bun.Image(await (await fetch(file)).arrayBuffer()).metadata();
      expect([BigInt(image.width), BigInt(image.height)]).toEqual([width, height]);
    }
  });

  test('is imported into, exported from, backed up and checked by the other commands', async () => {
    const environment = { PETSTORE_SERVER: url, PETSTORE_TOKEN: key };
    writeFileSync(at('animals.csv'), 'name,categoryId,status\nBella,5,available\nRex,6,available\n');
    expect(await run(['import', at('animals.csv')], environment, at('out'))).toMatchObject({ exitCode: 0 });
    const exported = await run(['export'], environment);
    // Rows are sent at the same time, so either may come first.
    expect(exported.stdout.replaceAll(/^\d+,/gm, '').split('\n').toSorted()).toEqual([
      '',
      'Bella,5,available,',
      'Frank,9223372036854775807,available,',
      'Rex,6,available,',
      'id,name,categoryId,status,category',
    ]);
    const backup = at('out/backup.db');
    expect(await run(['backup', backup], { DATABASE_URL: database() })).toMatchObject({ exitCode: 0 });
    const checked = await run(['check'], { DATABASE_URL: `sqlite:${backup}` });
    expect(checked).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('stops on SIGTERM with code 0', async () => {
    process.kill(canConfine ? confinedPid(service.pid) : service.pid, 'SIGTERM');
    expect(await service.exited).toBe(0);
    const log = await service.stderr.text();
    expect(log).toContain('"event":"stopped"');
    expect(log).toContain(`"version":"${programVersion}"`);
  });
});

describeImage(() => executable);

/** Waits until a service listens on a new database. Returns its address. */
async function readStart({ stdout, exited }: Bun.Subprocess<'ignore', 'pipe', 'pipe'>): Promise<string> {
  let printed = '';
  let isEnded = false;
  void exited.then(() => (isEnded = true));
  void (async () => {
    for await (const text of stdout.pipeThrough(new TextDecoderStream())) printed += text;
  })();
  await until(
    'the service to listen',
    () => isEnded || printed.includes('Stop with Ctrl-C'),
    (seen) => seen,
  );
  const [, url = ''] = /listens on (\S+) /.exec(printed) ?? [];
  if (url === '') throw new Error(`the service did not start:\n${printed}`);
  return url;
}
