import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makePng } from '../../tests/support/data/images.ts';
import { type RecordedRequest, releasesFolder, saveReleased } from '../../tests/support/data/released-data.ts';
import { postgres, type ScratchDatabase, sqlite } from '../../tests/support/engines.ts';
import { dumpPostgres } from '../../tests/support/postgres/postgres-dump.ts';
import { removeAllServers } from '../../tests/support/postgres/postgres-server.ts';
import { freePort } from '../../tests/support/process/ports.ts';
import { makeScratchFolder } from '../../tests/support/scratch.ts';
import { until } from '../../tests/support/until.ts';

// Makes the test data of a release: a database of each engine, filled by the release itself.
//   node_modules/.bin/bun scripts/release/make-release-data.ts NAME [FOLDER]
// FOLDER is a checkout of the release with its dependencies installed, by default this one.

const [name, folder = '.'] = process.argv.slice(2);
if (name === undefined) throw new Error('usage: make-release-data.ts NAME [FOLDER]');
const main = resolve(folder, 'src/main.ts');
const admin = 'an-admin-key-for-the-data-of-releases';
const { PATH = '', HOME = '' } = process.env;
const scratch = makeScratchFolder();

async function petstore(databaseUrl: string, ...args: string[]): Promise<string> {
  const env = { PATH, HOME, DATABASE_URL: databaseUrl };
  const program = Bun.spawn([process.execPath, main, ...args], { env, stdout: 'pipe', stderr: 'inherit' });
  const output = await new Response(program.stdout).text();
  if ((await program.exited) !== 0) throw new Error(`petstore ${args.join(' ')} has failed`);
  return output.trim();
}

