import { read } from '../../api/define.ts';
import { change } from '../../api/define-write.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import { findShelterSettings, saveCurrency, storeCurrency } from './rules.ts';
import { SettingsChanges, ShelterSettings } from './schemas.ts';

const getSettings = read({
  id: 'getSettings',
  path: path`/settings`,
  summary: 'Get the settings',
  description: 'Returns what is decided for the whole shelter.',
  scope: 'any',
  isPublic: true,
  stability: 'beta',
  response: { status: 200, description: 'The settings.', schema: ShelterSettings },
  errors: ['origin_not_allowed'],
  find: (db) => findShelterSettings(db),
});

const updateSettings = change({
  id: 'updateSettings',
  method: 'PATCH',
  path: path`/settings`,
  summary: 'Change the settings',
  description:
    'Changes only the fields in the body. What the operator has set in the environment is the value again after the next start.',
  scope: 'pets:write',
  stability: 'beta',
  body: SettingsChanges,
  response: { status: 200, description: 'The updated settings.', schema: ShelterSettings },
  target: { schema: ShelterSettings, find: (db) => findShelterSettings(db) },
  async run(tx, settings, { body: { currency } }) {
    if (currency !== undefined) await saveCurrency(tx, currency);
    return { ...settings, ...(currency !== undefined && { currency }) };
  },
});

export const settings: Resource = {
  tag: 'settings',
  about: 'What is decided for the whole shelter.',
  operations: [getSettings, updateSettings],
  commands: [storeCurrency],
};
