/**
 * Makes a release in `dist/release`: the executables of all platforms, the npm packages of the service and the SDK, the
 * bill of materials, the release notes from CHANGELOG.md, and the checksums of them all. Checks everything before.
 *
 *     release.ts [--draft] [--without-tests] [--target PLATFORM ...]
 *
 * `--draft` accepts modified files, a version such as 1.1.0-dev, and the section "Not released" of CHANGELOG.md.
 * `--without-tests` leaves out the tests, for a workflow that has run them elsewhere. Nothing is published.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { programVersion } from '../../src/lib/program-files.ts';
import { buildExecutable } from '../build/build-executable.ts';
import { readCommit, root } from '../build/build-options.ts';
import { buildPackage } from '../build/build-package.ts';
import { buildSdk } from '../build/build-sdk.ts';
import { findRefusedLicenses } from '../build/licenses.ts';
import { choosePlatforms } from '../build/runtimes.ts';
import {
  archiveExecutable,
  auditPackages,
  isReleaseVersion,
  releaseNotes,
  writeBillOfMaterials,
  writeChecksums,
} from './release-files.ts';

const { values } = parseArgs({
  options: {
    draft: { type: 'boolean', default: false },
    'without-tests': { type: 'boolean', default: false },
    target: { type: 'string', multiple: true, default: ['all'] },
  },
});

const folder = join(root, 'dist/release');
const commit = readCommit();
if (!values.draft && (commit === undefined || commit.endsWith('-modified'))) {
  fail('a release is made of a commit, and files differ from it; commit them, or pass --draft');
}
if (!values.draft && !isReleaseVersion(programVersion)) {
  fail(`${programVersion} in package.json is not the version of a release, such as 1.1.0; change it, or pass --draft`);
}
const platforms = choosePlatforms(values.target);
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const notes = releaseNotes(changelog, values.draft ? 'Not released' : programVersion);

checkDependencies();
const checks = ['scripts/check.ts', ...(values['without-tests'] ? ['--static'] : [])];
if (
  Bun.spawnSync([process.execPath, ...checks], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).exitCode !== 0
) {
  fail('the checks above have failed');
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const platform of platforms) {
  say(`building the executable for ${platform}`);
  await archiveExecutable(platform, folder, (file) => buildExecutable(platform, file));
}
say('building the npm packages');
for (const archive of [await buildPackage(join(root, 'dist')), await buildSdk(join(root, 'dist'))]) {
  writeFileSync(join(folder, archive.slice(archive.lastIndexOf('/') + 1)), readFileSync(archive));
}
writeBillOfMaterials(join(folder, `petstore-${programVersion}.cdx.json`));
writeFileSync(join(folder, 'RELEASE-NOTES.md'), notes);
writeChecksums(folder);
process.stdout.write(readFileSync(join(folder, 'SHA256SUMS'), 'utf8'));
say(`${folder} has release ${programVersion} of commit ${commit}`);

/** Licenses and known vulnerabilities of what is shipped. */
function checkDependencies(): void {
  const refused = findRefusedLicenses();
  if (refused.length > 0) fail(`these licenses are not allowed: ${refused.join('; ')}`);
  const audit = auditPackages();
  if (audit.kind === 'found') fail(`the registry knows vulnerabilities:\n${audit.report}`);
  if (audit.kind === 'unanswered') say(`vulnerabilities were NOT checked: the registry answered "${audit.reason}"`);
  else say('the registry knows no vulnerability of what is shipped');
}

function say(message: string): void {
  process.stderr.write(`release: ${message}\n`);
}

function fail(message: string): never {
  say(message);
  process.exit(1);
}
