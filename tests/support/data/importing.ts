import { createClient } from '../../../client/index.ts';
import { requireTable } from '../../../src/store/tables.ts';
import type { TestApp } from '../app.ts';
import { adminKey } from '../process/server.ts';
import { contentOf } from './copying.ts';

/** The settings with which `petstore import` reaches a test server. */
export function importSettings(url: string): Record<string, string> {
  return { PETSTORE_SERVER: url, PETSTORE_TOKEN: adminKey };
}

/** What must be said of a file without a status. */
export const offered = ['--default-status', 'available'] as const;

/** The names of the animals in a category. Each test uses its own category. */
export async function namesIn({ url }: { url: string }, categoryId: bigint): Promise<string[]> {
  const pets = await Array.fromAsync(createClient({ baseUrl: url, apiKey: adminKey }).pets.list());
  return pets.filter((pet) => pet.categoryId === categoryId).map(({ name }) => name);
}

/** What an undo does not restore: history, and counts and spellings, whose rows stay when the last animal goes. */
const history = [
  ...['events', 'pending_events', 'event_marks', 'daily_statistics', 'daily_totals', 'settings', 'removed_media'],
  ...['imports', 'import_rows', 'spellings', 'inventory', 'inventory_totals', 'idempotency_records'],
];

/** All rows but history, and animals without the times of their last changes, which clients follow. */
export async function contentBesideHistory(service: TestApp): Promise<Record<string, unknown[][]>> {
  await service.untilSettled();
  const { pets = [], import_animals: imported = [], ...rows } = await contentOf(service.database);
  const without = (table: string, column: string, all: unknown[][]) => {
    const at = Object.keys(requireTable(table).columns).indexOf(column);
    return all.map((row) => row.toSpliced(at, 1));
  };
  const others = Object.entries(rows).filter(([table]) => !history.includes(table));
  const withTimes = {
    pets: without('pets', 'updated_at', pets),
    import_animals: without('import_animals', 'changed_at', imported),
  };
  return { ...Object.fromEntries(others), ...withTimes };
}
