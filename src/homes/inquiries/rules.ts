import { numbersOf } from '../../../contract/phone.ts';
import { requirePerson } from '../../access/people/rules.ts';
import { requirePet } from '../../animals/pets/rules.ts';
import { declineOthers } from '../../animals/profiles/inquiry-rules.ts';
import { fieldError } from '../../errors/faults.ts';
import { found, ServiceError, validationFailed } from '../../errors/service-error.ts';
import { hashSecret } from '../../lib/key-format.ts';
import { isEqual, withoutNulls } from '../../lib/objects.ts';
import { nameActors, nameActorsOf } from '../../record/events/actor-sql.ts';
import { namesOfChanges, type Stamp } from '../../record/events/model.ts';
import { insertInquiryEvents } from '../../record/events/sql.ts';
import type { PageRange } from '../../store/keyset.ts';
import type { Queryable, Reader, Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import type { Order, OrderDetails } from '../orders/model.ts';
import { endOrder, openOrder, reopenOrder } from '../orders/rules.ts';
import { type ContactSearch, type Found, findPeople } from '../orders/search-rules.ts';
import { expiryOf, type Inquiry, type InquiryChanges, type InquiryDraft, inquiryActors, statusOf } from './model.ts';
import {
  contactsOfInquiries,
  countOpenInquiries,
  deleteInquiries,
  deleteInquiryRow,
  findInquiries,
  findInquiry,
  findInquiryBySubmission,
  findInquiryOfOrder,
  findOpenForms,
  type InquiryFilters,
  type InquiryWork,
  insertInquiry,
  saveInquiryStatus,
  saveInquiryWork,
} from './sql.ts';

/** The most open inquiries of an animal, and of all. Nobody answers more, and a flood of them ends here. */
export const maxOpenOfPet = 200;
export const maxOpen = 5_000;
/** The most that forms on the public page fill, where everybody can send one: they leave room to those with a key. */
export const maxOpenOfPetByForms = 160;
const maxOpenByForms = 4_000;

/** @throws ServiceError `inquiry_not_found` */
export async function requireInquiry(db: Queryable, id: bigint): Promise<Inquiry> {
  const inquiry = await found(findInquiry(db, id), 'inquiry_not_found', () => `There is no inquiry with the id ${id}.`);
  return await nameActorsOf(db, inquiry, inquiryActors);
}

/** What the web site that has sent an inquiry may see of it. @throws ServiceError `inquiry_not_found` */
export async function requireSentInquiry(db: Queryable, id: bigint): Promise<Inquiry> {
  const { assignee: _, note: __, closedBy: ___, ...sent } = await requireInquiry(db, id);
  return sent;
}

export async function readInquiries(db: Reader, filters: InquiryFilters, range: PageRange): Promise<Inquiry[]> {
  return await nameActors(db, await findInquiries(db, filters, range), inquiryActors);
}

export function searchByContact(db: Queryable, asked: ContactSearch): Promise<Found<Inquiry>> {
  return findPeople(db, asked, contactsOfInquiries, async (id) => {
    const inquiry = await findInquiry(db, id);
    return inquiry && (await nameActorsOf(db, inquiry, inquiryActors));
  });
}

/**
 * Stores an inquiry about an animal.
 * @throws ServiceError `pet_not_found`, `too_many_inquiries`, `validation_failed` without a way to reply
 */
export async function addInquiry(
  tx: Transaction,
  draft: InquiryDraft,
  stamp: Stamp,
  submission?: string,
): Promise<Inquiry> {
  if (draft.email === undefined && draft.phone === undefined) {
    throw validationFailed([fieldError('#/email', 'required_without_phone')]);
  }
  await requirePet(tx, draft.petId);
  await requireRoom(tx, draft.petId, submission !== undefined);
  const inquiry = await insertInquiry(tx, draft, stamp, submission);
  await insertInquiryEvents(tx, [{ type: 'inquiry.created', ...stamp, inquiryId: inquiry.id }]);
  return await nameActorsOf(tx, inquiry, inquiryActors);
}

/** A form that was sent: its number, which is the secret of the link to its inquiry, too. */
export interface SentForm {
  submission: string;
  /** Epoch milliseconds. */
  at: bigint;
}

/**
 * Stores the inquiry of a form, once: a form that is sent again makes no other. Returns whether the link leads to it, or that
 * the form has said something else before.
 * @throws ServiceError `pet_not_found`, `too_many_inquiries`
 */
export const submitInquiry: Command<SentForm & { draft: InquiryDraft }, boolean | 'other'> = {
  name: 'submitInquiry',
  async run(tx, { draft, submission, at }) {
    const same = meaningOf(draft);
    const before = await findSentInquiry(tx, submission);
    if (before !== undefined) return meaningOf(before) === same || 'other';
    // Release 1.1.0 stores the number itself, and knows no links.
    if ((await findInquiryBySubmission(tx, submission)) !== undefined) return false;
    // Who has lost the page after a form writes the same once more, in another spelling. The link stays that of the first form.
    if ((await findOpenForms(tx, draft.petId)).some((sent) => meaningOf(sent) === same)) return false;
    await addInquiry(tx, draft, { at, actor: 'public' }, hashSecret(submission));
    return true;
  },
};

/** What a form says, whatever the case, blanks, and spelling of the telephone number. */
function meaningOf({ name, email = '', phone = '', message }: Omit<InquiryDraft, 'petId'>): string {
  const plain = (text: string) => text.normalize('NFKC').toLowerCase().trim().split(/\s+/).join(' ');
  return JSON.stringify([plain(name), email.toLowerCase(), numbersOf(phone), plain(message)]);
}

/** The inquiry to which the link with this secret leads. Only its hash is stored. */
export async function findSentInquiry(db: Queryable, submission: string): Promise<Inquiry | undefined> {
  return await findInquiryBySubmission(db, hashSecret(submission));
}

/** Withdraws the inquiry of a form for who has sent it. One that is closed stays as it is, and so does its order. */
export const withdrawInquiry: Command<SentForm, null> = {
  name: 'withdrawInquiry',
  async run(tx, { submission, at }) {
    const inquiry = await findSentInquiry(tx, submission);
    if (inquiry?.status === 'open') await changeInquiry(tx, inquiry, { stage: 'withdrawn' }, { at, actor: 'public' });
    return null;
  },
};

/** Closes an inquiry. One that is closed stays as it is, without another event. */
export async function endInquiry(tx: Transaction, inquiry: Inquiry, stamp: Stamp): Promise<Inquiry> {
  return inquiry.status === 'closed' ? inquiry : await changeInquiry(tx, inquiry, { stage: 'closed' }, stamp);
}

/**
 * Changes what has become of an inquiry, with whom and how. What is set already is no change.
 * @throws ServiceError `person_not_found`, and `too_many_inquiries` for a closed one that would be open again
 */
export async function changeInquiry(
  tx: Transaction,
  inquiry: Inquiry,
  changes: InquiryChanges & { orderId?: bigint },
  stamp: Stamp,
): Promise<Inquiry> {
  const { id, petId, status, stage, assignee, note = null, orderId = null, reviewedAt } = inquiry;
  const { at, actor } = stamp;
  if (changes.assigneeId != null) await requirePerson(tx, changes.assigneeId);
  const before: InquiryWork = { stage, assigneeId: assignee?.id ?? null, note, orderId };
  const after: InquiryWork = { ...before, ...changes };
  if (isEqual(before, after)) return inquiry;
  const isOpen = statusOf(after.stage) === 'open';
  const ends = !isOpen && status === 'open';
  if (isOpen && status === 'closed') {
    await requireRoom(tx, petId, false);
    await saveInquiryStatus(tx, 'open', null, null, id);
  }
  if (ends) await saveInquiryStatus(tx, 'closed', at, actor, id);
  await saveInquiryWork(tx, id, after, after.stage === 'new' ? null : isOpen ? at : (reviewedAt ?? null));
  const changed = namesOfChanges(before, after);
  const event = ends ? ({ type: 'inquiry.closed' } as const) : ({ type: 'inquiry.updated', changes: changed } as const);
  await insertInquiryEvents(tx, [{ ...event, ...stamp, inquiryId: id }]);
  return await requireInquiry(tx, id);
}

/**
 * Reserves the animal of an open inquiry for who has made it, and approves the inquiry. Returns the order without its contact.
 * @throws ServiceError `invalid_transition` for one that is closed, and those of `openOrder`
 */
export async function orderForInquiry(
  tx: Transaction,
  inquiry: Inquiry,
  details: OrderDetails,
  stamp: Stamp,
): Promise<Order> {
  const { id, petId, status, stage, name, email, phone } = inquiry;
  if (status === 'closed') {
    const message = `The inquiry ${id} is ${stage}. Nothing was changed; change its stage first.`;
    throw new ServiceError('invalid_transition', message);
  }
  const order = await openOrder(tx, { ...details, petId, contact: { name, ...withoutNulls({ email, phone }) } }, stamp);
  await changeInquiry(tx, inquiry, { stage: 'approved', orderId: order.id }, stamp);
  return order;
}

/** Completes an order, which closes the inquiry that it was made from, and declines the others about its animal. @throws ServiceError `order_closed` */
export async function completeOrder(tx: Transaction, order: Order, stamp: Stamp): Promise<Order> {
  const inquiry = await findInquiryOfOrder(tx, order.petId, order.id);
  if (inquiry !== undefined && order.status === 'placed') await endInquiry(tx, inquiry, stamp);
  const completed = await endOrder(tx, order, 'completed', stamp);
  await declineOthers(tx, order.petId, stamp, { isKnown: true });
  return completed;
}

/** Takes back the end of an order, and of the inquiry that was closed by it. @throws ServiceError `order_not_reopenable` */
export async function takeBackOrder(tx: Transaction, order: Order, stamp: Stamp): Promise<Order> {
  const reopened = await reopenOrder(tx, order, stamp);
  const inquiry = await findInquiryOfOrder(tx, order.petId, order.id);
  if (inquiry?.stage === 'closed' && order.status === 'completed' && inquiry.closedAt === order.endedAt) {
    // However many are open: this one was, a moment ago.
    await saveInquiryStatus(tx, 'open', null, null, inquiry.id);
    await changeInquiry(tx, { ...inquiry, status: 'open' }, { stage: 'approved' }, stamp);
  }
  return reopened;
}

export async function removeInquiry(tx: Transaction, { id }: Inquiry, stamp: Stamp): Promise<void> {
  await deleteInquiryRow(tx, id);
  await insertInquiryEvents(tx, [{ type: 'inquiry.deleted', ...stamp, inquiryId: id }]);
}

/**
 * Erases up to `limit` of the inquiries that have expired after so many days, the oldest first, and returns where to
 * continue: a time (epoch ms), before which there are none; `undefined` if there are no more.
 */
export const deleteExpiredInquiries: Command<
  { now: number; days: number; limit: number; from: bigint },
  bigint | undefined
> = {
  name: 'deleteExpiredInquiries',
  async run(tx, { now, days, limit, from }) {
    const found = await deleteInquiries(tx, expiryOf(now, days), { from, limit });
    const deleted = found.toSorted((one, other) => Number(one.keptFrom - other.keptFrom || one.id - other.id));
    const events = deleted.map(
      ({ id }) => ({ type: 'inquiry.deleted', at: BigInt(now), actor: 'system', inquiryId: id }) as const,
    );
    if (events.length > 0) await insertInquiryEvents(tx, events);
    return deleted.length < limit ? undefined : deleted.at(-1)?.keptFrom;
  },
};

/** Concurrent writes on PostgreSQL may exceed the limits by a few. */
async function requireRoom(tx: Transaction, petId: bigint, isForm: boolean): Promise<void> {
  const [ofPet, ofAll] = isForm ? [maxOpenOfPetByForms, maxOpenByForms] : [maxOpenOfPet, maxOpen];
  if ((await countOpenInquiries(tx, ofPet, petId)) >= ofPet) {
    throw tooMany(`The animal ${petId} has ${ofPet} open inquiries, which is the most it can have.`);
  }
  if ((await countOpenInquiries(tx, ofAll)) >= ofAll) {
    throw tooMany(`There are ${ofAll} open inquiries, which is the most there can be.`);
  }
}

function tooMany(what: string): ServiceError {
  return new ServiceError('too_many_inquiries', `${what} Close some first. Nothing was changed.`);
}
