import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeJpeg } from '../data/images.ts';
import { postgres } from '../engines.ts';
import { makeScratchFolder } from '../scratch.ts';
import { type DocumentCommand, readCommands } from './document-commands.ts';
import { runDocument } from './document-run.ts';
import { notRun } from './not-run.ts';

// Every command of every document is run as it is written, or is listed in not-run.ts: those of `quickRuns` in each run of
// the tests, the others in tests/long/documents.test.ts.

interface Plan {
  readonly before?: readonly string[];
  /** Beginnings of commands that do not end with 0, with their exit codes. */
  readonly exitCodes?: Readonly<Record<string, number>>;
  readonly files?: (at: (name: string) => string) => Promise<void> | void;
  /** Whether its examples in TypeScript are programs, not fragments. */
  readonly runsTypeScript?: boolean;
}

const createFrank = `curl -sf -H "Authorization: Bearer $PETSTORE_TOKEN" -H 'Content-Type: application/json' \
  -d '{"name":"Frank","categoryId":3}' "$PETSTORE_SERVER/v1/pets"`;
/** How the commands of documents are run, where that takes more than the document. */
export const plans: Readonly<Record<string, Plan>> = {
  'docs/backup.md': { before: [createFrank] },
  'docs/deprecation-policy.md': { before: [createFrank] },
  'docs/export.md': {
    files: async (at) => writeFileSync(at('frank.jpg'), await makeJpeg(480, 360)),
    before: [
      'petstore listings create --name Frank --category-id 3 --profile-breed Beagle --profile-birth-date 2023-04-01',
      'petstore photos add 1 frank.jpg',
      'petstore categories put 3 --name Dogs',
      'petstore orders place --pet-id 1',
    ],
  },
  'docs/feeds.md': {
    files: async (at) => {
      writeFileSync(at('dog.jpg'), await makeJpeg(48, 36));
      const rows = ['Frank,1,small,2023-04-01', 'Bella,1,,2024-05-01', 'Rex,1,,'].map(
        (row) => `${row},Dog,Beagle,male,dog.jpg\n`,
      );
      writeFileSync(at('animals.csv'), `name,categoryId,size,birthDate,species,breed,sex,photo\n${rows.join('')}`);
    },
    before: ['petstore import animals.csv --photos photo --photo-folder . --default-status available'],
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
  },
  'docs/orders.md': { before: [createFrank] },
  // A function of the test's shell: the copy wants the service stopped, as the document says.
  'docs/postgresql.md': { before: ['stop'] },
  'docs/public-page.md': {
    files: (at) => writeFileSync(at('logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>'),
  },
};

/**
 * Documents whose commands run one after the other against one service, which the first one starts. Those that send requests
 * come last: the first ones show what is in a new database.
 */
const together: readonly string[] = [
  'keys',
  'operating',
  'deprecation-policy',
  'orders',
  // Erases what they have made.
  'personal-data',
  'backup',
].map((name) => `docs/${name}.md`);
const documents = ['*.md', '{docs,deploy,client,bench,tests,src}/**/*.md']
  .flatMap((glob) => [...new Bun.Glob(glob).scanSync()])
  .filter((path) => !path.includes('node_modules') && !together.includes(path));
/** The documents that run with one service, and the others, each with a service of its own. */
export const runs: readonly (readonly string[])[] = [together, ...documents.toSorted().map((path) => [path])];

/** What newcomers try first. What the others show is also tested command by command. */
export const quickRuns = runs.filter(([path = '']) => ['README.md', 'docs/first-hour.md'].includes(path));

export function commandsOf(path: string): DocumentCommand[] {
  const isRun = ({ language }: DocumentCommand) => language === 'shell' || plans[path]?.runsTypeScript === true;
  return readCommands(readFileSync(path, 'utf8')).filter(isRun);
}

/** The commands of a document that are run, after those that its plan adds. */
function plannedCommandsOf(path: string): DocumentCommand[] {
  const { before = [] } = plans[path] ?? {};
  const listed = notRun.flatMap(([document, , ...beginnings]) => (document === path ? beginnings : []));
  const commands = commandsOf(path).filter(({ text }) => !listed.some((begin) => text.startsWith(begin)));
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
