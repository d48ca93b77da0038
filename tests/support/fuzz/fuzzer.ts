import fc from 'fast-check';
import { findBrokenOrders, findEventGaps } from '../../../src/catalogue/database/consistency-sql.ts';
import { areSame, findInventory } from '../../../src/catalogue/inventory/sql.ts';
import { countByCategoryAndStatus } from '../../../src/catalogue/pets/sql.ts';
import { startApp, type TestApp } from '../app.ts';
import type { Engine } from '../engines.ts';
import { judge } from './judge.ts';
import { simplify, toCurl } from './reproduction.ts';
import { anyRequest, type FuzzedRequest } from './requests.ts';
import { Sender } from './sender.ts';

/** A response that breaks a promise, with the smallest requests that reproduce it. */
export interface Finding {
  readonly faults: readonly string[];
  /** The concurrent requests, each as a curl command. */
  readonly commands: readonly string[];
}

export interface FuzzOptions {
  engine: Engine;
  seed: number;
  /** The most requests to send, not counting those that shrink a finding. */
  requests: number;
}

/** The number of requests between two checks of the whole database. */
const requestsPerCheck = 400;
const maxConcurrent = 3;

/** Sends requests that are made from the document, and compares the responses with it. */
export async function fuzz(
  options: FuzzOptions,
): Promise<{ sent: number; statuses: Map<number, number>; finding: Finding | undefined }> {
  const service = await startApp({ reachesPrivateAddresses: true }, options.engine, { writesInline: false });
  try {
    const fuzzer = new Fuzzer(service, await Sender.open(service));
    const finding = await fuzzer.run(options);
    return { sent: fuzzer.sent, statuses: fuzzer.statuses, finding };
  } finally {
    await service.close();
  }
}

class Fuzzer {
  sent = 0;
  readonly statuses = new Map<number, number>();
  readonly #service: TestApp;
  readonly #sender: Sender;
  #uncheckedRequests = 0;
  #faults: readonly string[] = [];

  constructor(service: TestApp, sender: Sender) {
    this.#service = service;
    this.#sender = sender;
  }

  async run({ seed, requests }: FuzzOptions): Promise<Finding | undefined> {
    const batches = fc.array(anyRequest, { minLength: 1, maxLength: maxConcurrent });
    const property = fc.asyncProperty(batches, (batch) => this.#hold(batch));
    const result = await fc.check(property, { seed, numRuns: Math.ceil(requests / ((1 + maxConcurrent) / 2)) });
    if (!result.failed) return await this.#findContradictions();
    const [batch = []] = result.counterexample ?? [];
    const faults = this.#faults;
    const smallest = await this.#minimize(batch);
    return {
      faults,
      commands: smallest.map((request) => toCurl(request, this.#sender.authorizationOf(request))),
    };
  }

  /** Whether the responses to these requests keep what the document promises. */
  async #hold(batch: readonly FuzzedRequest[]): Promise<boolean> {
    this.#service.now += 20;
    const mayHaveEnded = batch.length > 1 && batch.some(({ target }) => target.startsWith('/keys/'));
    const faults = await Promise.all(batch.map((request) => this.#send(request, mayHaveEnded)));
    this.#uncheckedRequests += batch.length;
    if (this.#uncheckedRequests >= requestsPerCheck) {
      this.#uncheckedRequests = 0;
      faults.push((await this.#findContradictions())?.faults ?? []);
    }
    if (faults.every(({ length }) => length === 0)) return true;
    this.#faults = faults.flat();
    return false;
  }

  /** fast-check has made the parts of each request small; this drops the requests and the parts that are not needed. */
  async #minimize(batch: readonly FuzzedRequest[]): Promise<readonly FuzzedRequest[]> {
    const smaller = [
      ...batch.map((request) => (batch.length > 1 ? [request] : [])),
      ...batch.flatMap((request, index) => simplify(request).map((simple) => batch.with(index, simple))),
    ];
    for (const candidate of smaller) {
      if (candidate.length > 0 && !(await this.#hold(candidate))) return await this.#minimize(candidate);
    }
    return batch;
  }

  async #send(request: FuzzedRequest, mayHaveEnded: boolean): Promise<readonly string[]> {
    const sent = await this.#sender.send(request);
    if (sent === undefined) return [];
    const { answer } = sent;
    this.sent += 1;
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    return judge({ ...sent, mayHaveEnded }, answer);
  }

  async #findContradictions(): Promise<Finding | undefined> {
    await this.#service.untilSettled();
    const { reader } = this.#service.store;
    const faults = [];
    if (!areSame(await findInventory(reader), await countByCategoryAndStatus(reader))) faults.push('a wrong inventory');
    if ((await findBrokenOrders(reader)).length > 0) faults.push('an open order without its animal');
    if ((await findEventGaps(reader)).length > 0) faults.push('a gap in the events');
    return faults.length === 0 ? undefined : { faults, commands: [] };
  }
}
