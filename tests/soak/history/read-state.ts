import { checkDatabase as findingsOf } from '../../../src/operator/check-database.ts';
import type { EventBody } from '../../support/data/events.ts';
import type { PetBody } from '../../support/http/body.ts';
import { readPages } from '../../support/http/pages.ts';
import type { TestServer } from '../../support/process/server.ts';
import type { Violation } from './rules.ts';
import type { Counts, OrderBody, State } from './state.ts';

type Fetch = TestServer['fetch'];

/** Reads everything that a service has stored, through its API, while there are no writers. */
export async function readState(fetch: Fetch): Promise<State> {
  const get = async (path: string) => {
    const response = await fetch(path);
    if (response.status !== 200) throw new Error(`GET ${path} returned ${response.status}: ${await response.text()}`);
    return response;
  };
  return {
    pets: await readPages<PetBody>(get, '/v1/pets?limit=100'),
    orders: await readPages<OrderBody>(get, '/v1/store/orders?limit=100'),
    events: await readAllEvents(get),
    inventory: (await (await get('/v1/store/inventory')).json()) as Counts,
  };
}

async function readAllEvents(get: (path: string) => Promise<Response>): Promise<EventBody[]> {
  const events: EventBody[] = [];
  for (let page = 0; page < 100_000; page++) {
    const response = await get(`/v1/events?limit=100&after=${events.at(-1)?.id ?? 0}`);
    const more = (await response.json()) as EventBody[];
    if (more.length === 0) break;
    events.push(...more);
  }
  return events;
}

/** What `petstore check` finds wrong in the file, the indexes, the inventory, the orders and the events. */
export async function checkDatabase(databaseUrl: string): Promise<Violation[]> {
  try {
    const findings = await Array.fromAsync(findingsOf(databaseUrl));
    const errors = findings.filter(({ state }) => state === 'error');
    return errors.map(({ name, detail }) => ({ rule: 'damage', detail: `${name}: ${detail}` }));
  } catch (error) {
    return [{ rule: 'damage', detail: String(error) }];
  }
}
