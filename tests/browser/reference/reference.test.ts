import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page, Route } from 'playwright-core';
import committed from '../../../openapi.json' with { type: 'json' };
import { errors } from '../../../src/api/errors.ts';
import { findAllBarriers, findFaintText } from '../../support/browser/accessibility.ts';
import {
  closeSharedTabs,
  laptop,
  openTab,
  phone,
  type Tab,
  untilFocused,
  type View,
  views,
} from '../../support/browser/browser.ts';
import { documentedOperations, openForm, openReference, sectionOf } from '../../support/browser/console-reference.ts';
import { withSharedTab } from '../../support/browser/describe-console.ts';
import { showOnly } from '../../support/documents/shortened-document.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { startSite, type TestServer } from '../../support/process/server.ts';
import { until } from '../../support/until.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startSite();
});
afterAll(async () => {
  await closeSharedTabs(server);
  await server.stop();
});

/** Waits until a heading is scrolled to the top of the page, below the header. */
async function untilInSight(page: Page, id: string): Promise<void> {
  const topOf = () =>
    page.evaluate<number>(`document.getElementById(${JSON.stringify(id)}).getBoundingClientRect().top`);
  await until(`${id} in sight`, topOf, (top) => top >= 50 && top < 200);
}

/** Waits until the page is as wide as this screen. */
async function untilFitsIn(page: Page, { name, width, height }: View): Promise<void> {
  await page.setViewportSize({ width, height });
  const shownWidth = () => page.evaluate<number>('document.documentElement.scrollWidth');
  await until(`the reference to fit a ${name}`, shownWidth, (shown) => shown === width);
}

/** The texts of an operation on the page. */
interface ShownOperation {
  id: string;
  summary: string;
  target: string;
  stability: string;
  badges: string;
  parameters: string[];
  statuses: string[];
  responses: string;
  curl: string;
}

