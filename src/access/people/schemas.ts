import { Type } from 'typebox';
import { maxLabelLength } from '../../../contract/limits.ts';
import { emailOf } from '../../api/contact-schemas.ts';
import { pathParameter } from '../../api/path.ts';
import { closedObject, dateTime, identifierOf, nameOf, nullable, oneOf, pageOf } from '../../api/schemas.ts';
import { otherDeviceHours, trustedDeviceDays } from '../keys/rules.ts';
import { personRoles } from './model.ts';

export const PersonId = identifierOf('person');
export const personId = pathParameter('personId', PersonId, 'Identifier of the person.', 'person_not_found');

const DeviceId = identifierOf('device', '3');
export const deviceId = pathParameter('deviceId', DeviceId, 'Identifier of the device.', 'device_not_found');

export const PersonRole = oneOf(personRoles, {
  $id: 'PersonRole',
  isOpen: true,
  description: 'What a person may do: the same as a key with this role.',
  examples: ['editor'],
});

export const PersonName = nameOf('person', 'Ana Moreno', { maxLength: maxLabelLength });
const email = emailOf('E-mail address, for people. The service sends nothing.');

export const NewPerson = closedObject(
  { name: PersonName, role: PersonRole, email: Type.Optional(email) },
  { $id: 'NewPerson', description: 'A person to add.' },
);

export const PersonChanges = closedObject(
  {
    name: Type.Optional(PersonName),
    role: Type.Optional(PersonRole),
    email: Type.Optional(nullable(email)),
  },
  { $id: 'PersonChanges', description: 'Changes of a person. `null` removes the e-mail address.' },
);

export const Person = Type.Object(
  {
    id: PersonId,
    ...NewPerson.properties,
    createdAt: dateTime('When the person was added.'),
  },
  { $id: 'Person', description: 'Somebody who works with the catalogue, and signs in by links.' },
);

export const People = pageOf(Person, 'People', 'People by ascending `id`.');

export const SignInLink = Type.Object(
  {
    expiresAt: dateTime('When the link expires.'),
    url: Type.String({
      format: 'uri',
      maxLength: 2_100,
      description: 'The address to give to the person, such as in a QR code. It is shown only once, and good once.',
    }),
  },
  { $id: 'SignInLink', description: 'A link by which a person signs in on a device, once.' },
);

export const OwnSignInLink = Type.Object(
  {
    personId: PersonId,
    name: PersonName,
    expiresAt: dateTime('When the link expires.'),
  },
  { $id: 'OwnSignInLink', description: 'Whom a link signs in.' },
);

const deviceFields = {
  device: nameOf('device', "Ana's phone", { maxLength: maxLabelLength }),
  isTrusted: Type.Boolean({
    description:
      `Whether it stays signed in until nobody has used it for ${trustedDeviceDays} days. Others are signed in for ` +
      `${otherDeviceHours} hours.`,
  }),
};

export const NewSignIn = closedObject(
  { device: deviceFields.device, isTrusted: Type.Optional(deviceFields.isTrusted) },
  { $id: 'NewSignIn', description: 'The device on which a person signs in. It is not trusted unless it says so.' },
);

export const Device = Type.Object(
  {
    id: DeviceId,
    ...deviceFields,
    createdAt: dateTime('When the person signed in.'),
    expiresAt: dateTime(
      'When the device is signed out by itself. That of a trusted one moves on, once a day, with its use.',
    ),
    lastUsedAt: Type.Optional(dateTime('When the device was last used, with a delay of some seconds.')),
  },
  { $id: 'Device', description: 'A device on which a person is signed in: a key that belongs to her.' },
);

export const Devices = pageOf(Device, 'Devices', 'Devices by ascending `id`.');

export const DeviceKey = Type.Object(
  {
    id: DeviceId,
    personId: PersonId,
    ...deviceFields,
    expiresAt: Device.properties.expiresAt,
    secret: Type.String({
      maxLength: 64,
      description: 'The secret to send as `Authorization: Bearer <secret>`. It is shown only once.',
    }),
  },
  { $id: 'DeviceKey', description: 'A device that has just signed in, with its key.' },
);
