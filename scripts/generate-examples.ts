import { maxDevices } from '../src/access/people/device-rules.ts';
import { maxPeople } from '../src/access/people/rules.ts';
import { maxNotes } from '../src/animals/notes/model.ts';
import { maxPhotos } from '../src/animals/photos/model.ts';
import type { Examples } from '../src/api/document/examples.ts';
import { operations } from '../src/catalogue/resources.ts';
import { type ErrorCode, errors } from '../src/errors/service-error.ts';
import { maxOpenOfPet } from '../src/homes/inquiries/rules.ts';
import { tooSlow } from '../src/http/request/body.ts';
import { maxWebhooks } from '../src/notify/webhooks/rules.ts';
import { overloaded, unavailable } from '../src/store/storage-errors.ts';
import { startApp, type TestApp } from '../tests/support/app.ts';
import { makeDispatcher } from '../tests/support/data/webhooks.ts';
import { type Receiver, startReceiver } from '../tests/support/http/receiver.ts';
import { type Call, errorCalls, examplePhoto, operationCalls } from './example-calls.ts';

const receiverAddress = 'https://shelter.example.org';
const startedAt = Date.UTC(2026, 10, 21, 10);
/** Fixed, so that another call of an operation changes nothing in what follows. */
const errorsStartAt = Date.UTC(2026, 10, 21, 16);
/** Between two writes, so that times differ. A read takes no time, so that another one changes no other example. */
const stepMs = 90_000;

/** Calls every operation and provokes every error, and returns what the service sent. */
export async function recordExamples(): Promise<Examples> {
  const service = await startApp({ reachesPrivateAddresses: true });
  const receiver = startReceiver();
  receiver.answer = () => new Response(null, { status: 503 });
  try {
    service.now = startedAt;
    const recorder = new Recorder(service, receiver);
    const operations = await recorder.recordOperations();
    const recorded = { operations, facets: await recorder.recordFacets(), errors: await recorder.recordErrors() };
    return { ...recorded, ...(await recorder.recordEvents()) };
  } finally {
    await receiver.stop();
    await service.close();
  }
}

class Recorder {
  readonly #service: TestApp;
  readonly #receiver: Receiver;
  #stepMs = stepMs;
  /** Those of the last link and of the last sign-in. */
  #linkSecret = '';
  #deviceSecret = '';

  constructor(service: TestApp, receiver: Receiver) {
    this.#service = service;
    this.#receiver = receiver;
  }

