import { dirname, join, resolve } from 'node:path';
import type { Key, NewKey } from '../access/keys/model.ts';
import { createFirstKey, presetKey, validateKey } from '../access/keys/rules.ts';
import { findKeys } from '../access/keys/sql.ts';
import { invitePersonByOperator } from '../access/people/device-rules.ts';
import { sqlitePath } from '../lib/addresses/database-url.ts';
import {
  describeSecret,
  type Environment,
  type IssuedSecret,
  keyPrefixesOf,
  linkPrefixes,
  makeSecret,
  secretBytes,
} from '../lib/key-format.ts';
import type { Store } from '../store/store.ts';

/** The outcome of preparing the administrator's key at start. */
export type AdminKey =
  | { kind: 'made'; secret: string | undefined; linkSecret: string }
  | { kind: 'preset is registered' | 'preset is known' | 'preset is ended'; key: Pick<Key, 'id' | 'name' | 'grants'> }
  | { kind: 'present' };

/** The file for the first key, beside a SQLite database. On the machine of a server there is none. */
export function firstKeyPath(databaseUrl: string): string | undefined {
  const path = sqlitePath(databaseUrl);
  return path === undefined ? undefined : join(dirname(resolve(path)), 'first-key');
}

/**
 * Registers the operator's own key if one is configured. Otherwise creates an admin key, if somebody can be told it, and
 * a link by which a person signs in as an administrator, if there are no keys yet.
 */
export async function prepareAdminKey(
  store: Store,
  environment: Environment,
  { preset, canTell }: { preset: string | undefined; canTell: boolean },
  now: number,
): Promise<AdminKey> {
  if (preset !== undefined) {
    const { secretHash, hint } = describeSecret(preset);
    const { key, isNew } = await store.write(presetKey, adminKey('PETSTORE_API_KEY', secretHash, hint, now));
    if (isNew) return { kind: 'preset is registered', key };
    return { kind: 'validUntil' in validateKey(key, secretHash, now) ? 'preset is known' : 'preset is ended', key };
  }
  if ((await findKeys(store.reader)).length > 0) return { kind: 'present' };
  const { secret, secretHash, hint } = issueSecret(environment);
  const key = canTell ? adminKey('first admin', secretHash, hint, now) : undefined;
  if (!(await store.write(createFirstKey, { key }))) return { kind: 'present' };
  const link = issueSecret(environment, linkPrefixes);
  const person = { name: 'Administrator', role: 'admin' } as const;
  await store.write(invitePersonByOperator, { ...person, secretHash: link.secretHash, now: BigInt(now) });
  return { kind: 'made', secret: key && secret, linkSecret: link.secret };
}

function adminKey(name: string, secretHash: string, hint: string, now: number): NewKey {
  return { name, grants: 'admin', hint, secretHash, createdAt: BigInt(now), expiresAt: null };
}

/** A new secret from random bytes of the operating system. */
export function issueSecret(environment: Environment, prefixes = keyPrefixesOf(false)): IssuedSecret {
  return makeSecret(environment, crypto.getRandomValues(new Uint8Array(secretBytes)), prefixes);
}
