import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectNoFlaws } from '../../support/browser/accessibility.ts';
import { closeSharedTabs } from '../../support/browser/browser.ts';
import { makeKey } from '../../support/browser/console-keys.ts';
import { withSharedTab } from '../../support/browser/describe-console.ts';
import { drawAnimal } from '../../support/data/picture.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { freePort } from '../../support/process/ports.ts';
import { startServer, type TestServer } from '../../support/process/server.ts';
import { until } from '../../support/until.ts';

/** The script for other web sites, in pages of another origin whose policy allows only what the documentation names. */
let server: TestServer;
let site: { url: string; stop(): Promise<void> };
let key = '';
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
const names = (page: Page) => page.getByRole('listitem').getByRole('heading').allTextContents();
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
});
afterAll(async () => {
  await closeSharedTabs(site);
  await site.stop();
  await server.stop();
});

describe('a page of another origin', () => {
  test('shows cards with photos, and adds more of them', async () => {
    const link = 'data-link="https://other.example/animals/{id}"';
    // Beside a list that is refused, so that its words are looked at, too.
    await inPage(
      `${embed(`data-limit="2" ${link}`)}<div lang="de">${embed('').replace(key, 'wrong')}</div>`,
      async (page) => {
        await page.getByRole('alert').waitFor();
        await cards(page).nth(1).waitFor();
        await expectSoon(() => names(page)).toEqual(['Luna', '<b>Rex</b>']);
        await expectSoon(() => cards(page).first().locator('p').first().textContent()).toMatch(
          /^Siamese · \d+\u00a0years · Female$/,
        );
        await expectSoon(() => cards(page).nth(1).locator('.badge').textContent()).toBe('Not available yet');
        await expectSoon(() => cards(page).nth(1).locator('.photo').textContent()).toBe('No photo yet');
        const photo = page.getByRole('img', { name: 'A cat in a box' });
        const width = () =>
          photo.evaluate((image: object) => ('naturalWidth' in image ? Number(image.naturalWidth) : 0));
        await until('the photo to load', width, (pixels) => pixels > 0);
        const used = await photo.evaluate((image: object) => ('currentSrc' in image ? String(image.currentSrc) : ''));
        expect(used).toMatch(/\/media\/[0-9a-f]+\/\d+\.webp$/);
        await expectSoon(() => photo.getAttribute('srcset')).toContain('.jpg 320w, ');
        await expectSoon(() => page.getByRole('link', { name: 'Luna' }).getAttribute('href')).toBe(
          'https://other.example/animals/5',
        );
        // The styles of the page end at the shadow tree.
        await expectSoon(() => cards(page).first().getByRole('heading').isVisible()).toBe(true);
        await expectNoFlaws(page, 'embed', 'main');

        // A page that says nothing of dark colors is light, also for those who prefer dark ones.
        await page.emulateMedia({ colorScheme: 'dark' });
        const background = () =>
          page.evaluate<string>(`getComputedStyle(document.querySelector('main > div').shadowRoot.querySelector('li'))
          .backgroundColor`);
        await expectSoon(background).toBe('rgb(32, 33, 31)');
        await page.evaluate('document.documentElement.style.colorScheme = "normal"');
        await expectSoon(background).toBe('rgb(255, 255, 255)');
        await page.emulateMedia({ colorScheme: 'light' });

        await page.getByRole('button', { name: 'Show more animals' }).press('Enter');
        await cards(page).nth(3).waitFor();
        await expectSoon(() => names(page)).toEqual(['Luna', '<b>Rex</b>', 'Mia', 'Tom']);
        await expectSoon(() => page.getByRole('status').first().textContent()).toBe('Animals added: 2');
        const focused = () =>
          page.evaluate<string>('document.activeElement.shadowRoot?.activeElement?.textContent ?? ""');
        await until('the focus on the first new card', focused, (text) => text === 'Mia');
        await expectSoon(() => page.getByRole('button', { name: 'Show more animals' }).count()).toBe(0);
      },
    );
  });
});
