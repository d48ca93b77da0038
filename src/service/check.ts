import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { repairInventory } from '../domain/events.ts';
import { findBrokenOrders, findEventGaps } from '../repositories/consistency.ts';
import { countInquiriesUntil } from '../repositories/inquiries.ts';
import { areSame, areTotalsOf, findInventory, findInventoryTotals } from '../repositories/inventory.ts';
import { countByCategoryAndStatus } from '../repositories/pets.ts';
import { openStore, requireCurrentSchema, sqlitePath } from '../store/open-store.ts';
import { fileSize, verifyFile } from '../store/sqlite/backup.ts';
import { StorageError, type Store } from '../store/store.ts';
import { findClockFault } from './clock.ts';

/** The result of one check. */
export interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'error' | 'repaired';
  /** What was found, and what to do about it. */
  readonly detail: string;
}

const dayMs = 24 * 60 * 60 * 1_000;

/** The smallest gap in event ids that a restore leaves. */
const restoredGap = 1_000_000n;

export interface CheckOptions {
  repair?: boolean;
  /** After how many days inquiries are erased; `undefined` if that is not known. */
  inquiriesDays?: number;
}

/**
 * Checks a database that services may be using. Changes it only with `repair`.
 * @throws StorageError when it cannot be opened, or is not at this release's schema
 */
export async function* checkDatabase(
  databaseUrl: string,
  { repair = false, inquiriesDays }: CheckOptions = {},
): AsyncGenerator<Finding> {
  const path = sqlitePath(databaseUrl);
  if (path !== undefined) {
    yield checkFile(path);
    yield checkDisk(path);
  }
  // Opening the store would migrate it.
  await requireCurrentSchema(databaseUrl);
  const store = await openStore(databaseUrl);
  try {
    yield await checkInventory(store, repair);
    yield await checkOrders(store);
    yield await checkEvents(store);
    if (inquiriesDays !== undefined) yield await checkInquiries(store, inquiriesDays);
    yield await checkClock(store);
  } finally {
    await store.close();
  }
}

function checkFile(path: string): Finding {
  try {
    verifyFile(path);
    return { name: 'file', state: 'ok', detail: 'all pages and indexes are intact' };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { name: 'file', state: 'error', detail: `${error.message}; restore the newest backup` };
  }
}

/** The write-ahead log, a migration or a backup can need as much space as the database. */
export function checkDisk(path: string): Finding {
  const { bavail, bsize } = statfsSync(dirname(path));
  const [free, size] = [bavail * bsize, fileSize(path)];
  const detail = `${mebibytes(free)} MiB are free; the database has ${mebibytes(size)} MiB`;
  return { name: 'disk', state: free < size ? 'warning' : 'ok', detail };
}

async function checkInventory(store: Store, repair: boolean): Promise<Finding> {
  const name = 'inventory';
  for (let attempt = 0; ; attempt++) {
    const counted = await findInventory(store.reader);
    const found = await countByCategoryAndStatus(store.reader);
    const totals = await findInventoryTotals(store.reader);
    const again = await findInventory(store.reader);
    if (areSame(counted, found) && areTotalsOf(totals, found))
      return { name, state: 'ok', detail: 'it matches the animals' };
    // Animals have changed between the two reads, which a busy service may do every time.
    if (!areSame(counted, again) && attempt < 100) continue;
    if (!repair) {
      return { name, state: 'error', detail: 'it does not match the animals; run "petstore check --repair"' };
    }
    await store.write(repairInventory, null);
    return { name, state: 'repaired', detail: 'the animals were counted again' };
  }
}

async function checkOrders({ reader }: Store): Promise<Finding> {
  const broken = await findBrokenOrders(reader);
  if (broken.length === 0) return { name: 'orders', state: 'ok', detail: 'every open order has its animal' };
  const detail = broken.map(
    ({ orderId, petId, petStatus = 'gone' }) => `order ${orderId}: animal ${petId} is ${petStatus}`,
  );
  return { name: 'orders', state: 'error', detail: `${detail.join('; ')}; cancel these orders` };
}

async function checkEvents({ reader }: Store): Promise<Finding> {
  const gaps = await findEventGaps(reader);
  const list = (some: typeof gaps) => some.map(({ before, after }) => `${before} to ${after}`).join(', ');
  const lost = gaps.filter(({ before, after }) => after - before < restoredGap);
  if (lost.length > 0) return { name: 'events', state: 'error', detail: `ids are missing: ${list(lost)}` };
  const detail =
    gaps.length === 0 ? 'no ids are missing' : `no ids are missing except where a backup was restored: ${list(gaps)}`;
  return { name: 'events', state: 'ok', detail };
}

/** The service erases them every hour. */
async function checkInquiries({ reader }: Store, days: number): Promise<Finding> {
  const overdue = await countInquiriesUntil(reader, BigInt(Date.now() - (days + 1) * dayMs));
  const name = 'inquiries';
  if (overdue === 0n) return { name, state: 'ok', detail: `none is older than ${days} days` };
  return { name, state: 'warning', detail: `${overdue} are older than ${days} days; a running service erases them` };
}

export async function checkClock(store: Store): Promise<Finding> {
  const fault = await findClockFault(store, Date.now());
  if (fault === undefined) return { name: 'clock', state: 'ok', detail: 'no event is in the future' };
  return { name: 'clock', state: 'warning', detail: `${fault}; set the clock` };
}

const mebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
