import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createClient } from '../../../../client/index.ts';
import {
  closeSharedTabs,
  laptop,
  openSharedTab,
  phone,
  setView,
  type Tab,
  untilFocused,
} from '../../../support/browser/browser.ts';
import { messages } from '../../../support/browser/public-page.ts';
import { drawAnimal } from '../../../support/data/picture.ts';
import { adminKey, startSite, type TestServer } from '../../../support/process/server.ts';

let server: TestServer;
/** One for all tests of pages with scripts. */
let tab: Tab;
const ids: bigint[] = [];
/** The index of the animal with a long name and two photos: the first of those with photos. */
const longest = 20;

beforeAll(async () => {
  server = await startSite({
    env: {
      PETSTORE_PUBLIC_PAGE: 'on',
      PETSTORE_PUBLIC_NAME: 'Aachen Animal Shelter',
      PETSTORE_PUBLIC_TEXT: 'We look after animals.',
      PETSTORE_PUBLIC_COLOR: '#fbbf24',
      PETSTORE_PUBLIC_CONTACT: 'adopt@example.org',
    },
  });
  const client = createClient({ baseUrl: server.url, apiKey: adminKey });
  const names = ['Bella', 'لونا الجميلة', '小花'];
  for (let index = 0; index < 24; index++) {
    const profile = { species: index % 2 === 0 ? 'Cat' : 'Dog', breed: 'Any', sex: 'female' } as const;
    const name = index === longest ? `Donaudampfschiff${'fahrtsgesellschaft'.repeat(8)}` : names[index];
    const { id } = await client.listings.create({ name: name ?? `Pet ${index}`, categoryId: 1n, profile });
    ids.push(id);
  }
  for (const [index, id] of [...ids.slice(longest), ids[longest] ?? 0n].entries()) {
    const { bytes } = drawAnimal(index, index % 2 === 0 ? 400 : 300, 360);
    await client.photos.add(id, new Blob([bytes], { type: 'image/png' }));
  }
  await client.orders.place({ petId: ids[22] ?? 0n });
  const [bella = 0n] = ids;
  await client.profiles.update(bella, {
    description: 'Curious and gentle.',
    goodWith: { children: true },
    tags: ['calm'],
    fee: { amountMinor: 12_500n, currency: 'EUR' },
  });
  tab = await openSharedTab(server);
});
afterEach(() => expect(tab.faults).toEqual([]));
afterAll(async () => {
  await tab.close();
  await closeSharedTabs(server);
  await server.stop();
});

async function open(path: string): Promise<Page> {
  await tab.page.goto(path);
  return tab.page;
}

test('the keyboard reaches everything, the focus can be seen, and the first link skips to the content', async () => {
  const page = await open('/adopt');
  await page.keyboard.press('Tab');
  await untilFocused(page, messages.skip);
  const box = await page.getByRole('link', { name: messages.skip }).boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await untilFocused(page, 'type="search"');
  const outline = await outlineOf(page, 'document.activeElement');
  expect(outline).toBe('solid 3px');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  // Where there is room, nothing has to be unfolded.
  await untilFocused(page, 'name="species"');
  await page.getByRole('button', { name: messages.apply }).focus();
  await page.keyboard.press('Tab');
  await untilFocused(page, 'adopt/');
  const card = await outlineOf(page, 'document.activeElement.closest(".card")');
  expect(card).toBe('solid 3px');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Pet 23' }).waitFor();
});

test('three whole animals are in the first view of a laptop and of a phone', async () => {
  for (const [width, height] of [
    [1366, 768],
    [390, 844],
  ] as const) {
    const page = await open('/adopt');
    await setView(page, { ...laptop, width, height });
    const whole = await page.evaluate<number>(
      `[...document.querySelectorAll('.card')].filter((card) => card.getBoundingClientRect().bottom <= innerHeight).length`,
    );
    expect(whole).toBeGreaterThanOrEqual(3);
  }
  await setView(tab.page, laptop);
});

test('a photo opens over the window, leads to the next one, and closes', async () => {
  const page = await open(`/adopt/${ids[longest]}`);
  const shown = () => page.locator('.light:visible').getAttribute('id');
  await page.locator('.gallery a').first().click();
  expect(await shown()).toBe('photo-1');
  await page.getByRole('link', { name: messages.photoAfter }).click();
  expect(await shown()).toBe('photo-2');
  await page.getByRole('link', { name: messages.close }).click();
  expect(await page.locator('.light:visible').count()).toBe(0);
});

test('an animal is printed without buttons, and with the one photo that is loaded at once', async () => {
  const page = await open(`/adopt/${ids[longest]}`);
  const seen = (selector: string) => page.locator(`${selector}:visible`).count();
  expect([(await seen('.button')) > 1, await seen('.gallery img')]).toEqual([true, 2]);
  await page.emulateMedia({ media: 'print' });
  expect([await seen('.button'), await seen('img'), await seen('h1')]).toEqual([0, 1, 1]);
  await page.emulateMedia({ media: 'screen' });
});

function outlineOf(page: Page, element: string): Promise<string> {
  return page.evaluate<string>(
    `(({ outlineStyle, outlineWidth }) => outlineStyle + ' ' + outlineWidth)(getComputedStyle(${element}))`,
  );
}

test('nothing moves while the list is loading, on a laptop or a phone, and no file but its style sheet and its photos is loaded', async () => {
  const page = await open('/livez');
  const session = await page.context().newCDPSession(page);
  for (const view of [laptop, phone]) {
    await setView(page, view);
    await session.send('Network.clearBrowserCache');
    await page.goto('/adopt');
    await page.locator('.card img').first().waitFor();
    await page.evaluate('Promise.all([...document.images].slice(0, 4).map((image) => image.decode()))');
    const [shifts, loaded] = await page.evaluate<[number, string[]]>(`new Promise((done) => {
      let shifts = 0;
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) shifts += entry.value; })
        .observe({ type: 'layout-shift', buffered: true });
      const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done([shifts, loaded]))));
    })`);
    expect(shifts).toBe(0);
    const others = loaded.filter((path) => !path.startsWith('/media/'));
    expect(others.map((path) => path.replace(/-\w+/, ''))).toEqual(['/adopt/style.css']);
  }
  await setView(page, laptop);
  await session.detach();
});

test('sitemap and feed are well-formed XML of their kinds', async () => {
  const page = await open('/livez');
  const rootOf = async (path: string) => {
    const text = await (await server.fetch(path)).text();
    return await page.evaluate<string>(`(() => {
      const parsed = new DOMParser().parseFromString(${JSON.stringify(text)}, 'application/xml');
      const { namespaceURI, localName } = parsed.documentElement;
      return parsed.querySelector('parsererror')?.textContent ?? namespaceURI + ' ' + localName;
    })()`);
  };
  expect(await rootOf('/adopt/feed.atom')).toBe('http://www.w3.org/2005/Atom feed');
  expect(await rootOf('/adopt/sitemap.xml')).toBe('http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex');
  expect(await rootOf('/adopt/sitemap-available-0.xml')).toBe('http://www.sitemaps.org/schemas/sitemap/0.9 urlset');
});
