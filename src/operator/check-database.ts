import { minInt64 } from '../../contract/int64.ts';
import { countByCategoryAndStatus } from '../animals/pets/sql.ts';
import { repairSearchTexts } from '../animals/profiles/rules.ts';
import {
  findBrokenOrders,
  findContactsWithoutOrder,
  findEventGaps,
  findOrphans,
  findOverdueOrders,
  findSharedChips,
  findTextsWithoutPet,
  findWrongTexts,
} from '../catalogue/check-sql.ts';
import { lostIds } from '../catalogue/history-rules.ts';
import { expiryOf } from '../homes/inquiries/model.ts';
import { countExpiredInquiries } from '../homes/inquiries/sql.ts';
import { sqlitePath } from '../lib/addresses/database-url.ts';
import { formatBytes } from '../lib/format.ts';
import { freeBytesAt } from '../lib/system/disk.ts';
import { dayMs } from '../lib/timestamp.ts';
import { listSome } from '../lib/visible-text.ts';
import type { PhotoStore } from '../photo-files/photo-store.ts';
import { findClockFault, findFutureEvent } from '../record/clock.ts';
import { unfoldedProfiles } from '../record/events/older-sql.ts';
import { repairInventory } from '../record/events/rules.ts';
import { isInventoryOf } from '../record/inventory/sql.ts';
import { findReversedStays } from '../record/statistics/stays-sql.ts';
import { openSnapshot, openStore, requireCurrentSchema, requireOwnSchema } from '../store/open-store.ts';
import { type OnProgress, oneStep } from '../store/progress.ts';
import { countRows } from '../store/rows.ts';
import { findSetting } from '../store/settings.ts';
import { fileSize, verifyFile } from '../store/sqlite/backup.ts';
import { StorageError, type Store } from '../store/store.ts';
import { requireTable } from '../store/tables.ts';
import type { Finding } from './finding.ts';
import { checkPhotoFiles } from './photo-files.ts';

export interface CheckOptions {
  repair?: boolean;
  /** After how many days inquiries are erased; `undefined` if that is not known. */
  inquiriesDays?: number;
  /** Where the files of photos are; `undefined` where photos are disabled. */
  media?: PhotoStore | undefined;
  onProgress?: OnProgress | undefined;
}

/**
 * Checks a database that services may be using. Changes it only with `repair`.
 * @throws StorageError when it cannot be opened, or is not at this release's schema
 */
export async function* checkDatabase(
  databaseUrl: string,
  { repair = false, inquiriesDays, media, onProgress }: CheckOptions = {},
): AsyncGenerator<Finding> {
  const path = sqlitePath(databaseUrl);
  if (path !== undefined) {
    onProgress?.(oneStep('checking the file', fileSize(path)));
    const whole = 'all pages and indexes are intact, and nothing was added';
    yield await examine('file', () => verifyFile(path), whole, '; restore the newest backup');
    yield checkDisk(path);
  }
  // Opening the store would migrate it.
  await requireCurrentSchema(databaseUrl);
  if (path === undefined) {
    // On SQLite this is a part of the check of the file.
    const whole = 'the tables have no triggers, rules or policies';
    yield await examine('schema', () => requireOwnSchema(databaseUrl), whole);
  }
  await using store = await openStore(databaseUrl, { writesInline: true });
  yield await checkInventory(databaseUrl, store, repair);
  yield await checkStays(store);
  yield await checkOrders(store);
  yield await checkDependents(store);
  yield await checkPhotoFiles(store, media);
  yield await checkSearchTexts(store, repair, onProgress);
  yield await checkEvents(store);
  if (inquiriesDays !== undefined) yield await checkInquiries(store, inquiriesDays);
  yield await checkClock(store);
}

/** Takes a failure of the storage for a finding. */
async function examine(name: string, check: () => void | Promise<void>, whole: string, advice = ''): Promise<Finding> {
  try {
    await check();
    return { name, state: 'ok', detail: whole };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { name, state: 'error', detail: `${error.message}${advice}` };
  }
}

