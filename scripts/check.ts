/**
 * The one command that checks everything: types, lint, dead code, the document, and the tests. It runs all of them,
 * also after a failure, and ends with how many passed and failed.
 */
import { join } from 'node:path';

const root = join(import.meta.dir, '..');
const node = ['node'];

interface Check {
  name: string;
  command: readonly string[];
}

const checks: readonly Check[] = [
  { name: 'types', command: [...node, 'node_modules/typescript-native/bin/tsc', '--project', '.'] },
  {
    name: 'types of the console',
    command: [...node, 'node_modules/typescript-native/bin/tsc', '--project', 'console'],
  },
  { name: 'lint and format', command: ['node_modules/.bin/biome', 'check', '--error-on-warnings', '.'] },
  { name: 'dead code and dependencies', command: ['node_modules/.bin/knip'] },
  { name: 'document', command: ['node_modules/.bin/redocly', 'lint', '--max-problems=50', 'openapi.json'] },
];

const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', FORCE_COLOR: '0' };
let passed = 0;
let failed = 0;

for (const { name, command } of checks) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd: root, env });
  console.log(`${exitCode === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  if (exitCode === 0) passed++;
  else {
    failed++;
    console.log(`${stdout}${stderr}`);
  }
}

// Tests do not time things: the bound only ends what hangs, also on a machine that is busy with something else.
const tests = Bun.spawn([process.execPath, 'test', '--timeout', '30000', ...process.argv.slice(2)], {
  cwd: root,
  env,
  stderr: 'pipe',
  stdout: 'inherit',
});
let report = '';
const decoder = new TextDecoder();
for await (const piece of tests.stderr) {
  const text = decoder.decode(piece, { stream: true });
  process.stderr.write(text);
  report += text;
}
const count = (word: string) => Number(new RegExp(`^\\s*([0-9]+) ${word}$`, 'm').exec(report)?.[1] ?? 0);
passed += count('pass');
failed += count('fail');
// A runner that breaks off, or runs nothing, has not passed.
if (((await tests.exited) !== 0 && count('fail') === 0) || count('pass') === 0) failed++;

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
