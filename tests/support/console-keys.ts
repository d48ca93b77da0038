import type { Locator, Page } from 'playwright-core';
import { bodyOf } from './body.ts';
import type { KeyBody } from './keys.ts';
import type { TestServer } from './server.ts';

/** Makes a key by the interface. */
export async function makeKey(server: TestServer, draft: object = {}): Promise<KeyBody> {
  const body = JSON.stringify({
    name: 'made',
    ...(!('scopes' in draft) && { role: 'reader' }),
    ...draft,
  });
  const headers = { 'Content-Type': 'application/json' };
  return await bodyOf<KeyBody>(await server.fetch('/v1/keys', { method: 'POST', headers, body }));
}

/** All keys, as the interface lists them. */
export async function listKeys(server: TestServer): Promise<KeyBody[]> {
  return await bodyOf<KeyBody[]>(await server.fetch('/v1/keys?limit=100'));
}

/** What a secret gets from a list of animals. */
export async function opens(server: TestServer, secret: string): Promise<number> {
  return (await fetch(`${server.url}/v1/pets`, { headers: { Authorization: `Bearer ${secret}` } })).status;
}

/** The window that is open in front of the page. */
export function dialog(page: Page, name?: string | RegExp): Locator {
  return page.getByRole('dialog', name === undefined ? {} : { name });
}

/** The row of a table or the card that has this text. */
export function entry(page: Page, text: string): Locator {
  return page.locator('tr, li').filter({ hasText: text });
}

/** Lets the next request to these addresses be carried out, and its answer be lost. */
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

/** Goes to a place by the navigation, which a phone has folded. */
export async function goTo(page: Page, place: string): Promise<void> {
  const opener = page.getByRole('button', { name: 'Open the navigation' });
  if (await opener.isVisible()) await opener.click();
  await page.getByRole('navigation').getByRole('link', { name: place }).click();
}
