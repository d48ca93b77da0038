import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createClient } from '../../../client/index.ts';
import { expectNoFlaws, findAllBarriers } from '../../support/browser/accessibility.ts';
import { closeSharedTabs, openSharedTab, openTab, phone, type Tab } from '../../support/browser/browser.ts';
import { messages } from '../../support/browser/public-page.ts';
import { drawAnimal } from '../../support/data/picture.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { adminKey, startSite, type TestServer } from '../../support/process/server.ts';

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

test('no page has barriers, whatever it shows, and each fits every screen, in both schemes', async () => {
  const pages = {
    list: '/adopt',
    'animal-with-photos-and-a-long-name': `/adopt/${ids[longest]}`,
    favorites: `/adopt/favorites?species=Cat&keep=${ids[22]}&keep=${ids[0]}&keep=999999`,
  };
  const states = ['/adopt?species=Cat&goodWith=children&q=zebra', `/adopt/${ids[0]}`, '/adopt/999999'];
  for (const [name, path] of Object.entries(pages)) await expectNoFlaws(await open(path), `public-${name}`);
  for (const path of states) expect([path, ...(await findAllBarriers(await open(path), 'main'))]).toEqual([path]);
});

test('nothing needs a script: visitors search, filter, turn pages, open an animal and come back to their list', async () => {
  const { page, close } = await openTab(server, { ...phone, javaScriptEnabled: false });
  await page.goto('/adopt');
  await expectSoon(() => page.locator('.card').count()).toBe(20);
  await page.getByRole('link', { name: messages.next }).click();
  await expectSoon(() => page.locator('.card').count()).toBe(4);
  await page.getByRole('link', { name: messages.first }).click();
  await expectSoon(() => page.locator('.card').count()).toBe(20);
  await page.getByText(messages.filters).click();
  await page.getByLabel(messages.species).selectOption('Cat');
  await page.getByRole('button', { name: messages.apply }).click();
  await page.getByRole('link', { name: messages.removeFilter('Cat') }).waitFor();
  await expectSoon(() => page.locator('.card').count()).toBe(12);
  await page.getByRole('searchbox').fill('bel');
  await page.getByRole('searchbox').press('Enter');
  await page.waitForURL(/[?&]q=bel/);
  await page.getByRole('link', { name: 'Bella', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Bella' }).waitFor();
  await page.getByRole('link', { name: messages.backToResults }).click();
  await page.getByRole('link', { name: messages.removeFilter('Cat') }).waitFor();
  expect(new URL(page.url()).searchParams.getAll('q')).toEqual(['bel']);
  await expectSoon(() => page.locator('.card').count()).toBe(1);
  await page.getByRole('link', { name: messages.rememberOne('Bella') }).click();
  await page.getByRole('link', { name: messages.forgetOne('Bella') }).waitFor();
  await close();
});
