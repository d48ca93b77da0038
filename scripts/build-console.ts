/**
 * Builds the console into `build/console`, or into the folder that is named: its pages as scripts and styles with a hash
 * of their content in their names, each beside its compressed form, and the page that they belong to, in which only the
 * environment is still to be filled.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const root = new URL('..', import.meta.url).pathname;
const target = resolve(process.argv[2] ?? join(root, 'build/console'));
const startedAt = new Date();
// The folder is never seen half full, also when somebody else builds into it at the same moment.
const scratch = `${target}.${process.pid}.new`;
const replaced = `${target}.${process.pid}.old`;

const { outputs } = await Bun.build({
  entrypoints: [join(root, 'console/main.tsx')],
  target: 'browser',
  splitting: true,
  minify: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
});

for (const leftover of [scratch, replaced]) rmSync(leftover, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
const entry = { script: '', styles: '' };
for (const output of outputs) {
  const name = basename(output.path);
  const bytes = new Uint8Array(await output.arrayBuffer());
  writeFileSync(join(scratch, name), bytes);
  writeFileSync(join(scratch, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  if (output.kind === 'entry-point') entry.script = name;
  if (name.endsWith('.css')) entry.styles = name;
}
if (entry.script === '' || entry.styles === '') throw new Error('the build made no script, or no styles');
const page = readFileSync(join(root, 'console/index.html'), 'utf8');
const pageFile = join(scratch, 'index.html');
writeFileSync(pageFile, page.replace('{script}', entry.script).replace('{styles}', entry.styles));
// As old as what it was made of, so that a source which was changed meanwhile is newer.
utimesSync(pageFile, startedAt, startedAt);
while (!isMoved(scratch, target)) if (isMoved(target, replaced)) rmSync(replaced, { recursive: true });

/** Moves a folder to where none is. Tells false where there is one, or nothing to move any more. */
function isMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(String(error.code)))
      return false;
    throw error;
  }
}
