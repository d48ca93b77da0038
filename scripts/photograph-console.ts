/** Takes the screenshots of the console and of the public page for README, from a service that it starts and stops. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createClient } from '../client/index.ts';
import { closeBrowser, laptop, openTab, phone, type View, visit } from '../tests/support/browser/browser.ts';
import { drawAnimal } from '../tests/support/data/picture.ts';
import { startDemo } from '../tests/support/process/demo.ts';
import { run } from '../tests/support/process/program.ts';
import { adminKey, startServer } from '../tests/support/process/server.ts';

const docs = join(import.meta.dir, '../docs');
const file = join(import.meta.dir, '../tests/data/austin-outcomes-excerpt.csv');

interface Picture {
  name: string;
  view: View;
  path: string;
  /** Whether it is of the demo, whose history of a year no interface can write. */
  isOfDemo?: true;
  /** Whether it is seen without a key. */
  isPublic?: true;
  /** The selector of what comes last on the page. */
  last: string;
}

const screen: View = { ...laptop, width: 1024, height: 1000 };

const pictures: readonly Picture[] = [
  { name: 'console-overview', view: screen, path: '/', isOfDemo: true, last: 'svg rect >> nth=-1' },
  { name: 'console-animals', view: screen, path: '/animals', last: 'picture img >> nth=19' },
  { name: 'console-animal-phone', view: phone, path: '/animals/5', last: 'picture img >> nth=0' },
  { name: 'console-animal', view: screen, path: '/animals/5', last: 'picture img >> nth=2' },
  { name: 'public-page', view: screen, path: '/adopt?sort=id', isPublic: true, last: 'picture img >> nth=7' },
  { name: 'public-page-phone', view: phone, path: '/adopt/5', isPublic: true, last: 'picture img >> nth=0' },
];

/** The animal that has a page of its own. */
const shown = 5n;

const server = await startServer({
  env: {
    PETSTORE_PUBLIC_PAGE: 'on',
    PETSTORE_PUBLIC_NAME: 'Riverside Animal Shelter',
    PETSTORE_PUBLIC_TEXT:
      'All of them have met our vet, and would love to meet you. Visit us on Saturdays from 10 to 4.',
    PETSTORE_PUBLIC_CONTACT: 'adopt@example.org',
  },
});
const demo = await startDemo({ TMPDIR: tmpdir() });
try {
  await fill();
  for (const { name, view, path, isOfDemo, isPublic, last } of pictures) {
    const { page, close } = await openTab(isOfDemo ? demo : server, view);
    await (isPublic ? page.goto(path) : isOfDemo ? page.goto(`/#key=${demo.apiKey}`) : visit(page, path));
    await page.locator(last).waitFor();
    await untilLoaded(page);
    await page.screenshot({ path: join(docs, `${name}.jpg`), type: 'jpeg', quality: 70 });
    await close();
  }
} finally {
  await closeBrowser();
  await server.stop();
  demo.program.kill('SIGINT');
  await demo.program.exited;
}

async function fill(): Promise<void> {
  const columns = ['--name', 'name,animal_id', '--category', 'animal_type', '--status-map', '*=available'];
  const profile = [
    '--profile',
    'breed=breed,color=color,sex=sex_upon_outcome,birthDate=date_of_birth,species=animal_type',
  ];
  const { exitCode, stderr } = await run(['import', file, ...columns, ...profile, '--status', 'outcome_type'], {
    PETSTORE_TOKEN: adminKey,
    PETSTORE_SERVER: server.url,
  });
  if (exitCode !== 0) throw new Error(stderr);
  const client = createClient({ baseUrl: server.url, apiKey: adminKey });
  await client.profiles.update(shown, {
    description: 'Curious and gentle. Likes the window sill, and children who take their time.',
    goodWith: { children: true, dogs: false },
    tags: ['calm', 'indoor'],
    fee: { amountMinor: 12_500n, currency: 'EUR' },
  });
  const { items } = await client.pets.list({ limit: 40 }).page();
  for (const [index, { id }] of items.entries()) {
    const count = id === shown ? 3 : 1;
    for (const number of Array(count).keys()) await client.photos.add(id, photo(index + 40 * number));
    if (index % 4 === 0) continue;
    const order = await client.orders.place({ petId: id });
    if (index % 4 > 1) await client.orders.complete(order.id);
  }
}

/** Waits for the images that can be seen. */
async function untilLoaded(page: Page): Promise<void> {
  const areLoaded = `[...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)`;
  while (!(await page.evaluate<boolean>(areLoaded))) await Bun.sleep(50);
}

function photo(number: number): Blob {
  return new Blob([drawAnimal(number, 640, 480).bytes], { type: 'image/png' });
}