// One page for all of these, because opening it takes a second of processor time.
describe('the whole document', () => {
  let tab: Tab;
  let page: Page;

  beforeAll(async () => {
    // With an empty cache, so that it loads all its scripts.
    tab = await openTab(server);
    page = tab.page;
    await openReference(page, '#retryDelivery');
    await untilInSight(page, 'retryDelivery');
  });
  afterAll(async () => {
    await tab.close();
    expect(tab.faults).toEqual([]);
  });

  test('shows each operation of the document with its parameters, responses, codes and scope', async () => {
    expect(documentedOperations.length).toBeGreaterThan(20);
    const shown = await page.evaluate<
      ShownOperation[]
    >(`[...document.querySelectorAll('section.operation:has(.target)')]
      .map((section) => {
        const textOf = (selector) => section.querySelector(selector).textContent;
        const textsOf = (selector) => [...section.querySelectorAll(selector)].map((one) => one.textContent);
        return {
          id: section.querySelector('h3').id,
          summary: textOf('h3'),
          target: textOf('.target'),
          stability: textOf('[data-stability]'),
          badges: textOf('.badges'),
          parameters: textsOf('.takes .field-name'),
          statuses: textsOf('.response > .status'),
          responses: textOf('.responses'),
          curl: textOf('.panel pre'),
        };
      })`);
    expect(shown.map(({ id }) => id).sort()).toEqual(documentedOperations.map((one) => one.operationId).sort());
    for (const operation of documentedOperations) {
      const { operationId, method, path, parameters, responses } = operation;
      const found = shown.find(({ id }) => id === operationId);
      expect(found).toMatchObject({
        summary: operation.summary,
        target: method + path,
        stability: operation['x-stability'],
        statuses: Object.keys(responses),
      });
      expect(found?.parameters).toEqual(expect.arrayContaining(parameters.map(({ name }) => name)));
      for (const text of [operationId, operation['x-scope'] ?? 'Any API key']) expect(found?.badges).toContain(text);
      const address = `'${server.url}/v1${path.split('{')[0]}`;
      for (const text of [address, '-H "Authorization: Bearer $PETSTORE_TOKEN"']) expect(found?.curl).toContain(text);
      const codes = Object.values(responses).flatMap(({ content }) =>
        Object.keys(content?.['application/json']?.examples ?? {}),
      );
      expect(codes.length).toBeGreaterThan(4);
      expect(codes.filter((code) => found?.responses.includes(code) !== true)).toEqual([]);
    }
    expect(await page.locator('section.operation h3[id^="schema/"]').allInnerTexts()).toEqual(
      Object.keys(committed.components.schemas),
    );
  });

  test('the type of every problem leads to what its code means', async () => {
    const problem = await server.fetch('/v1/pets?foo=1', { headers: { Accept: 'application/problem+json' } });
    const { type } = (await problem.json()) as { type: string };
    expect(type).toBe(`${server.url}/docs#error-unknown_parameter`);
    await page.goto(type);
    await untilInSight(page, 'error-unknown_parameter');
    const shown = await page.evaluate<Record<string, string>>(`Object.fromEntries(
      [...document.querySelectorAll('[id^="error-"]')].map(({ id, textContent }) => [id, textContent]))`);
    for (const [code, { meaning }] of Object.entries(errors)) {
      expect(shown[`error-${code}`]).toContain(meaning.replaceAll('`', ''));
    }
  });

  test('a response shows its headers, fields and examples when they are expanded', async () => {
    const responses = sectionOf(page, 'createPet').locator('.responses');
    await responses.getByText('Headers of 201').click();
    await responses.getByText('The address of the created resource').first().waitFor();
    await responses.getByText('Body of 201').click();
    await responses.getByText('"categoryId": 3').waitFor();
    await responses.getByText('Body of 409: application/json').click();
    await responses.getByText('"code": "idempotency_in_progress"').waitFor();
    const event = page.locator('section.operation').filter({ has: page.locator('h3[id="schema/Event"]') });
    await event.getByText('Fields of pet').click();
    await event.locator('.fields .fields').getByText('categoryId').waitFor();
  });

  test('only the deprecated operation is struck through, and it shows its removal date', async () => {
    const struck = await page.evaluate<string[]>(`[...document.querySelectorAll('body *')]
      .filter((element) => getComputedStyle(element).textDecorationLine.includes('line-through'))
      .map((element) => element.textContent)`);
    const deprecated = documentedOperations.filter((operation) => operation.deprecated);
    expect(deprecated.map(({ operationId }) => operationId)).toEqual(['getPet']);
    // The summary in the navigation and in the heading, and the path.
    const expected = deprecated.flatMap(({ summary, path }) => [summary, summary, path]);
    expect(struck.sort()).toEqual(expected.sort());
    await expectSoon(() => sectionOf(page, 'getPet').locator('.deprecation').textContent()).toBe(
      'Deprecated. It is removed on 5 December 2030.',
    );
  });

  test('the navigation can be filtered by words and used with the keyboard alone', async () => {
    const navigation = page.getByRole('navigation');
    const links = navigation.locator('.entries').getByRole('link');
    const all = await links.count();
    expect(all).toBeGreaterThan(documentedOperations.length + Object.keys(committed.components.schemas).length);
    await page.keyboard.press('Control+k');
    await untilFocused(page, 'type="search"');
    await page.keyboard.type('post order');
    await expectSoon(() => links.allInnerTexts()).toEqual([
      'POST\nPlace an order',
      'POST\nComplete an order',
      'POST\nCancel an order',
    ]);
    await page.keyboard.type(' zebra');
    await navigation.getByText('Nothing matches “post order zebra”.').waitFor();
    await page.keyboard.press('Escape');
    await expectSoon(() => links.count()).toBe(all);
    await page.keyboard.type('completeorder');
    await page.keyboard.press('Enter');
    await untilInSight(page, 'completeOrder');
  });

  test('can be downloaded, and opened without scripts', async () => {
    const link = page.getByRole('link', { name: 'Download the OpenAPI document' });
    const download = page.waitForEvent('download');
    await link.click();
    const path = await (await download).path();
    expect(await Bun.file(path).text()).toBe(await (await server.fetch('/openapi.json')).text());
    const browser = page.context().browser();
    if (browser === null) throw new Error('the page has no browser');
    const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto('/docs');
    await plain.getByRole('link', { name: 'the OpenAPI document' }).click();
    expect(plain.url()).toBe(`${server.url}/openapi.json`);
    await context.close();
  });

  test('is loaded once, with at most 190 KB of scripts', async () => {
    await page.waitForLoadState('networkidle');
    const loaded = await page.evaluate<{ name: string; encodedBodySize: number; transferSize: number }[]>(
      'performance.getEntriesByType("resource").map((entry) => entry.toJSON())',
    );
    expect(loaded.every(({ name }) => name.startsWith(`${server.url}/`) || name.startsWith('data:'))).toBe(true);
    const sum = (suffix: string, size: 'encodedBodySize' | 'transferSize') =>
      loaded.filter(({ name }) => name.endsWith(suffix)).reduce((total, file) => total + file[size], 0);
    const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} KB`;
    console.log(
      `reference: ${kilobytes(sum('.js', 'encodedBodySize'))} of scripts compressed, ` +
        `styles ${kilobytes(sum('.css', 'encodedBodySize'))}, document ${kilobytes(sum('.json', 'encodedBodySize'))}`,
    );
    expect(loaded.filter(({ name }) => name.endsWith('openapi.json')).length).toBe(1);
    expect(sum('.js', 'encodedBodySize')).toBeGreaterThan(50_000);
    expect(sum('.js', 'transferSize')).toBeLessThanOrEqual(190_000);
  });

  // Last, because another layout of the whole document takes half a second of processor time.
  test('fits every screen', async () => {
    for (const view of views) await untilFitsIn(page, view);
  });
});

/** Operations of several tags, enough of them that each section can be scrolled to the top. */
const someOperations = ['listPets', 'createPet', 'placeOrder', 'getOwnKey', 'createWebhook', 'retryDelivery'];

describe('a deep link', () => {
  test('scrolls to its section when the page opens', () =>
    withSharedTab(server, async (page) => {
      await showOnly(page, someOperations);
      for (const anchor of ['schema/Error', 'tag/webhooks', 'description/deprecation-policy']) {
        // Going to another section of the open page would not load it.
        await page.goto('/livez');
        await openReference(page, `#${anchor}`);
        await untilInSight(page, anchor);
        if (!anchor.startsWith('tag/')) await page.locator(`nav a[aria-current][href="#${anchor}"]`).waitFor();
      }
    }));

  test('works with the back and forward buttons of the browser', () =>
    withSharedTab(server, async (page) => {
      await showOnly(page, someOperations);
      await openReference(page);
      const navigation = page.getByRole('navigation');
      await navigation.getByRole('link', { name: 'Place an order' }).click();
      await untilInSight(page, 'placeOrder');
      await navigation.getByRole('link', { name: 'Create a webhook' }).click();
      await untilInSight(page, 'createWebhook');
      expect(page.url()).toBe(`${server.url}/docs#createWebhook`);
      await page.goBack();
      await untilInSight(page, 'placeOrder');
      await page.goBack();
      await until(
        'the top of the page',
        () => page.evaluate<number>('scrollY'),
        (position) => position === 0,
      );
      expect(page.url()).toBe(`${server.url}/docs`);
      await page.goForward();
      await untilInSight(page, 'placeOrder');
    }));

  test('is offered beside each heading, and sent in the Link header of the deprecated operation', () =>
    withSharedTab(server, async (page) => {
      const link = (await server.fetch('/v1/pets/1')).headers.get('Link') ?? '';
      const [, address = ''] = /<[^>]*\/docs#([^>]+)>; rel="deprecation"/.exec(link) ?? [];
      await showOnly(page, [address, ...someOperations]);
      await openReference(page, `#${address}`);
      await untilInSight(page, address);
      const beside = page.locator('.anchored').filter({ has: page.locator('h3[id="getOwnKey"]') });
      await beside.hover();
      await beside.getByRole('link', { name: 'Link to this section' }).click();
      await untilInSight(page, 'getOwnKey');
      expect(page.url()).toBe(`${server.url}/docs#getOwnKey`);
    }));
});

