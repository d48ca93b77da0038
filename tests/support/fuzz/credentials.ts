import { scopes, scopesOf } from '../../../contract/scopes.ts';
import { createKeyByOperator, revokeKeyByOperator } from '../../../src/access/keys/rules.ts';
import { issueSecret } from '../../../src/server/admin-key.ts';
import type { TestApp } from '../app.ts';

/** A value of `Authorization`, and what it permits. */
export interface Credential {
  /** `undefined` if the request has no such header. */
  readonly value: string | undefined;
  /** `undefined` if it must be refused with 401. */
  readonly scopes?: ReadonlySet<string>;
  readonly id?: bigint;
}

/** The role or scopes of each valid key. */
const grants: Readonly<Record<string, string>> = {
  ...{ admin: 'admin', reader: 'reader', editor: 'editor', monitor: 'monitor' },
  'only inquiries:write': 'inquiries:write',
  'only keys:admin': 'keys:admin',
  'only webhooks:write': 'webhooks:write',
  'all but pets:write': scopes.filter((scope) => scope !== 'pets:write').join(' '),
};

const refused = ['none', 'unknown', 'damaged', 'staging', 'revoked', 'expired', 'Basic', 'repeated', 'empty'] as const;

export const credentialNames: readonly string[] = [...Object.keys(grants), ...refused];

/** The credentials of a service, by name. */
export async function makeCredentials(service: TestApp): Promise<Map<string, Credential>> {
  const now = BigInt(service.now);
  const made = new Map<string, Credential>();
  for (const [name, granted] of Object.entries(grants)) made.set(name, await makeKey(service, granted));
  const { id, value: revoked } = await makeKey(service, 'admin');
  await service.store.write(revokeKeyByOperator, { id, now });
  const { secret } = issueSecret('production');
  const values: Record<(typeof refused)[number], string | undefined> = {
    none: undefined,
    unknown: `Bearer ${secret}`,
    damaged: `Bearer ${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`,
    staging: `Bearer ${issueSecret('staging').secret}`,
    revoked,
    expired: (await makeKey(service, 'admin', now - 1n)).value,
    Basic: `Basic ${btoa(`admin:${secret}`)}`,
    repeated: `${made.get('admin')?.value}, ${made.get('admin')?.value}`,
    empty: 'Bearer ',
  };
  for (const [name, value] of Object.entries(values)) made.set(name, { value });
  return made;
}

/** Issues a new key in place of one that a request has revoked or rotated. */
export async function replaceKey(service: TestApp, made: Map<string, Credential>, keyId: string): Promise<void> {
  const [name] = [...made].find(([, { id }]) => String(id) === keyId) ?? [];
  if (name !== undefined) made.set(name, await makeKey(service, grants[name] ?? ''));
}

async function makeKey({ store, now }: TestApp, granted: string, expiresAt: bigint | null = null) {
  const { secret, secretHash, hint } = issueSecret('production');
  const key = { name: 'fuzz', grants: granted, hint, secretHash, createdAt: BigInt(now), expiresAt };
  const { id } = await store.write(createKeyByOperator, key);
  return { id, value: `Bearer ${secret}`, scopes: scopesOf(granted) };
}
