import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeJpeg } from '../data/images.ts';
import { postgres } from '../engines.ts';
import { makeScratchFolder } from '../scratch.ts';
import { type DocumentCommand, readCommands } from './document-commands.ts';
import { runDocument } from './document-run.ts';

// Every command of every document is run as it is written, or has a reason here why it is not: those of `quickRuns` in each
// run of the tests, the others in tests/long/documents.test.ts.

interface Plan {
  /** Beginnings of commands that are not run, with the reason. Each must be there. */
  readonly skip?: Readonly<Record<string, string>>;
  readonly before?: readonly string[];
  /** Beginnings of commands that do not end with 0, with their exit codes. */
  readonly exitCodes?: Readonly<Record<string, number>>;
  readonly files?: (at: (name: string) => string) => Promise<void> | void;
  /** Whether its examples in TypeScript are programs, not fragments. */
  readonly runsTypeScript?: boolean;
}

const because = (reason: string, ...begins: string[]) => Object.fromEntries(begins.map((begin) => [begin, reason]));

const createFrank = `curl -sf -H "Authorization: Bearer $PETSTORE_TOKEN" -H 'Content-Type: application/json' \
  -d '{"name":"Frank","categoryId":3}' "$PETSTORE_SERVER/v1/pets"`;
const ecosystem = 'npm run test:ecosystem runs it';
const otherHosts = 'names hosts that a test does not have';
const aCluster = 'needs three machines; npm run soak -- --trial patroni does the same';
const otherDatabases = 'tests/faults/backup.test.ts does so on PostgreSQL';

