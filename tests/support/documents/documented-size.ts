import { expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const document = join(import.meta.dir, '../../../docs/deploying.md');
const unitBytes: Readonly<Record<string, number>> = { kB: 1_000, MB: 1_000_000 };

/** Expects that a file of `dist` has about the size of the example: `dist/petstore-VERSION.tgz: 1.5 MB`. */
export function expectDocumentedSize(name: string, bytes: number): void {
  const example = new RegExp(`^dist/${name}: ([\\d.]+) (kB|MB)$`, 'm').exec(readFileSync(document, 'utf8'));
  const [, figure, unit = ''] = example ?? [];
  expect(bytes / (Number(figure) * (unitBytes[unit] ?? 0))).toBeWithin(0.8, 1.2);
}
