import { afterEach, expect, test } from 'bun:test';
import { identityOf } from './pack.ts';

afterEach(() => {
  delete process.env['PETSTORE_NPM_SCOPE'];
});

test('a package without a scope cannot be published, and one with a scope has it in its name', () => {
  expect(identityOf('petstore')).toEqual({ name: 'petstore', private: true });
  process.env['PETSTORE_NPM_SCOPE'] = '@example';
  expect(identityOf('petstore')).toEqual({ name: '@example/petstore', publishConfig: { access: 'public' } });
  process.env['PETSTORE_NPM_SCOPE'] = 'example';
  expect(() => identityOf('petstore')).toThrow('must be a scope such as @example, but is "example"');
});
