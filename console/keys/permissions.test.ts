import { describe, expect, test } from 'bun:test';
import type { Role, Scope } from '../../client/index.ts';
import { roles, scopes } from '../../contract/scopes.ts';
import { rolesWithin, scopesWithin } from './permissions.ts';

/** The roles that a key with these scopes can give. */
const within = (granted: readonly Scope[]) => rolesWithin((scope) => granted.includes(scope)).map(({ value }) => value);

test('the console offers exactly the scopes of the server', () => {
  expect(scopesWithin(() => true).map(({ value }) => value)).toEqual([...scopes]);
});

describe.each(Object.entries(roles) as [Role, readonly Scope[]][])('the role %s', (role, granted) => {
  test('is offered to a key with exactly its scopes', () => {
    expect(within(granted)).toContain(role);
  });

  test.each([...granted])('is not offered to a key without %s', (missing) => {
    expect(within(scopes.filter((scope) => scope !== missing))).not.toContain(role);
  });
});
