import { findRows } from '../../../src/store/rows.ts';
import { statement } from '../../../src/store/statement.ts';
import { tables } from '../../../src/store/tables.ts';
import { postgres, sqlite } from '../engines.ts';
import { search } from './search.ts';
import { type Sent, Side } from './side.ts';
import { firstStep, lastSteps, laterStep } from './steps.ts';

/** New databases after so many: the first ids are the ones that the requests name. */
export const operationsPerRound = 500;
const firstSteps = 60;

/**
 * There are so many before the first step of an odd seed: more than a page has, but no more than a search reads at once. Beyond,
 * pages of a search may end early, and the engines do so at other animals (`store/search/sorted.ts`).
 */
const manyAnimals = 250;
const maxRows = 100_000;
const shownText = 3_000;
const ownTables = ['settings', 'event_marks', 'pending_events'];
const numbered = tables()
  .filter(({ name, givesIds }) => givesIds && name !== 'pending_events')
  .map(({ name }) => name);

/**
 * Takes the same random steps on SQLite and on PostgreSQL, and compares all responses and all rows. The services have the
 * same clock and the same randomness, so that everything has to be equal but this:
 *
 * | what | why | so |
 * | --- | --- | --- |
 * | ids after a failed write | PostgreSQL does not take back the ids of a rollback | both continue after the higher one |
 * | events that no job has numbered | on PostgreSQL they are not in the list, and a new webhook gets them, too | the job runs before |
 * | `settings`, `event_marks` and `pending_events` | identifiers and the bookkeeping of each engine | are not compared |
 *
 * Returns the first difference, with few steps that show it; empty if there is none.
 */
export async function compareEngines(seed: number, operations = operationsPerRound): Promise<readonly string[]> {
  const animals = seed % 2 === 0 ? 0 : manyAnimals;
  const first = Math.min(operations, firstSteps);
  const report = await search(
    {
      kinds: [
        [firstStep, first],
        [laterStep, operations - first],
      ],
      last: lastSteps,
      open: [sqlite, postgres].map((engine) => () => Side.openStill(engine, animals)),
      async judge(sent, sides) {
        const texts = sent.map((all) => all.map(describe).join('\n'));
        if (areDifferent(texts)) return differences('The responses to the last request are different:', sides, texts);
        if (sent.flat().some(({ status }) => status >= 400)) await levelIds(sides);
        return [];
      },
      async judgeRows(sides) {
        const rows = await Promise.all(sides.map(rowsOf));
        const own = rows.map((lines, index) => new Set(lines).difference(new Set(rows[1 - index])));
        if (!areDifferent(rows.map((lines) => lines.join('\n')))) return [];
        const texts = own.map((lines) => [...lines].join('\n'));
        return differences('Different rows are stored:', sides, texts);
      },
    },
    seed,
  );
  return report.length === 0 ? [] : [...report, `There were ${animals} animals before these steps.`];
}

function areDifferent(texts: readonly string[]): boolean {
  return texts.some((text) => text !== texts[0]);
}

function differences(what: string, sides: readonly Side[], texts: readonly string[]): string[] {
  return [what, ...sides.map(({ name }, index) => `${name}:\n${texts[index]?.slice(0, shownText)}`)];
}

function describe({ status, headers, text }: Sent): string {
  return [status, ...[...headers].map((header) => header.join(': ')).sort(), '', text].join('\n');
}

/** The highest id ever given in each of the tables that number their rows becomes that of the side that has given more. */
async function levelIds(sides: readonly Side[]): Promise<void> {
  const highest = await Promise.all(
    sides.map(async ({ service: { store } }) => {
      const each = numbered.map((table) => `coalesce((${store.ids.highest(table).text}), 0)`);
      const [ids = []] = await store.reader.query(statement<readonly bigint[]>(`SELECT ${each.join(', ')}`), []);
      return ids;
    }),
  );
  for (const [index, table] of numbered.entries()) {
    const [one = 0n, other = 0n] = highest.map((ids) => ids[index] ?? 0n);
    if (one === other) continue;
    const raised = String(one > other ? one : other);
    for (const { service } of sides) {
      await service.database.run(service.store.ids.raise(table).text.replaceAll('$1', raised));
    }
  }
}

/** Everything that is stored. */
async function rowsOf(side: Side): Promise<string[]> {
  await side.sequence();
  const lines: string[] = [];
  for (const table of tables().filter(({ name }) => !ownTables.includes(name))) {
    const rows = await findRows(side.service.store.reader, table, undefined, maxRows);
    lines.push(...rows.map((row) => `${table.name} ${row.join('|')}`));
  }
  return lines;
}
