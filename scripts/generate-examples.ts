import { tooSlow } from '../src/http/request/body.ts';
import { type ErrorCode, errors } from '../src/model/errors.ts';
import { maxPhotos } from '../src/model/photos.ts';
import type { Examples, OperationExample } from '../src/operations/document/examples.ts';
import { overloaded, unavailable } from '../src/store/errors.ts';
import { startApp, type TestApp } from '../tests/support/app.ts';
import { makePng, pngOf } from '../tests/support/images.ts';
import { type Receiver, startReceiver } from '../tests/support/receiver.ts';
import { makeDispatcher } from '../tests/support/webhooks.ts';

/** A call: an operation or an error code, then method, path, body and headers. */
type Call = readonly [name: string, method: string, path: string, body?: unknown, headers?: Record<string, string>];

const receiverAddress = 'https://shelter.example.org';
const startedAt = Date.UTC(2026, 10, 21, 10);
/** Between two calls, so that times differ. */
const stepMs = 90_000;

/** A photo of 480 by 360 pixels. */
const examplePhoto = makePng(480, 360, (x, y) => [(x + y) >> 2, 90 + (y >> 3), 60]);

/** One of each operation, in an order in which all succeed. `RECEIVER` stands for the address of a receiver. */
const operationCalls: readonly Call[] = [
  ['putCategory', 'PUT', '/categories/3', { name: 'Cats' }],
  ['createPet', 'POST', '/pets', { name: 'Frank', categoryId: 3, status: 'available' }],
  ['', 'POST', '/pets', { name: 'Luna', categoryId: 3 }],
  ['', 'POST', '/pets', { name: 'Otis', categoryId: 3 }],
  ['addPhoto', 'POST', '/pets/1/photos', examplePhoto, { 'Content-Type': 'image/png' }],
  ['listPhotos', 'GET', '/pets/1/photos'],
  ['getPhoto', 'GET', '/pets/1/photos/1'],
  ['updatePhoto', 'PATCH', '/pets/1/photos/1', { alternativeText: 'A grey cat on a red cushion' }],
  ['deletePhoto', 'DELETE', '/pets/1/photos/1'],
  ['getPet', 'GET', '/pets/1'],
  ['updatePet', 'PATCH', '/pets/2', { name: 'Luna Bell' }],
  [
    'putProfile',
    'PUT',
    '/pets/2/profile',
    {
      description: 'Calm, likes the window.',
      species: 'Cat',
      breed: 'Siamese',
      color: 'Black and white',
      sex: 'female',
      birthDate: '2024-05-01',
      birthDatePrecision: 'month',
      neutered: true,
      goodWith: { children: true, dogs: false },
      tags: ['lap cat', 'indoor'],
      arrivedOn: '2026-10-03',
      fee: { amountMinor: 12_500, currency: 'EUR' },
      reference: 'A706918',
      attributes: { weight: '4.2 kg' },
    },
  ],
  ['updateProfile', 'PATCH', '/pets/2/profile', { vaccinated: true, color: null, goodWith: { cats: true } }],
  ['getProfile', 'GET', '/pets/2/profile'],
  ['createWebhook', 'POST', '/webhooks', { url: 'RECEIVER/events', types: ['order.placed', 'order.completed'] }],
  ['placeOrder', 'POST', '/store/orders', { petId: 1 }],
  ['getOrder', 'GET', '/store/orders/1'],
  ['completeOrder', 'POST', '/store/orders/1/complete'],
  ['', 'POST', '/store/orders', { petId: 2 }],
  ['cancelOrder', 'POST', '/store/orders/2/cancel'],
  ['listDeliveries', 'GET', '/webhook-deliveries'],
  ['retryDelivery', 'POST', '/webhook-deliveries/1/retry'],
  ['deletePet', 'DELETE', '/pets/3'],
  ['', 'PUT', '/categories/3', { name: 'Cats and kittens' }],
  ['listPets', 'GET', '/pets'],
  ['', 'POST', '/pets/2/photos', examplePhoto, { 'Content-Type': 'image/png' }],
  [
    'createListing',
    'POST',
    '/listings',
    {
      name: 'Pepper',
      categoryId: 3,
      profile: {
        species: 'Cat',
        breed: 'Maine Coon',
        sex: 'female',
        birthDate: '2024-05-01',
        birthDatePrecision: 'month',
      },
    },
  ],
  ['listListings', 'GET', '/listings?tag=indoor'],
  ['getListing', 'GET', '/listings/1'],
  ['getCategory', 'GET', '/categories/3'],
  ['listCategories', 'GET', '/categories'],
  ['listOrders', 'GET', '/store/orders'],
  ['getInventory', 'GET', '/store/inventory'],
  ['getStatistics', 'GET', '/store/statistics?from=2026-11-01&to=2026-12-01&by=month'],
  ['listEvents', 'GET', '/events?limit=3'],
  ['createKey', 'POST', '/keys', { name: 'web site', role: 'editor', expiresAt: '2027-11-21T10:00:00.000Z' }],
  ['getKey', 'GET', '/keys/2'],
  ['rotateKey', 'POST', '/keys/2/rotate', { graceSeconds: 3_600 }],
  ['getOwnKey', 'GET', '/keys/self'],
  ['listKeys', 'GET', '/keys'],
  ['revokeKey', 'DELETE', '/keys/2'],
  ['getWebhook', 'GET', '/webhooks/1'],
  ['listWebhooks', 'GET', '/webhooks'],
  ['listWebhookAttempts', 'GET', '/webhooks/1/attempts'],
  ['updateWebhook', 'PATCH', '/webhooks/1', { description: 'Adoption site' }],
  ['testWebhook', 'POST', '/webhooks/1/test'],
  ['rotateWebhookSecret', 'POST', '/webhooks/1/rotate', { graceSeconds: 3_600 }],
  ['pauseWebhook', 'POST', '/webhooks/1/pause'],
  ['resumeWebhook', 'POST', '/webhooks/1/resume'],
  ['deleteWebhook', 'DELETE', '/webhooks/1'],
];

