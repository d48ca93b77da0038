/**
 * Builds the npm package of the service in `dist/package` and packs it as `dist/petstore-VERSION.tgz`. Its only
 * dependency is the runtime, and it contains what runs: nothing is built when it is installed or started.
 *
 *     build-package.ts [--outdir FOLDER]
 */
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { servedFolders } from '../../src/lib/system/program-files.ts';
import { root } from './build-options.ts';
import { bundleProgram } from './build-program.ts';
import { licenseTexts } from './licenses.ts';
import { makeFolder } from './make-folder.ts';
import { identityOf, pack } from './pack.ts';

if (import.meta.main) {
  const { values } = parseArgs({ options: { outdir: { type: 'string' } } });
  const file = await buildPackage(resolve(values.outdir ?? join(root, 'dist')));
  console.log(`${file}: ${(Bun.file(file).size / 1_000_000).toFixed(1)} MB`);
}

/** Builds the package in a folder of `outdir`, and returns the path of its archive. */
export async function buildPackage(outdir: string): Promise<string> {
  const folder = join(outdir, 'package');
  mkdirSync(outdir, { recursive: true });
  await makeFolder(folder, async (scratch) => {
    await bundleProgram(join(scratch, 'program'), 'none');
    for (const name of servedFolders) cpSync(join(root, 'build', name), join(scratch, name), { recursive: true });
    for (const name of ['petstore', 'README.md']) cpSync(join(root, 'deploy/npm', name), join(scratch, name));
    chmodSync(join(scratch, 'petstore'), 0o755);
    for (const name of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, name), join(scratch, name));
    writeFileSync(join(scratch, 'THIRD-PARTY-LICENSES.txt'), licenseTexts());
    writeFileSync(join(scratch, 'package.json'), `${JSON.stringify(publishedManifest(), undefined, 2)}\n`);
  });
  return pack(folder, outdir);
}

function publishedManifest(): object {
  const { name, version, description, dependencies } = manifest;
  return {
    ...identityOf(name),
    version,
    description,
    license: 'MIT',
    type: 'module',
    bin: { petstore: 'petstore' },
    os: ['linux', 'darwin'],
    cpu: ['x64', 'arm64'],
    dependencies: { bun: dependencies.bun },
  };
}
