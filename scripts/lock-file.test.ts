import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { findRefusedLicenses } from './build/licenses.ts';

interface LockFile {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

// A registry that lacks some of them when the lock file is written leaves them out. Then `npm ci` refuses the file, and
// `npm install` does not install them where they are needed.
test('the lock file has the packages of all platforms', async () => {
  const { packages }: LockFile = await Bun.file(join(import.meta.dir, '../package-lock.json')).json();

  /** Looks where Node.js does: in the `node_modules` of the user, then of each folder above. */
  function isFound(name: string, user: string): boolean {
    if (`${user === '' ? '' : `${user}/`}node_modules/${name}` in packages) return true;
    return user !== '' && isFound(name, user.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, ''));
  }

  const wanted = Object.entries(packages).flatMap(([user, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ name, user })),
  );
  expect(wanted.length).toBeGreaterThan(50);
  expect(wanted.filter(({ name, user }) => !isFound(name, user))).toEqual([]);
});

test('no library that is shipped has a license that is refused', () => {
  expect(findRefusedLicenses()).toEqual([]);
  const viral = { name: 'viral', version: '1.0.0', license: 'GPL-3.0-only', optional: false, folder: '' };
  expect(findRefusedLicenses([viral])).toEqual(['viral@1.0.0: GPL-3.0-only']);
});