const idempotencyKey = { 'Idempotency-Key': 'order-of-the-day' };

/** One of each error that a call can cause after the calls above. */
const errorCalls: readonly Call[] = [
  ['malformed_request', 'POST', '/pets', { name: 'Frank', categoryId: 3 }, { Trailer: 'X-Checksum' }],
  ['invalid_json', 'POST', '/pets', '{"name": "Frank"'],
  ['validation_failed', 'POST', '/pets', { name: '', status: 'lost' }],
  ['invalid_image', 'POST', '/pets/1/photos', examplePhoto.subarray(0, 300), { 'Content-Type': 'image/png' }],
  ['invalid_parameter', 'GET', '/pets?limit=500'],
  ['unknown_parameter', 'GET', '/pets?state=available'],
  ['invalid_cursor', 'GET', '/pets?cursor=abc'],
  [
    'invalid_idempotency_key',
    'POST',
    '/pets',
    { name: 'Frank', categoryId: 3 },
    { 'Idempotency-Key': 'x'.repeat(256) },
  ],
  ['missing_api_key', 'GET', '/pets', undefined, { Authorization: '' }],
  ['invalid_api_key', 'GET', '/pets', undefined, { Authorization: 'Bearer EXAMPLE' }],
  ['insufficient_scope', 'DELETE', '/pets/1', undefined, { Authorization: 'Bearer READER' }],
  ['pet_not_found', 'GET', '/pets/99'],
  ['photo_not_found', 'GET', '/pets/1/photos/99'],
  ['order_not_found', 'GET', '/store/orders/99'],
  ['category_not_found', 'GET', '/categories/99'],
  ['key_not_found', 'GET', '/keys/99'],
  ['webhook_not_found', 'GET', '/webhooks/99'],
  ['delivery_not_found', 'POST', '/webhook-deliveries/99/retry'],
  ['not_found', 'GET', '/animals'],
  ['method_not_allowed', 'DELETE', '/pets'],
  ['reference_in_use', 'PATCH', '/pets/1/profile', { reference: 'A706918' }],
  ['pet_not_available', 'POST', '/store/orders', { petId: 1 }],
  ['invalid_transition', 'PATCH', '/pets/1', { status: 'pending' }],
  ['order_closed', 'POST', '/store/orders/1/cancel'],
  ['', 'POST', '/store/orders', { petId: 2 }, idempotencyKey],
  ['idempotency_key_reused', 'POST', '/store/orders', { petId: 1 }, idempotencyKey],
  ['pet_has_open_order', 'DELETE', '/pets/2'],
  ['events_expired', 'GET', '/events?after=5000'],
  ['precondition_failed', 'PATCH', '/pets/2', { name: 'Luna' }, { 'If-Match': '"another"' }],
  ['payload_too_large', 'POST', '/pets', { name: 'x'.repeat(70_000), categoryId: 3 }],
  ['image_too_large', 'POST', '/pets/1/photos', pngOf(9_000, 9_000, examplePhoto), { 'Content-Type': 'image/png' }],
  ['uri_too_long', 'GET', `/pets?cursor=${'x'.repeat(9_000)}`],
  ['unsupported_media_type', 'POST', '/pets', '<pet/>', { 'Content-Type': 'application/xml' }],
  ['last_admin_key', 'DELETE', '/keys/1'],
];

