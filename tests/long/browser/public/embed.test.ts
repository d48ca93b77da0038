import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { closeSharedTabs, untilFocused } from '../../../support/browser/browser.ts';
import { makeKey } from '../../../support/browser/console-keys.ts';
import { withSharedTab } from '../../../support/browser/describe-console.ts';
import { drawAnimal } from '../../../support/data/picture.ts';
import { expectSoon } from '../../../support/expect-soon.ts';
import { freePort } from '../../../support/process/ports.ts';
import { startServer, type TestServer } from '../../../support/process/server.ts';

/** The script for other web sites, in pages of another origin whose policy allows only what the documentation names. */
let server: TestServer;
let site: { url: string; stop(): Promise<void> };
let key = '';
let foreignKey = '';
let body = '';

/** The newest first. */
const animals = [
  {
    name: 'Luna',
    categoryId: 1,
    profile: { species: 'Cat', breed: 'Siamese', sex: 'female', birthDate: '2019-02-03' },
  },
  { name: 'Hidden', categoryId: 1, status: 'sold' },
  { name: '<b>Rex</b>', categoryId: 2, status: 'pending', profile: { species: 'Dog', reference: 'CHIP' } },
  { name: 'Mia', categoryId: 1, profile: { species: 'Cat', tags: ['calm'] } },
  { name: 'Tom', categoryId: 1, profile: { species: 'Cat' } },
];
const cards = (page: Page) => page.getByRole('listitem');
const embed = (attributes: string) =>
  `<script src="${server.url}/embed.js" data-key="${key}" ${attributes} async></script>`;

/** Opens a page of the other site with this content. */
async function inPage(content: string, use: (page: Page) => Promise<void>): Promise<void> {
  body = content;
  await withSharedTab(site, async (page) => {
    await page.goto('/');
    await use(page);
  });
}

beforeAll(async () => {
  server = await startServer();
  const policy = `default-src 'none'; script-src ${server.url}; connect-src ${server.url}; img-src ${server.url}; style-src 'nonce-own'`;
  const other = Bun.serve({
    port: freePort(),
    hostname: '127.0.0.1',
    fetch: ({ url }) =>
      new URL(url).pathname === '/livez'
        ? new Response('ok')
        : new Response(
            `<!doctype html><html lang="en"><head><title>Shelter</title><meta name="viewport" content="width=device-width">
             <style nonce="own">:root{color-scheme:light dark;--petstore-accent:#5b2a86} h3,p{color:red;font-size:5px;display:none} ul{display:flex}</style>
             </head><body><main><h1>Shelter</h1><h2>Our animals</h2>${body}</main></body></html>`,
            { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy } },
          ),
  });
  site = { url: `http://127.0.0.1:${other.port}`, stop: () => other.stop(true) };
  for (const animal of animals.toReversed()) {
    const headers = { 'Content-Type': 'application/json' };
    const made = await server.fetch('/v1/listings', { method: 'POST', headers, body: JSON.stringify(animal) });
    expect(made.status).toBe(201);
  }
  const photo = { method: 'POST', headers: { 'Content-Type': 'image/png' }, body: drawAnimal(1, 700, 500).bytes };
  const { id } = (await (await server.fetch('/v1/pets/5/photos', photo)).json()) as { id: number };
  const words = { method: 'PATCH', headers: { 'Content-Type': 'application/json' } };
  await server.fetch(`/v1/pets/5/photos/${id}`, { ...words, body: '{"alternativeText":"A cat in a box"}' });
  key = (await makeKey(server, { role: 'public', origins: [site.url] })).secret;
  foreignKey = (await makeKey(server, { role: 'public', origins: ['https://other.example'] })).secret;
});
afterAll(async () => {
  await closeSharedTabs(site);
  await site.stop();
  await server.stop();
});

describe('a page of another origin', () => {
  test('can have several lists with filters, in its language and at other places', async () => {
    const german = `<div lang="de-AT">${embed('data-species="Cat" data-sort="name" data-theme="dark"')}</div>`;
    const placed = embed('data-tag="calm" data-target="#cats" data-heading="4"');
    const none = embed('data-category="99"');
    await inPage(`${german}${placed}<section id="cats"></section>${none}`, async (page) => {
      const lists = page.getByRole('region');
      const cats = page.getByRole('region', { name: 'Tiere, die ein Zuhause suchen' });
      await cats.getByRole('listitem').nth(2).waitFor();
      await expectSoon(() => cats.getByRole('heading').allTextContents()).toEqual(['Luna', 'Mia', 'Tom']);
      await expectSoon(() => cats.locator('p').first().textContent()).toMatch(/^Siamese · \d+\u00a0Jahre · Weiblich$/);
      await page.locator('#cats').getByRole('heading', { level: 4, name: 'Mia' }).waitFor();
      await page.getByText('There are no animals here at the moment.').waitFor();
      await expectSoon(() => lists.count()).toBe(3);
      await expectSoon(() => page.getByRole('link').count()).toBe(0);
    });
  });

  test('says clearly why it shows nothing, and tries again where that helps', async () => {
    const cases = [
      [key.slice(0, -1), 'the key of this list is wrong or no longer valid'],
      ['pet_prod_123', 'the key of this list is wrong or no longer valid'],
      ['', 'the key of this list is wrong or no longer valid'],
      [foreignKey, 'the key of this list is not for this web site'],
    ];
    await inPage('', async (page) => {
      for (const [wrong = '', told = ''] of cases) {
        body = embed('').replace(key, wrong);
        await page.goto('/');
        await page.getByRole('alert').filter({ hasText: told }).waitFor();
        await expectSoon(() => page.getByRole('button').count()).toBe(0);
      }
      body = embed('data-status="sold"');
      await page.goto('/');
      await page.getByRole('alert').filter({ hasText: 'a setting of this list is wrong' }).waitFor();
      body = embed('data-limit="2"');
      await page.route('**/v1/listings?*', (route) => route.abort('connectionrefused'), { times: 1 });
      await page.goto('/');
      await page.getByRole('alert').filter({ hasText: 'the service is out of reach' }).waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      await cards(page).nth(1).waitFor();
      await expectSoon(() => page.getByRole('alert').count()).toBe(0);
      await expectSoon(() => page.getByRole('button').textContent()).toBe('Show more animals');
      await page.getByRole('button').focus();
      await untilFocused(page, '<div');
    });
  });
});
