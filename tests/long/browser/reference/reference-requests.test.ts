import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { closeSharedTabs, openSharedTab, type Tab, untilFocused, visit } from '../../../support/browser/browser.ts';
import { makeKey } from '../../../support/browser/console-keys.ts';
import { enterKey, openForm, openReference, send } from '../../../support/browser/console-reference.ts';
import { press } from '../../../support/browser/press.ts';
import { showOnly } from '../../../support/documents/shortened-document.ts';
import { expectSoon } from '../../../support/expect-soon.ts';
import { bodyOf } from '../../../support/http/body.ts';
import { adminKey, startSite, type TestServer } from '../../../support/process/server.ts';
import { until } from '../../../support/until.ts';

const largest = '9223372036854775807';

let server: TestServer;

beforeAll(async () => {
  server = await startSite();
});
afterAll(async () => {
  await closeSharedTabs(server);
  await server.stop();
});

const createPet = async (name: string) => {
  const headers = { 'Content-Type': 'application/json' };
  return await server.fetch('/v1/pets', { method: 'POST', headers, body: JSON.stringify({ name, categoryId: 1 }) });
};
const bodyShown = (panel: Locator) => panel.getByRole('group', { name: 'Body of the response' }).locator('pre');
const partShown = async (panel: Locator, title: string) => {
  const part = panel.locator('details').filter({ hasText: title });
  return (await part.textContent()) ?? '';
};
/** Waits until the server has this many open event streams. */
async function untilStreamsOpen(count: number): Promise<void> {
  const metrics = async () => (await server.fetch('/metrics')).text();
  await until(`${count} open streams`, metrics, (text) => text.includes(`petstore_streams_open ${count}\n`));
}

