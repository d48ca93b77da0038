import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../build/build-options.ts';
import { checksumsOf, sha256 } from './release-files.ts';

/** How the files in a folder differ from its `SHA256SUMS`. */
export function findWrongChecksums(folder: string): string[] {
  const lines = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
  const expected = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const actual = checksumsOf(folder);
  return [...new Set([...expected.keys(), ...actual.keys()])].flatMap((name) => {
    if (!actual.has(name)) return [`${name} is in SHA256SUMS and missing`];
    if (!expected.has(name)) return [`${name} is not in SHA256SUMS`];
    return actual.get(name) === expected.get(name) ? [] : [`${name} has another checksum than in SHA256SUMS`];
  });
}

/**
 * How a release differs from `own`, that of this checkout, file by file: archives may be packed by other tools. An executable
 * for a platform that `own` lacks is not compared, but what stands beside it in its archive is.
 */
export function findDifferences(release: string, own: string): { differences: string[]; notCompared: string[] } {
  const differences: string[] = [];
  const notCompared: string[] = [];
  const made = checksumsOf(own);
  const anExecutable = [...made.keys()].find((name) => isExecutable.test(name)) ?? '';
  const given = checksumsOf(release);
  for (const name of new Set([...made.keys(), ...given.keys()])) {
    const isBuilt = made.has(name);
    const compared = isBuilt ? name : anExecutable;
    if (!given.has(name)) differences.push(`${name} is missing`);
    else if (name.replace(isExecutable, '') !== compared.replace(isExecutable, ''))
      differences.push(`${name} is not a file of this release`);
    else {
      if (!isBuilt) notCompared.push(name);
      const found = contentsOf(join(release, name));
      for (const [path, content] of contentsOf(join(own, compared))) {
        if (!found.has(path)) differences.push(`${name}: ${path} is missing`);
        else if (found.get(path) !== content && (isBuilt || path !== 'petstore'))
          differences.push(`${name}: ${path} differs`);
        found.delete(path);
      }
      for (const path of found.keys()) differences.push(`${name}: ${path} does not belong there`);
    }
  }
  return { differences, notCompared };
}

/** The end of the name of an archive with an executable. */
const isExecutable = /-(?:linux|macos)-(?:x64|arm64)\.tar\.gz$/;

/** The files in an archive, below its one folder, with what is in them and whether they can be executed; or the file itself. */
function contentsOf(file: string): Map<string, string> {
  if (!/\.(?:tgz|tar\.gz)$/.test(file)) {
    // The link in the release notes leads to the server that has made them.
    const text = readFileSync(file, 'utf8').replace(/\([^()]*CHANGELOG\.md\)/, '(CHANGELOG.md)');
    return new Map([['its text', text]]);
  }
  const scratch = mkdtempSync(join(tmpdir(), 'petstore-archive-'));
  try {
    run(['tar', '-xzf', file, '-C', scratch]);
    const [top = '', ...others] = readdirSync(scratch);
    if (others.length > 0) return new Map([['more than one folder', '']]);
    const folder = join(scratch, top);
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((it) => !it.isDirectory());
    return new Map(
      entries.map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const mode = lstatSync(path).mode & 0o111;
        return [path.slice(folder.length + 1), entry.isFile() ? `${mode} ${sha256(readFileSync(path))}` : 'no file'];
      }),
    );
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
