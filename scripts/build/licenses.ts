import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import lock from '../../package-lock.json' with { type: 'json' };
import { root } from './build-options.ts';

/** Licenses that allow distribution in a product under the MIT license. */
const allowedLicenses = [
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Unlicense',
  'BlueOak-1.0.0',
  '(MIT OR CC0-1.0)',
  'MIT AND ISC AND BSD-3-Clause',
];

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

/** The packages of the lock file that the program, the console or the SDK contains: not those that are only for development. */
export function shippedPackages() {
  const locked: Readonly<Record<string, LockedPackage>> = lock.packages;
  return Object.entries(locked)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version = '', license = 'none', optional = false }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
      optional,
      folder: join(root, path),
    }));
}

/** The shipped packages whose license is not an allowed one. */
export function findRefusedLicenses(packages = shippedPackages()): readonly string[] {
  return packages
    .filter(({ license }) => !allowedLicenses.includes(license))
    .map(({ name, version, license }) => `${name}@${version}: ${license}`);
}

/**
 * The license texts of packages, by default of all that are shipped. The optional ones are the runtime for each platform, which
 * `bun` stands for: a machine has its own alone, and the texts are the same on all.
 */
export function licenseTexts(packages = shippedPackages()): string {
  return packages
    .filter(({ optional }) => !optional)
    .map(({ name, version, license, folder }) => {
      const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file));
      const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
      return [`${name} ${version} (${license})`, ...texts].join('\n\n');
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n');
}
