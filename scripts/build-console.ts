/**
 * Builds the console and the API reference into `build/console`, or into the folder that is named: scripts and styles
 * with a hash of their content in their names, each beside its compressed form, and the two pages that they belong to,
 * in which only the environment is still to be filled.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeFolder } from './make-folder.ts';

const root = join(import.meta.dir, '..');

/** Each page and the module that draws it. What modules share is loaded once. */
const pages = [
  { name: 'main', source: 'console/main.tsx', page: 'console/index.html' },
  { name: 'reference', source: 'console/reference/reference.tsx', page: 'console/reference/reference.html' },
];

await makeFolder(resolve(process.argv[2] ?? join(root, 'build/console')), async (folder) => {
  const { outputs } = await Bun.build({
    entrypoints: pages.map(({ source }) => join(root, source)),
    target: 'browser',
    splitting: true,
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
  });
  for (const output of outputs) {
    const name = basename(output.path);
    const bytes = new Uint8Array(await output.arrayBuffer());
    writeFileSync(join(folder, name), bytes);
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
  for (const { name, page } of pages) {
    const belonging = outputs
      .filter(({ kind, path }) => kind !== 'chunk' && basename(path).startsWith(`${name}-`))
      .map(({ path }) => basename(path));
    const script = belonging.find((file) => file.endsWith('.js'));
    const styles = belonging.find((file) => file.endsWith('.css'));
    if (script === undefined || styles === undefined)
      throw new Error(`the build made no script, or no styles, of ${name}`);
    const text = readFileSync(join(root, page), 'utf8').replace('{script}', script).replace('{styles}', styles);
    writeFileSync(join(folder, basename(page)), text);
  }
});
