import type { TestApp } from '../app.ts';
import { bodyOf } from '../http/body.ts';
import { as } from './keys.ts';

export interface SignedIn {
  personId: number;
  deviceId: number;
  secret: string;
}

/** Adds a person with a role, and returns the secret of a link by which she can sign in. */
export async function inviteTo(service: TestApp, role: string, secret?: string): Promise<string> {
  const draft = JSON.stringify({ name: 'Ana', role });
  const { id } = await bodyOf<{ id: number }>(await service.post('/v1/people', draft, as(secret)));
  return await linkOf(service, id, secret);
}

/** The secret of a new link of a person. */
export async function linkOf(service: TestApp, personId: number, secret?: string): Promise<string> {
  const made = await service.post(`/v1/people/${personId}/sign-in-links`, '', as(secret));
  const { url } = await bodyOf<{ url: string }>(made);
  return url.slice(url.indexOf('=') + 1);
}

export function signIn(service: TestApp, link: string, device: object = { device: 'Phone' }): Promise<Response> {
  return service.post('/v1/sign-ins', JSON.stringify(device), { Authorization: `Bearer ${link}` });
}

/** Adds a person who is signed in, with the test's own admin key or with `secret`. */
export async function signInAs(service: TestApp, role: string, device?: object, secret?: string): Promise<SignedIn> {
  const response = await signIn(service, await inviteTo(service, role, secret), device);
  const { id: deviceId, ...rest } = await bodyOf<{ id: number; personId: number; secret: string }>(response);
  return { deviceId, personId: rest.personId, secret: rest.secret };
}
