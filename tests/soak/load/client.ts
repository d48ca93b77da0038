import type { Random } from '../../../cli/demo/seeded-random.ts';
import type { PetBody } from '../../support/http/body.ts';
import type { Reply, Sent } from '../../support/http/connection.ts';
import type { Change, Outcome, Recorder, Served, Setting, Sight } from '../history/history.ts';
import { Channel } from './channel.ts';

/** How long clients pause at most between two requests, and until when they go on. */
export interface Pace {
  readonly pauseMs: number;
  isOver(): boolean;
}

export interface ClientOptions {
  readonly name: string;
  readonly urls: readonly string[];
  readonly random: Random;
  readonly recorder: Recorder;
}

/** Only ends a request that hangs: a service that does not recover is reported earlier. */
const maxAttempts = 3_000;
const patienceMs = 120_000;
/** Refusals after which the same change is attempted again. */
const transient: ReadonlySet<string> = new Set(['unavailable', 'overloaded', 'idempotency_in_progress']);

/** A client that makes one change at a time, through any node, and records what it observes. */
export class Client {
  readonly name: string;
  readonly random: Random;
  readonly #recorder: Recorder;
  readonly #channel: Channel;
  #keys = 0;
  readonly #nodes: readonly number[];
  #isClosed = false;

  constructor({ name, urls, random, recorder }: ClientOptions) {
    this.name = name;
    this.random = random;
    this.#recorder = recorder;
    this.#channel = new Channel(urls);
    this.#nodes = urls.map((_, index) => index);
  }

