import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { findAllBarriers } from '../../support/browser/accessibility.ts';
import {
  closeSharedTabs,
  laptop,
  openSharedTab,
  type Tab,
  untilFocused,
  views,
  visit,
} from '../../support/browser/browser.ts';
import { makeKey } from '../../support/browser/console-keys.ts';
import { enterKey, openForm, openReference, send } from '../../support/browser/console-reference.ts';
import { withSharedTab, withTab } from '../../support/browser/describe-console.ts';
import { showOnly } from '../../support/documents/shortened-document.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { bodyOf } from '../../support/http/body.ts';
import { adminKey, startServer, startSite, type TestServer } from '../../support/process/server.ts';
import { until } from '../../support/until.ts';

const largest = '9223372036854775807';
const idempotencyPattern = /Idempotency-Key\s*("[0-9a-f]{32}")/;

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

/** Opens the reference, with this operation alone, and its form. */
async function openFormAlone(page: Page, operationId: string): Promise<Locator> {
  await showOnly(page, [operationId]);
  await openReference(page, `#${operationId}`);
  return await openForm(page, operationId);
}

/** As `openFormAlone`, and enters the admin key. */
async function openWithKey(page: Page, operationId: string): Promise<Locator> {
  const panel = await openFormAlone(page, operationId);
  await enterKey(panel, adminKey);
  return panel;
}

// One page for all of these, because opening it takes longer than a request; each test has a form of its own.
describe('a request with a key', () => {
  const operations = ['createPet', 'listPets', 'updatePet', 'listEvents'];
  let tab: Tab;
  let page: Page;

  beforeAll(async () => {
    tab = await openSharedTab(server);
    page = tab.page;
    await showOnly(page, operations);
    await openReference(page);
    await enterKey(await openForm(page, 'listPets'), adminKey);
    await page.getByRole('button', { name: /^Close/ }).click();
  });
  afterAll(async () => {
    await tab.close();
    expect(tab.faults).toEqual([]);
  });

  /** Opens the form of an operation for `use`, and closes it. */
  async function inForm(operationId: string, use: (panel: Locator) => Promise<void>): Promise<void> {
    await page.setViewportSize({ width: laptop.width, height: laptop.height });
    await use(await openForm(page, operationId));
    const close = page.getByRole('button', { name: /^Close/ });
    if (await close.isVisible()) await close.click();
  }

  test('sends its body as typed, and its response is shown with every digit', () =>
    inForm('createPet', async (panel) => {
      const field = panel.getByRole('textbox', { name: 'Body' });
      expect(JSON.parse(await field.inputValue())).toMatchObject({ name: 'Frank', categoryId: 3 });
      await field.fill(`{"name": "Frank of the laptop", "categoryId": ${largest}}`);
      await expectSoon(() => panel.locator('pre').first().textContent()).toContain(`"categoryId": ${largest}}'`);
      expect(await send(panel)).toMatch(/^201 Created in .*, \d+ B$/);
      await expectSoon(() => bodyShown(panel).textContent()).toMatch(
        new RegExp(
          `^{\n  "id": \\d+,\n  "name": "Frank of the laptop",\n  "categoryId": ${largest},\n  "status": "available"\n}$`,
        ),
      );
      const stored = await (await server.fetch(`/v1/pets?categoryId=${largest}`)).text();
      expect(stored).toContain(`"name":"Frank of the laptop","categoryId":${largest}`);
      await panel.getByText('Response headers').click();
      await panel.getByText('What was sent').click();
      expect(await partShown(panel, 'Response headers')).toContain('location');
      for (const { width, height } of views) {
        await page.setViewportSize({ width, height });
        expect(await findAllBarriers(page, '.panel:has(.exchange)')).toEqual([]);
        await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
    }));

  test('has a new Idempotency-Key each time, unless the user enters one', () =>
    inForm('createPet', async (panel) => {
      const sentKey = async () => idempotencyPattern.exec(await partShown(panel, 'What was sent'))?.[1];
      const idShown = async () => /"id": (\d+)/.exec((await bodyShown(panel).textContent()) ?? '')?.[1];
      const tries = [];
      for (let attempt = 0; attempt < 2; attempt++) {
        expect(await send(panel)).toStartWith('201');
        tries.push({ id: await idShown(), key: await sentKey() });
      }
      expect(new Set(tries.map(({ id }) => id)).size).toBe(2);
      expect(new Set(tries.map(({ key }) => key)).size).toBe(2);
      expect(tries.every(({ key }) => key !== undefined)).toBe(true);
      await panel.getByLabel('Idempotency-Key').fill('typed-by-hand');
      await expectSoon(() => panel.locator('pre').first().textContent()).toContain(
        "-H 'Idempotency-Key: typed-by-hand'",
      );
      expect(await send(panel)).toStartWith('201');
      const id = await idShown();
      expect(await send(panel)).toStartWith('201');
      expect(await partShown(panel, 'Response headers')).toContain('idempotency-replayedtrue');
      await expectSoon(() => idShown()).toBe(id);
    }));

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
      await panel.getByLabel('limit').fill('none');
      expect(await send(panel)).toStartWith('400');
      await expectSoon(() => bodyShown(panel).textContent()).toContain('"code": "invalid_parameter"');
    }));

  test('is not sent without its path parameter, and shows a warning if its body is not JSON', () =>
    inForm('updatePet', async (panel) => {
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.method()));
      const field = panel.getByRole('textbox', { name: 'petId' });
      await expectSoon(() => field.inputValue()).toBe('1');
      await field.fill('');
      await panel.getByText('petId is part of the path: enter a value.').waitFor();
      await panel.getByRole('button', { name: 'Send' }).click();
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
      await panel.getByRole('button', { name: 'Send' }).click();
      await panel.locator('.exchange-status').filter({ hasText: '200 OK Following' }).waitFor();
      await expectSoon(() => panel.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
      const messages = panel.getByRole('region', { name: 'Messages of the stream' });
      const body = `{"name":"followed","categoryId":-${largest}}`;
      const headers = { 'Content-Type': 'application/json' };
      const created = await bodyOf(await server.fetch('/v1/pets', { method: 'POST', headers, body }));
      await messages.getByText(`"id":${created.id},"name":"followed","categoryId":-${largest}`).waitFor();
      await expectSoon(() => messages.textContent()).toContain('event: pet.created');
      expect(await findAllBarriers(page, '.panel:has(.exchange)')).toEqual([]);
      await page.keyboard.press('Control+Enter');
      await panel.getByRole('button', { name: 'Stop' }).click();
      await untilFocused(page, 'Send');
      await panel.locator('.exchange-status').filter({ hasText: '200 OK Stopped' }).waitFor();
      await untilStreamsOpen(0);
      await panel.getByRole('button', { name: 'Send' }).click();
      await panel.locator('.exchange-status').filter({ hasText: 'Following' }).waitFor();
      await untilStreamsOpen(1);
      await panel.getByRole('button', { name: /^Close/ }).click();
      await untilStreamsOpen(0);
    }));
});