/** Calls every operation and provokes every error, and returns what the service sent. */
export async function recordExamples(): Promise<Examples> {
  const service = await startApp({ reachesPrivateAddresses: true });
  const receiver = startReceiver();
  receiver.answer = () => new Response(null, { status: 503 });
  try {
    service.now = startedAt;
    const recorder = new Recorder(service, receiver);
    const recorded = { operations: await recorder.recordOperations(), errors: await recorder.recordErrors() };
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

  constructor(service: TestApp, receiver: Receiver) {
    this.#service = service;
    this.#receiver = receiver;
  }

  async recordOperations(): Promise<Record<string, OperationExample>> {
    const dispatcher = makeDispatcher(this.#service);
    const recorded: Record<string, OperationExample> = {};
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

  async recordErrors(): Promise<Record<string, unknown>> {
    const recorded: Record<string, unknown> = {};
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
    const first = this.#send(['', 'POST', '/pets', { name: 'Mia', categoryId: 3 }, { 'Idempotency-Key': 'mia' }]);
    const inProgress = await record('idempotency_in_progress', [
      '',
      'POST',
      '/pets',
      { name: 'Mia', categoryId: 3 },
      { 'Idempotency-Key': 'mia' },
    ]);
    await first;
    const disabled = await record('webhook_disabled', await this.#disableWebhook());
    const crowded = await record('too_many_photos', await this.#addPhotos());
    service.restart({ mediaStore: undefined });
    const photo = { 'Content-Type': 'image/png' };
    const withoutPhotos = await record('photos_disabled', ['', 'POST', '/pets/1/photos', examplePhoto, photo]);
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
    const failed = await record('internal_error', [
      '',
      'GET',
      '/store/inventory',
      undefined,
      { 'X-Request-Id': '01J9ZK3Q8V' },
    ]);
    service.restart({});
    const { now } = service;
    service.now = Date.UTC(2031, 0, 1);
    const removed = await record('operation_removed', ['', 'GET', '/pets/1']);
    service.now = now;
    return { ...inProgress, ...disabled, ...crowded, ...withoutPhotos, ...limited, ...failed, ...removed };
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
    service.now += this.#stepMs;
    const text = typeof body === 'string' ? body : isJson(body) ? JSON.stringify(body) : undefined;
    const sent =
      body instanceof Uint8Array ? new Blob([new Uint8Array(body)]) : text?.replace('RECEIVER', this.#receiver.url);
    const authorization = headers['Authorization'];
    if (authorization?.endsWith('READER')) {
      headers = { ...headers, Authorization: `Bearer ${await service.makeKey('reader')}` };
    } else if (authorization?.endsWith('EXAMPLE')) {
      headers = { ...headers, Authorization: `Bearer ${exampleKey}` };
    }
    return await service.fetch(`/v1${path}`, {
      method,
      headers: { ...(text !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(sent !== undefined && { body: sent }),
    });
  }

  /** Replaces what differs from run to run. */
  #publish(json: string): unknown {
    return JSON.parse(json, (name, value) => {
      if (name === 'secret') return String(value).startsWith('whsec_') ? exampleWebhookSecret : exampleKey;
      if (name === 'durationMs') return exampleDurationMs;
      if (name === 'hint') return `${exampleKey.slice(0, 13)}…`;
      if (typeof value !== 'string') return value;
      return value
        .replace('RECEIVER', receiverAddress)
        .replace(this.#receiver.url, receiverAddress)
        .replace(/\/media\/[0-9a-f]+/, `/media/${exampleMediaKey}`);
    });
  }
}

/** Whether a body is sent as JSON. */
function isJson(body: unknown): boolean {
  return body !== undefined && !(body instanceof Uint8Array);
}

const exampleDurationMs = 312;
const exampleMediaKey = '3f8a1c5e9b2d47f06a8e1c3b5d7f9024c6a8be10f2d43516';
const exampleKey = 'pet_prod_9KSulA8Ghct30vZz4HpdQ5c5b9cPF121warN';
const exampleWebhookSecret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

if (import.meta.main) {
  const path = new URL('../src/operations/document/examples.gen.json', import.meta.url);
  await Bun.write(path, `${JSON.stringify(await recordExamples(), null, 2)}\n`);
}