test('a request can be sent with the keyboard alone', () =>
  withSharedTab(server, async (page) => {
    await showOnly(page, ['getInventory', 'placeOrder']);
    await openReference(page, '#getInventory');
    await untilInSight(page, 'getInventory');
    const isFocused = (name: string) =>
      page.evaluate<boolean>(`document.activeElement.ariaLabel === ${JSON.stringify(name)}`);
    for (let presses = 0; presses < 20 && !(await isFocused('Try: Count the animals')); presses++)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await untilFocused(page, 'Copy');
    const form = sectionOf(page, 'getInventory').locator('form').last();
    await form.getByLabel('groupBy').focus();
    await page.keyboard.press('Control+Enter');
    await sectionOf(page, 'getInventory').getByText('The request was sent without an API key').waitFor();
  }));

test('the page is accessible at each size and in each colour scheme', () =>
  withSharedTab(server, async (page) => {
    await showOnly(page, ['createPet', 'getPet', 'listEvents']);
    await openReference(page);
    await page.keyboard.press('Tab');
    await untilFocused(page, 'Skip to the content');
    await page.keyboard.press('Enter');
    await untilFocused(page, 'id="content"');
    await openForm(page, 'createPet');
    // All operations, with all their details, would take a minute. They have the same parts: those of one with two
    // responses, of a deprecated one and of a schema are enough.
    const whole = ['createPet', 'getPet', 'schema/Event'];
    await page.evaluate(`for (const section of document.querySelectorAll('section.operation'))
      if (!${JSON.stringify(whole)}.includes(section.querySelector('h3').id)) section.remove();
      for (const link of document.querySelectorAll('a[href^="#"]'))
        if (document.getElementById(link.hash.slice(1)) === null) (link.closest('nav li') ?? link).remove();
      for (const response of document.querySelectorAll('.response:nth-child(n + 3)')) response.remove();
      for (const response of document.getElementById('getPet').closest('section').querySelectorAll('.response')) response.remove();
      for (const one of document.querySelectorAll('main details')) one.open = true`);
    await expectSoon(() => page.locator('section.operation').count()).toBe(whole.length);
    await page.locator('.body .code-block').last().waitFor();
    for (const view of views) {
      await untilFitsIn(page, view);
      await page.emulateMedia({ colorScheme: view.colorScheme });
      expect(await findAllBarriers(page)).toEqual([]);
    }
    // A phone hides the navigation.
    await page.setViewportSize({ width: laptop.width, height: laptop.height });
    expect(await findFaintText(page, 'nav')).toEqual([]);
  }));