/** Runs a server on the database while `work` calls it. */
async function serving(databaseUrl: string, work: (url: string) => Promise<void>): Promise<void> {
  const port = freePort();
  const env = { PATH, HOME, DATABASE_URL: databaseUrl, PORT: String(port), PETSTORE_API_KEY: admin };
  const program = Bun.spawn([process.execPath, main, 'serve'], {
    // Deliveries to an address that refuses them wait in the database.
    env: { ...env, PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'on', PETSTORE_MEDIA_URL: mediaOf(databaseUrl) },
    stdout: 'ignore',
    stderr: 'inherit',
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until('the server to be ready', async () => (await isReady()) || program.exitCode !== null);
    await work(url);
  } finally {
    program.kill('SIGTERM');
    await program.exited;
  }
}

/** The files of photos are no part of the test data. */
const mediaOf = (databaseUrl: string) => `file:${join(scratch.path, Bun.hash(databaseUrl).toString(16))}`;

async function send(
  url: string,
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
  idempotencyKey?: string,
) {
  const headers = {
    Authorization: `Bearer ${admin}`,
    ...(body !== undefined && { 'Content-Type': typeof body === 'string' ? 'application/json' : 'image/png' }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  };
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
  const sent = { status: response.status, body: await response.text() };
  // A release without this operation.
  const isMissing = sent.status === 404 || sent.status === 405;
  if (!response.ok && !isMissing) throw new Error(`${method} ${path}: ${sent.status} ${sent.body}`);
  return sent;
}

const names = ['Frank', 'Zoë', '犬', 'رِكس', 'O’Malley', 'Robert"); DROP TABLE pets;--', '🐕‍🦺', 'x'.repeat(100)];
const categories = ['3', '-5', '9007199254740993', '9223372036854775807'];
const statuses = ['available', 'sold', 'pending'];

async function fill(url: string): Promise<RecordedRequest[]> {
  const requests: RecordedRequest[] = [];
  const record = async (path: string, body: string) => {
    const idempotencyKey = `key-${requests.length + 1}`;
    const { status, body: response } = await send(url, 'POST', path, body, idempotencyKey);
    if (status < 300) requests.push({ path, idempotencyKey, body, status, response });
  };
  for (let index = 0; index < 24; index++) {
    const status = index < 8 ? 'available' : statuses[index % statuses.length];
    const pet = `{"name":${JSON.stringify(names[index % names.length])},"categoryId":${categories[index % categories.length]},"status":"${status}"}`;
    if (index % 6 === 0) await record('/v1/pets', pet);
    else await send(url, 'POST', '/v1/pets', pet);
  }
  await send(url, 'GET', '/v1/pets/1');
  await send(url, 'POST', '/v1/webhooks', '{"url":"http://127.0.0.1:1/hook"}');
  for (const id of categories) await send(url, 'PUT', `/v1/categories/${id}`, `{"name":"Category ${id}"}`);
  for (const id of ['1', '2', '3', '4']) await record('/v1/store/orders', `{"petId":${id}}`);
  await send(url, 'POST', '/v1/store/orders/1/complete');
  await send(url, 'POST', '/v1/store/orders/2/cancel');
  await send(url, 'PATCH', '/v1/pets/5', '{"name":"Renamed","status":"sold"}');
  await send(url, 'DELETE', '/v1/pets/24');
  const profile = {
    description: 'Calm, likes the window. 犬',
    species: 'Dog',
    breed: 'Beagle',
    color: 'Black and white',
    sex: 'female',
    size: 'medium',
    birthDate: '2024-05-01',
    birthDatePrecision: 'month',
    neutered: true,
    reference: 'A706918',
    goodWith: { children: true, dogs: false },
    tags: ['indoor', 'lap dog'],
    arrivedOn: '2026-10-03',
    fee: { amountMinor: 12_500, currency: 'EUR' },
    attributes: { weight: '4.2 kg' },
  };
  await send(url, 'PUT', '/v1/pets/6/profile', JSON.stringify(profile));
  await send(url, 'PUT', '/v1/pets/7/profile', '{"species":"Cat"}');
  const photo = new Uint8Array(makePng(40, 30, () => [200, 120, 40]));
  for (const _ of ['first', 'second']) await send(url, 'POST', '/v1/pets/6/photos', photo);
  await send(url, 'DELETE', '/v1/pets/6/photos/1');
  const inquiry = '{"petId":6,"name":"Ada","email":"ada@example.org","message":"Is she still there?"}';
  for (const _ of ['first', 'second']) await send(url, 'POST', '/v1/inquiries', inquiry);
  await send(url, 'POST', '/v1/inquiries/1/close');
  await send(url, 'POST', '/v1/pets/6/notes', '{"text":"Ate well. 犬"}');
  await send(url, 'PATCH', '/v1/shelter', '{"name":"Riverside","hours":"Daily, 10 to 4","currency":"EUR"}');
  await send(url, 'POST', '/v1/people', '{"name":"Ana","role":"staff"}');
  await send(url, 'POST', '/v1/people/1/sign-in-links');
  await record('/v1/imports', '{"fileName":"animals.csv","rows":2}');
  const found = {
    ...profile,
    reference: 'A1',
    microchip: '276098106123456',
    intakeType: 'stray',
    holdUntil: '9999-12-31',
  };
  const died = { species: 'Cat', arrivedOn: '2026-09-01', outcomeType: 'died', outcomeOn: '2026-09-20' };
  const rows = [
    { row: 2, add: { name: 'Ida', categoryId: 3, profile: found }, note: 'Found at the river.' },
    { row: 3, add: { name: 'Tom', categoryId: 3, status: 'sold', profile: died } },
  ];
  await send(url, 'POST', '/v1/imports/1/animals', JSON.stringify({ rows }));
  await send(url, 'POST', '/v1/imports/1/finish');
  const contact = { name: 'Ada', phone: '+1 512 555 0100' };
  const reserved = { reference: 'R-1', note: 'On Saturday.', contact };
  await send(url, 'PATCH', '/v1/store/orders/3', JSON.stringify(reserved));
  await send(url, 'POST', '/v1/store/orders/1/return', '{"reason":"Too loud."}');
  await send(url, 'PATCH', '/v1/inquiries/2', '{"stage":"reviewing","note":"Called twice."}');
  return requests;
}

const listPaths = [
  '/v1/pets?limit=100',
  '/v1/pets?status=sold&limit=100',
  '/v1/categories?limit=100',
  '/v1/store/orders?limit=100',
  '/v1/events?limit=100',
  '/v1/webhooks?limit=100',
  '/v1/pets?q=zoe',
  '/v1/pets?sort=name&limit=100',
  '/v1/listings?q=beagle',
  '/v1/pets/6/photos',
  '/v1/inquiries?limit=100',
  '/v1/notes',
  '/v1/people',
  '/v1/shelter',
  '/v1/imports',
  '/v1/store/statistics/matrix?month=2026-09',
];

async function make(engine: typeof sqlite, release: string): Promise<void> {
  const database = await engine.makeDatabase();
  const keys = (...args: string[]) => petstore(database.url, 'keys', ...args);
  const lists: Record<string, string> = {};
  const requests: RecordedRequest[] = [];
  await serving(database.url, async (url) => {
    requests.push(...(await fill(url)));
    await until('the events to be numbered', () => hasNoPendingEvents(database));
    for (const path of listPaths) {
      const { status, body } = await send(url, 'GET', path);
      // With the address of the tests, which addresses of photos begin with.
      if (status === 200) lists[path] = body.replaceAll(url, 'http://petstore.test');
    }
  });
  const reader = await keys('create', '--name', 'Reader', '--role', 'reader', '--expires', '365d');
  const beforeRotation = await keys('create', '--name', 'Rotated', '--scopes', 'pets:read,pets:write');
  const rotated = await keys('rotate', '3', '--grace', '48h');
  const revoked = await keys('create', '--name', 'Revoked', '--role', 'reader');
  await keys('revoke', '4');
  const site = await keys('create', '--name', 'Web site', '--role', 'public', '--origin', 'https://shelter.example');
  const facts = {
    schemaVersion: await readVersion(database, engine),
    madeAt: Date.now(),
    secrets: { admin, reader, beforeRotation, rotated, revoked, site },
    lists,
    requests,
  };
  const path = database.url.replace(/^sqlite:/, '');
  const content = engine === sqlite ? readFileSync(path) : new TextEncoder().encode(await dumpPostgres(database.run));
  if (existsSync(`${path}-wal`)) throw new Error('the file was not closed');
  saveReleased(release, engine, content, facts);
  await database.remove();
}

async function hasNoPendingEvents({ run }: ScratchDatabase): Promise<boolean> {
  // A release without events has no such table.
  return (await run('SELECT id FROM pending_events').catch(() => [])).length === 0;
}

async function readVersion({ run }: ScratchDatabase, engine: typeof sqlite): Promise<number> {
  const [row] = await run(engine === sqlite ? 'PRAGMA user_version' : 'SELECT version FROM petstore_schema');
  return Number(row?.[0]);
}

mkdirSync(join(releasesFolder, name), { recursive: true });
const supportsPostgres = existsSync(resolve(folder, 'src/store/postgres'));
for (const engine of supportsPostgres ? [sqlite, postgres] : [sqlite]) await make(engine, name);
scratch.remove();
await removeAllServers();
process.exit(0);
