import { Type } from 'typebox';
import { closedObject } from '../../api/schemas.ts';
import { currency } from '../profiles/schemas.ts';

const fields = { currency: Type.Optional(currency) };

export const ShelterSettings = Type.Object(fields, {
  $id: 'ShelterSettings',
  description: 'What is decided for the whole shelter. `currency` is that of amounts that people type without one.',
});

export const SettingsChanges = closedObject(fields, { $id: 'SettingsChanges', description: 'The settings to change.' });
