import { expect, test } from 'bun:test';
import { ServiceError } from '../../errors/service-error.ts';
import { StartError } from '../../lib/errors.ts';
import { StorageError } from '../../store/store.ts';
import { Channel, ChannelError, type Handlers } from './channel.ts';

type Taken = {
  double: { input: bigint; output: bigint };
  fail: { input: null; output: null };
  wait: { input: null; output: null };
};

/** Longer than any request in these tests that gets a response. */
const timeoutMs = 10_000;

/** Two ends of a channel; messages are copied as between processes. */
function join(handlers: Partial<Handlers<Taken>>) {
  const all: Handlers<Taken> = {
    double: (input) => 2n * input,
    fail: () => null,
    wait: () => new Promise(() => undefined),
    ...handlers,
  };
  const here: Channel<Taken, Taken> = new Channel<Taken, Taken>(
    (message) => there.receive(structuredClone(message)),
    all,
  );
  const there: Channel<Taken, Taken> = new Channel<Taken, Taken>(
    (message) => here.receive(structuredClone(message)),
    all,
  );
  return { here, there };
}

const thrownBy = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

test('each request gets its own response, from either end', async () => {
  const { here, there } = join({});
  const requests = [1n, 2n, 3n].flatMap((input) => [here, there].map((end) => end.request('double', input, timeoutMs)));
  expect(await Promise.all(requests)).toEqual([2n, 2n, 4n, 4n, 6n, 6n]);
});

test('an error keeps its type and contents across the channel', async () => {
  const errors = [
    new ServiceError('overloaded', 'Later.', { headers: { 'Retry-After': '1' }, cause: 'busy' }),
    new StartError('no port'),
    new StorageError('no file'),
    new Error('a defect'),
  ];
  const fail = () => {
    throw errors.shift();
  };
  const { here } = join({ fail });
  const crossed = [];
  while (errors.length > 0) crossed.push(await thrownBy(here.request('fail', null, timeoutMs)));
  const [serviceError, ...others] = crossed;
  expect(serviceError).toBeInstanceOf(ServiceError);
  expect(serviceError).toMatchObject({ code: 'overloaded', headers: { 'Retry-After': '1' }, cause: 'busy' });
  expect(others.slice(0, 2)).toEqual([new StartError('no port'), new StartError('no file')]);
  expect(String(others[2])).toContain('a defect');
});

test('a request without a response times out, and later ones do not', async () => {
  const { here } = join({});
  expect(await thrownBy(here.request('wait', null, 1))).toBeInstanceOf(ChannelError);
  expect(await here.request('double', 4n, timeoutMs)).toBe(8n);
});

test('when the other process ends, waiting and later requests fail', async () => {
  const { here } = join({});
  const waiting = thrownBy(here.request('wait', null, timeoutMs));
  here.close(new StartError('it ended'));
  const later = thrownBy(here.request('double', 1n, timeoutMs));
  expect([await waiting, await later]).toEqual([new StartError('it ended'), new StartError('it ended')]);
});

test('a message that cannot be sent fails its own request only', async () => {
  let isCut = false;
  const handlers: Handlers<Taken> = { double: (input) => 2n * input, fail: () => null, wait: () => null };
  const channel: Channel<Taken, Taken> = new Channel<Taken, Taken>((message) => {
    if (isCut) throw new Error('the other end is gone');
    channel.receive(structuredClone(message));
  }, handlers);
  isCut = true;
  expect(await thrownBy(channel.request('wait', null, timeoutMs))).toEqual(new Error('the other end is gone'));
  // A response that cannot be sent fails its request, too.
  channel.receive({ id: 1, name: 'wait', input: null });
  isCut = false;
  expect(await channel.request('double', 1n, timeoutMs)).toBe(2n);
});
