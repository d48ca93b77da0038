import { afterAll, describe, expect, test } from 'bun:test';
import { startApp } from '../../support/app.ts';
import { as, codeOf, keyCalls } from '../../support/data/keys.ts';
import { inviteTo, linkOf, signIn, signInAs } from '../../support/data/people.ts';
import { bodyOf } from '../../support/http/body.ts';

const service = await startApp();
afterAll(() => service.close());
const keys = keyCalls(service);

/** Who is there: an administrator, and an editor whom others try to become. */
const people = {
  boss: await signInAs(service, 'admin'),
  ana: await signInAs(service, 'editor'),
  ben: await signInAs(service, 'reader'),
};
const gone = await signInAs(service, 'admin');
const pending = await linkOf(service, gone.personId);
await service.fetch(`/v1/people/${gone.personId}`, { method: 'DELETE' });
const signedOut = await signInAs(service, 'admin');
await service.fetch(`/v1/people/${signedOut.personId}/devices/${signedOut.deviceId}`, { method: 'DELETE' });
const used = await inviteTo(service, 'admin');
await signIn(service, used);
const link = await inviteTo(service, 'admin');
/** The secrets by which somebody tries to come in. */
const secrets: Record<string, string> = {
  ...{ link, used, pending, gone: gone.secret, signedOut: signedOut.secret },
  ...{ ana: people.ana.secret, ben: people.ben.secret, boss: people.boss.secret },
  key: (await keys.make({ role: 'admin' })).secret,
  lesser: (await keys.make({ scopes: ['people:admin', 'pets:read'] })).secret,
  public: (await keys.make({ role: 'public', origins: ['*'] })).secret,
  damaged: `${link.slice(0, -1)}${link.endsWith('0') ? '1' : '0'}`,
  keyOfLink: link.replace('pet_link_', 'pet_'),
};

const device = '{"device":"Phone"}';
const person = '{"name":"Eve","role":"admin"}';
const promotion = '{"role":"admin"}';

/** Who, what, and how it is refused. `@boss`, `@ana` and `@ben` stand for ids of people, `#boss` for that of a device. */
const ways: readonly [who: string, method: string, path: string, body: string | undefined, code: string][] = [
  // A link opens nothing but a sign-in.
  ['link', 'GET', '/pets', undefined, 'invalid_api_key'],
  ['link', 'GET', '/people/self', undefined, 'invalid_api_key'],
  ['link', 'GET', '/events', undefined, 'invalid_api_key'],
  ['link', 'POST', '/people/@boss/sign-in-links', '', 'invalid_api_key'],
  ['link', 'POST', '/keys', '{"name":"Eve","role":"admin"}', 'invalid_api_key'],
  ['keyOfLink', 'GET', '/pets', undefined, 'invalid_api_key'],
  // Nothing but a good link signs in.
  ['used', 'POST', '/sign-ins', device, 'invalid_api_key'],
  ['used', 'GET', '/sign-in-links/self', undefined, 'invalid_api_key'],
  ['key', 'GET', '/sign-in-links/self', undefined, 'invalid_api_key'],
  ['pending', 'POST', '/sign-ins', device, 'invalid_api_key'],
  ['damaged', 'POST', '/sign-ins', device, 'invalid_api_key'],
  ['keyOfLink', 'POST', '/sign-ins', device, 'invalid_api_key'],
  ['key', 'POST', '/sign-ins', device, 'invalid_api_key'],
  ['boss', 'POST', '/sign-ins', device, 'invalid_api_key'],
  ['public', 'POST', '/sign-ins', device, 'invalid_api_key'],
  ['', 'POST', '/sign-ins', device, 'missing_api_key'],
  // Who has ended is out.
  ['gone', 'GET', '/people/self', undefined, 'invalid_api_key'],
  ['gone', 'POST', '/pets', '{"name":"Rex","categoryId":1}', 'invalid_api_key'],
  ['signedOut', 'GET', '/pets', undefined, 'invalid_api_key'],
  ['signedOut', 'POST', '/people', person, 'invalid_api_key'],
  // People without the scope see themselves only.
  ['ana', 'GET', '/people/@boss/devices', undefined, 'insufficient_scope'],
  ['ana', 'DELETE', '/people/@boss/devices/#boss', undefined, 'insufficient_scope'],
  // Nor do they learn who there is.
  ['ana', 'GET', '/people/99/devices', undefined, 'insufficient_scope'],
  ['ana', 'DELETE', '/people/@boss/devices/99', undefined, 'insufficient_scope'],
  ['ana', 'DELETE', '/people/99/devices/99', undefined, 'insufficient_scope'],
  ['ana', 'POST', '/people/@ben/sign-in-links', '', 'insufficient_scope'],
  ['ana', 'POST', '/people/99/sign-in-links', '', 'insufficient_scope'],
  ['ana', 'PATCH', '/people/@ana', promotion, 'insufficient_scope'],
  ['ben', 'POST', '/pets', '{"name":"Rex","categoryId":1}', 'insufficient_scope'],
  // Nobody gives, takes or enters what is more than she has.
  ['lesser', 'POST', '/people', person, 'insufficient_scope'],
  ['lesser', 'PATCH', '/people/@ben', promotion, 'insufficient_scope'],
  ['lesser', 'PATCH', '/people/@boss', '{"role":"reader"}', 'insufficient_scope'],
  ['lesser', 'PATCH', '/people/@boss', '{"name":"Eve"}', 'insufficient_scope'],
  ['lesser', 'DELETE', '/people/@boss', undefined, 'insufficient_scope'],
  ['lesser', 'POST', '/people/@boss/sign-in-links', '', 'insufficient_scope'],
  ['lesser', 'DELETE', '/people/@boss/devices/#boss', undefined, 'insufficient_scope'],
  // A device is no key, and belongs to one person.
  ['key', 'GET', '/people/self', undefined, 'person_not_found'],
  ['key', 'GET', '/keys/#boss', undefined, 'key_not_found'],
  ['key', 'POST', '/keys/#boss/rotate', '{}', 'key_not_found'],
  ['key', 'DELETE', '/keys/#boss', undefined, 'key_not_found'],
  ['key', 'DELETE', '/people/@ana/devices/#boss', undefined, 'device_not_found'],
  ['key', 'DELETE', '/people/@ana/devices/1', undefined, 'device_not_found'],
  // A role is one of people.
  ['key', 'POST', '/people', '{"name":"Eve","role":"public"}', 'validation_failed'],
  ['key', 'PATCH', '/people/@ben', '{"role":"monitor"}', 'validation_failed'],
];

describe('a way in without right is refused:', () => {
  test.each(ways)('%s: %s %s %p is %s', async (who, method, path, body, code) => {
    const address = path
      .replace(/@(boss|ana|ben)/, (_, name: keyof typeof people) => String(people[name].personId))
      .replace('#boss', String(people.boss.deviceId));
    const response = await service.fetch(`/v1${address}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(who === '' ? { Authorization: '' } : as(secrets[who])) },
      ...(body !== undefined && { body }),
    });
    expect(await codeOf(response)).toBe(code);
  });

  test('after all of them, everybody is who she was', async () => {
    const roles = await Promise.all(
      Object.values(people).map(async ({ secret }) => {
        const self = await service.fetch('/v1/people/self', { headers: as(secret) });
        return (await bodyOf<{ role: string }>(self)).role;
      }),
    );
    expect(roles).toEqual(['admin', 'editor', 'reader']);
    expect((await signIn(service, link)).status).toBe(201);
  });
});
