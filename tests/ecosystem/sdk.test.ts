import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { buildSdk } from '../../scripts/build/build-sdk.ts';
import { browserPath } from '../support/browser/browser.ts';
import { freePort } from '../support/process/ports.ts';
import { adminKey, startServer, type TestServer } from '../support/process/server.ts';
import { makeScratchFolder } from '../support/scratch.ts';
import { until } from '../support/until.ts';
import { folder, generate, runIn, tool, toolEnvironment } from './tools.ts';

/** The package of the SDK, installed from its archive, in each runtime that its README names. */

const scratch = makeScratchFolder();
let server: TestServer;
let archive: string;
const at = (path: string) => join(scratch.path, path);

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const sentAt = new Date('2026-11-21T12:00:00Z');
const body = '{"id":8,"type":"pet.created","at":"2026-11-21T11:59:00.761Z","petId":9007199254740993}';
const headers = {
  'webhook-id': 'evt_8',
  'webhook-timestamp': String(sentAt.getTime() / 1_000),
  'webhook-signature': new Webhook(secret).sign('evt_8', sentAt, body),
};
const input = () => ({
  baseUrl: server.url,
  apiKey: adminKey,
  webhook: { body, headers, secret, nowMs: sentAt.getTime() },
});
const expected = {
  seen: ['pet.updated', 'Rex', '9223372036854775807'],
  names: ['Rex'],
  status: 200,
  text: '[{"name":"Rex","categoryId":9223372036854775807,"status":"available"}]',
  error: 'order_not_found',
  aborted: 'stopped',
  event: '9007199254740993',
  forged: 'WebhookVerificationError',
  unconfigured: 'baseUrl is missing. Pass it, or set the environment variable PETSTORE_SERVER.',
};

beforeAll(async () => {
  archive = await buildSdk(at('built'));
  writeFileSync(at('package.json'), '{"type":"module"}');
  const installed = await runHere(['npm', 'install', '--offline', '--no-audit', '--no-fund', archive]);
  expect(installed).toMatchObject({ exitCode: 0 });
  copyFileSync(join(folder, 'clients/sdk-exercise.mjs'), at('exercise.js'));
  writeFileSync(
    at('main.js'),
    `import { exercise } from './exercise.js';
     console.log(JSON.stringify(await exercise(JSON.parse(process.argv[2]))));`,
  );
  server = await startServer({ env: { PETSTORE_CORS_ORIGINS: '*' } });
}, 60_000);
afterAll(() => server.stop());

const runHere = (command: string[]) =>
  runIn(scratch.path, command, { npm_config_cache: at('cache'), DENO_DIR: at('deno'), DENO_NO_UPDATE_CHECK: '1' });

const nodes = ['20', '22', '24', '26'].map((version) => ({ version, path: tool(`node-${version}/bin/node`) }));

describe.each(nodes)('on Node.js $version', ({ version, path }) => {
  test('the SDK works', async () => {
    expect((await runHere([path, '--version'])).stdout).toStartWith(`v${version}.`);
    const { exitCode, stdout, output } = await runHere([path, 'main.js', JSON.stringify(input())]);
    expect([exitCode, output]).toEqual([0, stdout]);
    expect(JSON.parse(stdout)).toEqual(expected);
  });

  test('the SDK can be required', async () => {
    const program = "console.log(typeof require('petstore-client').createClient)";
    const { exitCode, stdout } = await runHere([path, '--input-type=commonjs', '--eval', program]);
    expect([exitCode, stdout]).toEqual([0, 'function\n']);
  });
});

test('the SDK works on Bun', async () => {
  const { exitCode, stdout } = await runHere([process.execPath, 'main.js', JSON.stringify(input())]);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toEqual(expected);
});

test('the SDK works on Deno, also when the program may not read its environment', async () => {
  const { host } = new URL(server.url);
  const deno = ['node', tool('deno/bin.cjs'), 'run', '--no-prompt', `--allow-net=${host}`, 'main.js'];
  const { exitCode, stdout, output } = await runHere([...deno, JSON.stringify(input())]);
  expect([exitCode, output]).toEqual([0, stdout]);
  expect(JSON.parse(stdout)).toEqual(expected);
});

