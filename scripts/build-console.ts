/**
 * Builds the console into `build/console`: its pages as scripts and styles with a hash of their content in their names,
 * each beside its compressed form, and the page that they belong to, in which only the environment is still to be filled.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const root = new URL('..', import.meta.url).pathname;
const target = join(root, 'build/console');
// What serves at this moment keeps its files until the new ones are complete.
const scratch = `${target}.${process.pid}`;

rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
const { outputs } = await Bun.build({
  entrypoints: [join(root, 'console/main.tsx')],
  target: 'browser',
  splitting: true,
  minify: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
});

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
writeFileSync(join(scratch, 'index.html'), page.replace('{script}', entry.script).replace('{styles}', entry.styles));
rmSync(target, { recursive: true, force: true });
renameSync(scratch, target);
