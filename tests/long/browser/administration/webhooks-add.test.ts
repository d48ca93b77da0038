import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { closeSharedTabs, untilFocused } from '../../../support/browser/browser.ts';
import { dialog, entry, loseAnswer } from '../../../support/browser/console-keys.ts';
import { inOneTab } from '../../../support/browser/one-tab.ts';
import { clickUntilTaken, press } from '../../../support/browser/press.ts';
import type { WebhookBody } from '../../../support/data/webhooks.ts';
import { type ScratchDatabase, sqlite } from '../../../support/engines.ts';
import { expectSoon } from '../../../support/expect-soon.ts';
import { bodyOf } from '../../../support/http/body.ts';
import { type Receiver, startReceiver } from '../../../support/http/receiver.ts';
import { startSite, type TestServer } from '../../../support/process/server.ts';

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

test('a webhook can be added, shows its secret once, receives the chosen events, and can be removed', async () => {
  receiver.answer = () => new Response();
  const url = `${receiver.url}/hook`;
  await onPage('/webhooks', async (page) => {
    await page.getByText('Nothing is sent anywhere yet').waitFor();

    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await press(page.getByRole('button', { name: 'Add a webhook' }));
    const add = page.getByRole('button', { name: 'Add the webhook' });
    await press(add);
    await page.getByText('Enter the address').waitFor();
    await page.getByLabel('Address').fill('ftp://shelter.example.org');
    await page.getByRole('radio', { name: 'Only what I choose' }).check();
    await press(add);
    await page.getByText('Choose at least one.').waitFor();
    await page.getByText('Must be an address such as').waitFor();
    await untilFocused(page, 'type="url"');
    await page.getByLabel('Address').fill(url);
    await press(add);
    await untilFocused(page, 'type="checkbox"');
    await page.getByLabel('An animal was added').check();
    expect(sent).toEqual([]);
    // Only the server finds that this port is none.
    await page.getByLabel('Address').fill('https://shelter.example.org:99999');
    await press(add);
    await page.getByText('Must be a URL with a valid host').waitFor();
    await untilFocused(page, 'type="url"');
    await page.getByLabel('Address').fill(url);
    await loseAnswer(page, '**/v1/webhooks');
    await press(add);
    await page.getByText('The server did not answer').waitFor();
    await clickUntilTaken(add, 2);

    const shown = dialog(page, 'Secret of the new webhook');
    const secret = (await shown.locator('pre').textContent()) ?? '';
    await page.keyboard.press('Escape');
    await press(shown.getByRole('button', { name: 'I have saved it' }));
    await untilFocused(page, 'Add a webhook');
    expect(await page.content()).not.toContain(secret);
    await entry(page, url).getByText('An animal was added').waitFor();
    await expectSoon(() => page.getByRole('listitem').count()).toBe(1);

    const before = receiver.received.length;
    await addPet('Rex');
    await receiver.untilReceived(before + 1);
    const { body, headers } = receiver.received[before] ?? { body: '', headers: {} };
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'pet.created' });

    await press(page.getByRole('button', { name: `Remove ${url}` }));
    await untilFocused(page, 'Keep it');
    await press(page.getByRole('button', { name: 'Remove it' }));
    await page.getByText('Nothing is sent anywhere yet').waitFor();
    expect(await (await server.fetch('/v1/webhooks')).text()).toBe('[]');
  });
});
