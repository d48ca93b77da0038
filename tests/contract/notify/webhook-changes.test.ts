import { describe, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import document from '../../../openapi.json' with { type: 'json' };
import { revokeKeyByOperator } from '../../../src/access/keys/rules.ts';
import type { TestApp } from '../../support/app.ts';
import { as, codeOf, iso, type KeyBody, keyCalls } from '../../support/data/keys.ts';
import { signInAs } from '../../support/data/people.ts';
import { type Sending, sendInEachTest } from '../../support/data/webhook-sending.ts';
import { type AttemptBody, type DeliveryBody, namesIn, type WebhookBody } from '../../support/data/webhooks.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';
import { readPages } from '../../support/http/pages.ts';

/** A test as the document shows it. */
const testOf = ({ webhooks }: typeof document) =>
  webhooks['webhook.test'].post.requestBody.content['application/json'].example;

/** An attempt with its request and response, as JSON.parse reads it. */
interface ExchangeBody {
  id: number;
  request: { headers: { name: string; value: string }[] };
  response: ExchangeBody['request'];
}

/** A body of which no more comes. */
const stalling = (text: string) =>
  new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) });

let service: TestApp;
let sending: Sending;
let keys: ReturnType<typeof keyCalls>;

describe.each(engines)('on $name a webhook', (engine) => {
  sendInEachTest(engine, (started) => {
    ({ service, sending } = started);
    keys = keyCalls(service);
  });

  const call = (method: string, { id }: { id: number }, path = '', body?: unknown, headers = {}) =>
    service.send(method, `/v1/webhooks/${id}${path}`, body, headers);
  const read = async (webhook: WebhookBody) => await bodyOf<WebhookBody>(await call('GET', webhook));
  const at = (path: string) => sending.receiver.received.filter((one) => one.path === path);
  const subscribeAs = async ({ secret }: KeyBody, path: string) => {
    await service.untilSettled();
    const body = JSON.stringify({ url: sending.receiver.url + path });
    return await bodyOf<WebhookBody>(await service.post('/v1/webhooks', body, as(secret)));
  };
  const act = async ({ id }: WebhookBody, action: string, secret?: string) =>
    await bodyOf<WebhookBody>(await service.post(`/v1/webhooks/${id}/${action}`, '', as(secret)));
  const exchange = async (webhook: WebhookBody, id: number) =>
    await bodyOf<ExchangeBody>(await call('GET', webhook, `/attempts/${id}`));
  const attemptsOf = async (webhook: WebhookBody) =>
    await bodyOf<AttemptBody[]>(await call('GET', webhook, '/attempts'));
  const lastExchange = async (webhook: WebhookBody) => {
    const { id } = (await attemptsOf(webhook))[0] ?? { id: 0 };
    const shown = await exchange(webhook, id);
    expect(shown.id).toBe(id);
    return shown;
  };
  const namesAt = (path: string) => namesIn(at(path));
  const own = async () => (await bodyOf<KeyBody>(await service.fetch('/v1/keys/self'))).id;

  test('changes only the given fields, and sends waiting events to the new address', async () => {
    const webhook = await sending.subscribe('/old', ['pet.created']);
    const before = await read(webhook);
    await sending.addPet('waits');
    const url = `${sending.receiver.url}/new`;
    const changed = await call('PATCH', webhook, '', { url, description: 'Adoption site' });
    expect([changed.status, await changed.json()]).toEqual([200, { ...before, url, description: 'Adoption site' }]);
    await sending.deliver();
    expect([namesIn(at('/old')), namesIn(at('/new'))]).toEqual([[], ['waits']]);
    const emptied = await call('PATCH', webhook, '', { types: [], description: '' });
    const { types: _, ...all } = before;
    expect(await emptied.json()).toEqual({ ...all, url });
    expect(await codeOf(await call('PATCH', webhook, '', {}, { 'If-Match': '"other"' }))).toBe('precondition_failed');
    expect(await codeOf(await call('PATCH', { id: 4711 }, '', {}))).toBe('webhook_not_found');
  });

  test('signs with both secrets during the grace period of a rotation, and then with the new one alone', async () => {
    const webhook = await sending.subscribe('/rotated');
    const { secret: first, ...shown } = webhook;
    const rotated = await call('POST', webhook, '/rotate', { graceSeconds: 60 });
    const { secret: second, ...rest } = await bodyOf<WebhookBody>(rotated);
    expect(rest).toEqual(shown);
    const verifiers = async () => {
      await sending.addPet('signed');
      await sending.deliver();
      const { body = '', headers = {} } = at('/rotated').at(-1) ?? {};
      // The library compares the time of the signature with its own clock.
      return [first, second].map((secret) => {
        try {
          return new Webhook(secret).verify(body, headers) !== undefined;
        } catch {
          return false;
        }
      });
    };
    expect(second).not.toBe(first);
    expect(await verifiers()).toEqual([true, true]);
    service.now += 60_000;
    expect(await verifiers()).toEqual([false, true]);
    expect(at('/rotated').map(({ headers }) => headers['webhook-signature']?.split(' ').length)).toEqual([2, 1]);
    expect(JSON.stringify(await read(webhook))).not.toContain('whsec_');
  });

  test('returns the same secret for a retried rotation, and ends the old one at once without a grace period', async () => {
    const webhook = await sending.subscribe('/retried');
    const key = { 'Idempotency-Key': `rotate-${webhook.id}` };
    const rotate = () => call('POST', webhook, '/rotate', { graceSeconds: 0 }, key);
    const [one, other] = [await (await rotate()).text(), await (await rotate()).text()];
    expect(other).toBe(one);
    const changed = await call('POST', webhook, '/rotate', {}, { 'If-Match': '"other"' });
    expect(await codeOf(changed)).toBe('precondition_failed');
    await sending.addPet('signed');
    await sending.deliver();
    const { body = '', headers = {} } = at('/retried')[0] ?? {};
    expect(new Webhook(JSON.parse(one).secret).verify(body, headers)).toBeDefined();
    expect(() => new Webhook(webhook.secret).verify(body, headers)).toThrow();
  });

  test('sends a test once, signed and recorded as an attempt; it is not retried and is not an event', async () => {
    const webhook = await sending.subscribe('/test', ['pet.deleted']);
    for (const status of [204, 500]) {
      sending.receiver.answer = () => new Response(null, { status });
      const answer = await call('POST', webhook, '/test');
      const delivery = await bodyOf<DeliveryBody>(answer);
      const waiting = { webhookId: webhook.id, eventId: 0, status: 'waiting', attempts: 0, dueAt: iso(service.now) };
      expect([answer.status, delivery]).toEqual([200, { ...waiting, id: expect.any(Number) }]);
      expect(await bodyOf<DeliveryBody>(await call('POST', webhook, '/test'))).toEqual(delivery);
      await sending.deliver();
      const { body = '', headers = {} } = at('/test').at(-1) ?? {};
      const told = { id: 0, type: 'webhook.test', at: iso(service.now) };
      expect(new Webhook(webhook.secret).verify(body, headers)).toEqual(told);
      expect(JSON.parse(body)).toEqual({ ...testOf(document), at: expect.any(String) });
      expect(headers['webhook-id']).toBe(`test_${delivery.id}`);
      expect(await sending.deliveriesOf(webhook)).toEqual([]);
    }
    expect(await attemptsOf(webhook)).toMatchObject([
      { eventId: 0, status: 500 },
      { eventId: 0, status: 204 },
    ]);
    expect(at('/test')).toHaveLength(2);
    expect(await read(webhook)).not.toHaveProperty('failingSince');
  });

  test('that is paused keeps and counts its events, is sent tests alone, and the events when it is resumed', async () => {
    const webhook = await sending.subscribe('/paused');
    const paused = await act(webhook, 'pause');
    const backlog = async () => await (await call('GET', webhook, '/backlog')).json();
    expect(await backlog()).toEqual({ waiting: 0, isMore: false });
    const since = iso(service.now);
    await sending.addPet('waits');
    service.now += 1_000;
    await call('POST', webhook, '/test');
    await sending.deliver();
    expect(at('/paused').map(({ body }) => JSON.parse(body).type)).toEqual(['webhook.test']);
    expect(await backlog()).toEqual({ waiting: 1, since, isMore: false });
    const resumed = await act(webhook, 'resume');
    expect([paused.status, resumed.status]).toEqual(['paused', 'active']);
    await sending.deliver();
    expect(namesIn(at('/paused').slice(1))).toEqual(['waits']);
    expect(await backlog()).toEqual({ waiting: 0, isMore: false });
  });

  test('shows a request and its response as they were, without signatures and secrets', async () => {
    const webhook = await sending.subscribe('/shown', ['pet.created']);
    sending.receiver.answer = ({ headers }) =>
      new Response(`${webhook.secret} ${headers['webhook-signature']} \0é${'x'.repeat(5_000)}`, {
        status: 500,
        headers: { 'Set-Cookie': 'session=1', 'X-Served-By': 'shelter' },
      });
    await sending.addPet('Rex');
    await sending.deliver();
    await call('PATCH', webhook, '', { url: `${sending.receiver.url}/later` });
    const shown = await lastExchange(webhook);
    const { id } = shown;
    const [received] = at('/shown');
    const headers = (part: ExchangeBody['request']) =>
      Object.fromEntries(part.headers.map(({ name, value }) => [name.toLowerCase(), value]));
    expect(shown).toMatchObject({ status: 500, failure: 'the receiver responded with 500' });
    expect(shown.request).toMatchObject({ url: `${sending.receiver.url}/shown`, body: received?.body });
    const sent = Object.entries(received?.headers ?? {}).filter(([name]) =>
      /^(content-type|user-|webhook-)/.test(name),
    );
    expect(headers(shown.request)).toEqual({ ...Object.fromEntries(sent), 'webhook-signature': '***' });
    expect(headers(shown.response)).toMatchObject({ 'set-cookie': '***', 'x-served-by': 'shelter' });
    expect(shown.response).toMatchObject({ body: expect.stringMatching(/^\*\*\* \*\*\* \0éx+$/), isCut: true });
    expect(await codeOf(await call('GET', webhook, '/attempts/4711'))).toBe('attempt_not_found');
    const deliveries = await service.makeKey('webhooks:read');
    const lesser = await call('GET', webhook, `/attempts/${id}`, undefined, as(deliveries));
    expect(await codeOf(lesser)).toBe('insufficient_scope');
  });

  test('shows an attempt whose request was not kept with the headers that are known', async () => {
    const webhook = await sending.subscribe('/before', ['pet.created']);
    await sending.addPet('Rex');
    await sending.deliver();
    await call('POST', webhook, '/test');
    await sending.deliver();
    await service.database.run(`UPDATE webhook_attempts SET exchange = NULL WHERE webhook_id = ${webhook.id}`);
    const attempts = await attemptsOf(webhook);
    const shown = await Promise.all(attempts.map(({ id }) => exchange(webhook, id)));
    expect(shown.map(({ request }) => request.headers.find(({ name }) => name === 'webhook-id')?.value)).toEqual([
      undefined,
      `evt_${attempts[1]?.eventId}`,
    ]);
  });

  test('is sent an event of the last 30 days again, also one that has arrived, and one that failed only once', async () => {
    const webhook = await sending.subscribe('/again', ['pet.created']);
    await sending.addPet('arrives');
    await sending.deliver();
    const { id: eventId } = JSON.parse(at('/again')[0]?.body ?? '');
    const redeliver = (id: number) => call('POST', webhook, `/events/${id}/redeliver`);
    service.now += 30 * 24 * 3_600_000 - 1;
    sending.receiver.answer = () => new Response(null, { status: 500 });
    const queued = await bodyOf<DeliveryBody>(await redeliver(eventId));
    expect(queued).toMatchObject({ eventId, status: 'waiting', attempts: 0 });
    await sending.deliver();
    expect(await bodyOf<DeliveryBody>(await redeliver(eventId))).toMatchObject({ id: queued.id, attempts: 1 });
    sending.receiver.answer = () => new Response(null, { status: 204 });
    await sending.deliver();
    expect(at('/again').map(({ headers }) => headers['webhook-id'])).toEqual(Array(3).fill(`evt_${eventId}`));
    expect(await sending.deliveriesOf(webhook)).toEqual([]);
    service.now += 1;
    expect(await codeOf(await redeliver(eventId))).toBe('event_not_found');
    expect(await codeOf(await redeliver(eventId + 4_711))).toBe('event_not_found');
  });

  test.each(['revoked', 'expired', 'narrowed'] as const)(
    'a webhook whose key is %s is paused, and its events wait until another key resumes it',
    async (end) => {
      const expiry = end === 'expired' ? { expiresAt: iso(service.now + 1_000) } : {};
      const key = await keys.make({ role: 'admin', ...expiry });
      const [webhook, other] = [await subscribeAs(key, '/of-key'), await sending.subscribe('/other')];
      expect(await read(webhook)).toMatchObject({ status: 'active', createdBy: key.id });
      await sending.addPet('before');
      await sending.deliver();
      await sending.addPet('queued');
      if (end === 'expired') service.now += 1_000;
      else if (end === 'revoked') await keys.revoke(key.id);
      else await keys.update(key.id, { scopes: ['webhooks:write'] });
      await sending.addPet('after');
      await sending.deliver();
      expect([namesAt('/of-key'), namesAt('/other').length]).toEqual([['before'], 3]);
      const ends = { expired: 'has expired', revoked: 'was revoked', narrowed: 'may not read events any more' };
      const reason = `Its key ${key.id} ${ends[end]}.`;
      expect(await read(webhook)).toMatchObject({ status: 'paused', createdBy: key.id, reason });
      const listed = await readPages<WebhookBody>(service.fetch, `/v1/webhooks?createdBy=${key.id}`);
      expect(listed.map(({ id }) => id)).toEqual([webhook.id]);

      const resumed = await act(webhook, 'resume');
      expect(resumed).toMatchObject({ status: 'active', createdBy: await own() });
      expect(resumed).not.toHaveProperty('reason');
      await sending.deliver();
      expect(namesAt('/of-key').toSorted()).toEqual(['after', 'before', 'queued']);
      expect(other.id).toBeGreaterThan(webhook.id);
      await call('DELETE', webhook);
    },
  );

  test('revoking a key can keep its webhooks active; they then belong to the key that revoked it', async () => {
    const key = await keys.make({ role: 'admin' });
    const webhook = await subscribeAs(key, '/kept');
    const refused = await service.fetch(`/v1/keys/${key.id}?webhooks=no`, { method: 'DELETE' });
    expect(await codeOf(refused)).toBe('invalid_parameter');
    const revoked = await service.fetch(`/v1/keys/${key.id}?webhooks=keep`, { method: 'DELETE' });
    expect([revoked.status, await revoked.text()]).toEqual([204, '']);
    expect(await read(webhook)).toMatchObject({ status: 'active', createdBy: await own() });
  });

  test('webhooks that the operator kept have an unknown key and are not paused', async () => {
    const key = await keys.make({ role: 'admin' });
    const webhook = await subscribeAs(key, '/unknown');
    const revocation = { id: BigInt(key.id), now: BigInt(service.now), keepsWebhooks: true };
    await service.store.write(revokeKeyByOperator, revocation);
    const kept = await read(webhook);
    expect(kept.status).toBe('active');
    expect(kept).not.toHaveProperty('createdBy');
    expect((await act(webhook, 'resume')).createdBy).toBe(await own());
  });

  test('a webhook belongs to whoever pauses or resumes it, and stays with its key where nothing changes', async () => {
    const key = await keys.make({ role: 'admin' });
    const webhook = await subscribeAs(key, '/stays');
    for (const body of [{ url: webhook.url }, { types: ['pet.created'] }, { description: 'Ours' }])
      expect(await (await call('PATCH', webhook, '', body)).json()).toMatchObject({ createdBy: key.id });
    expect(await act(webhook, 'resume')).toMatchObject({ status: 'active', createdBy: key.id });
    const reason = `Paused with the key ${await own()}.`;
    expect(await act(webhook, 'pause')).toMatchObject({ status: 'paused', reason, createdBy: await own() });
    await sending.addPet('waits');
    await sending.deliver();
    expect(namesAt('/stays')).toEqual([]);
    const paused = await read(webhook);
    expect(await act(webhook, 'pause', key.secret)).toEqual(paused);
    expect(await act(webhook, 'resume', key.secret)).toMatchObject({ status: 'active', createdBy: key.id });
    await sending.deliver();
    expect(namesAt('/stays')).toEqual(['waits']);
    const { secret, personId } = await signInAs(service, 'admin');
    expect((await act(webhook, 'pause', secret)).reason).toBe(`Paused by the person ${personId}.`);
    expect(await read(webhook)).toMatchObject({ personId });
  });

  test.each(['PATCH', 'rotate', 'pause and resume'])(
    'a key that has taken a webhook by %s gets no events from it after its end',
    async (how) => {
      const key = await keys.make({ scopes: ['webhooks:read', 'webhooks:write', 'events:read'] });
      const webhook = await sending.subscribe('/ours');
      const url = `${sending.receiver.url}/theirs`;
      if (how === 'PATCH') await call('PATCH', webhook, '', { url }, as(key.secret));
      else if (how === 'rotate') await act(webhook, 'rotate', key.secret);
      else for (const action of ['pause', 'resume']) await act(webhook, action, key.secret);
      await sending.addPet('before');
      await sending.deliver();
      await keys.revoke(key.id);
      await sending.addPet('after');
      await sending.deliver();
      expect(namesIn(sending.receiver.received)).toEqual(['before']);
      const reason = `Its key ${key.id} was revoked.`;
      expect(await read(webhook)).toMatchObject({ status: 'paused', createdBy: key.id, reason });
    },
  );

  test('a key that is revoked while it creates a webhook leaves no active webhook behind', async () => {
    for (let round = 0; round < 8; round++) {
      const key = await keys.make({ role: 'admin' });
      const [made] = await Promise.all([
        service.post('/v1/webhooks', `{"url":"${sending.receiver.url}/race"}`, as(key.secret)),
        keys.revoke(key.id),
      ]);
      expect([201, 401]).toContain(made.status);
      if (made.status === 201) expect((await read(await bodyOf<WebhookBody>(made))).status).toBe('paused');
    }
  });

  onOneEngine(engine, () => {
    test('refuses an address that is none, and another status', async () => {
      const webhook = await sending.subscribe('/refused');
      expect(await codeOf(await call('PATCH', webhook, '', { url: 'nowhere' }))).toBe('validation_failed');
      expect(await codeOf(await call('PATCH', webhook, '', { status: 'paused' }))).toBe('validation_failed');
      expect(await read(webhook)).toMatchObject({ url: webhook.url, status: 'active' });
    });

    test.each([
      ['begins in what is kept', (secret: string) => 'x'.repeat(4_080) + secret.repeat(100), /^x{4000,4080}\**$/],
      ['follows many others', (secret: string) => secret.repeat(100), /^\*{200,}$/],
      ['has come in part before a stall', (secret: string) => stalling(`xxxx${secret.slice(0, 40)}`), /^x{0,4}$/],
    ])('shows no part of a secret that ends after what is read and %s', async (_, answer, shown) => {
      const webhook = await sending.subscribe('/cut', ['pet.created']);
      sending.receiver.answer = () => new Response(answer(webhook.secret));
      await sending.addPet('Rex');
      await sending.deliver();
      const { response } = await lastExchange(webhook);
      expect(response).toMatchObject({ body: expect.stringMatching(shown), isCut: true });
    });
  });
});
