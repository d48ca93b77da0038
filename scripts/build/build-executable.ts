/**
 * Builds the executable of each given platform as `dist/petstore-VERSION-PLATFORM`: the program with its runtime, its
 * scripts as bytecode, and the console.
 *
 *     build-executable.ts [--target PLATFORM|all ...] [--outdir FOLDER]
 *
 * Without `--target`, builds that of this machine.
 */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { programVersion, servedFolders } from '../../src/lib/system/program-files.ts';
import { buildDefinitions, entryPoint, root } from './build-options.ts';
import { choosePlatforms, findRuntime, type Platform, platforms } from './runtimes.ts';

if (import.meta.main) {
  const { values } = parseArgs({ options: { target: { type: 'string', multiple: true }, outdir: { type: 'string' } } });
  for (const platform of choosePlatforms(values.target)) {
    const file = join(resolve(values.outdir ?? join(root, 'dist')), `petstore-${programVersion}-${platform}`);
    await buildExecutable(platform, file);
    console.log(`${file}: ${(Bun.file(file).size / 1_000_000).toFixed(1)} MB`);
  }
}

/** Builds one executable from the sources and the folders in `build`. */
export async function buildExecutable(platform: Platform, file: string): Promise<void> {
  // The bundler also leaves the source maps there, which the executable contains.
  const scratch = `${file}.${process.pid}`;
  const unfinished = join(scratch, basename(file));
  mkdirSync(scratch, { recursive: true });
  try {
    await Bun.build({
      entrypoints: ['executable', 'writer'].map(entryPoint),
      target: 'bun',
      format: 'esm',
      splitting: true,
      minify: true,
      sourcemap: 'inline',
      bytecode: true,
      define: buildDefinitions(),
      compile: {
        outfile: unfinished,
        target: platforms[platform].target,
        executablePath: findRuntime(platform),
        assets: servedFolders.map((served) => join(root, 'build', served)),
        // A .env or bunfig.toml in the current folder is not ours.
        autoloadDotenv: false,
        autoloadBunfig: false,
      },
    });
    if (platform.startsWith('macos')) sign(unfinished);
    renameSync(unfinished, file);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Signs an executable for macOS, where its own tool is available. The bundler signs only those for arm64. */
function sign(file: string): void {
  if (Bun.which('codesign') === null) return;
  const { exitCode, stderr } = Bun.spawnSync(['codesign', '--force', '--sign', '-', file]);
  if (exitCode !== 0) throw new Error(`${file} cannot be signed: ${stderr}`);
}
