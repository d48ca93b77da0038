import { join } from 'node:path';

/** Packs the npm package in `folder` into an archive in `outdir`, and returns its path. */
export function pack(folder: string, outdir: string): string {
  const command = ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', outdir];
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: folder });
  if (exitCode !== 0) throw new Error(`${folder} cannot be packed: ${stderr}`);
  return join(outdir, `${stdout}`.trim());
}
