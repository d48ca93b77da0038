import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startApp, type TestApp } from '../../../support/app.ts';
import { expectAccessible } from '../../../support/browser/accessibility.ts';
import { laptop, openSharedTab, signIn, type Tab, visit } from '../../../support/browser/browser.ts';
import { goTo } from '../../../support/browser/console-keys.ts';
import { openForm, send } from '../../../support/browser/console-reference.ts';
import { printPage, serveApp } from '../../../support/browser/describe-console.ts';
import { startPrefixProxy } from '../../../support/browser/prefix-proxy.ts';
import { press } from '../../../support/browser/press.ts';
import { showOnly } from '../../../support/documents/shortened-document.ts';
import { expectSoon } from '../../../support/expect-soon.ts';
import { makeScratchFolder } from '../../../support/scratch.ts';

/** What the console shows of the settings and the version of its service, which runs in the process of the tests. */
const quota = 60;
const windowMs = 60_000;
const built = Bun.fileURLToPath(new URL('../../../../build/console/', import.meta.url));

let service: TestApp;
/** The service that the page is of. */
let current: TestApp;
let site: ReturnType<typeof serveApp>;
let key: string;
/** One for all tests: each opens its own page. */
let tab: Tab;
let page: Page;

beforeAll(async () => {
  service = await startApp({ rateLimit: quota });
  current = service;
  site = serveApp(() => current.app);
  key = await service.makeKey('admin');
  await service.post('/v1/pets', '{"name":"Frank","categoryId":3}');
  tab = await openSharedTab(site);
  page = tab.page;
});
beforeEach(() => page.evaluate('sessionStorage.clear()'));
afterEach(async () => {
  await page.unrouteAll({ behavior: 'wait' });
  await page.goto(`${site.url}/livez`);
});
afterAll(async () => {
  await tab.close();
  await site[Symbol.asyncDispose]();
  await service.close();
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name });

async function onPage(use: () => Promise<void>): Promise<void> {
  try {
    await use();
    expect(tab.faults).toEqual([]);
  } catch (error) {
    await printPage(page);
    throw error;
  }
}

