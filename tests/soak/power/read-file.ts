import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import type { Pet as StoredPet } from '../../../contract/pet.ts';
import { findPets } from '../../../src/animals/pets/sql.ts';
import { serializer } from '../../../src/api/serialize.ts';
import type { Order as StoredOrder } from '../../../src/homes/orders/model.ts';
import { Order } from '../../../src/homes/orders/schemas.ts';
import { findOrders } from '../../../src/homes/orders/sql.ts';
import { nameActors } from '../../../src/record/events/actor-sql.ts';
import type { Event as StoredEvent } from '../../../src/record/events/model.ts';
import { Event } from '../../../src/record/events/schemas.ts';
import { findEvents } from '../../../src/record/events/sql.ts';
import { findInventory } from '../../../src/record/inventory/sql.ts';
import { Pet } from '../../../src/record/shapes/schemas.ts';
import { requireCompleteFiles } from '../../../src/store/sqlite/file-faults.ts';
import { openSqliteSource } from '../../../src/store/sqlite/sqlite-store.ts';
import type { EventBody } from '../../support/data/events.ts';
import type { PetBody } from '../../support/http/body.ts';
import type { OrderBody, State } from '../history/state.ts';

const all = { after: undefined, limit: 10_000_000 };

const writePet = serializer<StoredPet>(Pet);
const writeOrder = serializer<StoredOrder>(Order);
const writeEvent = serializer<StoredEvent>(Event);

const nothing: State = { pets: [], orders: [], events: [], inventory: { available: 0, pending: 0, sold: 0 } };

/** Why a start refuses a file, or SQLite considers it damaged; `undefined` if it is intact. */
export function findDamage(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  try {
    requireCompleteFiles(path);
    const db = new Database(path, { readwrite: true, create: false });
    try {
      const messages = db.query('PRAGMA integrity_check').values().flat();
      return messages.join() === 'ok' ? undefined : messages.join('; ');
    } finally {
      db.close(true);
    }
  } catch (error) {
    return String(error);
  }
}

/** Reads everything from a file as the service would show it. A file without tables has nothing. */
export async function readFileState(path: string): Promise<State> {
  if (!existsSync(path) || !hasTables(path)) return nothing;
  const source = openSqliteSource(path);
  try {
    const { reader } = source;
    const orders = await nameActors(reader, await findOrders(reader, {}, all), ['placedBy', 'endedBy']);
    const events = await nameActors(reader, await findEvents(reader, all), ['actor']);
    const counts = await findInventory(reader);
    const count = (status: string) =>
      counts.reduce((total, one) => total + (one.status === status ? Number(one.animals) : 0), 0);
    return {
      pets: (await findPets(reader, {}, all)).map((pet) => JSON.parse(writePet(pet)) as PetBody),
      orders: orders.map((order) => JSON.parse(writeOrder(order)) as OrderBody),
      events: events.map((event) => JSON.parse(writeEvent(event)) as EventBody),
      inventory: { available: count('available'), pending: count('pending'), sold: count('sold') },
    };
  } finally {
    await source.close();
  }
}

/** Whether all migrations were committed; the first start of the service may have been cut off before. */
function hasTables(path: string): boolean {
  const db = new Database(path, { readwrite: true, create: false });
  try {
    return db.query("SELECT 1 FROM sqlite_master WHERE name IN ('pets', 'daily_statistics')").values().length === 2;
  } finally {
    db.close(true);
  }
}
