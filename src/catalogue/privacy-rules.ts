import { numbersOf } from '../../contract/phone.ts';
import { removeNote } from '../animals/notes/rules.ts';
import { findNote } from '../animals/notes/sql.ts';
import { removeInquiry } from '../homes/inquiries/rules.ts';
import { findInquiry } from '../homes/inquiries/sql.ts';
import { deleteContact, findContact } from '../homes/orders/contact-sql.ts';
import { eraseContact } from '../homes/orders/detail-rules.ts';
import { findOrder } from '../homes/orders/sql.ts';
import type { Queryable } from '../store/statement.ts';
import type { Command } from '../store/store.ts';
import { findIdsBy, type Ways } from './privacy-sql.ts';

/** Somebody whose e-mail address, telephone number or both are known. */
export interface Subject {
  email?: string;
  phone?: string;
}

/** The ids of inquiries that somebody has made, of orders with her as their contact, and of notes on animals that have her address or number. */
export interface Traces {
  inquiries: readonly bigint[];
  orders: readonly bigint[];
  notes: readonly bigint[];
}

/** Finds what has the address or the number of somebody, and the ids of those who sign in with that address. */
export async function findTraces(db: Queryable, subject: Subject): Promise<Traces & { people: readonly bigint[] }> {
  const [inquiries = [], orders = [], people = []] = await Promise.all(
    (['inquiries', 'orders', 'people'] as const).map((table) => findIdsBy(db, table, (ways) => isOf(subject, ways))),
  );
  const notes = await findIdsBy(db, 'notes', ({ email }) => isNamedIn(subject, email ?? ''));
  return { inquiries, orders, notes, people };
}

/** The digits of each number that somebody has given. */
export function digitsOf(phone: string): string[] {
  return numbersOf(phone).map((number) => number.replace('+', ''));
}

/** Whether the address is the same but for case, or a number has the same digits. */
function isOf({ email, phone }: Subject, found: Ways): boolean {
  const isSameEmail = email !== undefined && found.email?.toLowerCase() === email.toLowerCase();
  if (isSameEmail || phone === undefined || found.phone == null) return isSameEmail;
  const wanted = digitsOf(phone);
  return digitsOf(found.phone).some((number) => wanted.includes(number));
}

/** Whether a text has the address, or the digits of the number. */
function isNamedIn({ email, phone = '' }: Subject, text: string): boolean {
  if (email !== undefined && text.toLowerCase().includes(email.toLowerCase())) return true;
  const told = digitsOf(text);
  return digitsOf(phone).some((wanted) => told.some((digits) => digits.includes(wanted)));
}

/**
 * Erases inquiries, notes on animals and the contacts of orders, with the events that `DELETE` makes, and returns which. What is not
 * somebody's any more stays, such as an order with another contact. Access to the storage is enough.
 */
export const erasePersonalData: Command<Traces & { subject: Subject; now: bigint }, Traces> = {
  name: 'erasePersonalData',
  async run(tx, { subject, now, ...traces }) {
    const stamp = { at: now, actor: 'system' } as const;
    const erased = { inquiries: [] as bigint[], orders: [] as bigint[], notes: [] as bigint[] };
    for (const id of traces.inquiries) {
      const inquiry = await findInquiry(tx, id);
      if (inquiry === undefined || !isOf(subject, inquiry)) continue;
      await removeInquiry(tx, inquiry, stamp);
      erased.inquiries.push(id);
    }
    for (const id of traces.orders) {
      if (!isOf(subject, (await findContact(tx, id)) ?? {})) continue;
      const order = await findOrder(tx, id);
      if (order === undefined) await deleteContact(tx, id);
      else await eraseContact(tx, order, stamp);
      erased.orders.push(id);
    }
    for (const id of traces.notes) {
      const note = await findNote(tx, id);
      if (note === undefined || !isNamedIn(subject, note.text)) continue;
      await removeNote(tx, note, stamp);
      erased.notes.push(id);
    }
    return erased;
  },
};