/** The write-ahead log, a migration or a backup can need as much space as the database. */
export function checkDisk(path: string): Finding {
  const [free, size] = [freeBytesAt(path), fileSize(path)];
  const detail = `${formatBytes(free)} are free; the database has ${formatBytes(size)}`;
  if (free >= size) return { name: 'disk', state: 'ok', detail };
  return {
    name: 'disk',
    state: 'warning',
    detail: `${detail}, and a migration, a backup or "petstore compact" can need as much; make room`,
  };
}

async function checkInventory(databaseUrl: string, store: Store, repair: boolean): Promise<Finding> {
  const name = 'inventory';
  if (await isInventoryRight(databaseUrl, store)) return { name, state: 'ok', detail: 'it matches the animals' };
  if (!repair) {
    return { name, state: 'error', detail: 'it does not match the animals; run "petstore check --repair"' };
  }
  await store.write(repairInventory, null);
  return { name, state: 'repaired', detail: 'the animals were counted again' };
}

/** Reads one snapshot: a busy service changes animals between any two reads. Of a file, an event-loop tick is one. */
async function isInventoryRight(databaseUrl: string, store: Store): Promise<boolean> {
  await using snapshot = sqlitePath(databaseUrl) === undefined ? await openSnapshot(databaseUrl) : undefined;
  const { reader } = snapshot ?? store;
  return await isInventoryOf(reader, await countByCategoryAndStatus(reader));
}

async function checkStays({ reader }: Store): Promise<Finding> {
  const name = 'statistics';
  const reversed = await findReversedStays(reader);
  if (reversed.length === 0) return { name, state: 'ok', detail: 'no animal left before it arrived' };
  const detail = `animals that left before they arrived: ${listSome(reversed)}; correct arrivedOn or outcomeOn`;
  return { name, state: 'warning', detail };
}

async function checkOrders({ reader }: Store): Promise<Finding> {
  const name = 'orders';
  const broken = await findBrokenOrders(reader);
  if (broken.length > 0) {
    const detail = broken.map(
      ({ orderId, petId, petStatus = 'gone' }) => `order ${orderId}: animal ${petId} is ${petStatus}`,
    );
    return { name, state: 'error', detail: `${detail.join('; ')}; cancel these orders` };
  }
  const orphans = await findContactsWithoutOrder(reader);
  if (orphans.length > 0) {
    const detail = `order_contacts has rows of orders that are gone: ${listSome(orphans)}; delete these rows`;
    return { name, state: 'error', detail };
  }
  const overdue = await findOverdueOrders(reader, BigInt(Date.now() - dayMs));
  if (overdue.length === 0) return { name, state: 'ok', detail: 'every open order has its animal' };
  const detail = `${listSome(overdue)} expired more than a day ago; a running service ends them`;
  return { name, state: 'warning', detail };
}

/** Profiles, tags, photos and notes. */
async function checkDependents({ reader }: Store): Promise<Finding> {
  const name = 'profiles';
  const orphans = await findOrphans(reader);
  if (orphans.length === 0) return await checkChips(reader, name);
  const detail = orphans.map(({ table, petIds }) => `${table} has rows of animals that are gone: ${listSome(petIds)}`);
  return { name, state: 'error', detail: `${detail.join('; ')}; delete these rows` };
}

async function checkChips(reader: Store['reader'], name: string): Promise<Finding> {
  const shared = await findSharedChips(reader);
  if (shared.length === 0) return { name, state: 'ok', detail: 'every profile, tag, photo and note has its animal' };
  const detail = shared.map(([chip, first, last]) => `animals ${first} and ${last} have the chip ${chip}`);
  return { name, state: 'warning', detail: `${detail.join('; ')}; look whether they are the same animal` };
}

const textsPerBatch = 250;

