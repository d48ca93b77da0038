import { describe, expect, test } from 'bun:test';
import { revokeKeyByOperator } from '../../../src/catalogue/keys/rules.ts';
import type { TestApp } from '../../support/app.ts';
import { as, codeOf, iso, type KeyBody, keyCalls } from '../../support/data/keys.ts';
import { signInAs } from '../../support/data/people.ts';
import { type Sending, sendInEachTest } from '../../support/data/webhook-sending.ts';
import { namesIn, type WebhookBody } from '../../support/data/webhooks.ts';
import { engines } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';
import { readPages } from '../../support/http/pages.ts';

let service: TestApp;
let sending: Sending;
let keys: ReturnType<typeof keyCalls>;

describe.each(engines)('on $name', (engine) => {
  sendInEachTest(engine, (started) => {
    ({ service, sending } = started);
    keys = keyCalls(service);
  });

  const subscribe = async ({ secret }: KeyBody, path: string) => {
    await service.untilSettled();
    const body = JSON.stringify({ url: sending.receiver.url + path });
    return await bodyOf<WebhookBody>(await service.post('/v1/webhooks', body, as(secret)));
  };
  const read = async ({ id }: WebhookBody) => await bodyOf<WebhookBody>(await service.fetch(`/v1/webhooks/${id}`));
  const act = async ({ id }: WebhookBody, action: string, secret?: string) =>
    await bodyOf<WebhookBody>(await service.post(`/v1/webhooks/${id}/${action}`, '', as(secret)));
  const namesAt = (path: string) => namesIn(sending.receiver.received.filter((one) => one.path === path));
  const own = async () => (await bodyOf<KeyBody>(await service.fetch('/v1/keys/self'))).id;

  test.each(['revoked', 'expired', 'narrowed'] as const)(
    'a webhook whose key is %s is paused, and its events wait until another key resumes it',
    async (end) => {
      const expiry = end === 'expired' ? { expiresAt: iso(service.now + 1_000) } : {};
      const key = await keys.make({ role: 'admin', ...expiry });
      const [webhook, other] = [await subscribe(key, '/of-key'), await sending.subscribe('/other')];
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
      await service.fetch(`/v1/webhooks/${webhook.id}`, { method: 'DELETE' });
    },
  );

  test('revoking a key can keep its webhooks active; they then belong to the key that revoked it', async () => {
    const key = await keys.make({ role: 'admin' });
    const webhook = await subscribe(key, '/kept');
    const refused = await service.fetch(`/v1/keys/${key.id}?webhooks=no`, { method: 'DELETE' });
    expect(await codeOf(refused)).toBe('invalid_parameter');
    const revoked = await service.fetch(`/v1/keys/${key.id}?webhooks=keep`, { method: 'DELETE' });
    expect([revoked.status, await revoked.text()]).toEqual([204, '']);
    expect(await read(webhook)).toMatchObject({ status: 'active', createdBy: await own() });
  });

  test('webhooks that the operator kept have an unknown key and are not paused', async () => {
    const key = await keys.make({ role: 'admin' });
    const webhook = await subscribe(key, '/unknown');
    const revocation = { id: BigInt(key.id), now: BigInt(service.now), keepsWebhooks: true };
    await service.store.write(revokeKeyByOperator, revocation);
    const kept = await read(webhook);
    expect(kept.status).toBe('active');
    expect(kept).not.toHaveProperty('createdBy');
    expect((await act(webhook, 'resume')).createdBy).toBe(await own());
  });

  test('a webhook keeps its active key when another key pauses, changes and resumes it', async () => {
    const key = await keys.make({ role: 'admin' });
    const webhook = await subscribe(key, '/stays');
    expect(await act(webhook, 'pause')).toMatchObject({
      status: 'paused',
      reason: `Paused with the key ${await own()}.`,
    });
    await sending.addPet('waits');
    await sending.deliver();
    expect(namesAt('/stays')).toEqual([]);
    const paused = await read(webhook);
    expect(await act(webhook, 'pause')).toEqual(paused);
    expect(await act(webhook, 'resume')).toMatchObject({ status: 'active', createdBy: key.id });
    await sending.deliver();
    expect(namesAt('/stays')).toEqual(['waits']);
    const { secret, personId } = await signInAs(service, 'admin');
    expect((await act(webhook, 'pause', secret)).reason).toBe(`Paused by the person ${personId}.`);
  });

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
});