export const plans: Readonly<Record<string, Plan>> = {
  'README.md': { skip: { './petstore demo': 'takes seconds; tests/process/server/demo.test.ts runs it' } },
  'CONTRIBUTING.md': {},
  'client/README.md': { skip: { 'npm install': 'tests/long/sdk-package.test.ts installs it' } },
  'deploy/npm/README.md': {
    skip: {
      'npm install': 'tests/ecosystem/package-managers.test.ts does',
    },
  },
  'SECURITY.md': {
    skip: {
      'petstore keys list --json':
        'ends the key of the commands below; tests/process/commands/keys-command.test.ts runs both commands',
      'petstore keys create': 'belongs to the command above',
    },
  },
  'docs/recovery.md': { skip: { docker: 'needs Docker' } },
  'docs/backup.md': {
    before: [createFrank],
    skip: {
      'petstore backup /backups --every': 'does not end; tests/faults/backup.test.ts runs it',
      ...because(
        otherHosts,
        'petstore backup s3:',
        'petstore backup --list s3:',
        'petstore restore s3:',
        'rclone',
        'rsync',
      ),
      ...because(
        otherDatabases,
        'petstore backup /backups/petstore.db --database-url',
        'petstore restore /backups/petstore.db --database-url',
        'petstore webhooks pause --database-url',
        'export PETSTORE_MEDIA_URL',
        'psql',
      ),
    },
  },
  'docs/changing.md': { skip: { 'npm run release': 'takes minutes; tests/long/release.test.ts compares releases' } },
  'docs/clients.md': {
    skip: {
      ...because(ecosystem, 'npx', 'cd petstore && npx'),
      'export PETSTORE_SERVER': 'belongs to the commands below',
      petstore: 'tests/contract/interface/commands.test.ts runs an example of each operation',
    },
  },
  'docs/conformance.md': { skip: { 'petstore verify': 'tests/process/commands/verify-command.test.ts runs it' } },
  'docs/deploying.md': {
    skip: {
      'npm run build': 'tests/process and tests/long run each of them',
      ...because('needs Docker', 'docker', 'cd deploy/container', 'openssl', 'printf', 'chmod'),
      ...because('needs a machine with systemd', 'install', 'systemctl', 'journalctl'),
      kubectl: 'needs a cluster',
      sed: 'needs a cluster',
    },
  },
  'docs/deprecation-policy.md': { before: [createFrank] },
  'docs/feeds.md': {
    files: async (at) => {
      writeFileSync(at('dog.jpg'), await makeJpeg(48, 36));
      const rows = ['Frank,1,small,2023-04-01', 'Bella,1,,2024-05-01', 'Rex,1,,'].map(
        (row) => `${row},Dog,Beagle,male,dog.jpg\n`,
      );
      writeFileSync(at('animals.csv'), `name,categoryId,size,birthDate,species,breed,sex,photo\n${rows.join('')}`);
    },
    before: ['petstore import animals.csv --photos photo --photo-folder . --default-status available'],
    skip: {
      ...because('needs a machine with systemd', 'install', 'systemctl', 'journalctl'),
    },
  },
  'docs/first-hour.md': {
    files: async (at) => writeFileSync(at('frank.jpg'), await makeJpeg(480, 360)),
    exitCodes: { 'curl -sN --max-time': 28 },
    runsTypeScript: true,
  },
  'docs/import.md': {
    files: async (at) => {
      const blocks = [...readFileSync('docs/import.md', 'utf8').matchAll(/```(csv|json)\n(.*?)```/gs)];
      for (const [, language, content = ''] of blocks)
        writeFileSync(at(language === 'csv' ? 'animals.csv' : 'db.json'), content);
      mkdirSync(at('pictures'));
      for (const name of ['frank', 'bella', 'rex', 'max'])
        writeFileSync(at(`pictures/${name}.jpg`), await makeJpeg(48, 36));
      const rows = [
        'Frank,1,available,Beagle,2023-04-01,A1,12,frank.jpg bella.jpg',
        'Bella,2,available,,,A2,4,rex.jpg',
        'Rex,3,sold,,,A3,8,max.jpg lost.jpg',
      ];
      writeFileSync(
        at('shelter.csv'),
        ['name,categoryId,status,Breed,Born,Number,Weight,Pictures', ...rows, ''].join('\n'),
      );
      const record = {
        collectionId: 'pbc_1',
        id: 'r1',
        name: 'Frank',
        species: 'Dog',
        status: 'adopted',
        photos: ['a.jpg', 'b.jpg'],
      };
      const page = { page: 1, perPage: 500, totalItems: 1, totalPages: 1, items: [record] };
      writeFileSync(at('page-1.json'), JSON.stringify(page));
    },
    exitCodes: { 'petstore import shelter.csv': 1 },
    skip: {
      "curl -s 'http://127.0.0.1:8090": 'needs PocketBase; what follows runs with such a page',
      ...(Bun.which('jq') === null && {
        jq: 'jq is not installed',
        'petstore import pets.csv': 'needs jq',
        'petstore import records.csv': 'needs jq',
      }),
    },
  },
  'docs/keys.md': {},
  'docs/export.md': {
    files: async (at) => writeFileSync(at('frank.jpg'), await makeJpeg(480, 360)),
    before: [
      'petstore listings create --name Frank --category-id 3 --profile-breed Beagle --profile-birth-date 2023-04-01',
      'petstore photos add 1 frank.jpg',
      'petstore categories put 3 --name Dogs',
      'petstore orders place --pet-id 1',
    ],
    ...(Bun.which('sqlite3') === null && {
      skip: { sqlite3: 'sqlite3 is not installed', 'ls photos': 'needs sqlite3' },
    }),
  },
  'docs/operating.md': {},
  'docs/orders.md': { before: [createFrank] },
  'docs/personal-data.md': {},
  'docs/postgresql.md': {
    // A function of the test's shell: the copy wants the service stopped, as the document says.
    before: ['stop'],
    skip: {
      PETSTORE_WORKERS: 'tests/process/server/workers.test.ts starts them',
      ...because(otherHosts, 'DATABASE_URL', 'PETSTORE_READ_DATABASE_URL'),
      createdb: 'the database of the test exists',
      'export PGPASSWORD': 'the database of the test has another',
      'petstore copy --from postgres': 'tests/process/commands/copy.test.ts does',
      ...because(aCluster, 'apt-get', 'systemctl', 'pg_dropcluster', 'install', 'sudo'),
    },
  },
  'docs/proxies.md': {},
  'docs/public-page.md': {
    files: (at) => writeFileSync(at('logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>'),
  },
};

/**
 * Documents whose commands run one after the other against one service, which the first one starts. Those that send requests
 * come last: the first ones show what is in a new database.
 */
const together: readonly string[] = [
  'public-page',
  'keys',
  'operating',
  'deprecation-policy',
  'orders',
  // Erases what they have made.
  'personal-data',
  'backup',
].map((name) => `docs/${name}.md`);
/** The documents that each run with a service of their own, or with that of others, of which the first one starts it. */
export const runs: readonly (readonly string[])[] = [
  together,
  ...Object.keys(plans).flatMap((path) => (together.includes(path) ? [] : [[path]])),
];

/** What newcomers try first. What the others show is also tested command by command. */
export const quickRuns = runs.filter(([path = '']) => ['README.md', 'docs/first-hour.md'].includes(path));

export function commandsOf(path: string): DocumentCommand[] {
  const isRun = ({ language }: DocumentCommand) => language === 'shell' || plans[path]?.runsTypeScript === true;
  return readCommands(readFileSync(path, 'utf8')).filter(isRun);
}

/** The commands of a document that are run, after those that its plan adds. */
function plannedCommandsOf(path: string): DocumentCommand[] {
  const { skip = {}, before = [] } = plans[path] ?? {};
  const isSkipped = ({ text }: DocumentCommand) => Object.keys(skip).some((begin) => text.startsWith(begin));
  const commands = commandsOf(path).filter((command) => !isSkipped(command));
  if (commands.length === 0) return [];
  return [...before.map((text): DocumentCommand => ({ line: 0, language: 'shell', text, output: [] })), ...commands];
}

/** Tests that the commands of documents do what these say. */
export function testDocuments(those: typeof runs): void {
  const scratch = makeScratchFolder();
  afterAll(() => scratch.remove());
  const withCommands = those.filter((paths) => paths.flatMap(plannedCommandsOf).length > 0);
  test.each(withCommands.map((paths) => [paths.join(', '), paths] as const))(
    'the commands of %s do what it says',
    async (name, paths) => {
      const commands = paths.flatMap(plannedCommandsOf);
      const exitCodes = Object.assign({}, ...paths.map((path) => plans[path]?.exitCodes));
      const folder = join(scratch.path, name.replaceAll(/[^a-z]+/gi, '-'));
      mkdirSync(join(folder, 'backups'), { recursive: true });
      for (const path of paths) await plans[path]?.files?.((file) => join(folder, file));
      const replaced: [string, string][] = [['/etc/petstore', folder]];
      const needsPostgres = commands.some(({ text }) => text.includes('postgres://'));
      const database = needsPostgres ? await postgres.makeDatabase() : undefined;
      if (database !== undefined) {
        const own = 'postgres://petstore@db.example.org/petstore';
        const owner = 'postgres://owner@db.example.org/petstore';
        // Messages show the URL without its password.
        replaced.push([owner, database.url], [own, database.url], [own, withoutPassword(database.url)]);
      }
      expect(await runDocument({ folder, commands, replaced, exitCodes })).toEqual([]);
      await database?.remove();
    },
  );
}

function withoutPassword(url: string): string {
  const parsed = new URL(url);
  parsed.password = '';
  return parsed.href;
}
