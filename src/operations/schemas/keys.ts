import { Type } from 'typebox';
import { defaultGraceSeconds } from '../../domain/key-administration.ts';
import { type KeyStatus as KeyStatusValue, keyStatuses } from '../../model/keys.ts';
import { type Role as RoleValue, roles, type Scope as ScopeValue, scopes } from '../../model/scopes.ts';
import { dateTime, int64, nameOf } from './base.ts';

export const KeyId = int64({
  description: 'Identifier of the key, assigned by the service and never given twice.',
  examples: ['2'],
});

export const KeyStatus = Type.Unsafe<KeyStatusValue>({
  $id: 'KeyStatus',
  type: 'string',
  enum: [...keyStatuses],
  description: 'What has become of a key. Only one that is `active` opens anything.',
  examples: ['active'],
});

export const Role = Type.Unsafe<RoleValue>({
  $id: 'Role',
  type: 'string',
  enum: Object.keys(roles),
  description:
    'A named set of scopes: a `reader` reads animals, orders and events, an `editor` also changes them, a `monitor` reads ' +
    'the metrics and nothing else, an `admin` may do everything. A later release may add scopes to it.',
  examples: ['editor'],
});

export const Scope = Type.Unsafe<ScopeValue>({
  $id: 'Scope',
  type: 'string',
  enum: [...scopes],
  description:
    'What a key may do. Events tell of animals, categories and orders, and `events:read` is enough to read all of that. ' +
    '`webhooks:read` shows webhooks and deliveries, `webhooks:write` changes them; what has events sent somewhere also ' +
    'needs `events:read`. `metrics:read` is for `/metrics`, which `keys:admin` also reads.',
  examples: ['pets:read'],
});

export const KeyName = nameOf('key', 'web site', { maxLength: 100 });

export const NewKey = Type.Object(
  {
    name: KeyName,
    role: Type.Optional(Role),
    scopes: Type.Optional(Type.Array(Scope, { minItems: 1, maxItems: scopes.length, uniqueItems: true })),
    expiresAt: Type.Optional(dateTime({ description: 'When it ends, in the future; without it, never.' })),
  },
  {
    $id: 'NewKey',
    description: 'A key to make. It has either a `role` or `scopes`, and never both.',
    additionalProperties: false,
    examples: [{ name: 'web site', role: 'editor', expiresAt: '2027-11-21T10:00:00.000Z' }],
  },
);

export const KeyRotation = Type.Object(
  {
    graceSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 30 * 24 * 60 * 60,
        default: defaultGraceSeconds,
        description: 'How long the secret before stays valid; 0 ends it at once.',
        examples: [3_600],
      }),
    ),
  },
  {
    $id: 'KeyRotation',
    description: 'How a key gets a new secret.',
    additionalProperties: false,
    examples: [{ graceSeconds: 3_600 }],
  },
);

const keyFields = {
  id: KeyId,
  name: KeyName,
  role: Type.Optional(Role),
  scopes: Type.Array(Scope, { description: 'What it may do, by its role or by itself.' }),
  hint: Type.String({ description: 'The first characters of its secret, to know it again by.' }),
  status: KeyStatus,
  createdAt: dateTime({ description: 'When it was made.' }),
  expiresAt: Type.Optional(dateTime({ description: 'When it ends or has ended by itself.' })),
  lastUsedAt: Type.Optional(dateTime({ description: 'When it was last used, known some seconds later.' })),
  revokedAt: Type.Optional(dateTime({ description: 'When it was revoked.' })),
};

const keyExample = {
  id: 2,
  name: 'web site',
  role: 'editor',
  scopes: [...roles.editor],
  hint: 'pet_prod_9KSu…',
  status: 'active',
  createdAt: '2026-11-21T10:00:00.000Z',
  expiresAt: '2027-11-21T10:00:00.000Z',
};

export const Key = Type.Object(keyFields, {
  $id: 'Key',
  description: 'An API key, without its secret. `role` is there if it was given one.',
  examples: [keyExample],
});

export const IssuedKey = Type.Object(
  {
    ...keyFields,
    secret: Type.String({ description: 'What is sent as `Authorization: Bearer <secret>`. It is shown this once.' }),
  },
  {
    $id: 'IssuedKey',
    description: 'An API key with its new secret, of which the service keeps only a hash.',
    examples: [{ ...keyExample, secret: 'pet_prod_9KSulA8Ghct30vZz4HpdQ5c5b9cPF121warN' }],
  },
);

export const Keys = Type.Array(Key, {
  $id: 'Keys',
  description: 'Keys by ascending `id`.',
  examples: [[keyExample]],
});
