import { afterAll, beforeAll, expect, test } from 'bun:test';
import { peopleCommand } from '../../../src/cli/admin/people.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type SignedIn, signIn } from '../../support/data/people.ts';
import { engineOf, type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';
import { runHere } from '../../support/process/command.ts';

let database: ScratchDatabase;
let service: TestApp;

beforeAll(async () => {
  database = await sqlite.makeDatabase({ isMigrated: true });
  service = await startApp({}, engineOf(database));
  service.now = Date.now();
});
afterAll(async () => {
  await service.close();
  await database.remove();
});

const invite = (...args: string[]) =>
  runHere(peopleCommand(), ['invite', ...args], {
    DATABASE_URL: database.url,
    PETSTORE_URL: 'https://pets.example.org',
  });
const secretOf = (link: string) => link.trim().replace('https://pets.example.org/#sign-in=', '');

test('petstore people invite prints links by which one person signs in, and their QR codes', async () => {
  const first = await invite('Ana Moreno', '--role', 'editor', '--email', 'ana@example.org');
  expect([first.exitCode, first.stdout]).toEqual([
    0,
    expect.stringMatching(/^https:\/\/pets\.example\.org\/#sign-in=pet_link_prod_\w{36}\n$/),
  ]);
  // The finder patterns within a border.
  expect(first.stderr).toMatch(/^██ ▄▄▄▄▄ █.*█ ▄▄▄▄▄ ██$/m);
  const again = await invite('Ana Moreno');
  const people = await Promise.all(
    [first, again].map(async ({ stdout }) => await bodyOf<SignedIn>(await signIn(service, secretOf(stdout)))),
  );
  expect(people.map(({ personId }) => personId)).toEqual([1, 1]);
});

test.each([
  ['a person whom nobody knows, without a role', ['Ben'], 'nobody is called Ben'],
  ['a person with another role', ['Ana Moreno', '--role', 'admin'], 'has another role'],
  ['a role of programs', ['Ben', '--role', 'public'], 'Allowed choices are reader, editor, staff, admin'],
  ['a name that nobody sees', [' ', '--role', 'reader'], 'the name must have'],
  ['an address without an @', ['Ben', '--role', 'reader', '--email', 'ben'], 'must be an e-mail address'],
])('it refuses %s', async (_, args, reason) => {
  const { exitCode, stdout, stderr } = await invite(...args);
  expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining(reason)]);
});
