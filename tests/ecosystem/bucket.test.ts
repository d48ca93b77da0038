import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import S3rver from 's3rver';
import { checkCommand } from '../../cli/operator/check.ts';
import { createClient } from '../../client/index.ts';
import { BucketStore } from '../../src/photo-files/bucket-store.ts';
import { PhotoKeys } from '../../src/photo-files/photo-key.ts';
import { drawAnimal } from '../support/data/picture.ts';
import { postgres } from '../support/engines.ts';
import { runHere } from '../support/process/command.ts';
import { adminKey, startServer } from '../support/process/server.ts';
import { makeScratchFolder } from '../support/scratch.ts';
import { until } from '../support/until.ts';

/** The access key that the S3 server knows. */
const accessKey = 'S3RVER';
const scratch = makeScratchFolder();
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(scratch.path, 'bucket'),
  configureBuckets: [{ name: 'photos', configs: [] }],
});
let endpoint = '';
let store: BucketStore;

beforeAll(async () => {
  endpoint = `http://127.0.0.1:${(await server.run()).port}`;
  store = storeIn('a/b');
});
afterAll(() => server.close());

const storeIn = (prefix: string, secretAccessKey = accessKey) =>
  new BucketStore({ name: 'photos', prefix, endpoint, accessKeyId: accessKey, secretAccessKey });
const list = (from = store) => Array.fromAsync(from.list());

test('stores, reads, lists and removes the files of photos in a bucket', async () => {
  await store.check();
  const keys = new PhotoKeys('a secret of the test');
  const [one, two] = [keys.issue(), keys.issue()];
  for (const mediaKey of [one, two]) {
    await store.put(mediaKey, [
      { name: '320.webp', bytes: Buffer.from('0123456789') },
      { name: '320.jpg', bytes: Buffer.from('two') },
    ]);
  }
  const read = async (range: string | null, method = 'GET', name = '320.webp') => {
    const found = await store.get(one, name, { method, range });
    return found && { ...found, body: await new Response(found.body).text() };
  };
  expect(await read(null)).toMatchObject({ status: 200, body: '0123456789', headers: { 'Content-Length': '10' } });
  const part = { status: 206, body: '234', headers: { 'Content-Range': 'bytes 2-4/10' } };
  expect(await read('bytes=2-4')).toMatchObject(part);
  expect(await read('bytes=20-')).toMatchObject({ status: 416, body: '' });
  expect(await read(null, 'HEAD')).toMatchObject({ status: 200, body: '', headers: { 'Content-Length': '10' } });
  expect(await read(null, 'GET', '640.webp')).toBeUndefined();
  expect((await list()).map(({ mediaKey }) => mediaKey).sort()).toEqual([one, two].sort());
  for (const { storedAt } of await list()) expect(Math.abs(Date.now() - storedAt)).toBeLessThan(600_000);
  await store.delete(one);
  await store.delete(one);
  expect((await list()).map(({ mediaKey }) => mediaKey)).toEqual([two]);
  expect(await read(null)).toBeUndefined();
});

test('a bucket belongs to the database that was written last, which is no photo', async () => {
  const owned = storeIn('owned');
  expect(await owned.readOwner()).toBeUndefined();
  for (const id of ['one', 'two']) {
    await owned.writeOwner(id);
    expect(await owned.readOwner()).toBe(id);
  }
  for (const { mediaKey } of await list(owned)) expect(mediaKey).toBeUndefined();
  await owned.writeOwner(undefined);
  expect(await owned.readOwner()).toBeUndefined();
});

test('does not start with a bucket that it cannot reach, and does not show the secret', async () => {
  const failure = await storeIn('', 'wrong-secret').examine().catch(String);
  expect(failure).toContain('cannot store photos in s3://photos/');
  expect(failure).not.toContain('wrong-secret');
});

test('several nodes share a bucket, and one of them removes the files of removed photos', async () => {
  const database = await postgres.makeDatabase({ isMigrated: true });
  const secretFile = join(scratch.path, 'secret');
  writeFileSync(secretFile, `${accessKey}\n`);
  const env = {
    PETSTORE_MEDIA_URL: 's3://photos/nodes',
    PETSTORE_S3_ENDPOINT: endpoint,
    PETSTORE_S3_ACCESS_KEY_ID: accessKey,
    PETSTORE_S3_SECRET_ACCESS_KEY_FILE: secretFile,
  };
  const nodes = [await startServer({ database, env }), await startServer({ database, env })] as const;
  const client = createClient({ baseUrl: nodes[0].url, apiKey: adminKey });
  const { id } = await client.pets.create({ name: 'Frank', categoryId: 3n });
  const { sources } = await client.photos.add(id, new Blob([drawAnimal(1).bytes], { type: 'image/png' }));
  expect(sources).toHaveLength(4);
  for (const { url } of sources) {
    const { pathname } = new URL(url);
    const whole = await fetch(nodes[1].url + pathname);
    expect(whole.status).toBe(200);
    const bytes = await whole.bytes();
    expect(await new Bun.Image(bytes).metadata()).toMatchObject({ width: Number(/(\d+)\.\w+$/.exec(pathname)?.[1]) });
    const part = await fetch(nodes[1].url + pathname, { headers: { Range: 'bytes=1-4' } });
    expect([part.status, part.headers.get('Content-Range')]).toEqual([206, `bytes 1-4/${bytes.length}`]);
    expect(await part.bytes()).toEqual(bytes.slice(1, 5));
    const head = await fetch(nodes[1].url + pathname, { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(bytes.length)]);
  }
  const more = { ...env, DATABASE_URL: database.url };
  expect((await runHere(checkCommand(), [], more)).stdout).toMatch(/^ok +photos +every photo has its files/m);
  expect((await nodes[1].fetch(`/v1/pets/${id}`, { method: 'DELETE' })).status).toBe(204);
  const first = new URL(sources[0]?.url ?? '').pathname;
  expect((await fetch(nodes[0].url + first)).status).toBe(410);
  await until('the files to be removed', async () => (await list(storeIn('nodes'))).length, 0);
  for (const node of nodes) {
    expect(`${node.output.stdout}${node.output.stderr}`).not.toContain(`SECRET_ACCESS_KEY=${accessKey}`);
    expect(await node.stop()).toBe(0);
  }
  await database.remove();
});