test('the navigation on a phone opens, and closes with Escape or when a link is followed', () =>
  withSharedTab(
    server,
    async (page) => {
      await showOnly(page, ['rotateKey', 'createWebhook']);
      await openReference(page);
      const navigation = page.getByRole('navigation');
      await expectSoon(() => navigation.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Open the navigation' }).click();
      await navigation.waitFor();
      await page.keyboard.press('Escape');
      await navigation.waitFor({ state: 'hidden' });
      await untilFocused(page, 'Open the navigation');
      await page.getByRole('button', { name: 'Open the navigation' }).click();
      await navigation.getByRole('link', { name: 'Rotate an API key' }).click();
      await untilInSight(page, 'rotateKey');
      await navigation.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Open the navigation' }).click();
      await navigation.waitFor();
      expect(await findAllBarriers(page, 'nav')).toEqual([]);
    },
    phone,
  ));

test('a document that fails to load shows the reason, and can be requested again', () =>
  withSharedTab(server, async (page) => {
    const told = page.getByRole('alert');
    const answers = [
      ['The server does not answer.', (route: Route) => route.abort()],
      ['The server answers 503 for openapi.json.', (route: Route) => route.fulfill({ status: 503 })],
      ['openapi.json is not an OpenAPI document.', (route: Route) => route.fulfill({ body: '<html>' })],
    ] as const;
    for (const [words, answer] of answers) {
      await page.route('**/openapi.json', answer);
      await page.goto('/docs');
      await told.filter({ hasText: words }).waitFor();
      expect(await findAllBarriers(page)).toEqual([]);
      await page.unroute('**/openapi.json');
    }
    await showOnly(page, ['getOwnKey']);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Petstore API' }).waitFor();
  }));
