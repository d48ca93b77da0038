import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { type Client, createClient } from '../../client/index.ts';
import { type Demo, startDemo } from '../support/process/demo.ts';
import { run } from '../support/process/program.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';

let folder: ScratchFolder;
let demo: Demo;
let client: Client;

/** What the demo has put into the folder for temporary files. */
const demoFolders = () => readdirSync(folder.path).filter((name) => name.startsWith('petstore-demo-'));

beforeAll(async () => {
  folder = makeScratchFolder();
  // A database of the environment must not be touched.
  const env = { TMPDIR: folder.path, DATABASE_URL: `sqlite:${folder.path}/real.db`, TZ: 'Asia/Tokyo' };
  demo = await startDemo(env);
  client = createClient({ baseUrl: demo.url, apiKey: demo.apiKey });
});
afterAll(async () => {
  demo.program.kill('SIGKILL');
  await demo.program.exited;
  folder.remove();
});

test('has animals with photos and profiles, orders, and a history of a year', async () => {
  const listings = await Array.fromAsync(client.listings.list());
  const orders = await Array.fromAsync(client.orders.list());
  const photos = listings.reduce((sum, listing) => sum + listing.photos.length, 0);
  expect(demo.output).toContain(`${listings.length} invented animals, ${photos} photos and ${orders.length} orders`);
  expect(listings.length).toBeGreaterThan(200);
  expect(new Set(listings.map(({ category }) => category.name)).size).toBe(5);
  expect(listings.filter(({ profile }) => profile.breed && profile.reference).length).toBe(listings.length);
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['placed', 'completed', 'cancelled']));
  expect(listings.every(({ photos: own }) => own.length === 1)).toBe(true);
  const months = await client.statistics.get({ by: 'month' });
  expect(months.filter(({ added, adopted }) => added > 0n && adopted > 0n).length).toBeGreaterThanOrEqual(10);
  // That of the machine.
  expect((await client.shelter.get()).timeZone).toBe('Asia/Tokyo');
  const ages = listings.map(({ createdAt = '' }) => Date.now() - Date.parse(createdAt));
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
  const file =
    listings
      .flatMap((listing) => listing.photos)
      .at(-1)
      ?.sources.at(-1)?.url ?? '';
  expect((await fetch(file)).headers.get('Content-Type')).toBe('image/jpeg');
});

test('takes commands as it says, and leaves nothing behind', async () => {
  const env = { PETSTORE_SERVER: demo.url, PETSTORE_TOKEN: demo.apiKey };
  const listed = await run(['pets', 'list', '--status', 'available', '--limit', '2'], env);
  expect([listed.exitCode, listed.stdout.split('\n').length]).toEqual([0, 4]);
  expect(listed.stdout).toStartWith('ID  NAME');
  const followed = await run(['events', 'list', '--limit', '1', '--json'], env);
  expect(followed.stdout).toMatch(/^\[\{"id":\d+,"type":"\w+\./);
  expect(await run(['pets', 'get', '999999'], env)).toMatchObject({ exitCode: 1, stdout: '' });
  expect(await run(['api', 'keys', 'get-own', '--json'], env)).toMatchObject({ exitCode: 0, stderr: '' });

  expect(demoFolders()).toHaveLength(1);
  demo.program.kill('SIGINT');
  expect(await demo.program.exited).toBe(0);
  expect(demoFolders()).toEqual([]);
  expect(existsSync(`${folder.path}/real.db`)).toBe(false);
});
