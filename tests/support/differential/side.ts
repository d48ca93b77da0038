import { countMoreStays, repairInventory, sequenceEvents } from '../../../src/catalogue/events/rules.ts';
import { expireOrders } from '../../../src/catalogue/orders/rules.ts';
import { indexPets } from '../../../src/catalogue/pets/index-rules.ts';
import { leaseDelivery, recordDeliveryOutcome } from '../../../src/catalogue/webhooks/delivery-rules.ts';
import { findDueDeliveries } from '../../../src/catalogue/webhooks/delivery-sql.ts';
import { queueDeliveries } from '../../../src/catalogue/webhooks/rules.ts';
import { findSendableIds } from '../../../src/catalogue/webhooks/sql.ts';
import { deleteExpired, eraseInquiries } from '../../../src/server/retention.ts';
import { findRows } from '../../../src/store/rows.ts';
import { statement } from '../../../src/store/statement.ts';
import { tables } from '../../../src/store/tables.ts';
import { startApp, type TestApp } from '../app.ts';
import type { Engine } from '../engines.ts';
import type { Answer } from '../fuzz/judge.ts';
import type { FuzzedRequest } from '../fuzz/requests.ts';
import { Sender } from '../fuzz/sender.ts';
import { nextPage } from '../http/pages.ts';
import { Faults } from './faults.ts';
import type { Step } from './steps.ts';

const hourMs = 60 * 60 * 1_000;
const monthMs = 31 * 24 * hourMs;
const keptDays = 40;
const maxRows = 100_000;
/** Generous, because a connection that has ended is opened again also on a busy machine. */
const waitMs = 60_000;

/** Not compared; `differential.ts` says why. */
const ownTables = ['settings', 'event_marks', 'pending_events'];
const numbered = tables()
  .filter(({ name, givesIds }) => givesIds && name !== 'pending_events')
  .map(({ name }) => name);

/** Rare and common words, in no order. */
const fillOf = (animals: number) => `
  INSERT INTO pets (name, name_key, category_id, status, created_at, updated_at, status_since)
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${animals}),
  named (n, name) AS (SELECT n,
    CASE WHEN n % 900 = 7 THEN 'rosa rare' WHEN n % 13 = 0 THEN 'frank ' || n WHEN n % 2 = 0 THEN 'bella ' || (n % 100)
      ELSE 'bello' END FROM numbers WHERE n <= ${animals})
  SELECT name, name, n % 5, CASE WHEN n % 300 = 0 THEN 'pending' WHEN n % 3 = 0 THEN 'sold' ELSE 'available' END,
    n, (n * 7919) % 100003, n FROM named ORDER BY n`;

/** The service on one engine. Its clock advances with each step, and its background jobs run only in steps. */
export class Side {
  readonly name: string;
  readonly #service: TestApp;
  readonly #sender: Sender;
  readonly #faults: Faults;
  #next: FuzzedRequest | undefined;
  #retried: FuzzedRequest | undefined;

  private constructor(name: string, service: TestApp, sender: Sender, faults: Faults) {
    this.name = name;
    this.#service = service;
    this.#sender = sender;
    this.#faults = faults;
  }

  /** @param animals how many there are before the first step */
  static async open(engine: Engine, animals: number): Promise<Side> {
    const service = await startApp({ reachesPrivateAddresses: true }, engine, { waitMs });
    await service.sequencing.stop();
    await service.database.run(fillOf(animals));
    await service.store.write(repairInventory, null);
    await service.store.write(countMoreStays, { limit: BigInt(animals + 1), restarts: true });
    const faults = await Faults.prepare(service.database, engine);
    return new Side(engine.name, service, await Sender.open(service), faults);
  }

  /** `undefined` if there is nothing to send. */
  async take({ before, request, fault }: Step): Promise<Answer | undefined> {
    this.#service.now += { nothing: 20, jobs: 20, restart: 20, 'an hour': hourMs, 'a month': monthMs }[before];
    if (before === 'jobs' || before === 'a month') await this.#runJobs();
    if (before === 'restart') this.#service.restart({});
    const sent = request === 'next page' ? this.#next : request === 'again' ? this.#retried : request;
    if (sent === undefined) return undefined;
    if (/^\/(events|listings\/changes|webhooks)/.test(sent.target)) await this.#sequence();
    const { fetch } = this.#service.app;
    const answer = (await this.#sender.send(sent, (one) => this.#faults.during(fault, async () => fetch(one))))?.answer;
    if (answer !== undefined) this.#remember(sent, answer);
    return answer;
  }

  /** The highest id ever given in each of the tables that number their rows. */
  async highestIds(): Promise<readonly bigint[]> {
    const { reader, ids } = this.#service.store;
    const each = numbered.map((table) => `coalesce((${ids.highest(table).text}), 0)`);
    const [highest = []] = await reader.query(statement<readonly bigint[]>(`SELECT ${each.join(', ')}`), []);
    return highest;
  }

  async raiseIds(highest: readonly bigint[]): Promise<void> {
    const { store, database } = this.#service;
    for (const [index, table] of numbered.entries()) {
      if (highest[index] === 0n) continue;
      await database.run(store.ids.raise(table).text.replaceAll('$1', String(highest[index])));
    }
  }

  /** Everything that is stored. */
  async rows(): Promise<string> {
    await this.#sequence();
    const lines: string[] = [];
    for (const table of tables().filter(({ name }) => !ownTables.includes(name))) {
      const rows = await findRows(this.#service.store.reader, table, undefined, maxRows);
      lines.push(...rows.map((row) => `${table.name} ${row.join('|')}`));
    }
    return lines.join('\n');
  }

  close(): Promise<void> {
    return this.#service.close();
  }

  #remember(sent: FuzzedRequest, { status, headers }: Answer): void {
    const next = nextPage({ headers })?.replace(/^\/v1/, '');
    if (next !== undefined && status === 200) this.#next = { ...sent, target: next };
    if ('Idempotency-Key' in sent.headers && sent.method === 'POST') this.#retried = sent;
  }

  async #sequence(): Promise<void> {
    while (await this.#service.store.write(sequenceEvents, null));
  }

  async #runJobs(): Promise<void> {
    const { store, app, now } = this.#service;
    await this.#sequence();
    if (store.reader.dialect.defersIndexes) while (await store.write(indexPets, null));
    await app.storeKeyUses();
    for (const id of await findSendableIds(store.reader)) await this.#deliver(id, BigInt(now));
    while (await store.write(expireOrders, { now: BigInt(now), limit: 5 }));
    const { signal } = new AbortController();
    await eraseInquiries(store, now, keptDays, signal);
    await deleteExpired(store, now, keptDays, signal);
  }

  /** As the dispatcher, with outcomes that the id of the delivery decides. */
  async #deliver(webhookId: bigint, now: bigint): Promise<void> {
    const { store } = this.#service;
    await store.write(queueDeliveries, { webhookId, now });
    for (const seen of await findDueDeliveries(store.reader, { id: webhookId, status: 'active' }, now, 5)) {
      const leased = await store.write(leaseDelivery, { seen, now });
      if (leased === undefined) continue;
      const outcome =
        seen.id % 3n === 0n ? ({ kind: 'done' } as const) : ({ kind: 'failed', failure: 'none' } as const);
      const exchange = { url: 'https://shelter.example.org', messageId: `evt_${seen.eventId}` };
      const request = { at: now, durationMs: 1n, status: 200, exchange };
      await store.write(recordDeliveryOutcome, { leased, outcome, request, now });
      await this.#sequence();
    }
  }
}
