import { type Role, roles, type Scope, scopes } from '../../client/index.ts';
import { roles as roleTable } from '../../contract/scopes.ts';
import { texts } from '../texts/page-texts.ts';

const roleScopes: Record<Role, readonly Scope[]> = roleTable;

/** The roles that a key with these scopes can give: no key can give more than it has. */
export function rolesWithin(can: (scope: Scope) => boolean) {
  return roles
    .filter((role) => roleScopes[role].every(can))
    .map((role) => ({ value: role, ...texts.keys.roles[role] }));
}

/** Whether one role has scopes that another one lacks. */
export function hasMore(role: string, other: string): boolean {
  const known: Readonly<Record<string, readonly Scope[]>> = roleTable;
  return known[role]?.some((scope) => !known[other]?.includes(scope)) === true;
}

export function scopesWithin(can: (scope: Scope) => boolean) {
  return scopes.filter(can).map((scope) => ({ value: scope, ...texts.keys.scopes[scope] }));
}

/** What a role or a scope is called; one that the console does not know goes by its own name. */
export function labelOf(known: Readonly<Record<string, { readonly label: string }>>, name: string): string {
  return known[name]?.label ?? name;
}
