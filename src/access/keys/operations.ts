import { isPublic, showGrants } from '../../../contract/scopes.ts';
import type { CallerId } from '../../api/call.ts';
import { list, read } from '../../api/define.ts';
import type { Installation, Issued } from '../../api/operation.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import type { Static } from '../../api/schemas.ts';
import { makeSecret, publicKeyPrefixes } from '../../lib/key-format.ts';
import { withoutNulls } from '../../lib/objects.ts';
import type { Queryable } from '../../store/statement.ts';
import { change, create } from '../define-write.ts';
import {
  addKey,
  changeKey,
  defaultGraceSeconds,
  endKey,
  replaceKeySecret,
  type StoredSecrets,
  updateKeyByOperator,
} from './administration-rules.ts';
import type { Key as KeyRecord } from './model.ts';
import {
  createFirstKey,
  createKeyByOperator,
  presetKey,
  recordKeyUses,
  requireOwnKey,
  requireProgramKey,
  revokeKeyByOperator,
  rotateKeyByOperator,
  statusOf,
} from './rules.ts';
import { IssuedKey, KeptWebhooks, Key, KeyChanges, KeyRotation, KeyStatus, Keys, keyId, NewKey } from './schemas.ts';
import { countKeys, findDeprecatedUses, findKeyPage } from './sql.ts';

const listKeys = list({
  id: 'listKeys',
  path: path`/keys`,
  summary: 'List API keys',
  description: 'Returns all keys by ascending `id`, in pages, including expired and revoked keys.',
  scope: 'keys:admin',
  stability: 'beta',
  changesWithTime: true,
  filters: { status: { schema: KeyStatus, description: 'Only keys with this status.' } },
  response: { status: 200, description: 'A page of keys.', schema: Keys },
  find: async (db, filters, range, { now }) => await showKeys(db, await findKeyPage(db, filters, range, now), now),
  count: (db, filters, { now }) => countKeys(db, filters, now),
});

const createKey = create({
  id: 'createKey',
  method: 'POST',
  path: path`/keys`,
  summary: 'Create an API key',
  description:
    "Creates a key. It cannot have a scope that the caller's key lacks. Its secret is shown in this response only; a retry " +
    "with the same `Idempotency-Key` and the same secret of the caller's key returns it again.",
  scope: 'keys:admin',
  stability: 'beta',
  body: NewKey,
  issue: issueSecret,
  response: {
    status: 201,
    description: 'The created key, with its `id` and its secret.',
    schema: IssuedKey,
    location: (key) => `/keys/${key.id}`,
  },
  run: async (tx, call) => {
    const { body, now, secret } = call;
    return showIssued(await addKey(tx, call, body, secret.stored), now, secret.salt);
  },
});

const getKey = read({
  id: 'getKey',
  path: path`/keys/${keyId}`,
  summary: 'Get an API key',
  description: 'Returns a key by its identifier, without its secret.',
  scope: 'keys:admin',
  stability: 'beta',
  response: { status: 200, description: 'The key.', schema: Key },
  find: async (db, path, _, { now }) => await target.find(db, path, { now }),
});

const getOwnKey = read({
  id: 'getOwnKey',
  path: path`/keys/self`,
  summary: 'Get your own API key',
  description: 'Returns the key that the request was made with, without its secret: its name and its scopes.',
  scope: 'any',
  stability: 'beta',
  response: { status: 200, description: 'The key.', schema: Key },
  find: async (db, _path, _query, { now, callerId }) => await showOne(db, await requireOwnKey(db, callerId), now),
});

function isKey({ keyId: id }: { keyId: bigint }, { keyId }: CallerId): boolean {
  return keyId === id;
}

/** A key as it is when it is changed. */
const target = {
  schema: Key,
  volatile: ['lastUsedAt', 'deprecatedUses'] as const,
  find: async (db: Queryable, { keyId: id }: { keyId: bigint }, { now }: { now: bigint }) =>
    await showOne(db, await requireProgramKey(db, id), now),
};

const updateKey = change({
  id: 'updateKey',
  method: 'PATCH',
  path: path`/keys/${keyId}`,
  summary: 'Change an API key',
  description:
    'Changes only the fields in the body; the secret stays. Neither before nor after it may the key have a scope that the ' +
    "caller's key lacks. A key that has ended cannot be changed, nor can a key become public or cease to be. The last key " +
    'with all scopes that does not expire keeps them, and the last one with `keys:admin` keeps it.',
  scope: 'keys:admin',
  stability: 'beta',
  body: KeyChanges,
  response: { status: 200, description: 'The updated key.', schema: Key },
  errors: ['invalid_transition', 'last_admin_key'],
  changedCaller: isKey,
  target,
  run: async (tx, { id }, call) => await showOne(tx, await changeKey(tx, call, id, call.body), call.now),
});

