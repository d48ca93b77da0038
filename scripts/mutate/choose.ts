import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import type { Mutation } from './find-mutations.ts';

/** One mutation of each of some lines. Each line is as likely as any other, and has its turn whatever other files have. */
export function pickMutations(mutations: readonly Mutation[], seed: string, count: number): Mutation[] {
  const lines = [...Map.groupBy(mutations, ({ path, line }) => `${path}:${line}`)];
  return lines
    .map(([place, choices]) => ({ choices, turn: Bun.hash.xxHash64(`${seed} ${place}`) }))
    .sort((one, other) => (one.turn < other.turn ? -1 : 1))
    .slice(0, count)
    .flatMap(({ choices, turn }) => choices[Number(turn % BigInt(choices.length))] ?? []);
}

/** The source with the changed line, or without it. */
export function applyMutation(code: string, { line, after }: Mutation): string {
  const lines = code.split('\n');
  return lines.toSpliced(line - 1, 1, ...(after === '' ? [] : [after])).join('\n');
}

/** The files that import each file. */
export function findImporters(root: string, paths: readonly string[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const path of paths) {
    const transpiler = new Bun.Transpiler({ loader: path.endsWith('x') ? 'tsx' : 'ts' });
    for (const { path: name } of transpiler.scanImports(readFileSync(join(root, path), 'utf8'))) {
      const imported = normalize(join(path, '..', name));
      importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  }
  return importers;
}

/** Test files with at most four imports between them and a source: the fewest, and the most names in common, first. */
export function testsNear(source: string, importers: ReadonlyMap<string, readonly string[]>): string[] {
  const hops = new Map([[source, 0]]);
  for (const [path, count] of hops)
    for (const importer of count < 4 ? (importers.get(path) ?? []) : [])
      if (!hops.has(importer)) hops.set(importer, count + 1);
  const names = new Set(source.split(/[/.-]/));
  const rank = (path: string) => (hops.get(path) ?? 0) - names.intersection(new Set(path.split(/[/.-]/))).size;
  return [...hops.keys()].filter((path) => path.endsWith('.test.ts')).sort((one, other) => rank(one) - rank(other));
}