  async recordOperations(): Promise<Examples['operations']> {
    const dispatcher = makeDispatcher(this.#service);
    const recorded: Record<string, Examples['operations'][string]> = {};
    const missing = operations.filter(({ id }) => !operationCalls.some(([name]) => name === id));
    if (missing.length > 0) {
      throw new Error(`${missing.map(({ id }) => `${id} has no call`).join(', ')} in scripts/example-calls.ts`);
    }
    for (const call of operationCalls) {
      if (call[0] === 'listDeliveries') await dispatcher.deliver();
      const response = await this.#send(call);
      if (!response.ok) throw new Error(`${call.slice(0, 3).join(' ')}: ${response.status} ${await response.text()}`);
      await this.#service.untilSettled();
      const [id, , , request] = call;
      if (id === '') continue;
      const body = await response.text();
      recorded[id] = {
        ...(isJson(request) && { request: this.#publish(JSON.stringify(request)) }),
        ...(body !== '' && { response: this.#publish(body) }),
      };
    }
    return recorded;
  }

  async recordFacets(): Promise<unknown> {
    const headers = { Prefer: 'count=facets' };
    return this.#publish(
      await (await this.#send(['', 'GET', '/listings?species=Cat&limit=1', undefined, headers])).text(),
    );
  }

  async recordErrors(): Promise<Record<string, unknown>> {
    const recorded: Record<string, unknown> = {};
    this.#service.now = errorsStartAt;
    for (const call of errorCalls) {
      const [code] = call;
      const body = await (await this.#send(call)).text();
      if (code === '') continue;
      const found = JSON.parse(body);
      if (found.code !== code) throw new Error(`${call.slice(0, 3).join(' ')}: expected ${code}, got ${body}`);
      recorded[code] = this.#publish(body);
    }
    Object.assign(recorded, await this.#recordStates());
    for (const error of [tooSlow(), overloaded(undefined), unavailable(undefined)]) {
      const { code, message, status } = error;
      recorded[code] = { code, message, status };
    }
    return Object.fromEntries(
      Object.keys(errors).flatMap((code) => (code in recorded ? [[code, recorded[code]]] : [])),
    );
  }

  /** Errors that depend on the state of the service rather than on the request. */
  async #recordStates(): Promise<Record<string, unknown>> {
    const service = this.#service;
    const record = async (code: ErrorCode, call: Call) => ({
      [code]: this.#publish(await (await this.#send(call)).text()),
    });
    const mia: Call = ['', 'POST', '/pets', { name: 'Mia', categoryId: 3 }, { 'Idempotency-Key': 'mia' }];
    const first = this.#send(mia);
    const inProgress = await record('idempotency_in_progress', mia);
    await first;
    const disabled = await record('webhook_disabled', await this.#disableWebhook());
    const crowded = await record('too_many_photos', await this.#addPhotos());
    const note = { text: 'Ate well.' };
    const noted = await record('too_many_notes', await this.#repeat(['', 'POST', '/pets/1/notes', note], maxNotes));
    const inquiry = { petId: 1, name: 'Ada', phone: '512 555 0100', message: 'May I?' };
    const flooded = await record(
      'too_many_inquiries',
      await this.#repeat(['', 'POST', '/inquiries', inquiry], maxOpenOfPet),
    );
    const person = { name: 'Ada', role: 'reader' };
    const peopled = await record('too_many_people', await this.#repeat(['', 'POST', '/people', person], maxPeople));
    const signedIn = await record('too_many_devices', await this.#fillDevices());
    const webhook = { url: 'RECEIVER/events' };
    const key = { Authorization: 'Bearer PUBLIC', Origin: 'https://shelter.example.org' };
    const { next } = JSON.parse(await (await this.#send(['', 'GET', '/listings/changes', undefined, key])).text());
    service.restart({ publicStatuses: ['available'] });
    const forgotten = await record('changes_expired', ['', 'GET', `/listings/changes?after=${next}`, undefined, key]);
    const full = await record('too_many_webhooks', await this.#repeat(['', 'POST', '/webhooks', webhook], maxWebhooks));
    service.restart({ photoStore: undefined });
    const photo = { 'Content-Type': 'image/png' };
    const withoutPhotos = await record('photos_disabled', ['', 'POST', '/pets/2/photos', examplePhoto, photo]);
    // All in one window of the rate limit.
    this.#stepMs = 0;
    service.restart({ rateLimit: 1 });
    await this.#send(['', 'GET', '/pets']);
    const limited = await record('rate_limited', ['', 'GET', '/pets']);
    service.restart({
      rateLimit: 0,
      store: {
        ...service.store,
        get reader(): never {
          throw new Error('for the example');
        },
      },
    });
    const requestId = { 'X-Request-Id': '01J9ZK3Q8V' };
    const failed = await record('internal_error', ['', 'GET', '/store/inventory', undefined, requestId]);
    service.restart({});
    const { now } = service;
    service.now = Date.UTC(2031, 0, 1);
    const removed = await record('operation_removed', ['', 'GET', '/pets/1']);
    const expired = await record('import_not_undoable', ['', 'POST', '/imports/2/undo']);
    service.now = now;
    const conflicts = {
      ...peopled,
      ...signedIn,
      ...inProgress,
      ...disabled,
      ...crowded,
      ...noted,
      ...flooded,
      ...forgotten,
      ...full,
      ...withoutPhotos,
    };
    return { ...conflicts, ...limited, ...failed, ...removed, ...expired };
  }

  /** Sends a call so many times at the same moment, and returns it. */
  async #repeat(call: Call, times: number): Promise<Call> {
    const stepMs = this.#stepMs;
    this.#stepMs = 0;
    for (let count = 0; count < times; count++) await this.#send(call);
    this.#stepMs = stepMs;
    return call;
  }

  /** Signs a person in on as many devices as she can have. Returns the call that signs her in on another one. */
  async #fillDevices(): Promise<Call> {
    const call = ['', 'POST', '/sign-ins', { device: 'Phone' }, { Authorization: 'Bearer LINK' }] as const;
    for (let count = 0; count <= maxDevices; count++) {
      if (count > 0) await this.#send(call);
      await this.#send(['', 'POST', '/people/2/sign-in-links']);
    }
    return call;
  }

  /** Gives an animal as many photos as it can have. Returns the call that adds another one. */
  async #addPhotos(): Promise<Call> {
    const call = ['', 'POST', '/pets/1/photos', examplePhoto, { 'Content-Type': 'image/png' }] as const;
    for (let count = 0; count < maxPhotos; count++) await this.#send(call);
    return call;
  }

  /** Makes a webhook whose receiver ends it while it has a dead delivery. Returns the call that retries the delivery. */
  async #disableWebhook(): Promise<Call> {
    const { dispatcher, deliver } = makeDispatcher(this.#service);
    await this.#send(['', 'POST', '/webhooks', { url: 'RECEIVER/events' }]);
    await this.#send(['', 'PUT', '/categories/4', { name: 'Dogs' }]);
    for (const minutes of [1, 2, 6, 31, 121, 481, 1_441, 60]) {
      await deliver();
      this.#service.now += minutes * 60_000;
    }
    const dead = await this.#send(['', 'GET', '/webhook-deliveries?status=dead']);
    const [delivery] = (await dead.json()) as { id: number }[];
    this.#receiver.answer = () => new Response(null, { status: 410 });
    await this.#send(['', 'PUT', '/categories/4', { name: 'Dogs and puppies' }]);
    await deliver();
    await dispatcher.whenIdle();
    return ['', 'POST', `/webhook-deliveries/${delivery?.id}/retry`];
  }

  async recordEvents(): Promise<Pick<Examples, 'events' | 'eventStream'>> {
    const body = await (await this.#send(['', 'GET', '/events?limit=100'])).text();
    const events = this.#publish(body) as { id: number; type: string }[];
    const firsts = new Map(events.toReversed().map((event) => [event.type, event]));
    const stream = events
      .slice(0, 2)
      .map((event) => `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    return { events: Object.fromEntries(firsts), eventStream: `id: 0\n\n${stream.join('')}` };
  }

  async #send([, method, path, body, headers = {}]: Call): Promise<Response> {
    const service = this.#service;
    if (method !== 'GET') service.now += this.#stepMs;
    const text = typeof body === 'string' ? body : isJson(body) ? JSON.stringify(body) : undefined;
    const sent =
      body instanceof Uint8Array ? new Blob([new Uint8Array(body)]) : text?.replace('RECEIVER', this.#receiver.url);
    const authorization = headers['Authorization'];
    if (authorization?.endsWith('READER')) {
      headers = { ...headers, Authorization: `Bearer ${await service.makeKey('reader')}` };
    } else if (authorization?.endsWith('PUBLIC')) {
      headers = { ...headers, Authorization: `Bearer ${await service.makeKey('public')}` };
    } else if (authorization?.endsWith('LINK')) {
      headers = { ...headers, Authorization: `Bearer ${this.#linkSecret}` };
    } else if (authorization?.endsWith('DEVICE')) {
      headers = { ...headers, Authorization: `Bearer ${this.#deviceSecret}` };
    } else if (authorization?.endsWith('EXAMPLE')) {
      headers = { ...headers, Authorization: `Bearer ${exampleKey}` };
    }
    const response = await service.fetch(`/v1${path}`, {
      method,
      headers: { ...(text !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(sent !== undefined && { body: sent }),
    });
    if (!path.includes('sign-in') || !response.ok) return response;
    const { url = '', secret = '' } = (await response.clone().json()) as { url?: string; secret?: string };
    if (url !== '') this.#linkSecret = url.slice(url.indexOf('=') + 1);
    if (secret !== '') this.#deviceSecret = secret;
    return response;
  }

  /** Replaces what differs from run to run. */
  #publish(json: string): unknown {
    return JSON.parse(json, (name, value) => {
      if (name === 'secret') return String(value).startsWith('whsec_') ? exampleWebhookSecret : exampleKey;
      if (name === 'durationMs') return exampleDurationMs;
      if (name === 'hint') return `${exampleKey.slice(0, 13)}…`;
      if (typeof value !== 'string') return value;
      if (name === 'value' && value.endsWith(' GMT')) return exampleDate;
      return value
        .replace('RECEIVER', receiverAddress)
        .replace(/#sign-in=.*/, `#sign-in=${exampleLink}`)
        .replace(this.#receiver.url, receiverAddress)
        .replace(/\/media\/[0-9a-f]+/, `/media/${exampleMediaKey}`);
    });
  }
}

function isJson(body: unknown): boolean {
  return body !== undefined && !(body instanceof Uint8Array);
}

const exampleDurationMs = 312;
const exampleDate = 'Sat, 21 Nov 2026 10:30:00 GMT';
const exampleMediaKey = '3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516';
const exampleKey = 'pet_prod_9KSulA8Ghct30vZz4HpdQ5c5b9cPF121warN';
const exampleLink = 'pet_link_prod_9KSulA8Ghct30vZz4HpdQ5c5b9cPF121warN';
const exampleWebhookSecret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

if (import.meta.main) {
  const path = new URL('../src/api/document/examples.gen.json', import.meta.url);
  await Bun.write(path, `${JSON.stringify(await recordExamples(), null, 2)}\n`);
}
