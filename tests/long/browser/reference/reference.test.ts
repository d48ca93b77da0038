import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Locator, Page, Route } from 'playwright-core';
import { findAllBarriers, findLayoutBarriers } from '../../../support/browser/accessibility.ts';
import {
  closeSharedTabs,
  laptop,
  openSharedTab,
  phone,
  setView,
  type Tab,
  untilFocused,
} from '../../../support/browser/browser.ts';
import {
  enterKey,
  openForm,
  openReference,
  sectionOf,
  send,
  untilFitsIn,
  untilInSight,
} from '../../../support/browser/console-reference.ts';
import { press } from '../../../support/browser/press.ts';
import { showOnly } from '../../../support/documents/shortened-document.ts';
import { expectSoon } from '../../../support/expect-soon.ts';
import { adminKey, startSite, type TestServer } from '../../../support/process/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startSite();
});
afterAll(async () => {
  await closeSharedTabs(server);
  await server.stop();
});

// One page for all of these, with these operations alone: opening it takes longer than what they do.
describe('the page', () => {
  const operations = [
    'listPets',
    'createPet',
    'getPet',
    'getInventory',
    'placeOrder',
    'getOwnKey',
    'listEvents',
    'createWebhook',
  ];
  let tab: Tab;
  let page: Page;
  let navigation: Locator;

  beforeAll(async () => {
    tab = await openSharedTab(server);
    page = tab.page;
    navigation = page.getByRole('navigation');
  });
  afterAll(async () => {
    await tab.close();
    expect(tab.faults).toEqual([]);
  });

  test('opens at the section that its address names, and loads its document once and nothing from elsewhere', async () => {
    await showOnly(page, operations);
    await openReference(page, '#schema/Error');
    await untilInSight(page, 'schema/Error');
    await page.locator('nav a[aria-current][href="#schema/Error"]').waitFor();
    await page.waitForLoadState('networkidle');
    const loaded = await page.evaluate<string[]>('performance.getEntriesByType("resource").map(({ name }) => name)');
    expect(loaded.filter((name) => !name.startsWith(`${server.url}/`) && !name.startsWith('data:'))).toEqual([]);
    expect(loaded.filter((name) => name.endsWith('openapi.json'))).toHaveLength(1);
    expect(await page.evaluate('document.querySelector("a[download]").href')).toBe(`${server.url}/openapi.json`);
  });

  test('works with the back and forward buttons of the browser', async () => {
    await navigation.getByRole('link', { name: 'Place an order' }).press('Enter');
    await untilInSight(page, 'placeOrder');
    await navigation.getByRole('link', { name: 'Create a webhook' }).press('Enter');
    await untilInSight(page, 'createWebhook');
    expect(page.url()).toBe(`${server.url}/docs#createWebhook`);
    await page.goBack();
    await untilInSight(page, 'placeOrder');
    await page.goBack();
    await untilInSight(page, 'schema/Error');
    await page.goForward();
    await untilInSight(page, 'placeOrder');
  });

  test('shows the headers, fields and examples of a response when they are expanded', async () => {
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

  test('fits a phone', async () => {
    await setView(page, phone);
    await untilFitsIn(page, phone);
    await setView(page, laptop);
  });

  test('sends a request with the keyboard alone', async () => {
    await page.goto('/docs#getInventory');
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
  });

  test('has a navigation that can be filtered by words and used with the keyboard alone', async () => {
    const links = navigation.locator('.entries').getByRole('link');
    const all = await links.count();
    await page.keyboard.press('Control+k');
    await untilFocused(page, 'type="search"');
    await page.keyboard.type('post create');
    await expectSoon(() => links.allInnerTexts()).toEqual(['POST\nAdd an animal', 'POST\nCreate a webhook']);
    await page.keyboard.type(' zebra');
    await navigation.getByText('Nothing matches “post create zebra”.').waitFor();
    await page.keyboard.press('Escape');
    await expectSoon(() => links.count()).toBe(all);
    await page.keyboard.type('getownkey');
    await page.keyboard.press('Enter');
    await untilInSight(page, 'getOwnKey');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
  });

  test('is accessible at each size and in each colour scheme, also while a form shows a response or a stream', async () => {
    const following = await openForm(page, 'listEvents');
    await enterKey(following, adminKey);
    await following.getByLabel('Response type').selectOption('text/event-stream');
    await press(following.getByRole('button', { name: 'Send' }));
    await following.locator('.exchange-status').filter({ hasText: 'Following' }).waitFor();
    const panel = await openForm(page, 'createPet');
    expect(await send(panel)).toStartWith('201');
    await following.getByText('event: pet.created').waitFor();
    // All operations, with all their details, would take a minute. They have the same parts: those of one with two
    // responses, of the form of another, of a deprecated one and of a schema are enough.
    const whole = ['createPet', 'getPet', 'listEvents', 'schema/Event'];
    const leaveThese = `{
      const partsOf = (id, selector) => document.getElementById(id).closest('section').querySelectorAll(selector);
      const unneeded = [
        ...[...document.querySelectorAll('section.operation')]
          .filter((section) => !${JSON.stringify(whole)}.includes(section.querySelector('h3').id)),
        ...document.querySelectorAll('.response:nth-child(n + 3), [id^=error-]:nth-child(n + 3)'),
        ...document.querySelectorAll('.fields > li:nth-child(n + 4), pre span:nth-child(n + 12)'),
        ...partsOf('getPet', '.response'),
        ...partsOf('listEvents', '.takes, .responses'),
      ];
      for (const element of unneeded) element.remove();
      for (const link of document.querySelectorAll('a[href^="#"]'))
        if (document.getElementById(link.hash.slice(1)) === null) (link.closest('nav li') ?? link).remove();
    }`;
    await page.evaluate(leaveThese);
    await page.evaluate("for (const details of document.querySelectorAll('main details')) details.open = true");
    await expectSoon(() => page.locator('section.operation').count()).toBe(whole.length);
    await page.locator('.body .code-block').last().waitFor();
    // Bodies appear when they are opened.
    await page.evaluate(leaveThese);
    await setView(page, laptop);
    await untilFitsIn(page, laptop);
    expect(await findAllBarriers(page)).toEqual([]);
    await setView(page, phone);
    await untilFitsIn(page, phone);
    expect(await findLayoutBarriers(page)).toEqual([]);
    // A phone hides the navigation.
    await setView(page, { ...laptop, colorScheme: 'dark' });
    expect(await findLayoutBarriers(page, 'nav')).toEqual([]);
  });

  // On what the test before has left of the page.
  test('has a navigation on a phone that opens, and closes with Escape or when a link is followed', async () => {
    await setView(page, phone);
    const open = page.getByRole('button', { name: 'Open the navigation' });
    await navigation.waitFor({ state: 'hidden' });
    await open.click();
    await navigation.waitFor();
    await page.keyboard.press('Escape');
    await navigation.waitFor({ state: 'hidden' });
    await untilFocused(page, 'Open the navigation');
    await open.click();
    await navigation.getByRole('link', { name: 'Get an animal' }).press('Enter');
    await untilInSight(page, 'getPet');
    await navigation.waitFor({ state: 'hidden' });
    await open.click();
    await navigation.waitFor();
    expect(await findLayoutBarriers(page, 'nav')).toEqual([]);
  });

  test('shows why its document cannot be loaded, requests it again, and lets the keyboard skip to its content', async () => {
    const failures = [
      ['The server does not answer.', (route: Route) => route.abort()],
      ['The server answers 503 for openapi.json.', (route: Route) => route.fulfill({ status: 503 })],
      ['openapi.json is not an OpenAPI document.', (route: Route) => route.fulfill({ body: '<html>' })],
    ] as const;
    const again = page.getByRole('button', { name: 'Try again' });
    for (const [words, answer] of failures) {
      await page.unrouteAll();
      await page.route('**/openapi.json', answer);
      await (page.url().endsWith('/docs') ? again.click() : page.goto('/docs'));
      await page.getByRole('alert').filter({ hasText: words }).waitFor();
    }
    await page.unrouteAll();
    await showOnly(page, ['getOwnKey']);
    await again.click();
    await page.getByRole('heading', { level: 1, name: 'Petstore API' }).waitFor();
    await page.keyboard.press('Tab');
    await untilFocused(page, 'Skip to the content');
    await page.keyboard.press('Enter');
    await untilFocused(page, 'id="content"');
  });
});
