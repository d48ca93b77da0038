import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, statSync } from 'node:fs';
import { peopleCommand } from '../../../cli/operator/people.ts';
import { peopleDataCommand } from '../../../cli/operator/people-data.ts';
import { erasePersonalData } from '../../../src/catalogue/privacy-rules.ts';
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

const personal = (...args: string[]) => runHere(peopleDataCommand(), args, { DATABASE_URL: database.url });

test('petstore people-data exports somebody who signs in, with her devices, and does not end her', async () => {
  const file = `${database.url.slice('sqlite:'.length)}.json`;
  expect(await personal('export', '--email', 'ANA@example.org', '--to', file)).toMatchObject({
    exitCode: 0,
    stdout: '',
  });
  const person = { id: 1, name: 'Ana Moreno', role: 'editor', email: 'ana@example.org' };
  const { inquiries, orders, people } = JSON.parse(readFileSync(file, 'utf8'));
  expect([inquiries, orders, statSync(file).mode & 0o777]).toEqual([[], [], 0o600]);
  expect(people).toMatchObject([{ ...person, devices: [{ id: 2 }, { id: 3 }] }]);
  const { stdout, stderr } = await personal('erase', '--email', 'ana@example.org');
  expect([stdout, stderr]).toEqual([
    'There is nothing to erase.\n',
    expect.stringContaining('end her with "petstore api people delete 1"'),
  ]);
});

test('it erases as much as there is, in steps, and nothing that has become that of somebody else', async () => {
  await service.post('/v1/pets', '{"name":"Frank","categoryId":3}');
  const addMany = `INSERT INTO inquiries (pet_id, status, created_at, name, email, message)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1001)
    SELECT 1, 'closed', 1, 'Lou', CASE WHEN n = 3 THEN 'other@example.org' ELSE 'lou@example.org' END, 'Hello' FROM numbers`;
  await database.run(addMany);
  const order = { petId: 1, contact: { name: 'Other', email: 'other@example.org', phone: 'after 6 pm: ٥٥٥-٠١٠٠' } };
  expect((await service.post('/v1/store/orders', JSON.stringify(order))).status).toBe(201);
  const stale = {
    inquiries: [3n, 4_711n],
    orders: [1n, 4_711n],
    notes: [4_711n],
    subject: { email: 'lou@example.org', phone: '55501' },
  };
  expect(await service.store.write(erasePersonalData, { ...stale, now: 1n })).toEqual({
    inquiries: [],
    orders: [],
    notes: [],
  });
  const { stdout } = await personal('erase', '--email', 'lou@example.org', '--yes');
  expect(stdout.match(/\d+/g)?.map(Number)).toEqual([1, 2, ...Array.from({ length: 998 }, (_, index) => index + 4)]);
  expect(await database.run('SELECT id FROM inquiries')).toEqual([[3n]]);
  expect((await personal('erase', '--phone', '(555) 0100', '--yes')).stdout).toContain('contacts of orders 1\n');
});

test.each([
  ['nobody', [], 'give --email, --phone or both'],
  ['a number without digits', ['--phone', '+'], '--phone must have digits'],
  ['a file in no folder', ['--email', 'a@example.org', '--to', '/nowhere/a.json'], 'cannot write to /nowhere/a.json'],
])('it refuses %s', async (_, args, reason) => {
  const { exitCode, stderr } = await personal('export', ...args);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(reason)]);
});
