import { type OrNewer, type Role, roles, type Scope, scopes } from '../../client/index.ts';

interface Meaning {
  readonly label: string;
  /** A sentence that explains it. */
  readonly meaning: string;
}

const roleMeanings: Record<Role, Meaning & { readonly scopes: readonly Scope[] }> = {
  reader: {
    label: 'Reader',
    meaning: 'Can see animals and reservations.',
    scopes: ['pets:read', 'listings:read', 'orders:read', 'events:read'],
  },
  editor: {
    label: 'Editor',
    meaning: 'Can see and change animals and reservations.',
    scopes: ['pets:read', 'pets:write', 'listings:read', 'orders:read', 'orders:write', 'events:read'],
  },
  staff: {
    label: 'Staff',
    meaning: 'Can see and change animals and reservations, and answer inquiries, which have personal data.',
    scopes: [
      'pets:read',
      'pets:write',
      'listings:read',
      'orders:read',
      'orders:write',
      'inquiries:read',
      'inquiries:write',
      'events:read',
    ],
  },
  monitor: {
    label: 'Monitor',
    meaning: 'Can only read the metrics of the server.',
    scopes: ['metrics:read'],
  },
  public: {
    label: 'Public',
    meaning: 'Stands in a web page: shows your listings to everybody who visits it.',
    scopes: ['listings:read'],
  },
  admin: { label: 'Admin', meaning: 'Can do everything, including managing keys and webhooks.', scopes },
};

const scopeMeanings: Record<Scope, Meaning> = {
  'pets:read': { label: 'See animals', meaning: 'See animals, categories and their numbers.' },
  'pets:write': { label: 'Change animals', meaning: 'Add, change and remove animals and categories.' },
  'listings:read': { label: 'See listings', meaning: 'See what a web site shows of animals: profiles and photos.' },
  'orders:read': { label: 'See reservations', meaning: 'See which animals are reserved, and since when.' },
  'orders:write': {
    label: 'Change reservations',
    meaning: 'Reserve animals, and end that with an adoption or without.',
  },
  'inquiries:read': { label: 'See inquiries', meaning: 'See what people ask about animals, with their addresses.' },
  'inquiries:write': {
    label: 'Change inquiries',
    meaning: 'Store inquiries; with "See inquiries", also close and erase them.',
  },
  'events:read': { label: 'Follow changes', meaning: 'See changes live.' },
  'webhooks:read': { label: 'See webhooks', meaning: 'See where events are sent, and which have not arrived.' },
  'webhooks:write': { label: 'Change webhooks', meaning: 'Remove webhooks; with "Follow changes", also create them.' },
  'metrics:read': { label: 'Read metrics', meaning: 'Read the metrics of the server, for monitoring.' },
  'keys:admin': {
    label: 'Manage keys',
    meaning: 'Create and revoke keys with no more permissions, and read the metrics.',
  },
};

/** The roles that a key with these scopes can give: no key can give more than it has. */
export function rolesWithin(can: (scope: Scope) => boolean) {
  return roles
    .filter((role) => roleMeanings[role].scopes.every(can))
    .map((role) => ({ value: role, ...roleMeanings[role] }));
}

/** The scopes that a key with these scopes can give. */
export function scopesWithin(can: (scope: Scope) => boolean) {
  return scopes.filter(can).map((scope) => ({ value: scope, ...scopeMeanings[scope] }));
}

/** The label of a role; its name if the console does not know it. */
export function roleLabel(role: OrNewer<Role>): string {
  const known = roles.find((candidate) => candidate === role);
  return known === undefined ? role : roleMeanings[known].label;
}

export function scopeLabel(scope: OrNewer<Scope>): string {
  const known = scopes.find((candidate) => candidate === scope);
  return known === undefined ? scope : scopeMeanings[known].label;
}
