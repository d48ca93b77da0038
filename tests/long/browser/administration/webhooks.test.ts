import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { expectAccessible } from '../../../support/browser/accessibility.ts';
import { closeSharedTabs } from '../../../support/browser/browser.ts';
import { dialog, entry, makeKey } from '../../../support/browser/console-keys.ts';
import { inOneTab } from '../../../support/browser/one-tab.ts';
import { press } from '../../../support/browser/press.ts';
import { listDeliveries, postWebhook, type WebhookBody } from '../../../support/data/webhooks.ts';
import { type ScratchDatabase, sqlite } from '../../../support/engines.ts';
import { expectSoon } from '../../../support/expect-soon.ts';
import { bodyOf } from '../../../support/http/body.ts';
import { type Receiver, startReceiver } from '../../../support/http/receiver.ts';
import { startSite, type TestServer } from '../../../support/process/server.ts';
import { until } from '../../../support/until.ts';

let database: ScratchDatabase;
let server: TestServer;
let receiver: Receiver;
beforeAll(async () => {
  database = await sqlite.makeDatabase();
  server = await startSite({ database, env: { PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'on' } });
  receiver = startReceiver();
});
afterAll(async () => {
  await closeSharedTabs(server);
  await server.stop();
  await receiver.stop();
  await database.remove();
});

const onPage = inOneTab({
  get server() {
    return server;
  },
});

afterEach(async () => {
  const webhooks = await bodyOf<WebhookBody[]>(await server.fetch('/v1/webhooks'));
  for (const { id } of webhooks) await server.fetch(`/v1/webhooks/${id}`, { method: 'DELETE' });
});

const addPet = (name: string) =>
  server.fetch('/v1/pets', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, categoryId: 1 }),
  });
const deliveriesTo = (id: number) => listDeliveries((path) => server.fetch(path), `webhookId=${id}`);

test('a failing webhook shows its status, what did not arrive and why, and each event can be sent again', async () => {
  receiver.answer = ({ path }) => new Response(null, { status: path === '/deaf' ? 503 : 200 });
  const deaf = await postWebhook(server.fetch, `${receiver.url}/deaf`);
  const sound = await postWebhook(server.fetch, `${receiver.url}/sound`);
  await onPage('/webhooks', async (page) => {
    const card = (url: string) => entry(page, url).first();
    const status = (url: string) => card(url).locator('[data-status]').first().getAttribute('data-status');
    await card(deaf.url).waitFor();
    await expectSoon(() => Promise.all([status(deaf.url), status(sound.url)])).toEqual(['active', 'active']);
    for (const name of ['Rex', 'Mia', 'Tom']) await addPet(name);
    await card(deaf.url).getByText('failing', { exact: true }).waitFor();
    await card(deaf.url).getByText('3 events have not arrived: the receiver responded with 503').waitFor();
    await expectSoon(() => Promise.all([status(deaf.url), status(sound.url)])).toEqual(['failing', 'active']);

    const [first, second, third] = await deliveriesTo(deaf.id);
    const events = [first, second, third].map((delivery) => delivery?.eventId);
    // Repeated, because an attempt that was in flight during the update overwrites it.
    const giveUp = (ids: string, isGivenUp: () => Promise<boolean>) =>
      until('deliveries to be given up', async () => {
        const dead = `UPDATE deliveries SET status = 'dead', attempts = 8, due_at = NULL WHERE`;
        await database.run(`${dead} webhook_id = ${deaf.id} AND id IN (${ids})`);
        // Long after the end of this test.
        await database.run(`UPDATE deliveries SET due_at = due_at + 3600000 WHERE webhook_id = ${deaf.id}`);
        return await isGivenUp();
      });
    await giveUp(`${first?.id}, ${second?.id}`, () => card(deaf.url).getByText('2 given up').isVisible());
    await press(card(deaf.url).getByRole('button', { name: 'Deliveries' }));
    const of = (eventId: number | undefined) =>
      card(deaf.url)
        .getByRole('listitem')
        .filter({ hasText: new RegExp(`Event ${eventId}\\D`) });
    await of(events[0]).getByText('Sent 8 times: the receiver responded with 503').waitFor();
    await of(events[2]).getByText('waiting').waitFor();
    await of(events[2]).getByText('Next try').waitFor();
    await expectAccessible(page, 'webhook-deliveries', '#content');
    await card(deaf.url).getByText('Given up', { exact: true }).click();
    await of(events[2]).waitFor({ state: 'detached' });
    await of(events[1]).waitFor();
    await giveUp(`${third?.id}`, () => card(deaf.url).getByText('3 given up').isVisible());
    await card(deaf.url).getByText('incomplete', { exact: true }).waitFor();

    receiver.answer = () => new Response();
    for (const [at, eventId] of events.entries()) {
      await press(page.getByRole('button', { name: `Send event ${eventId} again` }));
      await of(eventId).waitFor({ state: 'detached' });
      await expectSoon(async () => (await deliveriesTo(deaf.id)).length).toBe(2 - at);
      await expectSoon(() => card(deaf.url).getByRole('listitem').count()).toBe(2 - at);
    }
    await card(deaf.url).getByText('Nothing was given up.').waitFor();
    await card(deaf.url).getByText('active', { exact: true }).waitFor();
  });
});

