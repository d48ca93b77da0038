import { scopes, scopesOf } from '../../../contract/scopes.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { saveSetting } from '../../store/settings.ts';
import type { Transaction } from '../../store/statement.ts';
import { findPresent } from '../people/sql.ts';
import type { Key } from './model.ts';
import { statusOf } from './rules.ts';
import { findKeys } from './sql.ts';

/** Who may be able to manage keys and people: the key of a program, or a person. */
export interface Holder extends Pick<Key, 'id' | 'grants' | 'expiresAt'> {
  kind: 'key' | 'person';
}

export function personWith(id: bigint, role: string): Holder {
  return { kind: 'person', id, grants: role, expiresAt: null };
}

/**
 * Requires the same after a key has changed, unless it still can do what it could.
 * @throws ServiceError `last_admin_key`
 */
export async function requireOtherUnless(tx: Transaction, before: Key, after: Key, now: bigint): Promise<void> {
  const [old, changed] = [before, after].map((key): Holder => ({ ...key, kind: 'key' })) as [Holder, Holder];
  if (isPermanentAdmin(old) ? isPermanentAdmin(changed) : isAdmin(changed)) return;
  await requireOtherAdmin(tx, old, now);
}

/**
 * Requires that somebody can manage keys after a holder has ended, or what it may do. If that one has all scopes and does not
 * expire, so must the other one: a key can create no key with scopes that it lacks. People count who can come in by themselves.
 * @throws ServiceError `last_admin_key`
 */
export async function requireOtherAdmin(tx: Transaction, ended: Holder, now: bigint): Promise<void> {
  if (!isAdmin(ended)) return;
  // Of two that end each other, one conflicts.
  await saveSetting(tx, 'admin_ended_at', String(now));
  const keys = (await findKeys(tx)).filter((key) => statusOf(key, now) === 'active');
  const people = await findPresent(tx, 'admin', now);
  const others = [
    ...keys.map((key): Holder => ({ ...key, kind: 'key' })),
    ...people.map(({ id, role }) => personWith(id, role)),
  ].filter(({ kind, id }) => kind !== ended.kind || id !== ended.id);
  const isPermanent = isPermanentAdmin(ended);
  if (others.some(isPermanent ? isPermanentAdmin : isAdmin)) return;
  const what = isPermanent ? 'with all scopes that does not expire' : 'that can manage keys';
  throw new ServiceError(
    'last_admin_key',
    `The ${ended.kind} ${ended.id} is the last one ${what}. Nothing was changed; create another one first.`,
  );
}

function isAdmin({ grants }: Holder): boolean {
  return scopesOf(grants).has('keys:admin');
}

function isPermanentAdmin({ grants, expiresAt }: Holder): boolean {
  return expiresAt === null && scopesOf(grants).size === scopes.length;
}
