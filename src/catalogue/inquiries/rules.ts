import { found, ServiceError, validationFailed } from '../../api/errors.ts';
import type { PageRange } from '../../store/keyset.ts';
import type { Queryable, Reader, Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import { nameActors, nameActorsOf } from '../events/actor-sql.ts';
import { type Stamp, toActor } from '../events/model.ts';
import { insertInquiryEvents } from '../events/sql.ts';
import { requirePet } from '../pets/rules.ts';
import { type Inquiry, type InquiryDraft, inquiryActors } from './model.ts';
import {
  countOpenInquiries,
  deleteInquiries,
  deleteInquiryRow,
  findInquiries,
  findInquiry,
  findInquiryBySubmission,
  type InquiryFilters,
  insertInquiry,
  saveInquiryEnd,
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

export async function readInquiries(db: Reader, filters: InquiryFilters, range: PageRange): Promise<Inquiry[]> {
  return await nameActors(db, await findInquiries(db, filters, range), inquiryActors);
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
    throw validationFailed([{ pointer: '#/email', detail: 'is required without a phone' }]);
  }
  await requirePet(tx, draft.petId);
  await requireRoom(tx, draft.petId, submission !== undefined);
  const inquiry = await insertInquiry(tx, draft, stamp, submission);
  await insertInquiryEvents(tx, [{ type: 'inquiry.created', ...stamp, inquiryId: inquiry.id }]);
  return await nameActorsOf(tx, inquiry, inquiryActors);
}

/** An inquiry from a form, with the number of that form. */
export interface Submission {
  draft: InquiryDraft;
  submission: string;
  /** Epoch milliseconds. */
  at: bigint;
}

/**
 * Stores the inquiry of a form, once: a form that is sent again makes no other.
 * @throws ServiceError `pet_not_found`, `too_many_inquiries`
 */
export const submitInquiry: Command<Submission, null> = {
  name: 'submitInquiry',
  async run(tx, { draft, submission, at }) {
    const sent = await findInquiryBySubmission(tx, submission);
    if (sent === undefined) await addInquiry(tx, draft, { at, actor: 'public' }, submission);
    return null;
  },
};

/** Closes an inquiry. One that is closed stays as it is, without another event. */
export async function endInquiry(tx: Transaction, inquiry: Inquiry, stamp: Stamp): Promise<Inquiry> {
  if (inquiry.status === 'closed') return inquiry;
  await saveInquiryEnd(tx, stamp.at, stamp.actor, inquiry.id);
  await insertInquiryEvents(tx, [{ type: 'inquiry.closed', ...stamp, inquiryId: inquiry.id }]);
  const closed: Inquiry = { ...inquiry, status: 'closed', closedAt: stamp.at, closedBy: toActor(stamp.actor) };
  return await nameActorsOf(tx, closed, inquiryActors);
}

export async function removeInquiry(tx: Transaction, { id }: Inquiry, stamp: Stamp): Promise<void> {
  await deleteInquiryRow(tx, id);
  await insertInquiryEvents(tx, [{ type: 'inquiry.deleted', ...stamp, inquiryId: id }]);
}

/**
 * Erases up to `limit` of the inquiries that were made at or before `until`, the oldest first, and returns where to
 * continue: a time (epoch ms), before which there are none; `undefined` if there are no more.
 */
export const deleteExpiredInquiries: Command<
  { now: bigint; until: bigint; limit: number; from: bigint },
  bigint | undefined
> = {
  name: 'deleteExpiredInquiries',
  async run(tx, { now, until, limit, from }) {
    const found = await deleteInquiries(tx, { from, to: until, limit });
    const deleted = found.toSorted((one, other) => Number(one.createdAt - other.createdAt || one.id - other.id));
    const events = deleted.map(
      ({ id }) => ({ type: 'inquiry.deleted', at: now, actor: 'system', inquiryId: id }) as const,
    );
    if (events.length > 0) await insertInquiryEvents(tx, events);
    return deleted.length < limit ? undefined : deleted.at(-1)?.createdAt;
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
