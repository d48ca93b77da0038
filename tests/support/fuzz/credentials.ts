import { createKeyByOperator, revokeKeyByOperator } from '../../../src/catalogue/keys/rules.ts';
import { scopes, scopesOf } from '../../../src/catalogue/keys/scopes.ts';
import { issueSecret } from '../../../src/server/admin-key.ts';
import type { TestApp } from '../app.ts';

/** A value of `Authorization`, and what it permits. */
interface Credential {
  /** `undefined` if the request has no such header. */
  readonly value: string | undefined;
  /** `undefined` if it must be refused with 401. */
  readonly scopes: ReadonlySet<string> | undefined;
  readonly keyId: bigint | undefined;
}

/** The role or scopes of each valid key. */
const grants: Readonly<Record<string, string>> = {
  admin: 'admin',
  reader: 'reader',
  editor: 'editor',
  monitor: 'monitor',
  'only inquiries:write': 'inquiries:write',
  'only keys:admin': 'keys:admin',
  'only webhooks:write': 'webhooks:write',
  'all but pets:write': scopes.filter((scope) => scope !== 'pets:write').join(' '),
};

const refused = ['none', 'unknown', 'damaged', 'staging', 'revoked', 'expired', 'Basic', 'repeated', 'empty'] as const;

export const credentialNames: readonly string[] = [...Object.keys(grants), ...refused];

/** The credentials of a run, by name. */
export class Credentials {
  readonly #service: TestApp;
  readonly #all = new Map<string, Credential>();

  private constructor(service: TestApp) {
    this.#service = service;
  }

  static async make(service: TestApp): Promise<Credentials> {
    const made = new Credentials(service);
    for (const name of Object.keys(grants)) await made.#issue(name);
    const { secret } = issueSecret('production');
    const values: Record<(typeof refused)[number], string | undefined> = {
      none: undefined,
      unknown: `Bearer ${secret}`,
      damaged: `Bearer ${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`,
      staging: `Bearer ${issueSecret('staging').secret}`,
      revoked: `Bearer ${await made.#makeEnded('revoked')}`,
      expired: `Bearer ${await made.#makeEnded('expired')}`,
      Basic: `Basic ${btoa(`admin:${secret}`)}`,
      repeated: `${made.find('admin').value}, ${made.find('admin').value}`,
      empty: 'Bearer ',
    };
    for (const [name, value] of Object.entries(values)) {
      made.#all.set(name, { value, scopes: undefined, keyId: undefined });
    }
    return made;
  }

  find(name: string): Credential {
    const found = this.#all.get(name);
    if (found === undefined) throw new Error(`there is no credential ${name}`);
    return found;
  }

  /** Issues a new key in place of those that a request has revoked or rotated. */
  async replace(keyId: string): Promise<void> {
    for (const [name, credential] of this.#all) {
      if (credential.keyId !== undefined && String(credential.keyId) === keyId) await this.#issue(name);
    }
  }

  async #issue(name: string): Promise<void> {
    const granted = grants[name] ?? '';
    const { id, secret } = await this.#create(granted, null);
    this.#all.set(name, { value: `Bearer ${secret}`, scopes: scopesOf(granted), keyId: id });
  }

  async #makeEnded(how: 'revoked' | 'expired'): Promise<string> {
    const now = BigInt(this.#service.now);
    const { id, secret } = await this.#create('admin', how === 'expired' ? now - 1n : null);
    if (how === 'revoked') await this.#service.store.write(revokeKeyByOperator, { id, now });
    return secret;
  }

  async #create(granted: string, expiresAt: bigint | null): Promise<{ id: bigint; secret: string }> {
    const { secret, secretHash, hint } = issueSecret('production');
    const createdAt = BigInt(this.#service.now);
    const key = { name: 'fuzz', grants: granted, hint, secretHash, createdAt, expiresAt };
    return { id: (await this.#service.store.write(createKeyByOperator, key)).id, secret };
  }
}
