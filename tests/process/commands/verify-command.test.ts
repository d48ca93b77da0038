import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyCommand } from '../../../cli/verify.ts';
import { groups } from '../../../conformance/groups.ts';
import { runHere } from '../../support/process/command.ts';
import { run } from '../../support/process/program.ts';
import { adminKey, startServer } from '../../support/process/server.ts';
import { makeScratchFolder } from '../../support/scratch.ts';

const tlsFile = (name: string) => join(import.meta.dir, '../../data/tls', name);
const server = await startServer({
  args: ['--tls-cert', tlsFile('cert.pem'), '--tls-key', tlsFile('key.pem')],
  env: { PETSTORE_RATE_LIMIT: '100000' },
});
const scratch = makeScratchFolder();
afterAll(async () => {
  await server.stop();
  scratch.remove();
});

/** Verifies in this process, which sends the same requests as the program. */
const verify = (...args: string[]) => runHere(verifyCommand(), [server.url, ...args], { PETSTORE_TOKEN: adminKey });
const twoGroups = ['--group', 'errors', '--group', 'deployment'];

test('verify reports on the terminal and into a file, over https', async () => {
  const file = join(scratch.path, 'report.xml');
  const { exitCode, stdout, stderr } = await run(
    ['verify', server.url, '--insecure', ...twoGroups, '--format', 'junit', '--out', file],
    { PETSTORE_TOKEN: adminKey },
  );
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^petstore verify \S+ {2}https:\/\/\S+\/v1\n[\s\S]*Errors \(errors\) +25 passed\n[\s\S]*none failed/,
  );
  expect(stdout).not.toContain('\u001b');
  expect(readFileSync(file, 'utf8')).toContain('<testsuite name="deployment"');
});

test('without --out standard output has the report alone', async () => {
  const { exitCode, stdout, stderr } = await verify('--insecure', '--group', 'errors', '--format', 'json');
  expect([exitCode, JSON.parse(stdout).summary]).toEqual([0, { passed: 25, failed: 0, skipped: 0 }]);
  expect(stderr).toStartWith('petstore verify ');
});

test('verify ends with 1 after a failure', async () => {
  const { exitCode, stdout } = await verify('--insecure', '--group', 'deployment', '--staging-key', adminKey);
  expect(exitCode).toBe(1);
  expect(stdout).toContain('✗ deployment: a key of the other environment gets 401');
  expect(stdout).not.toContain(adminKey);
});

test.each([
  ['an unknown certificate', [], 'no connection to '],
  ['a key that is rejected', ['--insecure', '--token', 'another'], 'rejects the API key with 401'],
  [
    'an unknown group',
    ['--group', 'nonsense'],
    'there is no group nonsense; the groups are authentication, list-pets, create-pet, get-pet, errors, deployment',
  ],
  ['a key that no header can have', ['--token', 'a b'], 'an API key has blanks'],
  ['no time for a request', ['--time-limit', '0s'], 'petstore: nothing was checked: the time limit is reached\n'],
  ['such a key in the former flag', ['--key', 'a b'], '--key is the former name of --token'],
])('verify ends with 2 because of %s', async (_, args, message) => {
  const { exitCode, stderr } = await verify(...args);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test.each(['--timeout', '--time-limit'])('a wrong %s is refused before the report begins', async (flag) => {
  const { exitCode, stdout, stderr } = await verify('--insecure', flag, 'soon');
  expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining(`${flag} must be a number and a unit`)]);
});

test('an interrupt before the first response ends verify with 2', async () => {
  using service = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch() {
      process.emit('SIGINT');
      return new Response(null, { status: 429, headers: { 'Retry-After': '60' } });
    },
  });
  const stopped = await runHere(verifyCommand(), [service.url.href], { PETSTORE_TOKEN: adminKey });
  expect([stopped.exitCode, stopped.stderr]).toEqual([2, 'petstore: nothing was checked: the run was interrupted\n']);
});

test('verify ends with 2 at its limit of requests, and removes what it has created', async () => {
  const { exitCode, stdout } = await verify('--insecure', '--group', 'create-pet', '--max-requests', '5');
  expect(exitCode).toBe(2);
  expect(stdout).toContain('Stopped before the end: the limit of 5 requests is reached.');
  expect(stdout).toMatch(/Removed: \d animals\.\nLeft behind: nothing\./);
});

test('verify --list shows every case with its rule, and needs no service', async () => {
  const { exitCode, stdout } = await runHere(verifyCommand(), ['--list', '--extensions', 'none']);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(
    '  createPet: an id is an int64 given as a JSON number\n      id is an integer with the format int64',
  );
  expect(stdout).not.toContain('extension');
});

test('the documentation names every group', () => {
  const text = readFileSync(join(import.meta.dir, '../../../docs/conformance.md'), 'utf8');
  expect(groups.filter(({ name }) => !text.includes(`\`${name}\``)).map(({ name }) => name)).toEqual([]);
});
