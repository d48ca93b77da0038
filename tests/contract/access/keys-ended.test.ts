import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { App } from '../../../src/server/app.ts';
import { origin, startApp, type TestApp } from '../../support/app.ts';
import { as, askAs, iso, type KeyBody, keyCalls, refusalOf } from '../../support/data/keys.ts';
import { engines } from '../../support/engines.ts';
import { EventReader } from '../../support/http/event-stream.ts';

const ended = {
  status: 401,
  code: 'invalid_api_key',
  message: 'This API key is revoked, replaced or expired. Nothing was changed.',
};

describe.each(engines)('a key that has ended, on $name', (engine) => {
  let service: TestApp;
  /** A second node on the same database. */
  let other: App;
  let keys: ReturnType<typeof keyCalls>;

  beforeAll(async () => {
    service = await startApp({ streams: { keyCheckMs: 10 } }, engine);
    other = service.startNode({ streams: { keyCheckMs: 10 } });
    keys = keyCalls(service);
  });
  afterAll(() => service.close());

  const revoke = ({ id }: KeyBody) => keys.revoke(id);
  const rotate = ({ id }: KeyBody) => keys.rotate(id, { graceSeconds: 0 });
  const endings: [how: string, end: (key: KeyBody) => unknown][] = [
    ['revoked', revoke],
    ['replaced', rotate],
    ['expired', () => (service.now += 1_000)],
  ];
  const writes = [
    ['POST', '/v1/pets', '{"name":"Late","categoryId":1}'],
    ['PUT', '/v1/categories/4711', '{"name":"late"}'],
    ['POST', '/v1/keys', '{"name":"late","role":"reader"}'],
    ['POST', '/v1/webhooks', '{"url":"https://192.0.43.8/late"}'],
  ] as const;
  const countAll = async () =>
    await Promise.all(['pets', 'categories', 'keys', 'webhooks'].map((list) => service.count(`/v1/${list}`)));

  test.each(endings)(
    'is rejected if it was %s before the request body arrived, and changes nothing',
    async (how, end) => {
      const expiry = how === 'expired' && { expiresAt: iso(service.now + 1_000) };
      const key = await keys.make({ role: 'admin', ...expiry });
      const before = await countAll();
      const bodies = writes.map(([method, path, text]) => {
        const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
        const headers = { ...as(key.secret), 'Content-Type': 'application/json' };
        const answer = service.fetch(path, { method, headers, body: readable });
        return { answer, writer: writable.getWriter(), bytes: new TextEncoder().encode(text) };
      });
      // Each request is authenticated before its body is read.
      await keys.opens(key.secret);
      await end(key);
      for (const { writer, bytes } of bodies) {
        await writer.write(bytes);
        await writer.close();
      }
      for (const { answer } of bodies) expect(await refusalOf(await answer)).toEqual(ended);
      expect(await countAll()).toEqual(before);
    },
  );

  test('is rejected by the node that revoked or rotated it, from the next request on', async () => {
    for (const [how, end] of [
      ['revoked', revoke],
      ['replaced', rotate],
    ] as const) {
      const key = await keys.make({ role: 'admin' });
      expect(await keys.opens(key.secret)).toBe(200);
      expect((await end(key)).status).toBeLessThan(300);
      const { status, message } = await refusalOf(await service.fetch('/v1/pets', { headers: as(key.secret) }));
      expect([status, message]).toEqual([401, expect.stringContaining(how)]);
    }
  });

  test('writes nothing through any other node, and reads nothing there after half a second', async () => {
    const key = await keys.make({ role: 'admin' });
    const at = askAs(other, key.secret);
    expect((await at('/v1/pets')).status).toBe(200);
    await revoke(key);
    const before = await countAll();
    for (const [method, path, body] of writes) expect((await at(path, { method, body })).status).toBe(401);
    expect(await countAll()).toEqual(before);
    service.now += 500;
    expect((await at('/v1/pets')).status).toBe(401);
  });

  test('loses its event streams: on the node that revoked it before the response, and soon on any other', async () => {
    const [key, kept] = [await keys.make({ role: 'reader' }), await keys.make({ role: 'reader' })];
    const open = (app: App, { secret }: KeyBody) =>
      EventReader.open(async (init) => await app.fetch(new Request(`${origin}/v1/events?after=0`, init)), as(secret));
    const here = await open(service.app, key);
    const there = await open(other, key);
    const others = [await open(service.app, kept), await open(other, kept)];
    expect((await revoke(key)).status).toBe(204);
    await Bun.sleep(0);
    expect(here.end).toBe('complete');
    await there.until(() => there.end === 'complete');
    expect(others.map(({ end }) => end)).toEqual([undefined, undefined]);
    await revoke(kept);
    for (const stream of others) await stream.until(() => stream.end === 'complete');
  });
});