test('a webhook can be tested, paused, resumed and given a new secret, and lists its attempts', async () => {
  receiver.answer = () => new Response(null, { status: 503 });
  const made = await postWebhook(server.fetch, `${receiver.url}/tested`);
  const status = async () => (await bodyOf<WebhookBody>(await server.fetch(`/v1/webhooks/${made.id}`))).status;
  await onPage('/webhooks', async (page) => {
    const card = entry(page, made.url).first();
    await press(card.getByRole('button', { name: `Send a test to ${made.url}` }));
    await card.getByText('the receiver responded with 503').waitFor();
    receiver.answer = () => new Response();
    await press(card.getByRole('button', { name: `Send a test to ${made.url}` }));
    await card.getByText('arrived', { exact: true }).waitFor();
    await expectSoon(() => card.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Test\s+arrived\s+200, [\d,]+ ms/i),
      expect.stringMatching(/Test\s+failed\s+503, [\d,]+ ms/i),
    ]);

    await press(card.getByRole('button', { name: `Pause ${made.url}` }));
    await card.getByText('Nothing is sent for now').waitFor();
    await expectSoon(status).toBe('paused');
    await addPet('Rex');
    await card.getByText(/1 event waits, since/).waitFor();
    await press(card.getByRole('button', { name: `Send a test to ${made.url}` }));
    await expectSoon(() => card.getByRole('listitem').count()).toBe(3);
    await press(card.getByRole('button', { name: /^Show request/ }).first());
    await card.getByText('webhook-signature: ***').waitFor();
    await press(card.getByRole('button', { name: `Resume ${made.url}` }));
    await card.getByText('Nothing is sent for now').waitFor({ state: 'detached' });
    await expectSoon(status).toBe('active');
    await press(card.getByRole('button', { name: /^Send event/ }));
    await expectSoon(() => card.getByRole('button', { name: /^Send event/ }).count()).toBe(2);

    await press(card.getByRole('button', { name: `New secret for ${made.url}` }));
    await press(page.getByRole('button', { name: 'Create a new secret' }));
    const shown = dialog(page, 'New secret of the webhook');
    const secret = (await shown.locator('pre').textContent()) ?? '';
    await press(shown.getByRole('button', { name: 'I have saved it' }));
    expect(secret).not.toBe(made.secret);
    const before = receiver.received.length;
    await addPet('Rex');
    await receiver.untilReceived(before + 1);
    const { body, headers } = receiver.received[before] ?? { body: '', headers: {} };
    for (const either of [secret, made.secret]) expect(new Webhook(either).verify(body, headers)).toBeDefined();
  });
});

test('a key is offered only the webhook actions that its scopes permit', async () => {
  receiver.answer = () => new Response(null, { status: 503 });
  const made = await postWebhook(server.fetch, `${receiver.url}/seen`);
  await addPet('Rex');
  await until(
    'a failure',
    () => deliveriesTo(made.id),
    (seen) => seen.some(({ attempts }) => attempts > 0),
  );
  const names = ['Add a webhook', `Remove ${made.url}`, /^Send event/, /^(Pause|New secret)/, /^Send a test/];
  const expectOffered = async (scopes: string[], wanted: number[]) => {
    const use = async (page: Page) => {
      await press(page.getByRole('button', { name: `Deliveries to ${made.url}` }));
      // On a busy machine the next attempt, after five seconds, may come before the page.
      await page.getByText(/^Sent (once|\d+ times): the receiver responded with 503/).waitFor();
      const counts = () => Promise.all(names.map((name) => page.getByRole('button', { name }).count()));
      await expectSoon(counts).toEqual(wanted);
    };
    await onPage('/webhooks', use, (await makeKey(server, { scopes })).secret);
  };
  await expectOffered(['webhooks:read'], [0, 0, 0, 0, 0]);
  await expectOffered(['webhooks:read', 'webhooks:write'], [0, 1, 0, 2, 0]);
  await expectOffered(['webhooks:read', 'webhooks:write', 'events:read'], [1, 1, 1, 2, 1]);
});

test('a webhook that its receiver has disabled with 410 shows why nothing is sent', async () => {
  receiver.answer = () => new Response(null, { status: 410 });
  const made = await postWebhook(server.fetch, `${receiver.url}/gone`);
  await addPet('Rex');
  const status = async () => (await bodyOf<WebhookBody>(await server.fetch(`/v1/webhooks/${made.id}`))).status;
  await until('the webhook to be ended', status, (now) => now === 'disabled');
  await onPage('/webhooks', async (page) => {
    await entry(page, made.url).getByText('Its receiver responded with 410.').waitFor();
    await press(page.getByRole('button', { name: `Deliveries to ${made.url}` }));
    await page.getByText('Nothing is left').waitFor();
  });
});
