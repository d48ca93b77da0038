import type { Locator, Page } from 'playwright-core';
import type { KeyBody } from '../data/keys.ts';
import { bodyOf } from '../http/body.ts';
import type { TestServer } from '../process/server.ts';

/** Creates a key through the API. */
export async function makeKey(server: TestServer, draft: object = {}): Promise<KeyBody> {
  const body = JSON.stringify({
    name: 'made',
    ...(!('scopes' in draft) && { role: 'reader' }),
    ...draft,
  });
  const headers = { 'Content-Type': 'application/json' };
  return await bodyOf<KeyBody>(await server.fetch('/v1/keys', { method: 'POST', headers, body }));
}

/** All keys, as the API lists them. */
export async function listKeys(server: TestServer): Promise<KeyBody[]> {
  return await bodyOf<KeyBody[]>(await server.fetch('/v1/keys?limit=100'));
}

/** The status of listing animals with a secret. */
export async function opens(server: TestServer, secret: string): Promise<number> {
  return (await fetch(`${server.url}/v1/pets`, { headers: { Authorization: `Bearer ${secret}` } })).status;
}

/** The open dialog. */
export function dialog(page: Page, name?: string | RegExp): Locator {
  return page.getByRole('dialog', name === undefined ? {} : { name });
}

/** The table row or card with this text. */
export function entry(page: Page, text: string): Locator {
  return page.locator('tr, li').filter({ hasText: text });
}

/** Makes the next request to these addresses take effect without a response. */
export async function loseAnswer(page: Page, addresses: string): Promise<void> {
  await page.route(
    addresses,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}

/** Goes to a page through the navigation, which is collapsed on a phone. */
export async function goTo(page: Page, place: string): Promise<void> {
  const opener = page.getByRole('button', { name: 'Open the navigation' });
  if (await opener.isVisible()) await opener.press('Enter');
  await page.getByRole('navigation').getByRole('link', { name: place }).press('Enter');
}
