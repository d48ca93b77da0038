/** Of the `node` of the `PATH`, on which some peers run. Undefined where there is none. */
export function nodeVersion(): string | undefined {
  if (Bun.which('node') === null) return undefined;
  return Bun.spawnSync(['node', '--version']).stdout.toString().trim().replace('v', '');
}
