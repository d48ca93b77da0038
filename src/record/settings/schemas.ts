import { Type } from 'typebox';
import { closedObject } from '../../api/schemas.ts';
import { currency } from '../shapes/profile-schemas.ts';
import { TimeZone } from '../statistics/schemas.ts';

const fields = { currency: Type.Optional(currency) };

export const ShelterSettings = Type.Object(
  { timeZone: TimeZone, ...fields },
  {
    $id: 'ShelterSettings',
    description:
      'What is decided for the whole shelter: the IANA time zone of its days, which the operator sets, and the `currency` of ' +
      'amounts that people type without one.',
  },
);

export const SettingsChanges = closedObject(fields, { $id: 'SettingsChanges', description: 'The settings to change.' });