const rotateKey = change({
  id: 'rotateKey',
  method: 'POST',
  path: path`/keys/${keyId}/rotate`,
  summary: 'Rotate an API key',
  description:
    'Gives a key a new secret, which is shown in this response only. The previous secret stays valid for a grace period; ' +
    "one from an earlier rotation ends now. A key with a scope that the caller's key lacks cannot be rotated. A key that " +
    'rotates itself without a grace period cannot retry the request if the response is lost.',
  scope: 'keys:admin',
  stability: 'beta',
  body: KeyRotation,
  issue: issueSecret,
  response: { status: 200, description: 'The key with its new secret.', schema: IssuedKey },
  errors: ['invalid_transition'],
  changedCaller: isKey,
  target,
  run: async (tx, { id }, call) => {
    const { body, now, secret } = call;
    const { graceSeconds = defaultGraceSeconds } = body;
    const key = await replaceKeySecret(tx, call, id, graceSeconds, secret.stored);
    return showIssued(key, now, secret.salt);
  },
});

const revokeKey = change({
  id: 'revokeKey',
  method: 'DELETE',
  path: path`/keys/${keyId}`,
  summary: 'Revoke an API key',
  description:
    "Ends a key permanently; it stays in the list. A key with a scope that the caller's key lacks cannot be revoked, nor " +
    'can the last key with all scopes that does not expire, nor the last one with `keys:admin`. The webhooks of the key are ' +
    "paused and keep their events: `GET /webhooks?createdBy=` lists them. With `webhooks=keep` the caller's key takes them " +
    'over and they stay active.',
  scope: 'keys:admin',
  stability: 'beta',
  query: {
    webhooks: {
      schema: KeptWebhooks,
      description: 'What becomes of the webhooks of the key. Without it they are paused.',
    },
  },
  response: { status: 204, description: 'The key is revoked.' },
  errors: ['last_admin_key'],
  changedCaller: isKey,
  target,
  run: (tx, { id }, call) => endKey(tx, call, id, { keepsWebhooks: call.query['webhooks'] === 'keep' }),
});

export const keys: Resource = {
  tag: 'keys',
  about: 'API keys and what they may do.',
  operations: [listKeys, createKey, getKey, getOwnKey, updateKey, revokeKey, rotateKey],
  commands: [
    createFirstKey,
    createKeyByOperator,
    presetKey,
    recordKeyUses,
    revokeKeyByOperator,
    rotateKeyByOperator,
    updateKeyByOperator,
  ],
};

/** Which of the two secrets a key gets is known in the transaction. */
function issueSecret(bytes: Uint8Array, { environment }: Installation): Issued<StoredSecrets> {
  const { secret: own, ...ofOwn } = makeSecret(environment, bytes);
  const { secret: shared, ...ofShared } = makeSecret(environment, bytes, publicKeyPrefixes);
  return {
    show: (body) => (isPublic((JSON.parse(body) as { role?: string }).role ?? '') ? shared : own),
    stored: { secret: ofOwn, public: ofShared },
  };
}

/** Keys, which are sorted by id, as responses show them. */
export async function showKeys(db: Queryable, keys: readonly KeyRecord[], now: bigint): Promise<Static<typeof Key>[]> {
  const uses = Map.groupBy(await findDeprecatedUses(db, keys), ({ keyId: id }) => id);
  return keys.map((key) => {
    const own = uses.get(key.id)?.map(({ operation, uses: count, lastUsedAt }) => ({ operation, count, lastUsedAt }));
    return { ...showKey(key, now), ...(own && { deprecatedUses: own }) };
  });
}

async function showOne(db: Queryable, key: KeyRecord, now: bigint): Promise<Static<typeof Key>> {
  const [shown] = await showKeys(db, [key], now);
  return shown ?? showKey(key, now);
}

/** Nothing of the secret but its hint. */
function showKey(key: KeyRecord, now: bigint): Static<typeof Key> {
  const { id, name, grants, hint, createdAt, expiresAt, lastUsedAt, revokedAt, origins, personId = null } = key;
  return {
    ...{ id, name, hint, createdAt, ...showGrants(grants), status: statusOf(key, now) },
    ...(origins !== undefined && { origins: [...origins] }),
    ...withoutNulls({ expiresAt, lastUsedAt, revokedAt, personId }),
  };
}

/** The salt takes the place of the secret in the stored response. */
function showIssued(key: KeyRecord, now: bigint, salt: string): Static<typeof IssuedKey> {
  return { ...showKey(key, now), secret: salt };
}
