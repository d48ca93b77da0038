/**
 * Builds the console into `build/console`, or into the folder that is named: its pages as scripts and styles with a hash
 * of their content in their names, each beside its compressed form, and the page that they belong to, in which only the
 * environment is still to be filled.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeFolder } from './make-folder.ts';

const root = join(import.meta.dir, '..');

await makeFolder(resolve(process.argv[2] ?? join(root, 'build/console')), async (folder) => {
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
    writeFileSync(join(folder, name), bytes);
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    if (output.kind === 'entry-point') entry.script = name;
    if (name.endsWith('.css')) entry.styles = name;
  }
  if (entry.script === '' || entry.styles === '') throw new Error('the build made no script, or no styles');
  const page = readFileSync(join(root, 'console/index.html'), 'utf8');
  writeFileSync(join(folder, 'index.html'), page.replace('{script}', entry.script).replace('{styles}', entry.styles));
});
