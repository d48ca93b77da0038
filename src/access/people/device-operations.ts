import { list, read } from '../../api/define.ts';
import type { Installation, Issued, WriteCall } from '../../api/operation.ts';
import { path } from '../../api/path.ts';
import { type IssuedSecret, linkPrefixes, makeSecret } from '../../lib/key-format.ts';
import type { Queryable } from '../../store/statement.ts';
import { change, create } from '../define-write.ts';
import {
  addLink,
  endDevice,
  linkAddress,
  linkHours,
  maxDevices,
  ownLinkMinutes,
  requireDevice,
  requireOwnLink,
  signIn,
} from './device-rules.ts';
import type { Device as DeviceRecord } from './model.ts';
import { requireOwnOrAdmin, requirePerson } from './rules.ts';
import {
  Device,
  DeviceKey,
  Devices,
  deviceId,
  NewSignIn,
  OwnSignInLink,
  Person,
  personId,
  SignInLink,
} from './schemas.ts';
import { countDevices, findDevices } from './sql.ts';

export const createSignInLink = change({
  id: 'createSignInLink',
  method: 'POST',
  path: path`/people/${personId}/sign-in-links`,
  summary: 'Invite a person to sign in',
  description:
    `Makes a link by which a person signs in on a device, once and within ${linkHours} hours, or ${ownLinkMinutes} minutes if she makes it ` +
    'herself. A person makes links for herself; those for others need the scope `people:admin`. Its secret stands in the ' +
    'fragment of the address, which browsers send to no server: no log has it, and nothing that follows links in mails uses it up. A sixth ' +
    "open link ends the oldest. A person with a scope that the caller's key lacks cannot be invited.",
  scope: 'any',
  stability: 'beta',
  issue: issueLink,
  response: { status: 201, description: 'The link.', schema: SignInLink },
  errors: ['insufficient_scope'],
  target: {
    schema: Person,
    find: async (db: Queryable, { personId: id }: { personId: bigint }, { callerId }: WriteCall) => {
      await requireOwnOrAdmin(db, callerId, id);
      return await requirePerson(db, id);
    },
  },
  run: async (tx, person, call) => ({
    expiresAt: await addLink(tx, call, person, call.secret.stored),
    url: call.secret.salt,
  }),
});

/** So that nobody works as somebody else whose link she was sent. */
export const getOwnSignInLink = read({
  id: 'getOwnSignInLink',
  path: path`/sign-in-links/self`,
  summary: 'Tell whom a link signs in',
  description:
    'Tells who signs in with a link, and leaves it good. The request has the secret of the link in place of an API key.',
  scope: 'any',
  isSignIn: true,
  isConfidential: true,
  stability: 'beta',
  response: { status: 200, description: 'Whom the link signs in.', schema: OwnSignInLink },
  find: (db, _path, _query, { callerId }) => requireOwnLink(db, callerId),
});

/** The one place where people become callers. Another proof than a link, such as a passkey, would be taken here. */
export const createSignIn = create({
  id: 'createSignIn',
  method: 'POST',
  path: path`/sign-ins`,
  summary: 'Sign in',
  description:
    'Signs a person in on a device. The request has the secret of a sign-in link in place of an API key, and is all that this ' +
    'secret can do. The response has a key that belongs to the person. It has her role, and ends with her, with the device ' +
    `(\`DELETE /people/{personId}/devices/{deviceId}\`), or by itself. A person can have ${maxDevices} devices. A request whose ` +
    'response is lost cannot be repeated: ask for another link.',
  scope: 'any',
  isSignIn: true,
  stability: 'beta',
  body: NewSignIn,
  issue: issueDeviceKey,
  response: { status: 201, description: 'The device, with its key.', schema: DeviceKey },
  errors: ['too_many_devices'],
  run: async (tx, call) => ({ ...(await signIn(tx, call, call.body, call.secret.stored)), secret: call.secret.salt }),
});

export const listDevices = list({
  id: 'listDevices',
  path: path`/people/${personId}/devices`,
  summary: 'List the devices of a person',
  description:
    'Returns the devices on which a person is signed in, by ascending `id`. A person sees her own; those of others need the ' +
    'scope `people:admin`.',
  scope: 'any',
  stability: 'beta',
  changesWithTime: true,
  isConfidential: true,
  response: { status: 200, description: 'A page of devices.', schema: Devices },
  errors: ['insufficient_scope'],
  find: async (db, { personId: id }, range, { callerId, now }): Promise<DeviceRecord[]> => {
    await requireOwnOrAdmin(db, callerId, id);
    await requirePerson(db, id);
    return await findDevices(db, { personId: id, now }, range);
  },
  count: (db, { personId: id }, { now }) => countDevices(db, { personId: id, now }),
});

export const deleteDevice = change({
  id: 'deleteDevice',
  method: 'DELETE',
  path: path`/people/${personId}/devices/${deviceId}`,
  summary: 'Sign a device out',
  description:
    'Ends the key of a device. A person can sign out her own devices; those of others need the scope `people:admin`, and ' +
    "those of a person with a scope that the caller's key lacks cannot be signed out.",
  scope: 'any',
  stability: 'beta',
  response: { status: 204, description: 'The device is signed out.' },
  errors: ['insufficient_scope'],
  changedCaller: ({ deviceId: id }, { keyId }) => keyId === id,
  target: {
    schema: Device,
    find: async (db: Queryable, path: { personId: bigint; deviceId: bigint }, { callerId }: WriteCall) => {
      await requireOwnOrAdmin(db, callerId, path.personId);
      return await requireDevice(db, path.personId, path.deviceId);
    },
  },
  run: (tx, { id }, call) => endDevice(tx, call, call.path.personId, id),
});

function issueLink(bytes: Uint8Array, { environment, origin }: Installation): Issued<string> {
  const { secret, secretHash } = makeSecret(environment, bytes, linkPrefixes);
  return { show: () => linkAddress(origin, secret), stored: secretHash };
}

function issueDeviceKey(bytes: Uint8Array, { environment }: Installation): Issued<Omit<IssuedSecret, 'secret'>> {
  const { secret, ...stored } = makeSecret(environment, bytes);
  return { show: () => secret, stored };
}
