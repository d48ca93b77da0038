/**
 * Builds the npm package of the SDK in `dist/sdk` and packs it as `dist/petstore-client-VERSION.tgz`: one ES module with
 * the JSON parser in it, and type declarations.
 *
 *     build-sdk.ts [--outdir FOLDER]
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { programVersion } from '../../src/lib/system/program-files.ts';
import { root } from './build-options.ts';
import { licenseTexts, shippedPackages } from './licenses.ts';
import { makeFolder } from './make-folder.ts';
import { identityOf, pack } from './pack.ts';

const bundled = ['lossless-json'];

const manifest = {
  ...identityOf('petstore-client'),
  version: programVersion,
  description: 'The SDK of petstore, a self-hosted catalogue of animals for adoption',
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  main: './index.js',
  types: './types/client/index.d.ts',
  exports: {
    '.': { types: './types/client/index.d.ts', default: './index.js' },
    './package.json': './package.json',
  },
  // `require` of a module needs 20.19.
  engines: { node: '>=20.19' },
};

if (import.meta.main) {
  const { values } = parseArgs({ options: { outdir: { type: 'string' } } });
  const file = await buildSdk(resolve(values.outdir ?? join(root, 'dist')));
  console.log(`${file}: ${(Bun.file(file).size / 1_000).toFixed(0)} kB`);
}

/** Builds the package in a folder of `outdir`, and returns the path of its archive. */
export async function buildSdk(outdir: string): Promise<string> {
  const folder = join(outdir, 'sdk');
  mkdirSync(outdir, { recursive: true });
  await makeFolder(folder, async (scratch) => {
    // Target `browser` uses nothing of one runtime. Not minified: bundlers do that, and people read stack traces.
    await Bun.build({
      entrypoints: [join(root, 'client/index.ts')],
      outdir: scratch,
      target: 'browser',
      format: 'esm',
    });
    await writeDeclarations(scratch);
    cpSync(join(root, 'client/README.md'), join(scratch, 'README.md'));
    cpSync(join(root, 'LICENSE'), join(scratch, 'LICENSE'));
    const libraries = shippedPackages().filter(({ name }) => bundled.includes(name));
    writeFileSync(join(scratch, 'THIRD-PARTY-LICENSES.txt'), licenseTexts(libraries));
    writeFileSync(join(scratch, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  });
  return pack(folder, outdir);
}

/** Declarations that import each other as `.js`, as every compiler resolves them. */
async function writeDeclarations(folder: string): Promise<void> {
  const types = join(folder, 'types');
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
  const command = ['node', tsc, '--project', join(root, 'client'), '--outDir', types];
  const { exitCode, stdout } = Bun.spawnSync(command, { cwd: root });
  if (exitCode !== 0) throw new Error(`the declarations of the SDK cannot be made: ${stdout}`);
  for await (const path of new Bun.Glob('**/*.d.ts').scan({ cwd: types, absolute: true })) {
    const text = await Bun.file(path).text();
    await Bun.write(path, text.replaceAll(/((?:from |import\()(['"])\.{1,2}\/[^'"]+)\.ts\2/g, '$1.js$2'));
  }
}
