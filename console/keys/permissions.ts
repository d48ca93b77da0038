import { type OrNewer, type Role, roles, type Scope, scopes } from '../../client/index.ts';
import { roles as roleTable } from '../../src/catalogue/keys/scopes.ts';
import { texts } from '../texts/page-texts.ts';

const roleScopes: Record<Role, readonly Scope[]> = roleTable;

/** The roles that a key with these scopes can give: no key can give more than it has. */
export function rolesWithin(can: (scope: Scope) => boolean) {
  return roles
    .filter((role) => roleScopes[role].every(can))
    .map((role) => ({ value: role, ...texts.keys.roles[role] }));
}

export function scopesWithin(can: (scope: Scope) => boolean) {
  return scopes.filter(can).map((scope) => ({ value: scope, ...texts.keys.scopes[scope] }));
}

/** The label of a role; its name if the console does not know it. */
export function roleLabel(role: OrNewer<Role>): string {
  const known = roles.find((candidate) => candidate === role);
  return known === undefined ? role : texts.keys.roles[known].label;
}

export function scopeLabel(scope: OrNewer<Scope>): string {
  const known = scopes.find((candidate) => candidate === scope);
  return known === undefined ? scope : texts.keys.scopes[known].label;
}
