/**
 * Builds the console and the API reference into `build/console`, or into the folder given as argument: scripts and styles
 * with a content hash in their names, each with a compressed copy, and the two HTML pages, in which only the environment
 * remains to be filled in. And, in `embed`, the script for other web sites, and in `demo` the pictures of
 * `petstore demo`.
 *
 * The copies are gzip alone. Brotli makes them 7 to 10 % smaller, at its slowest 17 % (441 kB instead of 531), which takes 4
 * seconds of a first start; Zstandard 7 to 12 %. Browsers keep the files for a year, and accept both only over HTTPS, where a
 * proxy can compress.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BuildArtifact } from 'bun';
import { makeFolder } from './make-folder.ts';

const root = join(import.meta.dir, '../..');

/** Each page and its entry module. The modules share common chunks. */
const pages = [
  { name: 'main', source: 'console/main.tsx', page: 'console/index.html' },
  { name: 'reference', source: 'console/reference/reference.tsx', page: 'console/reference/reference.html' },
];

/** What the components of Mantine are called in scripts and styles. */
const componentClass = /\bm_[\da-f]+/g;

await makeFolder(resolve(process.argv[2] ?? join(root, 'build/console')), async (folder) => {
  const { outputs } = await Bun.build({
    entrypoints: pages.map(({ source }) => join(root, source)),
    target: 'browser',
    splitting: true,
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
  });
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: 9 }));
  };
  const scripts = outputs.filter(({ path }) => path.endsWith('.js'));
  const used = new Set<string>();
  for (const output of scripts) {
    const text = await output.text();
    write(basename(output.path), text);
    for (const [name] of text.matchAll(componentClass)) used.add(name);
  }
  for (const { name, page } of pages) {
    const isOfPage = ({ kind, path }: BuildArtifact) => kind !== 'chunk' && basename(path).startsWith(`${name}-`);
    const script = scripts.filter(isOfPage).map(({ path }) => basename(path))[0];
    const sheet = await outputs.find((output) => isOfPage(output) && output.path.endsWith('.css'))?.text();
    if (script === undefined || sheet === undefined)
      throw new Error(`the build made no script, or no styles, of ${name}`);
    const usedSheet = withoutUnused(sheet, used);
    const styles = `${name}-${Bun.hash(usedSheet).toString(36)}.css`;
    write(styles, usedSheet);
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
  cpSync(join(root, 'src/cli/demo/pictures'), join(folder, 'demo'), { recursive: true });
});

/** Without the rules of components that no script has: Mantine's style sheet is one for all of them. */
function withoutUnused(sheet: string, used: ReadonlySet<string>): string {
  return sheet
    .replaceAll(/[^{}]+\{[^{}]*\}/g, (rule) => {
      const classes = rule.match(componentClass);
      return classes === null || classes.some((name) => used.has(name)) ? rule : '';
    })
    .replaceAll(/@[^{}]+\{\}/g, '');
}
