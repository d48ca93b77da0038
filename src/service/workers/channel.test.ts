import { expect, test } from 'bun:test';
import { StartError } from '../../lib/start-error.ts';
import { ServiceError } from '../../model/errors.ts';
import { StorageError } from '../../store/store.ts';
import { Channel, ChannelError, type Handlers } from './channel.ts';

type Asked = {
  double: { input: bigint; output: bigint };
  fail: { input: Error; output: null };
  wait: { input: null; output: null };
};

/** Two ends of a channel; what crosses is copied as between processes. */
function join(handlers: Partial<Handlers<Asked>>) {
  const messages: unknown[] = [];
  const asked: Handlers<Asked> = {
    double: (input) => 2n * input,
    fail: (error) => {
      throw error;
    },
    wait: () => new Promise(() => undefined),
    ...handlers,
  };
  const here: Channel<Asked, Asked> = new Channel<Asked, Asked>((message) => {
    messages.push(message);
    there.receive(structuredClone(message));
  }, asked);
  const there: Channel<Asked, Asked> = new Channel<Asked, Asked>((message) => {
    here.receive(structuredClone(message));
  }, asked);
  const close = () => {
    for (const end of [here, there]) end.close(new ChannelError('closed'));
  };
  return { here, there, messages, close };
}

const thrownBy = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

test('what is asked in one turn travels in one message, and each gets its own answer', async () => {
  const { here, messages, close } = join({});
  const answers = await Promise.all([1n, 2n, 3n].map((input) => here.ask('double', input)));
  expect([answers, messages.length]).toEqual([[2n, 4n, 6n], 1]);
  close();
});

test('an error crosses as what it is', async () => {
  const errors = [
    new ServiceError('overloaded', 'Later.', { headers: { 'Retry-After': '1' }, cause: 'busy' }),
    new StartError('no port'),
    new StorageError('no file'),
    new Error('a defect'),
  ];
  for (const asked of [(error: Error) => Promise.reject(error), (error: Error): null => raise(error)]) {
    let count = 0;
    const { here, close } = join({ fail: () => asked(errors[count++] ?? new Error()) });
    const crossed = await Promise.all(errors.map((error) => thrownBy(here.ask('fail', error))));
    const [refusal, ...others] = crossed;
    const headers = { 'Retry-After': '1' };
    expect(refusal).toBeInstanceOf(ServiceError);
    expect(refusal).toMatchObject({ code: 'overloaded', message: 'Later.', headers, cause: 'busy' });
    expect(others.slice(0, 2)).toEqual([new StartError('no port'), new StartError('no file')]);
    expect(String(others[2])).toContain('a defect');
    close();
  }
});

test('a question without an answer ends in time, and does not speak against those after it', async () => {
  const { here, close } = join({});
  expect(await thrownBy(here.ask('wait', null, 1))).toBeInstanceOf(ChannelError);
  expect([here.isSilent, await here.ask('double', 4n)]).toEqual([false, 8n]);
  close();
});

test('the end of the other process ends all questions, and those that come later', async () => {
  const { here, close } = join({});
  const waiting = thrownBy(here.ask('wait', null));
  await Bun.sleep(10);
  close();
  expect([await waiting, await thrownBy(here.ask('double', 1n))]).toEqual([
    new ChannelError('closed'),
    new ChannelError('closed'),
  ]);
});

function raise(error: Error): never {
  throw error;
}

test('a message that cannot be sent any more ends the channel, and nothing else', async () => {
  let sendings = 0;
  const handlers: Handlers<Asked> = { double: (input) => input, fail: () => null, wait: () => null };
  const channel = new Channel<Asked, Asked>(() => {
    sendings += 1;
    throw new Error('the other end is gone');
  }, handlers);
  const [first, second] = await Promise.all([channel.ask('wait', null), channel.ask('wait', null)].map(thrownBy));
  expect([first, second]).toEqual([expect.any(ChannelError), expect.any(ChannelError)]);
  expect(await thrownBy(channel.ask('wait', null))).toBeInstanceOf(ChannelError);
  expect(sendings).toBe(1);
});
