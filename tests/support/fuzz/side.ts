import { indexPets } from '../../../src/animals/pets/index-rules.ts';
import { deleteExpired, eraseInquiries } from '../../../src/catalogue/retention.ts';
import { expireOrders } from '../../../src/homes/orders/rules.ts';
import { leaseDelivery, recordDeliveryOutcome } from '../../../src/notify/webhooks/delivery-rules.ts';
import { findDueDeliveries } from '../../../src/notify/webhooks/delivery-sql.ts';
import { queueDeliveries } from '../../../src/notify/webhooks/rules.ts';
import { findSendableIds } from '../../../src/notify/webhooks/sql.ts';
import { repairInventory, sequenceEvents } from '../../../src/record/events/rules.ts';
import { origin, startApp, type TestApp } from '../app.ts';
import { makePng } from '../data/images.ts';
import type { Engine } from '../engines.ts';
import { nextPage } from '../http/pages.ts';
import { type Credential, makeCredentials, replaceKey } from './credentials.ts';
import { type During, prepareFaults } from './faults.ts';
import { type FuzzedRequest, picture } from './requests.ts';
import type { Step } from './steps.ts';

/** A request as it was sent, and its response, read to its end unless it is an endless stream. */
export interface Sent {
  readonly method: string;
  /** Decoded by a URL parser, without the version segment. */
  readonly path: string;
  readonly accept: string;
  /** The scopes of its key; `undefined` if it has no valid one. */
  readonly scopes: ReadonlySet<string> | undefined;
  /** The request as a command for a POSIX shell. */
  readonly command: () => string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const hourMs = 60 * 60 * 1_000;
const monthMs = 31 * 24 * hourMs;
const keptDays = 40;
/** Generous, because a connection that has ended is opened again also on a busy machine. */
const waitMs = 60_000;
const image = new Uint8Array(makePng(3, 2, () => [10, 20, 30]));

/** Rare and common words, in no order. */
const fillOf = (animals: number) => `
  INSERT INTO pets (name, name_key, category_id, status, created_at, updated_at, status_since)
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${animals}),
  named (n, name) AS (SELECT n,
    CASE WHEN n % 900 = 7 THEN 'rosa rare' WHEN n % 13 = 0 THEN 'frank ' || n WHEN n % 2 = 0 THEN 'bella ' || (n % 100)
      ELSE 'bello' END FROM numbers WHERE n <= ${animals})
  SELECT name, name, n % 5, CASE WHEN n % 300 = 0 THEN 'pending' WHEN n % 3 = 0 THEN 'sold' ELSE 'available' END,
    n, (n * 7919) % 100003, n FROM named ORDER BY n`;

/** The service on one engine. Its clock advances with each step. */
export class Side {
  readonly name: string;
  readonly service: TestApp;
  readonly #credentials: Map<string, Credential>;
  readonly #during: During | undefined;
  /** The last ETag of each path. */
  readonly #tags = new Map<string, string>();
  #next: FuzzedRequest | undefined;
  #retried: FuzzedRequest | undefined;

  private constructor(name: string, service: TestApp, credentials: Map<string, Credential>, during?: During) {
    this.name = name;
    this.service = service;
    this.#credentials = credentials;
    this.#during = during;
  }

  /** As in production, with the writer thread and background jobs. */
  static async open(engine: Engine): Promise<Side> {
    const service = await startApp({ reachesPrivateAddresses: true }, engine, { writesInline: false });
    return new Side(engine.name, service, await makeCredentials(service));
  }

  /** Background jobs run only in steps, whose writes can fail; `animals` are there before the first. */
  static async openStill(engine: Engine, animals: number): Promise<Side> {
    const service = await startApp({ reachesPrivateAddresses: true }, engine, { waitMs });
    await service.sequencing.stop();
    await service.database.run(fillOf(animals));
    await service.store.write(repairInventory, null);
    const during = await prepareFaults(service.database, engine);
    return new Side(engine.name, service, await makeCredentials(service), during);
  }