// One tab for all of these, because opening the page takes longer than a request. Operations keep what was entered.
describe('a request', () => {
  const operations = ['createKey', 'createPet', 'listPets', 'updatePet', 'listEvents', 'getInventory'];
  let tab: Tab;
  let page: Page;
  /** What the page has sent and printed since it has no key of the console. */
  const traces: string[] = [];

  beforeAll(async () => {
    tab = await openSharedTab(server);
    page = tab.page;
    await showOnly(page, operations);
  });
  afterAll(async () => {
    await tab.close();
    expect(tab.faults).toEqual([]);
  });

  /** Opens the form of an operation for `use`, and closes it. */
  async function inForm(operationId: string, use: (panel: Locator) => Promise<void>): Promise<void> {
    await use(await openForm(page, operationId));
    const close = page.getByRole('button', { name: /^Close/ });
    if (await close.isVisible()) await close.click();
  }

  test('has the key of the console in the same tab; using another one does not change the key of the console', async () => {
    const { secret } = await makeKey(server, { role: 'reader' });
    await visit(page, '/animals');
    await page.getByRole('link', { name: 'API reference' }).press('Enter');
    await page.getByText('with the key that this tab is signed in to the console with').waitFor();
    const panel = await openForm(page, 'createKey');
    expect(await send(panel)).toStartWith('201');
    const change = panel.getByRole('button', { name: 'Use another key' });
    await change.click();
    await untilFocused(page, 'type="password"');
    await enterKey(panel, secret);
    expect(await send(panel)).toStartWith('403');
    await change.click();
    await press(panel.getByRole('button', { name: 'Cancel' }));
    await untilFocused(page, 'Use another key');
    await panel.getByText('Requests are sent with the key that you entered.').waitFor();
    await press(panel.getByRole('button', { name: 'Forget this key' }));
    await untilFocused(page, 'Use another key');
    expect(await send(panel)).toStartWith('201');
    await change.click();
    await enterKey(panel, secret);
    await page.getByRole('link', { name: 'Open the console' }).press('Enter');
    await page.locator('#content').waitFor();
    await expectSoon(() => page.evaluate<string>('sessionStorage.getItem("petstore-key")')).toBe(adminKey);
  });

  test('without a key, or with a wrong one, gets 401, and the page says which key was sent', async () => {
    await page.evaluate('sessionStorage.clear()');
    page.on('console', (message) => traces.push(message.text()));
    page.on('request', (request) => traces.push(request.url(), request.postData() ?? ''));
    await openReference(page);
    await page.getByText('To try requests, enter an API key.').first().waitFor();
    await inForm('listPets', async (panel) => {
      expect(await send(panel)).toStartWith('401');
      await panel.getByText('The request was sent without an API key: enter one above.').waitFor();
      await expectSoon(() => bodyShown(panel).textContent()).toContain('"code": "missing_api_key"');
      await press(panel.getByRole('button', { name: 'Use this key' }));
      await panel.getByText('Enter a key first.').waitFor();
      await untilFocused(page, 'type="password"');
      await panel.getByLabel('API key', { exact: true }).fill('zwölf');
      await press(panel.getByRole('button', { name: 'Use this key' }));
      await panel.getByText('A key consists of visible ASCII characters').waitFor();
      await enterKey(panel, 'not-a-key-of-this-server');
      await untilFocused(page, 'Use another key');
      expect(await send(panel)).toStartWith('401');
      await panel.getByText('The server does not accept the key that you entered.').waitFor();
      await expectSoon(() => bodyShown(panel).textContent()).toContain('"code": "invalid_api_key"');
      await press(panel.getByRole('button', { name: 'Use another key' }));
      await enterKey(panel, adminKey);
    });
  });

  test('sends parameters and headers, and shows a response without a body', () =>
    inForm('listPets', async (panel) => {
      await createPet('one');
      await createPet('two');
      await panel.getByLabel('limit').fill('1');
      await panel.getByLabel('status').selectOption('available');
      await panel.getByLabel('id', { exact: true }).fill('1\n2');
      await panel.getByLabel('Prefer').fill('count=exact');
      await expectSoon(() => panel.locator('pre').first().textContent()).toContain(
        '/v1/pets?limit=1&status=available&id=1&id=2',
      );
      expect(await send(panel)).toStartWith('200');
      const headers = await partShown(panel, 'Response headers');
      expect(headers).toContain('x-total-count');
      const [, etag = ''] = /etag("\w+")/.exec(headers) ?? [];
      await panel.getByLabel('If-None-Match').fill(etag);
      expect(await send(panel)).toStartWith('304');
    }));

  test('is not sent without its path parameter, and shows a warning if its body is not JSON', () =>
    inForm('updatePet', async (panel) => {
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.method()));
      const field = panel.getByRole('textbox', { name: 'petId' });
      await expectSoon(() => field.inputValue()).toBe('1');
      await field.fill('');
      await panel.getByText('petId is part of the path: enter a value.').waitFor();
      await press(panel.getByRole('button', { name: 'Send' }));
      await untilFocused(page, 'aria-invalid="true"');
      expect(sent).not.toContain('PATCH');
      await field.fill('1');
      await panel.getByLabel('Type of the body').selectOption('application/merge-patch+json');
      await panel.getByRole('textbox', { name: 'Body' }).fill('{"name": ');
      await panel.getByText('The body is not valid JSON. It can be sent as it is.').waitFor();
      expect(await send(panel)).toStartWith('400');
      expect(await partShown(panel, 'What was sent')).toContain('application/merge-patch+json');
      await panel.getByText('"code": "invalid_json"').waitFor();
    }));

  test('follows a stream of events, with every digit, until it is stopped', () =>
    inForm('listEvents', async (panel) => {
      await panel.getByLabel('Response type').selectOption('text/event-stream');
      expect(await panel.locator('pre').first().textContent()).toStartWith('curl -N ');
      await press(panel.getByRole('button', { name: 'Send' }));
      await panel.locator('.exchange-status').filter({ hasText: '200 OK Following' }).waitFor();
      await expectSoon(() => panel.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
      const messages = panel.getByRole('region', { name: 'Messages of the stream' });
      const body = `{"name":"followed","categoryId":-${largest}}`;
      const headers = { 'Content-Type': 'application/json' };
      const created = await bodyOf(await server.fetch('/v1/pets', { method: 'POST', headers, body }));
      await messages.getByText(`"id":${created.id},"name":"followed","categoryId":-${largest}`).waitFor();
      await expectSoon(() => messages.textContent()).toContain('event: pet.created');
      await page.keyboard.press('Control+Enter');
      await press(panel.getByRole('button', { name: 'Stop' }));
      await untilFocused(page, 'Send');
      await panel.locator('.exchange-status').filter({ hasText: '200 OK Stopped' }).waitFor();
      await untilStreamsOpen(0);
      await press(panel.getByRole('button', { name: 'Send' }));
      await panel.locator('.exchange-status').filter({ hasText: 'Following' }).waitFor();
      await untilStreamsOpen(1);
      await press(panel.getByRole('button', { name: /^Close/ }));
      await untilStreamsOpen(0);
    }));

  test('shows its key nowhere: not in the page, an address, a console message, or the storage of the browser', () =>
    inForm('getInventory', async (panel) => {
      expect(await send(panel)).toStartWith('200');
      await panel.getByText('What was sent').click();
      expect(await partShown(panel, 'What was sent')).toContain('Bearer (not shown)');
      traces.push(
        await page.evaluate<string>(`location.href + JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }])
          + document.cookie + window.name + document.documentElement.outerHTML
          + [...document.querySelectorAll('input, textarea')].map((one) => one.value)`),
      );
      expect(traces.join('\n')).toContain('/v1/pets');
      expect(traces.join('\n')).not.toContain(adminKey);
    }));

  // The last, because it stops the server.
  test('warns that a change may have taken effect when the server does not answer, and tells that a stream has ended', async () => {
    const [reading, writing] = [await openForm(page, 'getInventory'), await openForm(page, 'createPet')];
    const following = await openForm(page, 'listEvents');
    await press(following.getByRole('button', { name: 'Send' }));
    await following.locator('.exchange-status').filter({ hasText: 'Following' }).waitFor();
    server.signal('SIGTERM');
    await server.exited;
    await following.locator('.exchange-status').filter({ hasText: 'The server has ended the stream' }).waitFor();
    await press(reading.getByRole('button', { name: 'Send' }));
    await reading.getByRole('alert').filter({ hasText: 'The server does not answer' }).waitFor();
    expect(await reading.getByRole('alert').textContent()).not.toContain('nevertheless');
    await press(writing.getByRole('button', { name: 'Send' }));
    await writing.getByRole('alert').filter({ hasText: 'carried the request out nevertheless' }).waitFor();
  });
});
