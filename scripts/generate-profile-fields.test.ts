import { expect, test } from 'bun:test';
import { generateProfileFields } from './generate-profile-fields.ts';

test('the import and the console have the fields of the profile as the service has them', async () => {
  const generated = Bun.file(new URL('../importer/profile-list.gen.ts', import.meta.url));
  expect(generateProfileFields()).toBe(await generated.text());
});
