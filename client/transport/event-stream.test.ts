import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Block, BlockSplitter, parseBlock, readBlocks } from './event-stream.ts';

const encoder = new TextEncoder();

/** The text of one event as the service sends it, and the parsed event. */
const sent = 'id: 7\nevent: pet.created\ndata: {"name":"Zoë 🐕"}\n\n';
const block: Block = { id: '7', data: '{"name":"Zoë 🐕"}' };

function parse(text: string): Block[] {
  return [...new BlockSplitter().read(text)].flatMap((lines) => parseBlock(lines) ?? []);
}

/** A body of these chunks, which then ends unless it stays open. */
function bodyOf(pieces: readonly Uint8Array[], { stays = false } = {}) {
  const state = { isClosed: false };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      if (!stays) controller.close();
    },
    cancel() {
      state.isClosed = true;
    },
  });
  return { body, state };
}

const options = { silenceMs: 10_000, signal: undefined };

describe('a block', () => {
  test('has an id and data, whose lines are joined', () => {
    expect(parse(sent)).toEqual([block]);
    expect(parse('data: a\ndata\ndata:b\nid:8\n\n')).toEqual([{ id: '8', data: 'a\n\nb' }]);
  });

  test('without data gives a position, and one with only comments gives nothing', () => {
    expect(parse(':\n\n: id: 4\n\nid: 5\n\nretry: 10\nevent: x\n\n')).toEqual([{ id: '5', data: '' }]);
  });

  test('keeps all spaces of a value except the first, and all colons', () => {
    expect(parse('data:  a: b \nid: 1\0\n\n')).toEqual([{ id: undefined, data: ' a: b ' }]);
  });

  test('that is incomplete is ignored', () => {
    expect(parse('id: 7\ndata: {"name"')).toEqual([]);
    expect(parse('id: 7\ndata: 1\n')).toEqual([]);
  });
});

test.each(['\n', '\r\n', '\r'])('lines may end in %j, however the bytes are split', async (lineEnd) => {
  const text = `: hello\n\nid: 0\n\n${sent}:\n\n${sent}id: 9\nda`;
  const bytes = encoder.encode(text.replaceAll('\n', lineEnd));
  const read = async (pieces: Uint8Array[]) => await Array.fromAsync(readBlocks(bodyOf(pieces).body, options));
  const expected = [{ id: '0', data: '' }, block, block];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: bytes.length })), async (cuts) => {
      const places = [0, ...cuts.sort((one, other) => one - other), bytes.length];
      expect(await read(places.slice(1).map((place, index) => bytes.slice(places[index], place)))).toEqual(expected);
    }),
    { numRuns: 200 },
  );
  expect(await read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
});

test('ignores a byte order mark at the beginning', async () => {
  const { body } = bodyOf([Uint8Array.of(0xef, 0xbb, 0xbf), encoder.encode('id: 1\n\n')]);
  expect(await Array.fromAsync(readBlocks(body, options))).toEqual([{ id: '1', data: '' }]);
});

describe('a stream', () => {
  test('that breaks ends after its complete blocks were read', async () => {
    let pulls = 0;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      if (pulls++ === 0) controller.enqueue(encoder.encode(`${sent}id: 8\ndata: {`));
      else controller.error(new Error('the connection broke'));
    };
    expect(await Array.fromAsync(readBlocks(new ReadableStream({ pull }), options))).toEqual([block]);
  });

  test('that is silent for too long is closed', async () => {
    const { body, state } = bodyOf([encoder.encode(sent)], { stays: true });
    const read = await Array.fromAsync(readBlocks(body, { silenceMs: 30, signal: undefined }));
    expect([read, state.isClosed]).toEqual([[block], true]);
  });

  test('with comments alone is not silent', async () => {
    const lifeMs = 1_500;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      await Bun.sleep(20);
      if (performance.now() - startedAt > lifeMs) controller.close();
      else controller.enqueue(encoder.encode(':\n\n'));
    };
    const startedAt = performance.now();
    const read = await Array.fromAsync(
      readBlocks(new ReadableStream({ pull }), { silenceMs: 1_000, signal: undefined }),
    );
    expect(read).toEqual([]);
    expect(performance.now() - startedAt).toBeGreaterThan(lifeMs);
  });

  test('is closed when its reader stops', async () => {
    const { body, state } = bodyOf([encoder.encode(sent)], { stays: true });
    for await (const _ of readBlocks(body, options)) break;
    expect(state.isClosed).toBe(true);
  });

  test('ends with the reason of its signal, aborted before or during the wait', async () => {
    const reason = new Error('the page was left');
    const later = new AbortController();
    setTimeout(() => later.abort(reason), 20);
    for (const signal of [later.signal, AbortSignal.abort(reason)]) {
      const { body, state } = bodyOf([], { stays: true });
      const read = Array.fromAsync(readBlocks(body, { silenceMs: 10_000, signal }));
      expect([await read.catch((thrown) => thrown), state.isClosed]).toEqual([reason, true]);
    }
  });
});
