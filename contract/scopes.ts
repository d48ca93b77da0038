export const scopes = [
  'pets:read',
  'pets:write',
  'listings:read',
  'orders:read',
  'orders:write',
  'contacts:read',
  'inquiries:read',
  'inquiries:write',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  'metrics:read',
  'settings:write',
  'keys:admin',
  'people:admin',
] as const;

export type Scope = (typeof scopes)[number];

/**
 * Named sets of scopes. A key with a role has the scopes of that role in the running release. Inquiries and contacts are personal
 * data: `reader` and `editor`, which programs have too, do not get them.
 */
export const roles = {
  reader: ['pets:read', 'listings:read', 'orders:read', 'events:read'],
  editor: ['pets:read', 'pets:write', 'listings:read', 'orders:read', 'orders:write', 'events:read'],
  staff: [
    'pets:read',
    'pets:write',
    'listings:read',
    'orders:read',
    'orders:write',
    'contacts:read',
    'inquiries:read',
    'inquiries:write',
    'events:read',
  ],
  monitor: ['metrics:read'],
  public: ['listings:read'],
  admin: scopes,
} as const satisfies Record<string, readonly Scope[]>;

export type Role = keyof typeof roles;

/**
 * Whether these are the grants of a public key, which stands in web pages: it may call few operations, sees only what the
 * operator shows to the public, and belongs to web origins.
 */
export function isPublic(grants: string): boolean {
  return grants === ('public' satisfies Role);
}

/** The scopes of a list of roles and scopes. An unknown word, such as one of a later release, grants nothing. */
export function scopesOf(grants: string): ReadonlySet<Scope> {
  return new Set(grants.split(' ').flatMap((word) => (isRole(word) ? roles[word] : isScope(word) ? [word] : [])));
}

/** The same, each once and in the order of `scopes`. */
export function listScopes(grants: string): readonly Scope[] {
  const granted = scopesOf(grants);
  return scopes.filter((scope) => granted.has(scope));
}

/** A role, if it is one, and scopes, as responses have them. */
export function showGrants(grants: string): { role?: Role; scopes: Scope[] } {
  return { ...(isRole(grants) && { role: grants }), scopes: [...listScopes(grants)] };
}

/** Whether grants permit something that those before did not. */
export function hasMore(grants: string, before: string): boolean {
  return listScopes(grants).some((scope) => !scopesOf(before).has(scope));
}

export function isRole(word: string): word is Role {
  return Object.hasOwn(roles, word);
}

export function isScope(word: string): word is Scope {
  return scopes.some((scope) => scope === word);
}
