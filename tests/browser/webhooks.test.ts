import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { bodyOf } from '../support/body.ts';
import { findBarriers, laptop, openTab, phone, photograph, startBrowser, visit } from '../support/browser.ts';
import { dialog, entry, loseAnswer, makeKey, untilFocused } from '../support/console-keys.ts';
import { postgres, type ScratchDatabase, sqlite } from '../support/engines.ts';
import { type Receiver, startReceiver, untilTrue } from '../support/receiver.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { listDeliveries, postWebhook, type WebhookBody } from '../support/webhooks.ts';

setDefaultTimeout(60_000);

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

describe.each([
  [sqlite.name, laptop.name, sqlite, laptop],
  [postgres.name, phone.name, postgres, phone],
])('on %s and a %s', (_engineName, _viewName, engine, view) => {
  let database: ScratchDatabase;
  let server: TestServer;
  let receiver: Receiver;
  beforeAll(async () => {
    database = await engine.makeDatabase();
    server = await startServer({ database, env: { PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'on' } });
    receiver = startReceiver();
  });
  afterAll(async () => {
    await server.stop();
    await receiver.stop();
    await database.remove();
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

  test('a webhook is added, shows its secret once, is sent what was chosen, and is removed', async () => {
    receiver.answer = () => new Response();
    const url = `${receiver.url}/${view.name}`;
    const { page, faults, close } = await openTab(browser, server, view);
    await visit(page, '/webhooks');
    await page.getByText('Nothing is sent anywhere yet').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `webhooks-empty-${view.name}`);

    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const add = page.getByRole('button', { name: 'Add it' });
    await add.click();
    await page.getByText('Give the address').waitFor();
    await page.getByLabel('Address').fill('ftp://shelter.example.org');
    await page.getByRole('radio', { name: 'Only what I choose' }).check();
    await add.click();
    await page.getByText('Tick one at least.').waitFor();
    await untilFocused(page, 'type="checkbox"');
    await page.getByLabel('An animal was added').check();
    await add.click();
    await page.getByText('Must be an address such as').waitFor();
    await untilFocused(page, 'type="url"');
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `webhook-add-${view.name}`);
    await page.getByLabel('Address').fill(url);
    await loseAnswer(page, '**/v1/webhooks');
    await add.click();
    await page.getByText('The server did not answer. Press again').waitFor();
    await add.dblclick();

    const shown = dialog(page, 'Secret of the new webhook');
    const secret = (await shown.locator('pre').textContent()) ?? '';
    await page.keyboard.press('Escape');
    await shown.getByRole('button', { name: 'I have kept it' }).click();
    await untilFocused(page, 'Add a webhook');
    expect(await page.content()).not.toContain(secret);
    expect(await page.getByRole('listitem').count()).toBe(1);
    await entry(page, url).getByText('An animal was added').waitFor();

    const before = receiver.received.length;
    await addPet('Rex');
    await receiver.untilReceived(before + 1);
    const { body, headers } = receiver.received[before] ?? { body: '', headers: {} };
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'pet.created' });

    await page.getByRole('button', { name: `Remove ${url}` }).click();
    await untilFocused(page, 'Keep it');
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.getByText('Nothing is sent anywhere yet').waitFor();
    expect(await (await server.fetch('/v1/webhooks')).text()).toBe('[]');
    expect(faults).toEqual([]);
    await close();
  });

  test('what did not arrive is told with its reason, and is sent again one by one', async () => {
    receiver.answer = () => new Response(null, { status: 503 });
    const made = await postWebhook(server.fetch, `${receiver.url}/deaf-${view.name}`);
    for (const name of ['Rex', 'Mia', 'Tom']) await addPet(name);
    await untilTrue(
      async () => (await deliveriesTo(made.id)).filter(({ failure }) => failure !== undefined).length === 3,
      'three failures',
    );
    const [first, second, third] = await deliveriesTo(made.id);
    await database.run(
      `UPDATE deliveries SET status = 'dead', attempts = 8, due_at = NULL WHERE id IN (${first?.id}, ${second?.id})`,
    );
    // Later than this test ends.
    await database.run(`UPDATE deliveries SET due_at = due_at + 3600000 WHERE id = ${third?.id}`);
    const { page, faults, close } = await openTab(browser, server, view);
    await visit(page, '/webhooks');
    const card = entry(page, made.url).first();
    await card.getByText('2 given up').waitFor();
    await card.getByRole('button', { name: 'Deliveries' }).click();
    const of = (eventId: number | undefined) =>
      card.getByRole('listitem').filter({ hasText: new RegExp(`Event ${eventId}\\D`) });
    await of(first?.eventId).getByText('Sent 8 times: it was answered 503').waitFor();
    await of(third?.eventId).getByText('waiting').waitFor();
    await of(third?.eventId).getByText('Next try').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `webhook-deliveries-${view.name}`);
    await card.getByText('Given up', { exact: true }).click();
    await of(third?.eventId).waitFor({ state: 'detached' });
    await of(second?.eventId).waitFor();

    receiver.answer = () => new Response();
    await page.getByRole('button', { name: `Send event ${first?.eventId} again` }).click();
    await of(first?.eventId).waitFor({ state: 'detached' });
    await untilTrue(async () => (await deliveriesTo(made.id)).length === 2, 'one to arrive');
    expect(await of(second?.eventId).count()).toBe(1);
    await page.getByRole('button', { name: `Send event ${second?.eventId} again` }).click();
    await card.getByText('Nothing was given up.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('who may only see webhooks is offered nothing else', async () => {
    receiver.answer = () => new Response(null, { status: 503 });
    const made = await postWebhook(server.fetch, `${receiver.url}/seen`);
    await addPet('Rex');
    await untilTrue(async () => (await deliveriesTo(made.id)).some(({ attempts }) => attempts > 0), 'a failure');
    const open = async (scopes: string[]) => {
      const { secret } = await makeKey(server, { scopes });
      const { page, close } = await openTab(browser, server, view);
      await visit(page, '/webhooks', secret);
      await page.getByRole('button', { name: `Deliveries to ${made.url}` }).click();
      await page.getByText('Sent once: it was answered 503').waitFor();
      const offered = ['Add a webhook', `Remove ${made.url}`, /^Send event/].map((name) =>
        page.getByRole('button', { name }).count(),
      );
      const counts = await Promise.all(offered);
      await close();
      return counts;
    };
    expect(await open(['webhooks:read'])).toEqual([0, 0, 0]);
    expect(await open(['webhooks:read', 'webhooks:write'])).toEqual([0, 1, 0]);
    expect(await open(['webhooks:read', 'webhooks:write', 'events:read'])).toEqual([1, 1, 1]);
  });

  test('a webhook that its receiver has ended says why nothing is sent', async () => {
    receiver.answer = () => new Response(null, { status: 410 });
    const made = await postWebhook(server.fetch, `${receiver.url}/gone`);
    await addPet('Rex');
    const { page, close } = await openTab(browser, server, view);
    await visit(page, '/webhooks');
    await entry(page, made.url).getByText('The receiver has answered that it wants no more events').waitFor();
    await page.getByRole('button', { name: `Deliveries to ${made.url}` }).click();
    await page.getByText('Nothing is left').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `webhook-disabled-${view.name}`);
    await close();
  });
});
