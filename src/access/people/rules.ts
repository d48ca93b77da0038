import { hasMore, scopesOf } from '../../../contract/scopes.ts';
import { requireScopes } from '../../api/call.ts';
import { found, ServiceError } from '../../errors/service-error.ts';
import { isEqual } from '../../lib/objects.ts';
import type { Queryable, Transaction } from '../../store/statement.ts';
import { changeOf, recordAuditEvent } from '../audit-events/rules.ts';
import { type Administrator, lockCaller } from '../keys/administration-rules.ts';
import { auditStampOf } from '../keys/caller-rules.ts';
import { refuseEscalation } from '../keys/escalation-rules.ts';
import { personWith, requireOtherAdmin } from '../keys/holder-rules.ts';
import { requireOwnKey } from '../keys/rules.ts';
import type { NewPerson, Person } from './model.ts';
import {
  countPeople,
  deleteDevicesOf,
  deleteLinksByDevicesOf,
  deleteOldLinks,
  deletePersonRow,
  findPerson,
  insertPerson,
  savePerson,
  saveRoleOfDevices,
} from './sql.ts';

export const maxPeople = 500;

/** @throws ServiceError `person_not_found` */
export async function requirePerson(db: Queryable, id: bigint): Promise<Person> {
  return await found(findPerson(db, id), 'person_not_found', () => `There is no person with the id ${id}.`);
}

/** The person whose device has the caller's key. @throws ServiceError `person_not_found` */
export async function requireOwnPerson(db: Queryable, callerId: bigint): Promise<Person> {
  const { personId = null } = await requireOwnKey(db, callerId);
  if (personId !== null) return await requirePerson(db, personId);
  throw new ServiceError('person_not_found', 'This API key belongs to a program, not to a person.');
}

/** A person can see and end her own devices; those of others need a scope. @throws ServiceError `insufficient_scope` */
export async function requireOwnOrAdmin(db: Queryable, callerId: bigint, personId: bigint): Promise<void> {
  const caller = await requireOwnKey(db, callerId);
  if (caller.personId !== personId) requireScopes(scopesOf(caller.grants), ['people:admin']);
}

/**
 * Adds a person. She may have only scopes that the caller has.
 * @throws ServiceError `insufficient_scope`, `too_many_people`
 */
export async function addPerson(tx: Transaction, administrator: Administrator, draft: NewPerson): Promise<Person> {
  refuseEscalation(await lockCaller(tx, administrator), draft.role, 'the new person would have');
  if ((await countPeople(tx, {})) >= maxPeople) {
    const message = `There are ${maxPeople} people, which is the most there can be. Nothing was changed; end one first.`;
    throw new ServiceError('too_many_people', message);
  }
  const person = await insertPerson(tx, draft, administrator.now);
  await recordAuditEvent(tx, { type: 'person.created', ...auditStampOf(administrator), personId: person.id });
  return person;
}

export type PersonChanges = Partial<Omit<NewPerson, 'email'>> & { email?: string | null };

/**
 * Changes a person, and with her role that of her devices: with a role that has more scopes she signs in anew. Without a
 * change, nothing is written. She may have neither before nor after it scopes that the caller lacks.
 * @throws ServiceError `insufficient_scope`, `last_admin_key`
 */
export async function changePerson(
  tx: Transaction,
  administrator: Administrator,
  person: Person,
  changes: PersonChanges,
): Promise<Person> {
  const { id, role } = person;
  const { email, ...others } = { ...person, ...changes };
  const changed: Person = { ...others, ...(email != null && { email }) };
  const caller = await requireOwnKey(tx, administrator.callerId);
  refuseEscalation(caller, role, `the person ${id} has`);
  refuseEscalation(caller, changed.role, `the person ${id} would have`);
  if (isEqual(person, changed)) return person;
  if (changed.role !== role) {
    // Who has made a link for her could have kept it, or a device, to have what was not hers to give.
    if (hasMore(changed.role, role)) await signOut(tx, id);
    else await saveRoleOfDevices(tx, changed.role, id);
    await deleteLinksByDevicesOf(tx, id);
    await requireOtherAdmin(tx, personWith(id, role), administrator.now);
  }
  await savePerson(tx, changed);
  const takesAway = changed.role !== role && !hasMore(changed.role, role);
  const rights = changeOf(role, changed.role);
  const event = { type: 'person.updated' as const, ...auditStampOf(administrator), personId: id, ...rights };
  await recordAuditEvent(tx, event, takesAway);
  return changed;
}

/**
 * Ends a person: erases her with her devices and links. Of her nothing is left but her id, where she has done something.
 * @throws ServiceError `insufficient_scope`, `last_admin_key`
 */
export async function endPerson(tx: Transaction, administrator: Administrator, { id, role }: Person): Promise<void> {
  refuseEscalation(await requireOwnKey(tx, administrator.callerId), role, `the person ${id} has`);
  await deletePersonRow(tx, id);
  await signOut(tx, id);
  await requireOtherAdmin(tx, personWith(id, role), administrator.now);
  await recordAuditEvent(tx, { type: 'person.ended', ...auditStampOf(administrator), personId: id });
}

/** Ends all devices of a person with the links that were made on them, and the links by which she could sign in. */
async function signOut(tx: Transaction, id: bigint): Promise<void> {
  await deleteDevicesOf(tx, id);
  await deleteOldLinks(tx, id, 0n);
}