async function checkSearchTexts(store: Store, repair: boolean, onProgress: OnProgress | undefined): Promise<Finding> {
  const name = 'search';
  const found: bigint[] = [];
  const add = async (petIds: readonly bigint[]) => {
    found.push(...petIds);
    if (repair && petIds.length > 0) await store.write(repairSearchTexts, { petIds });
  };
  const total = onProgress === undefined ? 0 : await countRows(store.reader, requireTable('pets'));
  for (let after: bigint | undefined = minInt64, done = 0; after !== undefined; done += textsPerBatch) {
    onProgress?.({ task: 'checking the search texts', done: Math.min(done, total), total, unit: 'rows' });
    const { petIds, last }: Awaited<ReturnType<typeof findWrongTexts>> = await findWrongTexts(
      store.reader,
      after,
      textsPerBatch,
    );
    await add(await whoseTextsAreWrong(store, petIds));
    after = last;
  }
  for (let orphans = await findTextsWithoutPet(store.reader); orphans.length > 0; ) {
    await add(orphans);
    orphans = repair ? await findTextsWithoutPet(store.reader) : [];
  }
  if (found.length === 0) return { name, state: 'ok', detail: 'the search texts match names and profiles' };
  const animals = `those of ${found.length} animals (${listSome(found)})`;
  if (repair) return { name, state: 'repaired', detail: `${animals} were written again` };
  const isUnfinished = (await findSetting(store.reader, unfoldedProfiles)) !== undefined;
  return isUnfinished
    ? {
        name,
        state: 'warning',
        detail: `${animals} are not complete yet; a running service completes them, as "petstore check --repair" does`,
      }
    : { name, state: 'error', detail: `${animals} do not match names and profiles; run "petstore check --repair"` };
}

/** A service may have changed an animal between the statements that have read it: then another look finds nothing. */
async function whoseTextsAreWrong({ reader }: Store, petIds: readonly bigint[]): Promise<bigint[]> {
  let wrong = [...petIds];
  for (let look = 0; look < 3 && wrong.length > 0; look++) {
    const again: bigint[] = [];
    for (const petId of wrong) again.push(...(await findWrongTexts(reader, petId - 1n, 1)).petIds);
    // A removed animal has led to the next one, which may be there already.
    wrong = [...new Set(again)].filter((petId) => petIds.includes(petId));
  }
  return wrong;
}

async function checkEvents({ reader }: Store): Promise<Finding> {
  const gaps = await findEventGaps(reader);
  const list = (some: typeof gaps) => some.map(({ before, after }) => `${before} to ${after}`).join(', ');
  const lost = gaps.filter(({ before, after }) => after - before < lostIds);
  if (lost.length > 0) return { name: 'events', state: 'error', detail: `ids are missing: ${list(lost)}` };
  const detail =
    gaps.length === 0 ? 'no ids are missing' : `no ids are missing except where a backup was restored: ${list(gaps)}`;
  return { name: 'events', state: 'ok', detail };
}

/** The service erases them every hour. */
async function checkInquiries({ reader }: Store, days: number): Promise<Finding> {
  const overdue = await countExpiredInquiries(reader, expiryOf(Date.now() - dayMs, days));
  const name = 'inquiries';
  if (overdue === 0n)
    return { name, state: 'ok', detail: `none is kept longer than ${days} days, or those under review a year` };
  return {
    name,
    state: 'warning',
    detail: `${overdue} should have been erased after ${days} days; a running service erases them`,
  };
}

export async function checkClock(store: Store): Promise<Finding> {
  const fault = await findClockFault(store, Date.now());
  const future = fault === undefined ? await findFutureEvent(store, Date.now()) : undefined;
  if (future !== undefined) return { name: 'clock', state: 'warning', detail: future };
  if (fault === undefined) return { name: 'clock', state: 'ok', detail: 'no event is in the future' };
  return { name: 'clock', state: 'warning', detail: `${fault}; set the clock` };
}
