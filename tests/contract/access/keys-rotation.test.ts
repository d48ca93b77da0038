import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startApp, type TestApp } from '../../support/app.ts';
import { as, codeOf, type KeyBody, keyCalls, refusalOf } from '../../support/data/keys.ts';
import { signInAs } from '../../support/data/people.ts';
import { engines, onOneEngine, revocationDelayMs } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';

let service: TestApp;
let keys: ReturnType<typeof keyCalls>;

const dayMs = 24 * 60 * 60 * 1_000;
const list = (secret: string) => service.fetch('/v1/pets', { headers: as(secret) });

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
    keys = keyCalls(service);
  });
  afterAll(() => service.close());

  describe('a rotation', () => {
    test('issues a new secret, and the previous one stays valid for a day', async () => {
      const made = await keys.make({ role: 'reader' });
      const response = await keys.rotate(made.id);
      const rotated = await bodyOf<KeyBody>(response);
      expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
      expect(rotated).toEqual({ ...made, hint: `${rotated.secret.slice(0, 13)}…`, secret: rotated.secret });
      expect(rotated.secret).not.toBe(made.secret);
      service.now += dayMs - 1;
      expect([await keys.opens(made.secret), await keys.opens(rotated.secret)]).toEqual([200, 200]);
      service.now += 1;
      expect(await keys.opens(rotated.secret)).toBe(200);
      expect((await refusalOf(await list(made.secret))).message).toContain('replaced');
    });

    test('takes from the previous secret at once that it manages keys, people and webhooks', async () => {
      const made = await keys.make({ role: 'admin' });
      const ana = await signInAs(service, 'reader');
      const { id: webhook } = await bodyOf(await service.post('/v1/webhooks', '{"url":"https://192.0.43.8/own"}'));
      const { secret } = await bodyOf<KeyBody>(await keys.rotate(made.id));
      const send = (method: string, path: string, body: object = {}) =>
        service.send(method, `/v1/${path}`, body, as(made.secret));
      const answers = [
        keys.rotate(made.id, { graceSeconds: 0 }, made.secret),
        keys.update(made.id, { expiresAt: null }, made.secret),
        keys.create({ name: 'late', role: 'reader' }, made.secret),
        send('POST', 'people', { name: 'Late', role: 'reader' }),
        send('POST', `people/${ana.personId}/sign-in-links`),
        send('DELETE', `people/${ana.personId}/devices/${ana.deviceId}`),
        send('PATCH', `webhooks/${webhook}`, { url: 'https://192.0.43.8/late' }),
      ];
      const message = expect.stringContaining('use the new one');
      const refused = { status: 403, code: 'insufficient_scope', message };
      expect(await Promise.all(answers.map(async (answer) => await refusalOf(await answer)))).toEqual(
        answers.map(() => refused),
      );
      // Programs go on meanwhile.
      expect((await send('POST', 'pets', { name: 'Rex', categoryId: 1 })).status).toBe(201);
      expect((await keys.rotate(made.id, { graceSeconds: 0 }, secret)).status).toBe(200);
    });

    test('without a grace period ends the previous secret at once, and a second rotation ends the first secret', async () => {
      const made = await keys.make({ role: 'reader' });
      const second = await bodyOf<KeyBody>(await keys.rotate(made.id, { graceSeconds: 2_592_000 }));
      expect([await keys.opens(made.secret), await keys.opens(second.secret)]).toEqual([200, 200]);
      const third = await bodyOf<KeyBody>(await keys.rotate(made.id, { graceSeconds: 0 }));
      service.now += revocationDelayMs(engine);
      expect(await Promise.all([made, second, third].map(({ secret }) => keys.opens(secret)))).toEqual([401, 401, 200]);
    });

    test('is refused with If-Match if the key has changed, but a retry gets the response of the first request', async () => {
      const { id } = await keys.make({ role: 'reader' });
      const tagNow = async () => (await keys.get(id)).headers.get('ETag') ?? '';
      const rotate = (headers: Record<string, string>, key = id) => keys.rotate(key, {}, undefined, headers);
      const first = { 'If-Match': await tagNow(), 'Idempotency-Key': `rotate-${id}` };
      const [one, again] = [await rotate(first), await rotate(first)];
      // Its body is not that of the key, because it shows the secret.
      expect([one.status, one.headers.get('ETag')]).toEqual([200, null]);
      expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true']);
      expect(await again.text()).toBe(await one.text());
      const before = await tagNow();
      expect(await codeOf(await rotate({ 'If-Match': first['If-Match'] }))).toBe('precondition_failed');
      expect(await codeOf(await rotate({ 'If-None-Match': '*' }))).toBe('precondition_failed');
      expect(await codeOf(await rotate({ 'If-None-Match': '*' }, 4711))).toBe('key_not_found');
      expect(await tagNow()).toBe(before);
      expect((await rotate({ 'If-Match': before })).status).toBe(200);
    });

    onOneEngine(engine, () => {
      test.each([-1, 2_592_001, 1.5, '60', null])('is rejected with a grace period of %p', async (graceSeconds) => {
        const { id, secret } = await keys.make({ role: 'reader' });
        expect(await refusalOf(await keys.rotate(id, { graceSeconds }))).toMatchObject({
          code: 'validation_failed',
          message: expect.stringContaining('must be an integer from 0 to 2592000'),
        });
        expect(await keys.opens(secret)).toBe(200);
      });
    });
  });
});
