import { Type } from 'typebox';
import { maxLabelLength } from '../../../contract/limits.ts';
import { type Role as RoleValue, roles, scopes } from '../../../contract/scopes.ts';
import { pathParameter } from '../../api/path.ts';
import {
  closedObject,
  dateTime,
  identifierOf,
  int64,
  nameOf,
  nullable,
  oneOf,
  pageOf,
  rotationOf,
} from '../../api/schemas.ts';
import { defaultGraceSeconds, maxOrigins } from './administration-rules.ts';
import { keyStatuses } from './model.ts';

export const KeyId = identifierOf('key', '2');
export const keyId = pathParameter('keyId', KeyId, 'Identifier of the key.', 'key_not_found');

export const KeyStatus = oneOf(keyStatuses, {
  $id: 'KeyStatus',
  isOpen: true,
  description: 'Status of a key. Only an `active` key is accepted.',
  examples: ['active'],
});

export const Role = oneOf(Object.keys(roles) as RoleValue[], {
  $id: 'Role',
  isOpen: true,
  description:
    'A named set of scopes: a `reader` reads animals, orders and events, an `editor` also changes them, `staff` also answers ' +
    'inquiries, a `monitor` reads only the metrics, and an `admin` has all scopes. A `public` key stands in web pages: it ' +
    'reads only those listings that the operator shows to the public. Later releases may add scopes to a role.',
  examples: ['editor'],
});

export const Scope = oneOf(scopes, {
  $id: 'Scope',
  isOpen: true,
  description:
    'What a key may do. Events contain animals, categories and orders, so `events:read` reveals all of these. ' +
    '`webhooks:read` is for reading webhooks and deliveries, `webhooks:write` for changing them; operations that cause ' +
    'events to be sent also need `events:read`. `metrics:read` is for `/metrics`, which `keys:admin` may also read.',
  examples: ['pets:read'],
});

export const KeyName = nameOf('key', 'web site', { maxLength: maxLabelLength });

/** `*` for all. */
const WebOrigins = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
  $id: 'WebOrigins',
  minItems: 1,
  maxItems: maxOrigins,
  uniqueItems: true,
  description:
    'The web origins (scheme, host and port) whose pages may use a public key, as browsers send them, or `*` alone for all. ' +
    'Other keys have none.',
  examples: [['https://shelter.example.org']],
});

const Scopes = Type.Array(Scope, { minItems: 1, maxItems: scopes.length, uniqueItems: true });
const expiry = 'When the key expires; must be in the future.';

export const NewKey = closedObject(
  {
    name: KeyName,
    role: Type.Optional(Role),
    scopes: Type.Optional(Scopes),
    origins: Type.Optional(WebOrigins),
    expiresAt: Type.Optional(dateTime(`${expiry} Without it, the key never expires.`)),
  },
  {
    $id: 'NewKey',
    description: 'A key to create, with either a `role` or `scopes`. With the role `public` it must have `origins`.',
  },
);

export const KeyChanges = closedObject(
  {
    name: Type.Optional(KeyName),
    role: Type.Optional(Role),
    scopes: Type.Optional(Scopes),
    origins: Type.Optional(WebOrigins),
    expiresAt: Type.Optional(nullable(dateTime(`${expiry} With \`null\`, it never expires.`))),
  },
  {
    $id: 'KeyChanges',
    description:
      'Changes of a key. A `role` takes the place of `scopes`, and the other way round; give one of them. The other may be ' +
      'repeated as the key has it.',
  },
);

export const KeyRotation = rotationOf('KeyRotation', {
  description: 'Options of a key rotation.',
  default: defaultGraceSeconds,
  grace: 'How long the previous secret stays valid; 0 ends it at once.',
});

export const KeptWebhooks = oneOf(['pause', 'keep'], { default: 'pause' });

export const grantFields = {
  role: Type.Optional(Role),
  scopes: Type.Array(Scope, { maxItems: scopes.length, description: 'The scopes, listed or given by the role.' }),
};

const keyFields = {
  id: KeyId,
  name: KeyName,
  ...grantFields,
  origins: Type.Optional(WebOrigins),
  hint: Type.String({ maxLength: 18, description: 'The first characters of the secret, to recognize the key by.' }),
  status: KeyStatus,
  createdAt: dateTime('When the key was created.'),
  expiresAt: Type.Optional(dateTime('When the key expires or has expired.')),
  lastUsedAt: Type.Optional(dateTime('When the key was last used, with a delay of some seconds.')),
  revokedAt: Type.Optional(dateTime('When the key was revoked.')),
  personId: Type.Optional(
    int64('Identifier of the person whose device has the key. Only `GET /keys/self` shows such a key.', '1'),
  ),
};

const DeprecatedUse = Type.Object(
  {
    operation: Type.String({ maxLength: 64, description: 'The id of the operation.', examples: ['getPet'] }),
    count: int64('How often the key has called it.', '12'),
    lastUsedAt: dateTime('When the key last called it, with a delay of some seconds.'),
  },
  { $id: 'DeprecatedUse', description: 'The use of a deprecated operation by a key.' },
);

export const Key = Type.Object(
  {
    ...keyFields,
    deprecatedUses: Type.Optional(
      Type.Array(DeprecatedUse, {
        maxItems: 100,
        description:
          'The deprecated operations that the key has called: its program must change before they are removed. Missing if ' +
          'there are none.',
      }),
    ),
  },
  { $id: 'Key', description: 'An API key, without its secret. `role` is present if the key has one.' },
);

export const IssuedKey = Type.Object(
  {
    ...keyFields,
    secret: Type.String({
      maxLength: 64,
      description: 'The secret to send as `Authorization: Bearer <secret>`. It is shown only once.',
    }),
  },
  {
    $id: 'IssuedKey',
    description: 'An API key with its new secret. The service stores only a hash of it.',
  },
);

export const Keys = pageOf(Key, 'Keys', 'Keys by ascending `id`.');
