import { expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { listenCommand } from '../../../cli/client/listen.ts';
import { atEnd } from '../../support/at-end.ts';
import { startReceiver } from '../../support/http/receiver.ts';
import { runHere } from '../../support/process/command.ts';
import { cleanEnv, petstore } from '../../support/process/program.ts';
import { adminKey, startServer } from '../../support/process/server.ts';
import { until } from '../../support/until.ts';

test('listen forwards each event to a receiver, signed as a webhook is', async () => {
  const server = await startServer();
  const receiver = startReceiver();
  const post = (body: string) =>
    server.fetch('/v1/pets', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  await post('{"name":"before","categoryId":1}');
  await server.untilSettled();
  const address = `${receiver.url}/hook?from=test`;
  const program = Bun.spawn(petstore('listen', '--forward-to', address, '--types', 'pet.created', '--after', '1'), {
    env: cleanEnv({ PETSTORE_SERVER: server.url, PETSTORE_TOKEN: adminKey }),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  atEnd(async () => program.kill('SIGKILL'));
  let output = '';
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const piece of program.stdout) output += decoder.decode(piece, { stream: true });
  })();
  const seen = (part: RegExp) =>
    until(
      `${part} in the output`,
      () => part.exec(output),
      (found) => found !== null,
    );

  await seen(/^Forwarding events after 1 to .*\/hook\?from=test\nSecret: whsec_\S+\n/);
  const secret = /Secret: (\S+)/.exec(output)?.[1] ?? '';
  receiver.answer = (_, count) => new Response(null, { status: count === 1 ? 204 : 500 });
  const created = await (await post('{"name":"Frank 🐕","categoryId":9007199254740993}')).text();
  await seen(/^2 +pet\.created +204 +\d+ ms$/m);
  const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = receiver.received;
  expect([path, headers['content-type'], headers['webhook-id']]).toEqual([
    '/hook?from=test',
    'application/json',
    'evt_2',
  ]);
  new Webhook(secret).verify(body, headers);
  expect(body).toContain(`"pet":${created}`);

  const { id } = JSON.parse(created);
  const patch = { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{"name":"Rex"}' };
  expect((await server.fetch(`/v1/pets/${id}`, patch)).status).toBe(200);
  await post('{"name":"last","categoryId":1}');
  await seen(/^4 +pet\.created +500 \(a webhook would send it again\) +\d+ ms$/m);
  expect(receiver.received).toHaveLength(2);
  program.kill('SIGINT');
  expect([await program.exited, await new Response(program.stderr).text()]).toEqual([0, '']);
  await reading;
  await receiver.stop();
  await server.stop();
});

test.each([
  [['--forward-to', 'example'], '--forward-to must be an http or https address'],
  [
    ['--forward-to', 'http://127.0.0.1:1', '--types', 'pet.sold'],
    'unknown event type pet.sold; the types are pet.created',
  ],
  [['--forward-to', 'http://127.0.0.1:1', '--after', 'x'], '--after must be the id of an event'],
  [['--forward-to', 'http://127.0.0.1:1', '--secret', 'x'], '--secret must be the secret of a webhook'],
])('listen %p ends with 2', async (args, message) => {
  const { exitCode, stderr } = await runHere(listenCommand(), args, { PETSTORE_TOKEN: adminKey });
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
});
