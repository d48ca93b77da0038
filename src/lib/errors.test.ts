import { expect, test } from 'bun:test';
import { describeError, StartError } from './errors.ts';

const text = 'the file is away';
const own = new StartError(text);
const frame = `1 | throw new StorageError('x')\n      ^\nStorageError: ${text}\n      at run (/x.ts:1:2)`;

test.each([
  ['an error', own, text],
  ['a trace of another thread', own.stack, text],
  ['what a thread reports that has ended', frame, text],
  ['its cause', new Error('no writes', { cause: own }), `no writes ${text}`],
  ['an error without a message', new TypeError(), 'TypeError'],
])('the description of %s is its message', (_, error, described) => {
  expect(describeError(error)).toBe(described);
});
