import { expect, test } from 'bun:test';
import { Answer } from '../answer.ts';
import type { Group } from '../case.ts';
import type { Verification } from '../run.ts';
import { toJson, toJunit } from './machine.ts';
import { exitCodeOf } from './summary.ts';
import { TextReport } from './text.ts';

const group: Group = {
  name: 'list-pets',
  title: 'List animals',
  kind: 'interface',
  creates: 3,
  cases: [],
};
const header = { address: 'http://a.test/v1', programVersion: '9.9.9', startedAt: new Date(0) };

const exchange = new Answer(
  {
    method: 'POST',
    target: '/v1/keys',
    headers: [
      ['Authorization', 'Bearer pet_prod_0123456789'],
      ['X-API-Key', 'pet_prod_0123456789'],
    ],
    body: Buffer.from('{"name":"<b>"}'),
  },
  {
    status: 201,
    reason: 'Created',
    headers: [['Content-Type', 'application/json']],
    body: Buffer.from('{"id":9007199254740993,"name":"\u001b[31m & ]]>"}'),
    surplusBytes: 0,
  },
);

const verification: Verification = {
  groups: [
    {
      group,
      cases: [
        { name: 'a passes', rule: 'Rule a.', outcome: { kind: 'passed' }, durationMs: 1, exchanges: [] },
        {
          name: 'b fails',
          rule: 'Rule b.',
          outcome: { kind: 'failed', expected: 'status 200', received: 'status 201 \u001b[2J' },
          durationMs: 2,
          exchanges: [exchange],
        },
        {
          name: 'c is skipped',
          rule: 'Rule c.',
          outcome: { kind: 'skipped', reason: 'needs <x>' },
          durationMs: 0,
          exchanges: [],
        },
      ],
    },
  ],
  requests: 1_234,
  pausedMs: 2_000,
  durationMs: 3_000,
  created: 3,
  cleanup: {
    removed: 2,
    leftBehind: [{ ids: [9_007_199_254_740_993n], reason: 'the server did not remove them' }],
  },
  stoppedBy: undefined,
};

function textOf(isColored: boolean, isVerbose = false): string {
  const report = new TextReport({ isColored, isVerbose });
  const plan = { groups: [group], mayFill: false, maxRequests: 3_000, prefix: 'verify-1' };
  return [
    report.start(header, plan),
    ...verification.groups.map((one) => report.group(one)),
    report.end(verification),
  ].join('');
}

test('a text report says what is checked, what failed with the rule and the messages, and what is left', () => {
  expect(textOf(false)).toBe(`petstore verify 9.9.9  http://a.test/v1

Checks:   interface 1.0.0: 0 cases, at most 3,000 requests
Creates:  at most 4 animals
          named "verify-1 …"; what the server can remove is removed at the end

Interface
  ✗ List animals (list-pets)                         1 passed, 1 failed, 1 skipped

      ✗ b fails
        Rule      Rule b.
        Expected  status 200
        Received  status 201 \\u{1b}[2J
        Request   POST /v1/keys
                  Authorization: Bearer pet_prod_012…
                  X-API-Key: pet_prod_012…
                  {"name":"<b>"}
        Response  201 Created
                  Content-Type: application/json
                  {"id":9007199254740993,"name":"\\u{1b}[31m & ]]>"}

      – skipped: needs <x>
          c is skipped

Failed
  ✗ b fails

3 cases: 1 passed, 1 failed, 1 skipped. 1,234 requests in 3.0 s, 2.0 s of them waiting as the server asked.
Removed: 2 animals.
Left behind:
  animals     9007199254740993 (the server did not remove them)
`);
});

test('with colours the text is the same, and --verbose adds the cases that have passed', () => {
  const colored = textOf(true);
  expect(colored).toContain('\u001b[31m✗\u001b[0m');
  expect(Bun.stripANSI(colored)).toBe(textOf(false));
  expect(textOf(false, true)).toContain('      ✓ a passes\n');
});

test('a JSON report has every case, ids as strings, and no secrets', () => {
  const text = toJson(header, verification);
  const report = JSON.parse(text);
  expect(report).toMatchObject({ address: 'http://a.test/v1', interface: '1.0.0', requests: 1_234 });
  expect(report.summary).toEqual({ passed: 1, failed: 1, skipped: 1 });
  expect(report.groups[0].cases.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'passed',
    'failed',
    'skipped',
  ]);
  expect(report.groups[0].cases[1].exchanges[0].request.start).toBe('POST /v1/keys');
  expect(report.leftBehind).toEqual([
    { kind: 'animals', ids: ['9007199254740993'], reason: 'the server did not remove them' },
  ]);
  expect(text).not.toContain('0123456789');
});

test('a JUnit report is well-formed XML with a suite for each group', () => {
  const text = toJunit(header, verification);
  expect(text).toStartWith(
    '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="petstore verify http://a.test/v1"',
  );
  expect(text).toContain('<testsuite name="list-pets" time="0.003" tests="3" failures="1" skipped="1" errors="0">');
  expect(text).toContain('<testcase classname="petstore.list-pets" name="a passes" time="0.001"/>');
  expect(text).toContain('<failure message="expected status 200, received status 201 \\u{1b}[2J" type="Mismatch">');
  expect(text).toContain('<skipped message="needs &lt;x&gt;"/>');
  expect(text).toContain('\\u{1b}[31m &amp; ]]&gt;');
  expect(text).not.toContain('0123456789');
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

test('the exit code is 1 after a failure, 2 when the run was stopped, and else 0', () => {
  const [{ cases } = { cases: [] }] = verification.groups;
  const passed = { ...verification, groups: [{ group, cases: cases.filter(({ name }) => name !== 'b fails') }] };
  expect(exitCodeOf(verification)).toBe(1);
  expect(exitCodeOf(passed)).toBe(0);
  expect(exitCodeOf({ ...passed, stoppedBy: 'the time limit is reached' })).toBe(2);
});
