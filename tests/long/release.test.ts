import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import lock from '../../package-lock.json' with { type: 'json' };
import { ownPlatform } from '../../scripts/build/runtimes.ts';
import { archiveExecutable, writeBillOfMaterials, writeChecksums } from '../../scripts/release/release-files.ts';
import { findDifferences, findWrongChecksums } from '../../scripts/release/verify-release.ts';
import { programVersion } from '../../src/lib/system/program-files.ts';
import { cleanEnv } from '../support/process/program.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';

let scratch: ScratchFolder;
const at = (path: string) => join(scratch.path, path);
beforeAll(() => {
  scratch = makeScratchFolder();
});
afterAll(() => scratch.remove());

test('an archive of the executable has it, and the licenses of what is in it', async () => {
  const name = `petstore-${programVersion}-${ownPlatform()}`;
  await archiveExecutable(ownPlatform(), scratch.path, async (file) => writeFileSync(file, 'program', { mode: 0o755 }));
  expect(readdirSync(scratch.path)).toEqual([`${name}.tar.gz`]);
  expect(Bun.spawnSync(['tar', '-xzf', at(`${name}.tar.gz`), '-C', scratch.path]).exitCode).toBe(0);
  expect(readdirSync(at(name)).sort()).toEqual(['LICENSE', 'THIRD-PARTY-LICENSES.txt', 'petstore']);
  const { mode } = statSync(at(`${name}/petstore`));
  expect([readFileSync(at(`${name}/petstore`), 'utf8'), mode & 0o777]).toEqual(['program', 0o755]);
});

describe('a release', () => {
  const archive = `petstore-${programVersion}-${ownPlatform()}.tar.gz`;
  const other = `petstore-${programVersion}-${ownPlatform() === 'macos-x64' ? 'linux-x64' : 'macos-x64'}.tar.gz`;
  const make = async (name: string, platform = ownPlatform(), program = 'program') => {
    mkdirSync(at(name), { recursive: true });
    await archiveExecutable(platform, at(name), async (file) => {
      writeFileSync(file, program, { mode: 0o700 });
      utimesSync(file, name.length, name.length);
    });
    writeFileSync(at(`${name}/RELEASE-NOTES.md`), `One, see [CHANGELOG.md](https://${name}.example/CHANGELOG.md).\n`);
    writeChecksums(at(name));
  };
  const compare = () => findDifferences(at('given'), at('own'));
  const same = { differences: [], notCompared: [] };

  test('is packed to the same bytes wherever and whenever', async () => {
    const umask = process.umask(0o077);
    await make('own').finally(() => process.umask(umask));
    await make('given');
    expect(readFileSync(at(`given/${archive}`)).equals(readFileSync(at(`own/${archive}`)))).toBe(true);
    expect(compare()).toEqual(same);
  });

  test('from elsewhere is compared by its checksums, its files, and what is in its archives', async () => {
    expect(findWrongChecksums(at('given'))).toEqual([]);
    writeFileSync(at('given/added'), '');
    writeFileSync(at('given/RELEASE-NOTES.md'), 'Two.\n');
    expect(findWrongChecksums(at('given'))).toEqual([
      'RELEASE-NOTES.md has another checksum than in SHA256SUMS',
      'added is not in SHA256SUMS',
    ]);
    expect(compare().differences).toEqual([
      'RELEASE-NOTES.md: its text differs',
      'added is not a file of this release',
    ]);
    rmSync(at('given/added'));
    rmSync(at('given/RELEASE-NOTES.md'));
    expect(findWrongChecksums(at('given'))).toEqual(['RELEASE-NOTES.md is in SHA256SUMS and missing']);
    expect(compare().differences).toEqual(['RELEASE-NOTES.md is missing']);
    await make('given', ownPlatform(), 'another program');
    expect(compare().differences).toEqual([`${archive}: petstore differs`]);
  });

  test('has the right notices for each platform, and only the executables that were built are compared', async () => {
    await make('given');
    await make('given', 'macos-x64' === ownPlatform() ? 'linux-x64' : 'macos-x64', 'of another platform');
    expect(compare()).toEqual({ differences: [], notCompared: [other] });
    const folder = at(other.replace('.tar.gz', ''));
    expect(Bun.spawnSync(['tar', '-xzf', at(`given/${other}`), '-C', scratch.path]).exitCode).toBe(0);
    rmSync(join(folder, 'LICENSE'));
    writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), 'none');
    writeFileSync(join(folder, 'more'), '');
    const pack = ['tar', '-czf', at(`given/${other}`), '-C', scratch.path, other.replace('.tar.gz', '')];
    expect(Bun.spawnSync(pack).exitCode).toBe(0);
    expect(compare().differences.sort()).toEqual([
      `${other}: LICENSE is missing`,
      `${other}: THIRD-PARTY-LICENSES.txt differs`,
      `${other}: more does not belong there`,
    ]);
  });
});

test('the checksums are those of the files, as sha256sum or shasum reads them', () => {
  mkdirSync(at('sums'));
  writeFileSync(at('sums/b'), 'b');
  writeFileSync(at('sums/a'), 'a');
  writeChecksums(at('sums'));
  writeChecksums(at('sums'));
  const tool = Bun.which('sha256sum') === null ? ['shasum', '-a', '256'] : ['sha256sum'];
  const check = () => Bun.spawnSync([...tool, '--check', 'SHA256SUMS'], { cwd: at('sums'), env: cleanEnv({}) });
  expect(`${check().stdout}`).toBe('a: OK\nb: OK\n');
  writeFileSync(at('sums/b'), 'c');
  expect(check().exitCode).toBe(1);
});

test('the bill of materials names what is shipped, with hashes and licenses, and no tool for development', () => {
  writeBillOfMaterials(at('bill.json'));
  const text = readFileSync(at('bill.json'), 'utf8');
  writeBillOfMaterials(at('bill.json'));
  expect(readFileSync(at('bill.json'), 'utf8')).toBe(text);
  const bill = JSON.parse(text);
  const references: string[] = bill.components.map((component: { 'bom-ref': string }) => component['bom-ref']);
  expect(new Set(references).size).toBe(references.length);
  expect([bill.bomFormat, bill.specVersion, bill.metadata.component.name]).toEqual(['CycloneDX', '1.5', 'petstore']);
  const names: string[] = bill.components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['bun', 'react', 'typebox', 'lossless-json', '@mantine/core']));
  expect(names.filter((name) => ['playwright-core', 'knip', 'typescript', '@biomejs/biome'].includes(name))).toEqual(
    [],
  );
  const bun = bill.components.find(({ name }: { name: string }) => name === 'bun');
  const hash = Buffer.from(lock.packages['node_modules/bun'].integrity.slice('sha512-'.length), 'base64').toString(
    'hex',
  );
  expect(bun).toMatchObject({
    version: lock.packages['node_modules/bun'].version,
    hashes: [{ alg: 'SHA-512', content: hash }],
    licenses: [{ license: { id: 'MIT' } }],
  });
});