  /** Sends a change once. Returns `undefined`, and records nothing, if no node could be reached. */
  async attempt(
    change: Change,
    node = this.random.pick(this.#nodes),
    isRepeated = false,
    sent: Sent = requestOf(change),
  ): Promise<Outcome | undefined> {
    const startedAt = this.now;
    const reply = await this.#channel.send(node, sent);
    if (reply === 'unsent') return undefined;
    const outcome: Outcome =
      reply === 'unanswered' ? { kind: 'unknown' } : outcomeOf(change, reply, isRepeated, sent.method);
    this.record(change, startedAt, outcome);
    if (outcome.kind === 'acknowledged') this.#noteServed('write', node);
    return outcome;
  }

  /** Records the outcome of a change that was begun at a time on the clock of the history. */
  record(change: Change, startedAt: number, outcome: Outcome): void {
    this.#recorder.add({ client: this.name, change, startedAt, endedAt: this.now, outcome });
  }

  get now(): number {
    return this.#recorder.clock();
  }

  /** Repeats a change until its outcome is known. Returns the id, or `undefined` if it was refused. */
  async insist(change: Change, node?: number, sent?: () => Sent): Promise<Insisted> {
    const giveUpAt = performance.now() + patienceMs;
    let isUncertain = false;
    for (let attempt = 0; attempt < maxAttempts && performance.now() < giveUpAt && !this.#isClosed; attempt++) {
      const outcome = await this.attempt(change, node, isUncertain, sent?.());
      if (outcome?.kind === 'acknowledged') return { ...outcome, isRepeated: isUncertain };
      if (outcome?.kind === 'unexpected') break;
      if (outcome?.kind === 'refused' && !transient.has(outcome.code)) break;
      if (outcome?.kind === 'unknown') isUncertain = true;
      await Bun.sleep(this.random.between(5, 40));
    }
    return { id: undefined, isRepeated: isUncertain };
  }

  /**
   * Sets things that only this client changes: repeats the request until its outcome is known. Returns the body of the
   * response, or `undefined` if the things may not be changed any more: it was refused, or an earlier attempt that has no key
   * may still come into effect.
   * @param more headers that each attempt has anew
   */
  async set(states: Setting['states'], sent: Sent, more?: () => Sent['headers']): Promise<string | undefined> {
    const key = this.newKey();
    const hasKey = sent.method === 'POST';
    const headers = { ...(hasKey && { 'Idempotency-Key': key }), ...sent.headers };
    const request = () => ({ ...sent, headers: { ...headers, ...more?.() } });
    const { body, isRepeated } = await this.insist({ kind: 'set', key, states }, undefined, request);
    return hasKey || !isRepeated || sent.method === 'DELETE' ? body : undefined;
  }

  newKey(): string {
    return `${this.name}-set-${++this.#keys}`;
  }

  /** Records how a thing looks that only this client changes, unless `look` cannot see it. */
  async see(rule: Sight['rule'], thing: string, look: () => Promise<string | undefined>): Promise<boolean> {
    const startedAt = this.now;
    const state = await look();
    if (state === undefined) return false;
    this.#recorder.sights.push({ client: this.name, rule, thing, state, startedAt, endedAt: this.now });
    return true;
  }

  /** The same, again and again until it can see it. */
  async seeAtLast(...args: Parameters<Client['see']>): Promise<void> {
    const giveUpAt = performance.now() + patienceMs;
    while (!(await this.see(...args)) && !this.#isClosed && performance.now() < giveUpAt) await Bun.sleep(50);
  }

  /** A response with one of these statuses; `undefined` when it is another one, which is recorded, or there is none. */
  async get(path: string, expected: readonly number[] = [200], headers?: Sent['headers']): Promise<Reply | undefined> {
    return await this.#get(path, expected, { headers });
  }

  /** Reads an animal that only this client changes, unless no node answers. */
  async read(petId: number): Promise<void> {
    const startedAt = this.#recorder.clock();
    const reply = await this.#get(`/v1/pets/${petId}`, [200, 404]);
    if (reply === undefined) return;
    const name = reply.status === 200 ? (JSON.parse(reply.body) as PetBody).name : undefined;
    this.#recorder.reads.push({ client: this.name, petId, name, startedAt, endedAt: this.#recorder.clock() });
  }

  /** Lists a category in which only this client adds animals, unless a page is not answered. */
  async walk(categoryId: number): Promise<void> {
    const startedAt = this.#recorder.clock();
    const ids: number[] = [];
    let path: string | undefined = `/v1/pets?limit=20&categoryId=${categoryId}`;
    for (let page = 0; path !== undefined && page < 100; page++) {
      const reply = await this.#get(path, [200]);
      if (reply === undefined) return;
      ids.push(...(JSON.parse(reply.body) as PetBody[]).map(({ id }) => id));
      path = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(reply.headers.get('Link') ?? '')?.[1];
    }
    this.#recorder.walks.push({ client: this.name, categoryId, ids, startedAt, endedAt: this.#recorder.clock() });
  }

  /** Requests a path that must be answered with 200. @param refused what an answer with 503 is: a fault unless it is given */
  async ask(
    path: string,
    { node, refused = 'unexpected' }: { node?: number; refused?: Outcome['kind'] } = {},
  ): Promise<void> {
    await this.#get(path, [200], { node, refused });
  }

  /** Creates animals through one node without a pause. */
  async createAll(categoryId: number, node: number, isOver: () => boolean): Promise<void> {
    for (let count = 0; !isOver() && !this.#isClosed; count++) {
      await this.attempt({ kind: 'create', name: `${this.name} animal ${count}`, categoryId }, node);
    }
    this.close();
  }

  close(): void {
    this.#isClosed = true;
    this.#channel.close();
  }

  /** The response to a read. Another one than these is recorded, also that there was none. */
  async #get(
    path: string,
    expected: readonly number[],
    { node = this.random.pick(this.#nodes), refused = 'refused', headers = {} }: GetOptions = {},
  ): Promise<Reply | undefined> {
    const reply = await this.#channel.send(node, { path, headers });
    if (reply === 'unsent') return undefined;
    if (reply !== 'unanswered' && expected.includes(reply.status)) {
      this.#noteServed('read', node);
      return reply;
    }
    const told = reply === 'unanswered' ? reply : `${reply.status} ${reply.body.slice(0, 300)}`;
    const kind = reply === 'unanswered' ? 'unknown' : reply.status === 503 ? refused : 'unexpected';
    this.#recorder.failedReads.push({ kind, detail: `${this.name}: GET ${path} returned ${told}` });
    return undefined;
  }

  #noteServed(kind: Served['kind'], node: number): void {
    this.#recorder.served.push({ kind, node, at: this.#recorder.clock() });
  }
}

interface Insisted {
  id?: number | undefined;
  body?: string | undefined;
  isRepeated: boolean;
}

interface GetOptions {
  node?: number | undefined;
  /** What it is when it was refused. */
  refused?: Outcome['kind'];
  headers?: Sent['headers'] | undefined;
}

function requestOf(change: Change): Sent {
  switch (change.kind) {
    case 'create': {
      const { name, categoryId, key } = change;
      const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
      return { method: 'POST', path: '/v1/pets', headers, body: JSON.stringify({ name, categoryId }) };
    }
    case 'rename':
      return { method: 'PATCH', path: `/v1/pets/${change.petId}`, body: JSON.stringify({ name: change.name }) };
    case 'remove':
      return { method: 'DELETE', path: `/v1/pets/${change.petId}` };
    case 'order': {
      const { key, petId, expiresAt, inquiryId } = change;
      const headers = { 'Idempotency-Key': key };
      const path = inquiryId === undefined ? '/v1/store/orders' : `/v1/inquiries/${inquiryId}/order`;
      const body = JSON.stringify(inquiryId === undefined ? { petId, expiresAt } : {});
      return { method: 'POST', path, headers, body };
    }
    case 'extend': {
      const body = JSON.stringify({ expiresAt: change.expiresAt });
      return { method: 'PATCH', path: `/v1/store/orders/${change.orderId}`, body };
    }
    case 'set':
      throw new Error(`nothing says how to set ${Object.keys(change.states).join(', ')}`);
    default: {
      const headers = { 'Idempotency-Key': change.key };
      const body = change.kind === 'return' ? { body: '{}' } : {};
      return { method: 'POST', path: `/v1/store/orders/${change.orderId}/${change.kind}`, headers, ...body };
    }
  }
}

const successes: Record<Change['kind'], readonly number[]> = {
  create: [201],
  rename: [200],
  remove: [204],
  order: [201],
  complete: [200],
  cancel: [200],
  reopen: [200],
  return: [200],
  extend: [200],
  set: [200, 201, 204, 303],
};

/** What a response means for a change of an object that, but for orders, only this client changes. */
export function outcomeOf(
  change: Change,
  { status, body }: Pick<Reply, 'status' | 'body'>,
  isRepeated: boolean,
  method?: string,
): Outcome {
  const { kind } = change;
  const ownId = 'orderId' in change ? change.orderId : 'petId' in change ? change.petId : undefined;
  if (successes[kind].includes(status)) {
    if (kind === 'set') return { kind: 'acknowledged', id: idIn(body), body };
    const isNew = kind === 'create' || kind === 'order';
    return { kind: 'acknowledged', id: isNew || ownId === undefined ? (JSON.parse(body) as PetBody).id : ownId };
  }
  const { code = '', message = '' } = errorOf(body);
  // An attempt whose outcome was unknown has removed it.
  if (kind === 'remove' && isRepeated && code === 'pet_not_found') return { kind: 'acknowledged', id: change.petId };
  if (isRepeated && status === 404 && method === 'DELETE') return { kind: 'acknowledged', id: 0, body };
  // A page, which asks to send the form again: it is stored once.
  const isPage = body.startsWith('<');
  if (status === 503 && (isPage || message.includes('is unknown'))) return { kind: 'unknown' };
  return transient.has(code) || refusalsOf(change).includes(code)
    ? { kind: 'refused', code }
    : { kind: 'unexpected', status, text: body.slice(0, 300) };
}

/** The codes with which a change may be refused for good. */
function refusalsOf(change: Change): readonly string[] {
  if (change.kind === 'set') return change.refusal === undefined ? [] : [change.refusal];
  if (change.kind === 'order' && change.expiresAt === undefined) return ['pet_not_available'];
  // Its time has come before the request has.
  return 'expiresAt' in change ? ['validation_failed', 'order_closed'] : [];
}

function idIn(body: string): number {
  return body.startsWith('{') ? ((JSON.parse(body) as { id?: number }).id ?? 0) : 0;
}

function errorOf(body: string): { code?: string; message?: string } {
  try {
    return JSON.parse(body) as { code?: string; message?: string };
  } catch {
    return {};
  }
}
