import { expect, test } from 'bun:test';
import { steps } from './pipeline.ts';

test('ARCHITECTURE lists the steps of a request in the order in which they run', async () => {
  const readme = await Bun.file(`${import.meta.dir}/../../../ARCHITECTURE.md`).text();
  const listed = [...readme.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
  expect(listed.slice(listed.indexOf('authenticate'))).toEqual(steps.map(({ name }) => name));
});
