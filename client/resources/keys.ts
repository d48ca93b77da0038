import type { components } from '../schema.gen.ts';
import type { OptionalMembers } from '../transport/operation.ts';
import type { ListOptions, PagedList } from '../transport/paging.ts';
import type { CallOptions, ChangeOptions, WriteOptions } from '../transport/transport.ts';
import type { IssuedKey, Key, KeyChanges, Role, Scope } from '../types.gen.ts';

/**
 * A key to make: with the scopes of a role, or with these scopes. A public key also has the web origins whose pages may use
 * it, or `*`. `expiresAt` is a moment of RFC 3339.
 */
export type NewKey = Omit<components['schemas']['NewKey'], 'role' | 'scopes' | 'origins'> &
  (
    | { role: 'public'; origins: readonly string[]; scopes?: undefined }
    | { role: Exclude<Role, 'public'>; scopes?: undefined; origins?: undefined }
    | { scopes: readonly Scope[]; role?: undefined; origins?: undefined }
  );

/** Which keys are listed, and how. */
export interface ListKeysOptions extends OptionalMembers<'listKeysQuery'>, ListOptions {}

/** How a key gets a new secret. */
export interface KeyRotation {
  /**
   * Seconds for which the secret before stays valid, at most 30 days; a day by default. 0 ends it at once.
   * @example { graceSeconds: 3_600 }
   */
  graceSeconds?: number | undefined;
}

/** Options of {@link Keys.revoke}. */
export interface RevokeOptions extends ChangeOptions {
  /**
   * Whether the client's own key takes the webhooks of the key over, so that they stay active.
   * @example { keepWebhooks: true }
   */
  keepWebhooks?: boolean | undefined;
}

/** API keys. */
export interface Keys {
  /**
   * Lists the keys by ascending id, also those that have expired or were revoked.
   * @example for await (const { id, name } of client.keys.list({ status: 'active' })) console.log(id, name);
   */
  list(options?: ListKeysOptions): PagedList<Key>;
  /**
   * Reads one key.
   * @throws PetstoreError `key_not_found`
   * @example const { name, status } = await client.keys.get(2n);
   */
  get(id: bigint, options?: CallOptions): Promise<Key>;
  /**
   * Reads the client's own key: who it is, and what it may do.
   * @example const { name, scopes } = await client.keys.self();
   */
  self(options?: CallOptions): Promise<Key>;
  /**
   * Makes a key, which can have no scope that the client's own key lacks. Keep its secret: it is shown this once.
   * @throws PetstoreError `insufficient_scope` when it would have a scope that the client's own key lacks
   * @example const { id, secret } = await client.keys.create({ name: 'web site', role: 'reader' });
   * @example await client.keys.create({ name: 'cards', role: 'public', origins: ['https://shelter.example.org'] });
   */
  create(newKey: NewKey, options?: WriteOptions): Promise<IssuedKey>;
  /**
   * Changes the fields that are given. The secret stays.
   * @throws PetstoreError `key_not_found`; `invalid_transition` when the key is not active any more; `last_admin_key` when
   *   no other active key may make keys; `insufficient_scope` when it has, or would have, a scope that the client's own
   *   key lacks; `validation_failed` when it would become public or cease to be
   * @example await client.keys.update(2n, { scopes: ['pets:read'] });
   */
  update(id: bigint, changes: KeyChanges, options?: ChangeOptions): Promise<Key>;
  /**
   * Gives a key a new secret. The one before stays valid for a time of grace.
   * @throws PetstoreError `key_not_found`; `invalid_transition` when the key is not active any more;
   *   `insufficient_scope` when it has a scope that the client's own key lacks. A key that rotates itself without a time
   *   of grace gets `invalid_api_key` when an attempt that was left without an answer has done it.
   * @example const { secret } = await client.keys.rotate(2n, { graceSeconds: 3_600 });
   */
  rotate(id: bigint, rotation?: KeyRotation, options?: WriteOptions & ChangeOptions): Promise<IssuedKey>;
  /**
   * Ends a key for good; it stays in the list. Its webhooks are paused, unless the client's own key takes them over.
   * @throws PetstoreError `key_not_found`; `last_admin_key` when no other active key may make keys;
   *   `insufficient_scope` when it has a scope that the client's own key lacks
   * @example await client.keys.revoke(2n);
   */
  revoke(id: bigint, options?: RevokeOptions): Promise<void>;
}
