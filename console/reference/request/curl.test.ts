import { expect, test } from 'bun:test';
import { printCurl, type ReadyRequest } from './draft.ts';

const get: ReadyRequest = {
  method: 'GET',
  url: 'http://localhost/v1/a?b=c&d=e',
  headers: [],
  body: undefined,
  hasFreshIdempotencyKey: false,
};

/** The arguments that a shell passes to curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; uuidgen() { echo fresh; }; ${command}`;
  const { stdout, exitCode } = Bun.spawnSync(['sh', '-c', script], { env: { PETSTORE_TOKEN: 'the key' } });
  expect(exitCode).toBe(0);
  return `${stdout}`.split('\0').slice(0, -1);
}

test('a request becomes a command that reads the key from the environment', () => {
  const command = printCurl(get);
  expect(command).toBe(`curl 'http://localhost/v1/a?b=c&d=e' \\\n  -H "Authorization: Bearer $PETSTORE_TOKEN"`);
  expect(argumentsOf(command)).toEqual([get.url, '-H', 'Authorization: Bearer the key']);
});

test('a shell passes every value to curl as it was typed', () => {
  const body = `{"name": "it's $HOME \`ls\` \\\\ \n ü"}`;
  const headers = [['If-Match', `"a'b"`]] as const;
  const request = { ...get, method: 'POST', body, headers, hasFreshIdempotencyKey: true };
  expect(argumentsOf(printCurl(request))).toEqual([
    get.url,
    '-H',
    'Authorization: Bearer the key',
    '-H',
    `If-Match: "a'b"`,
    '-H',
    'Idempotency-Key: fresh',
    '-d',
    body,
  ]);
});

test.each([
  ['GET', undefined, []],
  ['POST', '{}', ['-d', '{}']],
  ['POST', '@file', ['--data-raw', '@file']],
  ['POST', undefined, ['-X', 'POST']],
  ['DELETE', undefined, ['-X', 'DELETE']],
  ['PATCH', '{}', ['-X', 'PATCH', '-d', '{}']],
])('%s with the body %s needs no other options', (method, body, options) => {
  const given = argumentsOf(printCurl({ ...get, method, body }));
  const needed = ['-H', 'Authorization: Bearer the key'];
  expect(given.filter((argument) => argument !== get.url && !needed.includes(argument))).toEqual(options);
});

test('a stream is printed without buffering', () => {
  const headers = [['Accept', 'text/event-stream']] as const;
  expect(argumentsOf(printCurl({ ...get, headers }))[0]).toBe('-N');
});