test('a missing or wrong key gets 401, and the page says which key was sent', () =>
  withSharedTab(server, async (page) => {
    const panel = await openFormAlone(page, 'listPets');
    expect(await send(panel)).toStartWith('401');
    await panel.getByText('The request was sent without an API key: enter one above.').waitFor();
    await expectSoon(() => bodyShown(panel).textContent()).toContain('"code": "missing_api_key"');
    await panel.getByRole('button', { name: 'Use this key' }).click();
    await panel.getByText('Enter a key first.').waitFor();
    await untilFocused(page, 'type="password"');
    await panel.getByLabel('API key', { exact: true }).fill('zwölf');
    await panel.getByRole('button', { name: 'Use this key' }).click();
    await panel.getByText('A key consists of visible ASCII characters').waitFor();
    await enterKey(panel, 'not-a-key-of-this-server');
    await untilFocused(page, 'Use another key');
    expect(await send(panel)).toStartWith('401');
    await panel.getByText('The server does not accept the key that you entered.').waitFor();
    await expectSoon(() => bodyShown(panel).textContent()).toContain('"code": "invalid_api_key"');
  }));

describe('the key', () => {
  test('is that of the console in the same tab; using another one does not change the key of the console', () =>
    withSharedTab(server, async (page) => {
      const { secret } = await makeKey(server, { role: 'reader' });
      await showOnly(page, ['createKey']);
      await visit(page, '/animals');
      await page.getByRole('link', { name: 'API reference' }).click();
      await page.getByText('with the key that this tab is signed in to the console with').waitFor();
      const panel = await openForm(page, 'createKey');
      expect(await send(panel)).toStartWith('201');
      await panel.getByRole('button', { name: 'Use another key' }).click();
      await untilFocused(page, 'type="password"');
      await enterKey(panel, secret);
      expect(await send(panel)).toStartWith('403');
      await panel.getByRole('button', { name: 'Use another key' }).click();
      await panel.getByRole('button', { name: 'Cancel' }).click();
      await untilFocused(page, 'Use another key');
      expect(await send(panel)).toStartWith('403');
      await panel.getByRole('button', { name: 'Forget this key' }).click();
      await untilFocused(page, 'Use another key');
      expect(await send(panel)).toStartWith('201');
      await enterKeyAgain(panel, secret);
      await page.getByRole('link', { name: 'Open the console' }).click();
      await page.locator('#content').waitFor();
      await expectSoon(() => page.evaluate<string>('sessionStorage.getItem("petstore-key")')).toBe(adminKey);
    }));

  test('appears nowhere: not in the page, an address, a console message, or the storage of the browser', () =>
    withSharedTab(server, async (page) => {
      const traces: string[] = [];
      page.on('console', (message) => traces.push(message.text()));
      page.on('request', (request) => traces.push(request.url(), request.postData() ?? ''));
      const panel = await openWithKey(page, 'listPets');
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
      await page.reload();
      await page.getByText('To try requests, enter an API key.').first().waitFor();
    }));
});

test('when the server stops, the page shows that a stream has ended, and warns that a change may have taken effect', async () => {
  const own = await startServer();
  await withTab(own, async (page) => {
    await showOnly(page, ['getInventory', 'createPet', 'listEvents']);
    await openReference(page);
    const [reading, writing] = [await openForm(page, 'getInventory'), await openForm(page, 'createPet')];
    const following = await openForm(page, 'listEvents');
    await enterKey(following, adminKey);
    await following.getByLabel('Response type').selectOption('text/event-stream');
    await following.getByRole('button', { name: 'Send' }).click();
    await following.locator('.exchange-status').filter({ hasText: 'Following' }).waitFor();
    await own.stop();
    await following.locator('.exchange-status').filter({ hasText: 'The server has ended the stream' }).waitFor();
    await reading.getByRole('button', { name: 'Send' }).click();
    await reading.getByRole('alert').filter({ hasText: 'The server does not answer' }).waitFor();
    expect(await reading.getByRole('alert').textContent()).not.toContain('nevertheless');
    await writing.getByRole('button', { name: 'Send' }).click();
    await writing.getByRole('alert').filter({ hasText: 'carried the request out nevertheless' }).waitFor();
  });
});

async function enterKeyAgain(panel: Locator, key: string): Promise<void> {
  await panel.getByRole('button', { name: 'Use another key' }).click();
  await enterKey(panel, key);
}
