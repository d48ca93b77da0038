import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './build-options.ts';

/**
 * The members of a manifest that say under which name a package may be published. The bare names belong to others, or to
 * nobody, on public registries, so a package gets the scope in PETSTORE_NPM_SCOPE, such as `@example`. Without one it is
 * private: it can be installed from its file, and not be published.
 */
export function identityOf(name: string): object {
  const scope = process.env['PETSTORE_NPM_SCOPE'] ?? '';
  if (scope === '') return { name, private: true };
  if (!/^@[a-z0-9-][a-z0-9._-]*$/.test(scope)) {
    throw new Error(`PETSTORE_NPM_SCOPE must be a scope such as @example, but is ${JSON.stringify(scope)}`);
  }
  return { name: `${scope}/${name}`, publishConfig: { access: 'public' } };
}

/** Packs the npm package in `folder` as `NAME-VERSION.tgz` in `outdir`, without its scope, and returns the path. */
export function pack(folder: string, outdir: string): string {
  // Whoever builds it with whichever umask, the same files have the same modes.
  run(['chmod', '-R', 'go=rX', folder]);
  const command = ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', outdir];
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: folder });
  if (exitCode !== 0) throw new Error(`${folder} cannot be packed: ${stderr}`);
  const packed = `${stdout}`.trim();
  const file = join(outdir, packed.slice(packed.lastIndexOf('petstore')));
  renameSync(join(outdir, packed), file);
  return file;
}
