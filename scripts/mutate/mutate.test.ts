import { expect, test } from 'bun:test';
import { applyMutation, pickMutations } from './choose.ts';
import { findMutations } from './find-mutations.ts';
import { failureIn } from './run-limited.ts';

const source = (...lines: string[]) =>
  findMutations('src/a.ts', ['async function f(a: 1 | 2) {', ...lines, '}'].join('\n'));
const changes = (line: string) => source(line).map(({ kind, after }) => `${kind}: ${after}`);

test('finds each kind of mutation', () => {
  expect(changes('if (a < 1) return;')).toEqual([
    'removed check: ',
    'swapped comparison: if (a <= 1) return;',
    'changed constant: if (a < 2) return;',
  ]);
  expect(changes('const b = a && c ? d : e;')).toEqual([
    'swapped && and ||: const b = a || c ? d : e;',
    'negated condition: const b = !(a && c) ? d : e;',
  ]);
  expect(changes('const b = !c ? await d : 9n;')).toEqual([
    'negated condition: const b = c ? await d : 9n;',
    'dropped await: const b = !c ? d : 9n;',
    'changed constant: const b = !c ? await d : 10n;',
  ]);
  expect(changes('await save(true);')).toEqual([
    'skipped statement: ',
    'dropped await: save(true);',
    'changed constant: await save(false);',
  ]);
  expect(changes("const sql = 'SELECT a FROM b WHERE a > $1 ORDER BY a DESC';")).toEqual([
    "changed SQL: const sql = 'SELECT a FROM b WHERE a >= $1 ORDER BY a DESC';",
    "changed SQL: const sql = 'SELECT a FROM b WHERE a > $1 ORDER BY a ASC';",
  ]);
});

test('leaves out what no behaviour can show', () => {
  for (const line of [
    "log.info('started', { port: 8080 });",
    'const limitMs = 60 * 1_000;',
    'const [first = 0] = list;',
    'const first = list[a] ?? 0;',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    'const text = `there are ${a === 1 ? b : c} animals`;',
    'if (performance.now() < end) wait();',
    'return await b;',
    'let b: 1 | true;',
    '// if (a < 1) return;',
  ])
    expect([line, changes(line)]).toEqual([line, []]);
});

test('picks one mutation of each line, the same for the same seed, and the first of them if fewer are wanted', () => {
  const all = source(...Array.from({ length: 50 }, (_, index) => `if (a === ${index} && b) return;`));
  const picked = pickMutations(all, '1', 20);
  expect(new Set(picked.map(({ line }) => line)).size).toBe(20);
  expect(pickMutations(all.toReversed(), '1', 5).map(({ line }) => line)).toEqual(
    picked.slice(0, 5).map(({ line }) => line),
  );
  expect(pickMutations(all, '2', 20)).not.toEqual(picked);
});

test('changes one line, or removes it', () => {
  const code = '  b(c && d);\ne();';
  const all = findMutations('src/a.ts', code).map((mutation) => applyMutation(code, mutation));
  expect(all).toEqual(['e();', '  b(c || d);\ne();', '  b(c && d);']);
});

test('finds the failed test, or the failed check, in what was printed', () => {
  const failed = 'a.test.ts:\n(pass) one [1.00ms]\n\nb.test.ts:\nerror: no\n(fail) group > two [5.00ms]\n';
  expect(failureIn(failed)).toEqual({ file: 'b.test.ts', name: '"group > two"' });
  expect(
    failureIn(`ok     a to c (3 files): 2 passed (1.0 s)\nFAILED b to d (2 files): 0 passed (1.0 s)\n${failed}`),
  ).toEqual(failureIn(failed));
  expect(failureIn('FAILED types (2.0 s, 3.0 s of processor time)\nsrc/a.ts: error\n')).toEqual({
    file: '',
    name: 'types',
  });
});