test('the overview opens within 60 requests; beyond the rate limit a page continues, and signs in, automatically in the next window', async () => {
  let beganAt = service.now;
  /** Uses up the requests of the key in this window, and sets the clock to two seconds before its end. */
  const useUp = async () => {
    const ask = async () =>
      (await service.fetch('/v1/keys/self', { headers: { Authorization: `Bearer ${key}` } })).status;
    for (let requests = 0; requests <= quota; requests++) if ((await ask()) === 429) break;
    expect(await ask()).toBe(429);
    service.now = beganAt + windowMs - 2_000;
  };
  const beginNextWindow = () => {
    beganAt += windowMs;
    service.now = beganAt;
  };
  const limited = page.getByRole('alert').filter({ hasText: 'Too many requests' });
  const frank = page.getByRole('link', { name: 'Frank' });
  await visit(page, '/', key);
  await page.getByRole('link', { name: '1 available' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  await expectSoon(() => limited.count()).toBe(0);
  await useUp();
  await goTo(page, 'Animals');
  await limited.getByText('This page continues automatically').waitFor();
  await expectSoon(() => page.getByText('This did not work').count()).toBe(0);
  beginNextWindow();
  await frank.waitFor();
  await limited.waitFor({ state: 'detached' });

  await useUp();
  await page.reload();
  await limited.getByText('This page signs you in automatically').waitFor();
  beginNextWindow();
  await frank.waitFor();
});

/** Copies the build and renames every script, as if each had changed. */
function buildAnew(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const scripts = readdirSync(built).filter((name) => name.endsWith('.js'));
  const renamed = (name: string) => name.replace('.js', 'new.js');
  for (const name of readdirSync(built)) cpSync(join(built, name), join(folder, renamed(name)), { recursive: true });
  for (const name of ['index.html', 'overview.html', ...scripts.map(renamed)]) {
    let text = readFileSync(join(folder, name), 'utf8');
    for (const script of scripts) text = text.replaceAll(script, renamed(script));
    writeFileSync(join(folder, name), text);
    if (name.endsWith('.js')) writeFileSync(join(folder, `${name}.gz`), Bun.gzipSync(Buffer.from(text), { level: 1 }));
  }
}

test('a page that is open during an update of the server asks for a reload, and works after it', async () => {
  const scratch = makeScratchFolder();
  buildAnew(scratch.path);
  service.restart({ rateLimit: 0 });
  await visit(page, '/animals', key);
  await heading('Animals').waitFor();

  service.restart({ rateLimit: 0, consoleFolder: scratch.path });
  await goTo(page, 'Keys');
  await heading('The console was updated').waitFor();
  await goTo(page, 'Animals');
  await heading('Animals').waitFor();
  await goTo(page, 'Keys');
  await press(page.getByRole('button', { name: 'Reload' }));
  await heading('Keys').waitFor();
  await page.getByText('you', { exact: true }).waitFor();
  scratch.remove();
});

test('what is said of the shelter outlives leaving the page, shows on the public page, and what the operator has set is locked', async () => {
  const color = '#b45309';
  service.restart({ rateLimit: 0, publicColor: color, publicPage: { color, frameOrigins: [] } });
  await visit(page, '/shelter', key);
  await page.getByLabel('Name').fill('Paws');
  await page.getByLabel('Opening hours').fill('Sunday from 2');
  expect(await page.getByLabel('Color').isDisabled()).toBe(true);
  const image =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><rect width="900" height="300"/></svg>';
  const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(image) };
  await page.locator('input[type=file]').setInputFiles(file);
  const preview = page.getByRole('region', { name: 'How the public page shows it' });
  await preview.getByText('Sunday from 2').waitFor();
  await preview.locator('img').waitFor();
  const coordinates = page.getByLabel('Coordinates');
  await coordinates.fill('River Road');
  await goTo(page, 'Keys');
  await heading('Keys').waitFor();
  await service.send('PATCH', '/v1/shelter', { place: 'River Road 4' });
  await page.reload();
  await goTo(page, 'Our shelter');
  await page.getByText('This is an unsaved draft.').waitFor();
  await expectSoon(() => page.getByLabel('Address').inputValue()).toBe('River Road 4');
  await press(page.getByRole('button', { name: 'Save' }));
  await page.getByText('Enter latitude and longitude').waitFor();
  await coordinates.fill('51.5074° N, 0.1278° W');
  await press(page.getByRole('button', { name: 'Save' }));
  await page.getByText('Saved. The public page shows it.').waitFor();
  const adopt = await (await fetch(`${site.url}/adopt`)).text();
  for (const text of ['Paws', 'Sunday from 2', 'River Road 4', '/logo-']) expect(adopt).toContain(text);
  await expectSoon(() => coordinates.inputValue()).toBe('51.5074, -0.1278');
  await coordinates.fill('');
  await press(page.getByRole('button', { name: 'Cancel' }));
  await expectSoon(() => coordinates.inputValue()).toBe('51.5074, -0.1278');
  await expectAccessible(page, 'shelter');
});

test('a demo opens the console signed in, without the key in the address, and says on each page what it is', async () => {
  service.restart({ rateLimit: 0, isDemo: true });
  await page.goto(`/#key=${key}`);
  await page.getByRole('link', { name: 'Animals' }).first().press('Enter');
  await heading('Animals').waitFor();
  expect(page.url()).toBe(`${site.url}/animals`);
  await page.goBack();
  expect(page.url()).toBe(`${site.url}/`);
  await page.getByText('Demo: everything here is invented').waitFor();
});

test('a server for trying things out shows its environment and its address on each page, with a banner across the top', async () => {
  const staging = await startApp({ environment: 'staging' });
  current = staging;
  const inSight = async () => {
    await page.getByText('Staging: for trying things out').waitFor();
    await expectSoon(() => page.locator('[data-environment=staging]').isVisible()).toBe(true);
    await expectSoon(() => page.getByText(new URL(site.url).host).isVisible()).toBe(true);
    const { x, y, width } = (await page.locator('.staging').boundingBox()) ?? { x: -1, y: -1, width: -1 };
    expect([x, y, width]).toEqual([0, 0, laptop.width]);
  };
  await page.goto('/keys');
  await inSight();
  await signIn(page, await staging.makeKey('admin'));
  await goTo(page, 'Animals');
  await heading('Animals').waitFor();
  await inSight();
  await page.evaluate('window.scrollTo(0, 1000)');
  await inSight();
  current = service;
  await staging.close();
});

test('the console and the reference work behind a proxy that adds a prefix', () =>
  onPage(async () => {
    using proxy = startPrefixProxy('/petstore');
    proxy.connect(site.url);
    const urls = { production: proxy.url, staging: undefined };
    service.restart({ rateLimit: 0, origin: proxy.url, urls });
    const { id } = (await (await service.post('/v1/pets', '{"name":"Heidi","categoryId":3}')).json()) as { id: number };
    const follow = (name: string) => page.getByRole('link', { name, exact: true }).first().click();

    // At the address as it is configured, without a slash at its end.
    await page.goto(proxy.url);
    await page.getByLabel('API key').waitFor();
    expect(page.url()).toBe(`${proxy.url}/`);
    await page.goto(`${proxy.url}/animals/${id}`);
    await signIn(page, key);
    await heading('Heidi').waitFor();
    await expectSoon(() => page.evaluate<string[]>('Object.keys(sessionStorage)')).toEqual(['petstore-key/petstore']);

    await follow('Animals');
    await page.getByRole('link', { name: 'Heidi' }).first().waitFor();
    expect(page.url()).toBe(`${proxy.url}/animals`);
    // Shown because of its event, not because the page is opened.
    await service.post('/v1/pets', '{"name":"Grace","categoryId":3}');
    await page.getByRole('link', { name: 'Grace' }).first().waitFor();
    await follow('Today');
    await page
      .getByRole('link', { name: /available/ })
      .first()
      .waitFor();
    expect(page.url()).toBe(`${proxy.url}/`);

    await showOnly(page, ['listPets']);
    await follow('API reference');
    await page.getByRole('link', { name: 'Download the OpenAPI document' }).waitFor();
    expect(page.url()).toBe(`${proxy.url}/docs`);
    const panel = await openForm(page, 'listPets');
    await expectSoon(() => panel.locator('pre').first().textContent()).toContain(`${proxy.url}/v1/pets`);
    // With the key of the console.
    expect(await send(panel)).toStartWith('200 OK');
    const back = "[...document.links].find(({ textContent }) => textContent === 'Open the console').href";
    expect(await page.evaluate(back)).toBe(`${proxy.url}/`);
    // Browsers ask for an icon by themselves.
    expect(proxy.strays.filter((path) => path !== '/favicon.ico')).toEqual([]);
  }));
