import { expect, test } from 'bun:test';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommands } from '../support/documents/document-commands.ts';
import { runDocument } from '../support/documents/document-run.ts';
import { freePort } from '../support/process/ports.ts';
import { makeScratchFolder } from '../support/scratch.ts';
import { until } from '../support/until.ts';
import { document, folder, run, tool, toolEnvironment } from './tools.ts';

/** The commands of documents that need other projects' programs. tests/support/documents/document-plans.ts has the others. */

const root = join(folder, '../..');
const scratch = makeScratchFolder();

function makeFolder(name: string): string {
  const path = join(scratch.path, name);
  mkdirSync(path);
  return path;
}

test('the linter finds nothing in openapi.json, by the rules of OpenAPI and the API security rules of OWASP', async () => {
  expect(await run('node', tool('.bin/spectral'), 'lint', '--quiet', '--fail-severity=warn', document)).toMatchObject({
    exitCode: 0,
    output: '',
  });
});

test('the commands of docs/clients.md generate clients and send the requests of collections', async () => {
  const path = makeFolder('clients');
  const commands = readCommands(readFileSync(join(root, 'docs/clients.md'), 'utf8')).filter(
    // Bruno's program is not among the packages here. Sending the collection is the subject of postman.test.ts.
    ({ text }) => text.startsWith('npx openapi'),
  );
  expect(commands.length).toBeGreaterThan(0);
  const generators = [...readFileSync(join(root, 'docs/clients.md'), 'utf8').matchAll(/^\| .*?\| `(npx .*?)` \|$/gm)];
  expect(generators).toHaveLength(4);
  const listed = generators.map(([, text = '']) => ({ line: 0, language: 'shell', text, output: [] }) as const);
  symlinkSync(join(root, 'openapi.json'), join(path, 'openapi.json'));
  // The packages are installed here, and npx must not look for others.
  const npx = `while [ "\${1#--package=}" != "$1" ]; do shift; done
name=$1; shift
case $name in @*) name=\${name##*/} ;; openapi-to-postmanv2) name=openapi2postmanv2 ;; esac
exec "${tool('.bin')}/$name" "$@"`;
  const environment = Object.entries(toolEnvironment).map(([name, value]) => `export ${name}='${value}'`);
  const quiet = environment.filter((line) => !line.startsWith('export PATH=') && !line.startsWith('export HOME='));
  expect(
    await runDocument({ folder: path, commands: [...listed, ...commands], programs: { npx }, before: quiet }),
  ).toEqual([]);
  for (const made of ['petstore.d.ts', 'petstore/index.ts', 'petstore.ts', 'petstore.postman.json']) {
    const isComplete = (await Bun.file(join(path, made)).text()).length > 1_000 || made.endsWith('index.ts');
    expect([made, isComplete]).toEqual([made, true]);
  }
}, 240_000);

test.skipIf(Bun.which('jq') === null)(
  'the steps of docs/import.md move what json-server has stored',
  async () => {
    const path = makeFolder('moving');
    const markdown = readFileSync(join(root, 'docs/import.md'), 'utf8');
    const [, database = ''] = /```json\n(.*?)```/s.exec(markdown) ?? [];
    writeFileSync(join(path, 'db.json'), database);
    const port = freePort();
    const command = ['node', tool('json-server/lib/cli/bin.js'), '--host', '127.0.0.1', '--port', String(port)];
    const server = Bun.spawn([...command, join(path, 'db.json')], {
      env: toolEnvironment,
      stdout: 'ignore',
      stderr: 'ignore',
    });
    try {
      const address = `http://127.0.0.1:${port}/pets`;
      const answer = await until('json-server to answer', () => fetch(address).catch(() => undefined));
      expect(await answer.json()).toHaveLength(2);
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ name: 'Rex', species: 'Dog', breed: 'Collie', status: 'available' });
      expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(201);
      const steps = readCommands(markdown).filter(
        ({ text }) => text.includes('db.json') || text.includes('import pets.csv'),
      );
      expect(steps).toHaveLength(2);
      const withoutOutput = steps.map((step) => ({ ...step, output: [] }));
      const text = 'petstore export --profiles --format ndjson > exported.ndjson';
      const shown = { line: 0, language: 'shell', text, output: [] } as const;
      expect(await runDocument({ folder: path, commands: [...withoutOutput, shown] })).toEqual([]);
      const lines = readFileSync(join(path, 'exported.ndjson'), 'utf8').trimEnd().split('\n');
      const animals = lines.map((line) => JSON.parse(line) as { name: string; status: string; profile: object });
      const moved = (formerId: number, name: string, status: string, profile: object) => [
        name,
        { status, profile: { ...profile, attributes: { formerId: `${formerId}` } } },
      ];
      expect(animals.map(({ name, status, profile }) => [name, { status, profile }]).toSorted()).toEqual([
        moved(2, 'Bella', 'sold', { species: 'Cat' }),
        moved(1, 'Frank', 'available', { species: 'Dog', breed: 'Beagle' }),
        moved(3, 'Rex', 'available', { species: 'Dog', breed: 'Collie' }),
      ]);
    } finally {
      server.kill();
      await server.exited;
    }
  },
  120_000,
);
