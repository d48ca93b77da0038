import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { makeScratchFolder } from '../support/scratch.ts';
import { adminKey, startServer } from '../support/server.ts';

/** A program for Node.js that uses the SDK and prints what it receives. */
const program = `
import { createClient, NoAnswerError, PetstoreError } from './index.js';

const [, , baseUrl, apiKey] = process.argv;
const client = createClient({ baseUrl, apiKey, retries: 0 });
const seen = [];
const controller = new AbortController();
const write = async () => {
  for (const name of ['Zoë 🐕', 'Rex']) await client.pets.create({ name, categoryId: 2n ** 63n - 1n });
};
for await (const { type, pet } of client.events.follow({ onAnswer: () => void write() })) {
  if (seen.push(type, pet?.name, String(pet?.categoryId)) === 6) break;
}
const after = await client.events.lastId();
const silent = async () => {
  for await (const event of client.events.follow({ after, signal: controller.signal })) seen.push(event);
};
setTimeout(() => controller.abort('stopped'), 200);
seen.push(await silent().catch((reason) => reason));
seen.push(await client.orders.get(5n).catch((error) => error instanceof PetstoreError && error.code));
const nowhere = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey, retries: 1 });
seen.push(await nowhere.events.lastId().catch((error) => error instanceof NoAnswerError));
console.log(JSON.stringify(seen));
`;

test('the SDK runs on Node.js, follows events there, and does not keep the process from exiting', async () => {
  const folder = makeScratchFolder();
  const server = await startServer();
  const entrypoints = [join(import.meta.dir, '../../client/index.ts')];
  await Bun.build({ entrypoints, target: 'node', outdir: folder.path });
  await Bun.write(join(folder.path, 'package.json'), '{"type":"module"}');
  await Bun.write(join(folder.path, 'program.js'), program);
  const node = Bun.spawn(['node', join(folder.path, 'program.js'), server.url, adminKey], {
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 20_000,
  });
  const [stdout, stderr, exitCode] = await Promise.all([node.stdout.text(), node.stderr.text(), node.exited]);
  await server.stop();
  folder.remove();
  expect([exitCode, stderr]).toEqual([0, '']);
  const created = (name: string) => ['pet.created', name, '9223372036854775807'];
  expect(JSON.parse(stdout)).toEqual([...created('Zoë 🐕'), ...created('Rex'), 'stopped', 'order_not_found', true]);
});