test('the SDK works in workerd, the runtime of Cloudflare Workers', async () => {
  const port = freePort();
  writeFileSync(
    at('worker.js'),
    `import { exercise } from './exercise.js';
     export default { fetch: async (request) => Response.json(await exercise(await request.json())) };`,
  );
  await bundle('worker.js', 'worker.bundle.js', '--platform=neutral', '--format=esm');
  writeFileSync(
    at('workerd.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [
        (name = "main", worker = (
          modules = [(name = "worker.js", esModule = embed "worker.bundle.js")],
          compatibilityDate = "2025-09-01",
          globalOutbound = "loopback")),
        (name = "loopback", network = (allow = ["local"])),
      ],
      sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
    );`,
  );
  // Not the command of the package, which starts this as a child and leaves it when it is ended.
  const { default: workerd }: { default: string } = await import(tool('workerd/lib/main.js'));
  const worker = Bun.spawn([workerd, 'serve', at('workerd.capnp')], {
    env: toolEnvironment,
    stdout: 'ignore',
    stderr: 'ignore',
  });
  try {
    const ask = async () =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: JSON.stringify(input()) }).catch(() => undefined);
    const response = await until('workerd to answer', ask, (seen) => seen !== undefined || worker.exitCode !== null);
    expect(await response?.json()).toEqual(expected);
  } finally {
    worker.kill();
    await worker.exited;
  }
}, 60_000);

test('a bundle of the SDK for browsers works in one', async () => {
  writeFileSync(at('browser.js'), "export { exercise } from './exercise.js';");
  const options = ['--platform=browser', '--format=iife', '--global-name=sdk', '--minify'];
  await bundle('browser.js', 'browser.bundle.js', ...options);
  expect(readFileSync(at('browser.bundle.js')).length).toBeLessThan(50_000);
  writeFileSync(
    at('page.html'),
    `<script src="browser.bundle.js"></script><pre></pre><script>
      const show = (value) => { document.querySelector('pre').textContent = JSON.stringify(value); };
      sdk.exercise(${JSON.stringify(input())}).then(show, (error) => show(String(error.stack)));
    </script>`,
  );
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath: await browserPath(), args: ['--no-sandbox'] });
  const page = await browser.newPage();
  const site = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => new Response(Bun.file(at(new URL(url).pathname.slice(1)))),
  });
  try {
    await page.goto(`${site.url.href}page.html`);
    const shown = await until('the page to show the result', () => page.textContent('pre'));
    expect(JSON.parse(shown)).toEqual(expected);
  } finally {
    await browser.close();
    await site.stop(true);
  }
}, 60_000);

/** Bundles with esbuild, which fails if the SDK needs a module of one platform. */
async function bundle(source: string, target: string, ...options: string[]): Promise<void> {
  const command = [tool('esbuild/bin/esbuild'), source, '--bundle', ...options, `--outfile=${target}`];
  expect(await runHere([...command, '--log-level=warning'])).toMatchObject({ exitCode: 0, output: '' });
}

test('publint and attw find nothing wrong with the package', async () => {
  expect(await generate('node', tool('publint/src/cli.js'), 'run', at('built/sdk'), '--strict')).toContain('All good!');
  const attw = ['node', tool('@arethetypeswrong/cli/dist/index.js'), '--no-definitely-typed', '--profile', 'esm-only'];
  expect(await generate(...attw, '--format', 'ascii', archive)).toMatch(/node16 \(from ESM\).*\n?/);
});

test('TypeScript 5.9 accepts the declarations, all of them, without any library of a runtime', async () => {
  mkdirSync(at('typed'));
  writeFileSync(
    at('typed/use.ts'),
    `import { createClient, type Pet, PetstoreError } from 'petstore-client';
     export const rex: Promise<Pet> = createClient({ baseUrl: 'https://pets.example' }).pets.create({
       name: 'Rex',
       categoryId: 3n,
       status: 'sold',
     });
     // @ts-expect-error A number is no 64-bit integer.
     createClient().pets.get(3);
     export const isGone = (error: unknown) => error instanceof PetstoreError && error.code === 'pet_not_found';`,
  );
  const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom,dom.iterable'];
  const tsc = ['node', tool('typescript/bin/tsc'), ...options, '--noEmit', 'typed/use.ts'];
  expect(await runHere(tsc)).toMatchObject({ exitCode: 0, output: '' });
});
