import { Command } from 'commander';
import { parseJson, stringifyJson } from '../../client/transport/json.ts';
import { findDevices, findPerson } from '../../src/access/people/sql.ts';
import { findNote } from '../../src/animals/notes/sql.ts';
import type { TSchema } from '../../src/api/schemas.ts';
import {
  digitsOf,
  erasePersonalData,
  findTraces,
  type Subject,
  type Traces,
} from '../../src/catalogue/privacy-rules.ts';
import { findInquiry } from '../../src/homes/inquiries/sql.ts';
import { withContacts } from '../../src/homes/orders/detail-rules.ts';
import { findOrder } from '../../src/homes/orders/sql.ts';
import { hidePassword, sqlitePath } from '../../src/lib/addresses/database-url.ts';
import { toActor } from '../../src/record/events/model.ts';
import { countRows } from '../../src/store/rows.ts';
import type { Reader } from '../../src/store/statement.ts';
import { requireTable } from '../../src/store/tables.ts';
import { CommandError, unusable } from '../exit.ts';
import { type DatabaseFlags, databaseOption, readDatabaseUrl } from '../options.ts';
import { confirmOrRefuse, note, writeOutput } from '../output.ts';
import { asStarted } from '../program-name.ts';
import { withExistingStore } from './database.ts';

const help = `
Somebody is found by her e-mail address in upper or lower case, and by her telephone number in the same digits: try it with
and without the code of the country. Notes on animals are found that have one of them. Other texts in which others have
written of her are not searched: messages, notes of inquiries and orders, reasons, and what is said of animals. docs/personal-data.md tells where all of it is.

Examples:
  petstore people-data export --email ada@example.org --to ada.json
  petstore people-data erase --email ada@example.org --phone '+1 512 555 0100'`;

/** Other writes wait for a slice, at least on SQLite. */
const sliceSize = 100;
/** More devices than a person can have, also with those that have expired. */
const maxShown = 1_000;

interface SubjectFlags extends DatabaseFlags {
  email?: string;
  phone?: string;
}

/** `petstore people-data …`: opens the database itself, also while servers use it. */
export function peopleDataCommand(): Command {
  const command = new Command('people-data').description("print or erase one person's data, in the database");
  const add = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .option('--email <address>', 'her e-mail address')
      .option('--phone <number>', 'her telephone number; with both, what has one of them')
      .option(...databaseOption)
      .addHelpText('after', help);
  add(
    'export',
    'print her inquiries, the orders with her as their contact, notes on animals with her address or number, and her as somebody who signs in, as JSON',
  )
    .option('--to <file>', 'write to a file that its owner alone can read (default: standard output)')
    .action(exportData);
  add('erase', 'erase her inquiries, her as the contact of orders, and notes on animals with her address or number')
    .option('--yes', 'do not ask first')
    .action(erase);
  return command;
}

async function exportData({ to, ...flags }: SubjectFlags & { to?: string }): Promise<void> {
  const subject = readSubject(flags);
  const databaseUrl = readDatabaseUrl(flags);
  const data = await withExistingStore(databaseUrl, async ({ reader }) => {
    await requireUsed(reader, databaseUrl);
    return await readData(reader, subject);
  });
  await writeOutput(to, `${stringifyJson(data)}\n`);
}

/** All that is found of somebody, as the interface shows it, but for the names of others who have worked with it. */
async function readData(db: Reader, subject: Subject): Promise<object> {
  const ids = await findTraces(db, subject);
  // Only needed here, and slow to load.
  const { serializer } = await import('../../src/api/serialize.ts');
  const { Inquiry } = await import('../../src/homes/inquiries/schemas.ts');
  const { Order } = await import('../../src/homes/orders/schemas.ts');
  const { Note } = await import('../../src/animals/notes/schemas.ts');
  const { Device, Person } = await import('../../src/access/people/schemas.ts');
  const show = (schema: TSchema, records: readonly object[]) => {
    const write = serializer<object>(schema);
    return records.map((record): object => Object(parseJson(write(record))));
  };
  const people: object[] = [];
  for (const person of await findAll(ids.people, async (id) => await findPerson(db, id))) {
    const devices = await findDevices(db, { personId: person.id, now: 0n }, { after: undefined, limit: maxShown });
    people.push({ ...show(Person, [person])[0], devices: show(Device, devices) });
  }
  const orders = await findAll(ids.orders, async (id) => await findOrder(db, id));
  const notes = await findAll(ids.notes, async (id) => await findNote(db, id));
  return {
    inquiries: show(Inquiry, await findAll(ids.inquiries, async (id) => await findInquiry(db, id))),
    orders: show(Order, await withContacts(db, orders)),
    notes: show(
      Note,
      notes.map((one) => ({ ...one, createdBy: toActor(one.createdBy) })),
    ),
    people,
  };
}