  /** What was sent: nothing for a page that does not exist, or if the service would send to a foreign host. */
  async take({ before, requests, fault }: Step): Promise<readonly Sent[]> {
    this.service.now += { nothing: 20, jobs: 20, restart: 20, 'an hour': hourMs, 'a month': monthMs }[before];
    if (before === 'jobs' || before === 'a month') await this.#runJobs();
    if (before === 'restart') this.service.restart({});
    const known = { 'next page': this.#next, again: this.#retried };
    const all = requests.map((request) => (typeof request === 'string' ? known[request] : request));
    const sent = await Promise.all(all.map((request) => request && this.#send(request, fault)));
    return sent.filter((one) => one !== undefined);
  }

  async sequence(): Promise<void> {
    while (await this.service.store.write(sequenceEvents, null));
  }

  async #send(request: FuzzedRequest, fault: Step['fault']): Promise<Sent | undefined> {
    const { method, credential, body } = request;
    if (body !== undefined && !isSafe(body)) return undefined;
    // The order of events, which a client of two engines sees, is that of this job.
    if (this.#during && /^\/(events|listings\/changes|webhooks)/.test(request.target)) await this.sequence();
    const { value, scopes } = this.#credentials.get(credential) ?? {};
    const url = new URL(`${origin}/v1${request.target}`);
    const headers = new Headers();
    for (const [name, text] of Object.entries(request.headers)) {
      headers.set(name, text === '<etag>' ? (this.#tags.get(url.pathname) ?? '""') : text);
    }
    if (value !== undefined) headers.set('Authorization', value);
    const init = { method, headers, body: body === picture ? image : (body ?? null) };
    const fetched = async () => this.service.app.fetch(new Request(url.href, init));
    const response = await (this.#during?.(fault, fetched) ?? fetched());
    const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') === true;
    if (isStream) await response.body?.cancel();
    const path = url.pathname.slice('/v1'.length);
    await this.#remember(request, path, response);
    const accept = headers.get('Accept') ?? '';
    const command = () => toCurl({ ...request, headers: Object.fromEntries(headers) });
    const text = isStream ? '' : await response.text();
    return { method, path, accept, scopes, command, status: response.status, headers: response.headers, text };
  }

  async #remember(request: FuzzedRequest, path: string, { status, headers }: Response): Promise<void> {
    const tag = headers.get('ETag');
    if (tag !== null) this.#tags.set(`/v1${path}`, tag);
    const next = nextPage({ headers })?.replace(/^\/v1/, '');
    const isList = status === 200 && request.target.includes('limit=');
    if (isList || next !== undefined) this.#next = next === undefined ? undefined : { ...request, target: next };
    if ('Idempotency-Key' in request.headers && request.method === 'POST') this.#retried = request;
    const [, keyId] = /^\/keys\/(\d+)/.exec(path) ?? [];
    if (keyId !== undefined && status < 300) await replaceKey(this.service, this.#credentials, keyId);
  }

  async #runJobs(): Promise<void> {
    const { store, app, now } = this.service;
    await this.sequence();
    while (await store.write(indexPets, null));
    await app.storeKeyUses();
    for (const id of await findSendableIds(store.reader)) await this.#deliver(id, BigInt(now));
    while (await store.write(expireOrders, { now: BigInt(now), limit: 5 }));
    const { signal } = new AbortController();
    await eraseInquiries(store, now, keptDays, signal);
    await deleteExpired(store, now, keptDays, signal);
  }

  /** As the dispatcher, with outcomes that the id of the delivery decides. */
  async #deliver(webhookId: bigint, now: bigint): Promise<void> {
    const { store } = this.service;
    await store.write(queueDeliveries, { webhookId, now });
    for (const seen of await findDueDeliveries(store.reader, { id: webhookId, status: 'active' }, now, 5)) {
      const leased = await store.write(leaseDelivery, { seen, now });
      if (leased === undefined) continue;
      const outcome =
        seen.id % 3n === 0n ? ({ kind: 'done' } as const) : ({ kind: 'failed', failure: 'none' } as const);
      const exchange = { url: 'https://shelter.example.org', messageId: `evt_${seen.eventId}` };
      const request = { at: now, durationMs: 1n, status: 200, exchange };
      await store.write(recordDeliveryOutcome, { leased, outcome, request, now });
      await this.sequence();
    }
  }
}

/** The service sends to webhook addresses and resolves their hosts, so tests use only loopback addresses. */
function isSafe(body: string): boolean {
  const hosts = [...body.matchAll(/https?:\/\/([^/"?#\\]*)/gi)].map(([, host = '']) => host);
  return hosts.every((host) => /^(127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host));
}

/** A text that is not printable needs a shell with `$'…'`, such as bash. */
function toCurl({ method, target, headers, credential, body }: FuzzedRequest): string {
  return [
    `curl -i -X ${method} "$BASE_URL"${quote(target)}`,
    ...Object.entries(headers).map(([name, text]) => `-H ${quote(text === '' ? `${name};` : `${name}: ${text}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quote(body)}`]),
    `# key: ${credential}`,
  ].join(' ');
}

function quote(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const hex = (byte: number) => `\\x${byte.toString(16).padStart(2, '0')}`;
  const escaped = (character: string) => [...new TextEncoder().encode(character)].map(hex).join('');
  return `$'${text.replaceAll(/[^ -~]|['\\]/gu, escaped)}'`;
}
