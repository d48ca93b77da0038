/** Takes the screenshots of the console and of the public page for the documents, from a service with the animals of a demo. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { seedDemo } from '../cli/demo/seed-demo.ts';
import { createClient, type PersonRole } from '../client/index.ts';
import { readConfig } from '../src/config/config.ts';
import { createStandardLog } from '../src/lib/log.ts';
import { closeBrowser, laptop, openTab, type View, visit } from '../tests/support/browser/browser.ts';
import { sqlite } from '../tests/support/engines.ts';
import { adminKey, startServer } from '../tests/support/process/server.ts';

const folder = process.argv[2] ?? join(import.meta.dir, '../docs');

const screen: View = { ...laptop, width: 1024, height: 1000 };

const people: readonly (readonly [name: string, role: PersonRole])[] = [
  ['Ana Moreno', 'admin'],
  ['Ben Okafor', 'editor'],
  ['Chiara Rossi', 'staff'],
];

const database = await sqlite.makeDatabase();
await seedDemo(readConfig({ DATABASE_URL: database.url }), adminKey, Date.now(), createStandardLog('warn'));
const server = await startServer({
  database,
  env: {
    PETSTORE_PUBLIC_PAGE: 'on',
    PETSTORE_PUBLIC_NAME: 'Riverside Animal Shelter',
    PETSTORE_PUBLIC_TEXT:
      'All of them have met our vet, and would love to meet you. Visit us on Saturdays from 10 to 4.',
    PETSTORE_PUBLIC_CONTACT: 'adopt@example.org',
  },
});
try {
  const client = createClient({ baseUrl: server.url, apiKey: adminKey });
  for (const [name, role] of people) await client.people.create({ name, role });
  const { hash } = new URL((await client.people.invite(2n)).url);
  /** With what is there when a page is complete, and the button that is pressed for it. */
  const pictures: readonly (readonly [name: string, path: string, complete: string, button?: string])[] = [
    ['console-overview', '/', '.animal img'],
    ['console-animal', '/animals/5', 'picture img'],
    ['console-invitation', '/people', '[role=dialog] svg[role=img]', 'Sign-in link for Ben Okafor'],
    ['console-sign-in', `/${hash}`, 'form'],
    ['public-page', '/adopt?sort=id', 'picture img'],
  ];
  for (const [name, path, complete, button] of pictures) {
    const { page, close } = await openTab(server, screen);
    await (/^\/(adopt|#)/.test(path) ? page.goto(path) : visit(page, path));
    if (button !== undefined) await page.getByRole('button', { name: button }).press('Enter');
    await page.locator(complete).first().waitFor();
    await untilLoaded(page);
    await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 70 });
    await close();
  }
} finally {
  await closeBrowser();
  await server.stop();
  await database.remove();
}

/** Waits for the images that can be seen. */
async function untilLoaded(page: Page): Promise<void> {
  const areLoaded = `[...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)`;
  while (!(await page.evaluate<boolean>(areLoaded))) await Bun.sleep(50);
}