async function erase({ yes = false, ...flags }: SubjectFlags & { yes?: boolean }): Promise<void> {
  const subject = readSubject(flags);
  const databaseUrl = readDatabaseUrl(flags);
  await withExistingStore(databaseUrl, async (store, now) => {
    await requireUsed(store.reader, databaseUrl);
    const { people, ...traces } = await findTraces(store.reader, subject);
    for (const id of people) {
      note(asStarted(`the person ${id} signs in with this address; end her with "petstore api people delete ${id}"`));
    }
    const count = Math.max(...Object.values(traces).map(({ length }) => length));
    if (count === 0) return void process.stdout.write('There is nothing to erase.\n');
    if (!yes) confirmOrRefuse(`Erase ${describe(traces)}?`, 'erased');
    for (let from = 0; from < count; from += sliceSize) {
      const slice = (ids: readonly bigint[]) => ids.slice(from, from + sliceSize);
      const sliced = { inquiries: slice(traces.inquiries), orders: slice(traces.orders), notes: slice(traces.notes) };
      const erased = await store.write(erasePersonalData, { ...sliced, subject, now: BigInt(now) });
      process.stdout.write(`erased ${describe(erased)}\n`);
    }
    // A running service does so within an hour.
    await store.file?.checkpoint();
    note(`${stays} ${sqlitePath(databaseUrl) === undefined ? unusedSpace.postgres : unusedSpace.sqlite}`);
  });
}

/** Of a database that was made by mistake, an answer would be wrong. @throws CommandError when nothing has ever been in it */
async function requireUsed(db: Reader, databaseUrl: string): Promise<void> {
  for (const name of ['events', 'pets', 'inquiries', 'people'])
    if ((await countRows(db, requireTable(name))) > 0) return;
  throw new CommandError(
    `${hidePassword(databaseUrl)} is new: it has no animals, events, inquiries or people, so this may be the wrong database; ` +
      'check DATABASE_URL and --database-url. Nothing was done',
  );
}

const stays = 'Backups have it until you remove them, and receivers of webhooks until they erase their copies.';
const unusedSpace = {
  sqlite: asStarted('Unused space in the file can have parts of it until "petstore compact".'),
  postgres:
    'PostgreSQL has it until "VACUUM FULL" of inquiries, order_contacts, pet_notes and pet_note_texts, and its archived log for longer.',
};

function describe({ inquiries, orders, notes }: Traces): string {
  const found = Object.entries({ inquiries, 'contacts of orders': orders, 'notes on animals': notes }).filter(
    ([, ids]) => ids.length > 0,
  );
  return found.map(([what, ids]) => `${what} ${ids.join(', ')}`).join(' and ') || 'nothing: it was changed meanwhile';
}

/** What is still there. */
async function findAll<Found>(ids: readonly bigint[], find: (id: bigint) => Promise<Found | undefined>) {
  return (await Promise.all(ids.map(find))).filter((found) => found !== undefined);
}

/** @throws CommandError */
function readSubject({ email, phone }: SubjectFlags): Subject {
  if (!email && !phone) throw unusable('give --email, --phone or both');
  if (phone && digitsOf(phone).length === 0) throw unusable('--phone must have digits');
  return { ...(email && { email: email.trim() }), ...(phone && { phone }) };
}
