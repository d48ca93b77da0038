import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { root, run } from '../build/build-options.ts';
import { licenseTexts } from '../build/licenses.ts';
import type { Platform } from '../build/runtimes.ts';

/** Between releases, the version is that of the next one with `-dev`. */
export function isReleaseVersion(version: string): boolean {
  return /^\d+\.\d+\.\d+$/.test(version);
}

const maxSummaryLines = 12;

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

/** Packs an executable, which `build` writes to the path that it gets, with the licenses as `petstore-VERSION-PLATFORM.tar.gz`. */
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
  run(['tar', '-czf', join(folder, `${name}.tar.gz`), '-C', scratch, name]);
  rmSync(scratch, { recursive: true });
}

/** Writes the software bill of materials of what is shipped, from the lock file (CycloneDX 1.5, as npm makes it). */
export function writeBillOfMaterials(file: string): void {
  const command = ['npm', 'sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const sbom = run([...command, '--package-lock-only', '--omit', 'dev']);
  const bill: { metadata: { component: Record<string, unknown> } } = JSON.parse(sbom);
  // npm takes the name from the folder, and notes that the checkout is not to be published.
  Object.assign(bill.metadata.component, { name: manifest.name, properties: [] });
  writeFileSync(file, `${JSON.stringify(bill, undefined, 2)}\n`);
}

/** Writes `SHA256SUMS` of all files in a folder, as `sha256sum --check` reads it. */
export function writeChecksums(folder: string): void {
  const files = readdirSync(folder).filter((name) => name !== 'SHA256SUMS');
  const lines = files.sort().map((name) => {
    const hash = new Bun.CryptoHasher('sha256').update(readFileSync(join(folder, name))).digest('hex');
    return `${hash}  ${name}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
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
