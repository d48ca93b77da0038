/**
 * Makes a release in `dist/release`: the executables of all platforms, the npm packages of the service and the SDK, the
 * bill of materials, the release notes from CHANGELOG.md, and the checksums of them all. Checks everything before.
 *
 *     release.ts [--draft] [--without-tests] [--target PLATFORM ...]
 *     release.ts --verify FOLDER [--target PLATFORM ...]
 *
 * `--draft` accepts modified files, a version such as 1.1.0-dev, and the section "Not released" of CHANGELOG.md.
 * `--without-tests` leaves out the tests, for a workflow that has run them elsewhere. Nothing is published.
 * `--verify` compares a release that was made elsewhere with what this checkout makes of the same commit: everything but the
 * executables of platforms that are not named, by default of all but this machine's.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { programVersion } from '../../src/lib/system/program-files.ts';
import { readCommit, root } from '../build/build-options.ts';
import { findRefusedLicenses } from '../build/licenses.ts';
import { choosePlatforms, type Platform } from '../build/runtimes.ts';
import { auditPackages, fillRelease, isReleaseVersion, releaseNotes } from './release-files.ts';
import { findDifferences, findWrongChecksums } from './verify-release.ts';

const { values } = parseArgs({
  options: {
    draft: { type: 'boolean', default: false },
    'without-tests': { type: 'boolean', default: false },
    target: { type: 'string', multiple: true },
    verify: { type: 'string' },
  },
});

const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
if (values.verify !== undefined) await verify(resolve(values.verify), choosePlatforms(values.target));

const folder = join(root, 'dist/release');
const commit = readCommit();
if (!values.draft && (commit === undefined || commit.endsWith('-modified'))) {
  fail('a release is made of a commit, and files differ from it; commit them, or pass --draft');
}
if (!values.draft && !isReleaseVersion(programVersion)) {
  fail(`${programVersion} in package.json is not the version of a release, such as 1.1.0; change it, or pass --draft`);
}
const platforms = choosePlatforms(values.target ?? ['all']);
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
say(`building the executables for ${platforms.join(', ')}, and the npm packages`);
await fillRelease(folder, platforms, notes);
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

/** Ends the process: with 1 if the release differs. */
async function verify(release: string, targets: readonly Platform[]): Promise<never> {
  if (!existsSync(join(release, 'SHA256SUMS'))) fail(`${release} is no release: it has no SHA256SUMS`);
  const faults = findWrongChecksums(release);
  for (const fault of faults) say(fault);
  if (faults.length > 0) fail(`${release} is damaged or incomplete`);
  const own = `${programVersion} of commit ${readCommit()}`;
  say(`building ${own} for ${targets.join(', ')}, to compare with it`);
  const scratch = mkdtempSync(join(tmpdir(), 'petstore-release-'));
  process.on('exit', () => rmSync(scratch, { recursive: true }));
  const section = isReleaseVersion(programVersion) ? programVersion : 'Not released';
  await fillRelease(scratch, targets, releaseNotes(changelog, section));
  const { differences, notCompared } = findDifferences(release, scratch);
  for (const difference of differences) say(difference);
  if (differences.length > 0) fail(`${release} is not what this checkout makes as release ${own}`);
  for (const name of notCompared) say(`${name}: its executable was NOT compared; name its platform with --target`);
  say(`${release} is release ${own}: checksums, contents and notices are right`);
  process.exit(0);
}

function say(message: string): void {
  process.stderr.write(`release: ${message}\n`);
}

function fail(message: string): never {
  say(message);
  process.exit(1);
}
