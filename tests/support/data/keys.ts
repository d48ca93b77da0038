import type { App } from '../../../src/server/app.ts';
import { origin, type TestApp } from '../app.ts';
import { bodyOf } from '../http/body.ts';

/** A key as JSON.parse reads it. */
export interface KeyBody {
  id: number;
  name: string;
  role?: string;
  origins?: string[];
  scopes: string[];
  hint: string;
  status: string;
  createdAt: string;
  expiresAt?: string;
  lastUsedAt?: string;
  revokedAt?: string;
  /** Only in the response that creates it. */
  secret: string;
}

export const as = (secret: string | undefined) => (secret === undefined ? {} : { Authorization: `Bearer ${secret}` });

export const iso = (time: number) => new Date(time).toISOString();

/** Calls a node with a secret. */
export const askAs =
  (node: App, secret: string) =>
  async (path: string, init: RequestInit = {}): Promise<Response> =>
    await node.fetch(
      new Request(origin + path, { ...init, headers: { 'Content-Type': 'application/json', ...as(secret) } }),
    );

/** Calls the key operations with the test's own admin key, or with `secret`. */
export function keyCalls(service: TestApp) {
  const create = (draft: unknown, secret?: string, headers = {}) =>
    service.post('/v1/keys', JSON.stringify(draft), { ...as(secret), ...headers });
  return {
    create,
    make: async (draft: object, secret?: string) =>
      await bodyOf<KeyBody>(await create({ name: 'made', ...draft }, secret)),
    get: (id: number) => service.fetch(`/v1/keys/${id}`),
    rotate: (id: number, body: unknown = {}, secret?: string, headers = {}) =>
      service.post(`/v1/keys/${id}/rotate`, JSON.stringify(body), { ...as(secret), ...headers }),
    update: (id: number, changes: unknown, secret?: string, headers = {}) =>
      service.send('PATCH', `/v1/keys/${id}`, changes, { ...as(secret), ...headers }),
    revoke: (id: number, secret?: string, headers = {}) =>
      service.fetch(`/v1/keys/${id}`, { method: 'DELETE', headers: { ...as(secret), ...headers } }),
    /** The status of listing animals with a secret. */
    opens: async (secret: string) => (await service.fetch('/v1/pets', { headers: as(secret) })).status,
  };
}

export async function refusalOf(response: Response) {
  const { code, message } = await bodyOf<{ code: string; message: string }>(response);
  return { status: response.status, code, message };
}

export const codeOf = async (response: Response) => (await refusalOf(response)).code;
