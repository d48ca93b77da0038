/** Takes the screenshots of the console for README, from a service that it starts and stops. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createClient } from '../client/index.ts';
import { closeBrowser, laptop, openTab, phone, type View, visit } from '../tests/support/browser.ts';
import { run } from '../tests/support/program.ts';
import { adminKey, startServer } from '../tests/support/server.ts';

const docs = join(import.meta.dir, '../docs');
const file = join(import.meta.dir, '../tests/data/austin-outcomes-excerpt.csv');

interface Picture {
  name: string;
  view: View;
  path: string;
  /** Waits until the page is complete. */
  until(page: Page): Promise<void>;
}

const screen: View = { ...laptop, width: 1024, height: 1000 };

const pictures: readonly Picture[] = [
  {
    name: 'console-overview',
    view: screen,
    path: '/',
    until: (page) => page.locator('.recharts-bar-rectangle').last().waitFor(),
  },
  {
    name: 'console-animals',
    view: screen,
    path: '/animals',
    until: (page) => page.getByRole('row').nth(20).waitFor(),
  },
  {
    name: 'console-animal-phone',
    view: phone,
    path: '/animals/5',
    until: (page) => page.getByRole('button', { name: 'Mark as sold' }).waitFor(),
  },
];

const server = await startServer();
try {
  await fill();
  for (const { name, view, path, until } of pictures) {
    const { page, close } = await openTab(server, view);
    await visit(page, path);
    await until(page);
    await page.screenshot({ path: join(docs, `${name}.jpg`), type: 'jpeg', quality: 70 });
    await close();
  }
} finally {
  await closeBrowser();
  await server.stop();
}

async function fill(): Promise<void> {
  const columns = ['--name', 'name,animal_id', '--category', 'animal_type', '--status-map', '*=available'];
  const { exitCode, stderr } = await run(['import', file, ...columns, '--status', 'outcome_type'], {
    PETSTORE_TOKEN: adminKey,
    PETSTORE_SERVER: server.url,
  });
  if (exitCode !== 0) throw new Error(stderr);
  const client = createClient({ baseUrl: server.url, apiKey: adminKey });
  const { items } = await client.pets.list({ limit: 40 }).page();
  for (const [index, { id }] of items.entries()) {
    if (index % 4 === 0) continue;
    const order = await client.orders.place({ petId: id });
    if (index % 4 > 1) await client.orders.complete(order.id);
  }
}
