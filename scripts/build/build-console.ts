/**
 * Builds the console and the API reference into `build/console`, or into the folder given as argument: scripts and styles
 * with a content hash in their names, each with a compressed copy, and the two HTML pages, in which only the environment
 * remains to be filled in. And, in `embed`, the script for other web sites.
 *
 * The copies are gzip alone. Brotli makes them 7 to 10 % smaller, at its slowest 17 % (441 kB instead of 531), which takes 4
 * seconds of a first start; Zstandard 7 to 12 %. Browsers keep the files for a year, and accept both only over HTTPS, where a
 * proxy can compress.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeFolder } from './make-folder.ts';

const root = join(import.meta.dir, '../..');

/** Each page and its entry module. The modules share common chunks. */
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
  // One file without names of its own in the page that includes it.
  await Bun.build({
    entrypoints: [join(root, 'embed/embed.ts')],
    outdir: join(folder, 'embed'),
    target: 'browser',
    format: 'iife',
    minify: true,
  });
});
