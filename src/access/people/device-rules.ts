import { found, ServiceError } from '../../errors/service-error.ts';
import type { IssuedSecret } from '../../lib/key-format.ts';
import { hourMs, minuteMs } from '../../lib/timestamp.ts';
import type { Stamp } from '../../record/events/model.ts';
import type { Queryable, Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import { recordAuditEvent } from '../audit-events/rules.ts';
import { type Administrator, lockCaller } from '../keys/administration-rules.ts';
import { auditStampOf } from '../keys/caller-rules.ts';
import { refuseEscalation } from '../keys/escalation-rules.ts';
import { devicePeriodsMs, requireOwnKey } from '../keys/rules.ts';
import { insertKey } from '../keys/sql.ts';
import type { Device, Link, NewPerson, OwnLink, Person, PersonRole } from './model.ts';
import { requirePerson } from './rules.ts';
import {
  countDevices,
  deleteDevice,
  deleteExpiredDevices,
  deleteLink,
  deleteOldLinks,
  findDevice,
  findLinkByHash,
  findLinkWithPerson,
  findPersonByName,
  insertLink,
  insertPerson,
  touchPerson,
} from './sql.ts';

export const maxDevices = 20;
/** Links that a person can have open. A further one ends the oldest. */
const maxLinks = 5n;
export const linkHours = 24;
/** Of a link that somebody makes for herself, who has both devices before her. */
export const ownLinkMinutes = 10;

/**
 * Makes a link by which a person signs in, and returns when it expires (epoch ms).
 * @throws ServiceError `insufficient_scope` when she has scopes that the caller lacks
 */
export async function addLink(
  tx: Transaction,
  administrator: Administrator,
  { id, role }: Person,
  secretHash: string,
): Promise<bigint> {
  const caller = await lockCaller(tx, administrator);
  refuseEscalation(caller, role, `the person ${id} has`);
  const periodMs = caller.personId === id ? ownLinkMinutes * minuteMs : undefined;
  return await issueLink(tx, id, secretHash, auditStampOf(administrator), periodMs);
}

/** The console takes the secret out of the fragment, which browsers send to no server. */
export function linkAddress(origin: string, secret: string): string {
  return `${origin}/#sign-in=${secret}`;
}

async function issueLink(
  tx: Transaction,
  personId: bigint,
  secretHash: string,
  stamp: Stamp & { callerId?: bigint },
  periodMs = linkHours * hourMs,
): Promise<bigint> {
  // Its end at the same time conflicts: the link would otherwise outlive the person.
  await touchPerson(tx, personId);
  const expiresAt = stamp.at + BigInt(periodMs);
  await insertLink(tx, personId, secretHash, stamp.at, expiresAt, stamp.callerId ?? null);
  await recordAuditEvent(tx, { type: 'sign_in.invited', ...stamp, personId });
  await deleteOldLinks(tx, personId, maxLinks);
  return expiresAt;
}

export interface Invitation extends Omit<NewPerson, 'role'> {
  /** Missing for somebody who is there. */
  role?: PersonRole | undefined;
  secretHash: string;
  now: bigint;
}

/**
 * Makes a link by which a person signs in, and adds her if nobody has her name and she has a role. Access to the storage is
 * enough. Returns `undefined`, and makes none, for somebody who has another role, or has none and is not there.
 */
export const invitePersonByOperator: Command<Invitation, Person | undefined> = {
  name: 'invitePerson by the operator',
  async run(tx, { secretHash, now, role, ...draft }) {
    const known = await findPersonByName(tx, draft.name);
    if (known !== undefined && role !== undefined && role !== known.role) return undefined;
    const person = known ?? (role && (await insertPerson(tx, { ...draft, role }, now)));
    const stamp = { at: now, actor: 'system' } as const;
    if (person === undefined) return undefined;
    if (known === undefined) await recordAuditEvent(tx, { type: 'person.created', ...stamp, personId: person.id });
    await issueLink(tx, person.id, secretHash, stamp);
    return person;
  },
};

export interface NewDevice {
  device: string;
  isTrusted?: boolean;
}

/**
 * Spends a link: signs its person in on a device.
 * @throws ServiceError `invalid_api_key`, `too_many_devices`, which leaves the link good
 */
export async function signIn(
  tx: Transaction,
  { callerHash, now }: { callerHash: string; now: bigint },
  { device, isTrusted = false }: NewDevice,
  { secretHash, hint }: Omit<IssuedSecret, 'secret'>,
): Promise<Device & { personId: bigint }> {
  const { id, personId, keyId: callerId } = await requireLink(tx, callerHash, now);
  await deleteLink(tx, id);
  // Her end, or a change of her role, at the same time conflicts.
  await touchPerson(tx, personId);
  const { role } = await requirePerson(tx, personId);
  await deleteExpiredDevices(tx, personId, now);
  if ((await countDevices(tx, { personId, now })) >= BigInt(maxDevices)) {
    const message = `You are signed in on ${maxDevices} devices, which is the most there can be. Nothing was changed; end one first.`;
    throw new ServiceError('too_many_devices', message);
  }
  const expiresAt = now + devicePeriodsMs[isTrusted ? 'trusted' : 'other'];
  const trust = { personId, isTrusted: isTrusted ? 1n : 0n };
  const key = { name: device, grants: role, hint, secretHash, createdAt: now, expiresAt, ...trust };
  const { id: keyId } = await insertKey(tx, key);
  const ids = { keyId, personId, callerId };
  await recordAuditEvent(tx, { type: 'sign_in.created', at: now, actor: `person:${personId}`, ...ids });
  return { id: keyId, personId, device, isTrusted, createdAt: now, expiresAt };
}

/** The link with this secret. Of links that are not good, nobody learns more. @throws ServiceError `invalid_api_key` */
export async function requireLink(db: Queryable, secretHash: string, now: bigint): Promise<Link> {
  const link = await findLinkByHash(db, secretHash);
  if (link !== undefined && link.expiresAt > now) return link;
  throw refusedLink();
}

/** Whom the caller's link signs in. @throws ServiceError `invalid_api_key` */
export async function requireOwnLink(db: Queryable, callerId: bigint): Promise<OwnLink> {
  const link = await findLinkWithPerson(db, -callerId);
  if (link !== undefined) return link;
  throw refusedLink();
}

function refusedLink(): ServiceError {
  const message = 'This sign-in link is unknown, was used, or has expired. Ask for a new one.';
  return new ServiceError('invalid_api_key', message);
}

/** @throws ServiceError `device_not_found` */
export async function requireDevice(db: Queryable, personId: bigint, id: bigint): Promise<Device> {
  await requirePerson(db, personId);
  const what = `The person ${personId} has no device with the id ${id}.`;
  return await found(findDevice(db, id, personId), 'device_not_found', () => what);
}

/** Signs a device out; the links that were made on it end, too. @throws ServiceError `insufficient_scope` when its person has scopes that the caller lacks */
export async function endDevice(
  tx: Transaction,
  administrator: Administrator,
  personId: bigint,
  id: bigint,
): Promise<void> {
  const caller = await requireOwnKey(tx, administrator.callerId);
  refuseEscalation(caller, (await requirePerson(tx, personId)).role, `the person ${personId} has`);
  await deleteDevice(tx, id);
  await recordAuditEvent(tx, { type: 'device.ended', ...auditStampOf(administrator), keyId: id, personId });
}
