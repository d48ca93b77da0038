import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import manifest from '../../package.json' with { type: 'json' };
import { buildExecutable } from '../build/build-executable.ts';
import { root, run } from '../build/build-options.ts';
import { buildPackage } from '../build/build-package.ts';
import { buildSdk } from '../build/build-sdk.ts';
import { licenseTexts } from '../build/licenses.ts';
import type { Platform } from '../build/runtimes.ts';

/** Between releases, the version is that of the next one with `-dev`. */
export function isReleaseVersion(version: string): boolean {
  return /^\d+\.\d+\.\d+$/.test(version);
}

const maxSummaryLines = 15;

/**
 * The summary at the beginning of the section of a version in the text of CHANGELOG.md, and where the rest is.
 * @throws Error when there is none, or a long one
 */
export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`${version}\n`) || text.startsWith(`${version} `));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${version}"`);
  const [summary = ''] = section.slice(section.indexOf('\n')).split('\n### ');
  const lines = summary.trim().split('\n');
  if (lines.length > maxSummaryLines || lines[0] === '') {
    throw new Error(
      `the section "## ${version}" of CHANGELOG.md must begin with a summary of 1 to ${maxSummaryLines} lines`,
    );
  }
  return `${lines.join('\n')}\n\nEverything that has changed is in [CHANGELOG.md](${addressOf('CHANGELOG.md')}).\n`;
}

/** Of a file in this commit, where the workflow says on which server it runs. */
function addressOf(file: string): string {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_SHA: commit } = process.env;
  return server && repository && commit ? `${server}/${repository}/blob/${commit}/${file}` : file;
}

/**
 * Packs an executable, which `build` writes to the path that it gets, with the licenses as `petstore-VERSION-PLATFORM.tar.gz`:
 * the same bytes for the same files, whoever packs them when and where.
 */
export async function archiveExecutable(
  platform: Platform,
  folder: string,
  build: (file: string) => Promise<void>,
): Promise<void> {
  const name = `petstore-${manifest.version}-${platform}`;
  const scratch = join(folder, `${name}.new`);
  const content = join(scratch, name);
  mkdirSync(content, { recursive: true });
  await build(join(content, 'petstore'));
  cpSync(join(root, 'LICENSE'), join(content, 'LICENSE'));
  writeFileSync(join(content, 'THIRD-PARTY-LICENSES.txt'), licenseTexts());
  const paths = ['LICENSE', 'THIRD-PARTY-LICENSES.txt', 'petstore'].map((file) => join(name, file));
  for (const path of paths) {
    chmodSync(join(scratch, path), path.endsWith('petstore') ? 0o755 : 0o644);
    utimesSync(join(scratch, path), packedAt, packedAt);
  }
  const isGnu = run(['tar', '--version']).includes('GNU');
  const owner = isGnu ? ['--owner=0', '--group=0'] : ['--uid', '0', '--gid', '0'];
  run(['tar', '-cf', `${content}.tar`, '--format=ustar', '--numeric-owner', ...owner, '-C', scratch, ...paths]);
  writeFileSync(join(folder, `${name}.tar.gz`), gzipSync(readFileSync(`${content}.tar`)));
  rmSync(scratch, { recursive: true });
}

/** The time that `npm pack` gives to every file. */
const packedAt = new Date('1985-10-26T08:15:00Z');

interface BillOfMaterials {
  serialNumber?: string;
  metadata: { timestamp?: string; tools: { version?: string }[]; component: Record<string, unknown> };
  components: { 'bom-ref': string; properties: unknown[] }[];
  dependencies: { ref: string }[];
}

/**
 * Writes the software bill of materials of what is shipped, from the lock file (CycloneDX 1.5, as npm makes it). npm 10 and 11
 * write the same; npm 10 alone would name paths, and a package that is installed at two paths twice, which CycloneDX forbids.
 */
export function writeBillOfMaterials(file: string): void {
  const command = ['npm', 'sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const bill: BillOfMaterials = JSON.parse(run([...command, '--package-lock-only', '--omit', 'dev']));
  // npm takes the name from the folder, and notes that the checkout is not to be published.
  Object.assign(bill.metadata.component, { name: manifest.name, properties: [] });
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  for (const tool of bill.metadata.tools) delete tool.version;
  for (const component of bill.components) component.properties = [];
  bill.components = [...new Map(bill.components.map((component) => [component['bom-ref'], component])).values()];
  bill.dependencies = [...new Map(bill.dependencies.map((dependency) => [dependency.ref, dependency])).values()];
  writeFileSync(file, `${JSON.stringify(bill, undefined, 2)}\n`);
}

/** The SHA-256 of each file in a folder but `SHA256SUMS`, by name. */
export function checksumsOf(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder).filter((name) => name !== 'SHA256SUMS');
  return new Map(files.sort().map((name) => [name, sha256(readFileSync(join(folder, name)))]));
}

export const sha256 = (bytes: Uint8Array): string => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');

/** Writes `SHA256SUMS` of all files in a folder, as `sha256sum --check` reads it. */
export function writeChecksums(folder: string): void {
  const lines = [...checksumsOf(folder)].map(([name, sum]) => `${sum}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

/** Fills an empty folder with the release of this checkout. @param notes of `releaseNotes` */
export async function fillRelease(folder: string, platforms: readonly Platform[], notes: string): Promise<void> {
  for (const platform of platforms)
    await archiveExecutable(platform, folder, (file) => buildExecutable(platform, file));
  const packages = join(folder, 'packages');
  for (const archive of [await buildPackage(packages), await buildSdk(packages)])
    renameSync(archive, join(folder, basename(archive)));
  rmSync(packages, { recursive: true });
  writeBillOfMaterials(join(folder, `petstore-${manifest.version}.cdx.json`));
  writeFileSync(join(folder, 'RELEASE-NOTES.md'), notes);
  writeChecksums(folder);
}

/** What the registry knows about vulnerabilities of what is shipped. */
export type Audit = { kind: 'none' } | { kind: 'found'; report: string } | { kind: 'unanswered'; reason: string };

/** Asks the registry for known vulnerabilities. Not every registry answers. */
export function auditPackages(): Audit {
  const { exitCode, stdout } = Bun.spawnSync(['npm', 'audit', '--omit=dev', '--json'], { cwd: root, stderr: 'ignore' });
  return readAudit(exitCode, `${stdout}`);
}

export function readAudit(exitCode: number, output: string): Audit {
  const answer: unknown = output === '' ? undefined : JSON.parse(output);
  if (typeof answer !== 'object' || answer === null || !('auditReportVersion' in answer)) {
    const message = typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : 'no answer';
    return { kind: 'unanswered', reason: String(message) };
  }
  return exitCode === 0 ? { kind: 'none' } : { kind: 'found', report: output };
}
