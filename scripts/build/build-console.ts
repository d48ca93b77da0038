/**
 * Builds the console and the API reference into `build/console`, or into the folder given as argument: scripts and styles
 * with a content hash in their names, each with a compressed copy, and the two HTML pages, in which only the environment
 * remains to be filled in. And, in `embed`, the script for other web sites, and in `demo` the pictures of
 * `petstore demo`.
 *
 * The copies are gzip alone: browsers accept Brotli and Zstandard only over HTTPS, where a proxy can compress.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { BuildArtifact } from 'bun';
import { makeFolder } from './make-folder.ts';

const root = join(import.meta.dir, '../..');

/** Each page and its entry module. The modules share common chunks. */
const pages = [
  { name: 'main', source: 'console/main.tsx', page: 'console/index.html' },
  { name: 'reference', source: 'console/reference/reference.tsx', page: 'console/reference/reference.html' },
];

/** What runs while the others are on their way. */
const first = 'console/session/first-requests.ts';

/** 3 % smaller than the best that zlib does, for 0.1 s more of a first start. */
const compression = { library: 'libdeflate', level: 10 } as const;

/** What the components of Mantine are called in scripts and styles. */
const componentClass = /\bm_[\da-f]+/g;

await makeFolder(resolve(process.argv[2] ?? join(root, 'build/console')), async (folder) => {
  const { outputs } = await Bun.build({
    entrypoints: [...pages.map(({ source }) => source), first].map((source) => join(root, source)),
    target: 'browser',
    splitting: true,
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
  });
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.gz`), Bun.gzipSync(text, compression));
  };
  const scripts = outputs.filter(({ path }) => path.endsWith('.js'));
  const used = new Set<string>();
  const imports = new Map<string, readonly string[]>();
  for (const output of scripts) {
    const text = await output.text();
    write(basename(output.path), text);
    imports.set(basename(output.path), importsOf(text));
    for (const [name] of text.matchAll(componentClass)) used.add(name);
  }
  const isOf = (name: string) => (output: BuildArtifact) =>
    output.kind !== 'chunk' && basename(output.path).startsWith(`${name}-`);
  const scriptOf = (name: string) => scripts.filter(isOf(name)).map(({ path }) => basename(path))[0];
  for (const { name, page } of pages) {
    const script = scriptOf(name);
    const sheet = await outputs.find((output) => isOf(name)(output) && output.path.endsWith('.css'))?.text();
    if (script === undefined || sheet === undefined)
      throw new Error(`the build made no script, or no styles, of ${name}`);
    const usedSheet = withoutUnused(sheet, used);
    const styles = `${name}-${Bun.hash(usedSheet).toString(36)}.css`;
    write(styles, usedSheet);
    const names = { script, styles, first: scriptOf('first-requests') ?? '' };
    const text = readFileSync(join(root, page), 'utf8').replaceAll(
      /\{(script|styles|first)\}/g,
      (_, which: keyof typeof names) => names[which],
    );
    // Otherwise a browser asks for what a script imports only once it has that script.
    const atOnce = reached(imports, script);
    const preloads = preload(atOnce.difference(new Set([script, names.first])));
    writeFileSync(join(folder, basename(page)), text.replace('{preloads}', preloads));
    if (name !== 'main') continue;
    // The page at `/` loads these once somebody is signed in.
    const later = scripts.map(({ path }) => basename(path)).filter((file) => /^(overview-page|page-texts)-/.test(file));
    const late = new Set(later.flatMap((file) => [...reached(imports, file)])).difference(atOnce);
    writeFileSync(join(folder, 'overview.html'), text.replace('{preloads}', preloads + preload(late)));
  }
  // One file without names of its own in the page that includes it.
  await Bun.build({
    entrypoints: [join(root, 'embed/embed.ts')],
    outdir: join(folder, 'embed'),
    target: 'browser',
    format: 'iife',
    minify: true,
  });
  cpSync(join(root, 'cli/demo/pictures'), join(folder, 'demo'), { recursive: true });
});

/** The files that a script imports before it runs. */
function importsOf(script: string): string[] {
  const found = new Bun.Transpiler().scanImports(script);
  return found.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path));
}

/** A script, and all that it imports, directly or not. */
function reached(imports: ReadonlyMap<string, readonly string[]>, script: string): ReadonlySet<string> {
  const found = new Set([script]);
  for (const file of found) for (const imported of imports.get(file) ?? []) found.add(imported);
  return found;
}

function preload(files: ReadonlySet<string>): string {
  return [...files].map((file) => `<link rel="modulepreload" href="{root}console/${file}">\n`).join('');
}

/** Without the rules of components that no script has: Mantine's style sheet is one for all of them. */
function withoutUnused(sheet: string, used: ReadonlySet<string>): string {
  return sheet
    .replaceAll(/[^{}]+\{[^{}]*\}/g, (rule) => {
      const classes = rule.match(componentClass);
      return classes === null || classes.some((name) => used.has(name)) ? rule : '';
    })
    .replaceAll(/@[^{}]+\{\}/g, '');
}
