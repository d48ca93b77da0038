import type { CaseResult, GroupResult, Verification } from '../run.ts';
import { escapeInvisible, showExchange } from './exchange.ts';
import { allCases, countCases, interfaceVersion, type ReportHeader } from './summary.ts';

const maxBody = 4_000;

/** A report as JSON. Ids are strings, because most JSON parsers lose digits of 64-bit integers. */
export function toJson({ address, programVersion, startedAt }: ReportHeader, verification: Verification): string {
  const { groups, created, cleanup, requests, durationMs, pausedMs, stoppedBy } = verification;
  const report = {
    tool: 'petstore verify',
    version: programVersion,
    interface: interfaceVersion,
    address,
    startedAt: startedAt.toISOString(),
    durationMs,
    pausedMs,
    requests,
    ...(stoppedBy !== undefined && { stoppedBy }),
    summary: countCases(allCases(groups)),
    groups: groups.map(({ group: { name, title, kind }, cases }) => ({
      ...{ name, title, kind },
      summary: countCases(cases),
      cases: cases.map(describeCase),
    })),
    created: { animals: created },
    removed: { animals: cleanup.removed },
    leftBehind: cleanup.leftBehind.map(({ ids, reason }) => ({ kind: 'animals', ids: ids.map(String), reason })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function describeCase({ name, rule, outcome, durationMs, exchanges }: CaseResult) {
  const { kind, ...details } = outcome;
  const shown = exchanges.map((answer) => showExchange(answer, maxBody));
  return {
    name,
    rule,
    outcome: kind,
    ...details,
    durationMs: Math.round(durationMs),
    ...(shown.length > 0 && { exchanges: shown }),
  };
}

/** A report in the format of JUnit, which CI systems read: a test suite for each group. */
export function toJunit({ address, startedAt }: ReportHeader, { groups, durationMs }: Verification): string {
  const attributes = {
    ...{ name: `petstore verify ${address}`, timestamp: startedAt.toISOString(), time: seconds(durationMs) },
    ...junitCounts(allCases(groups)),
  };
  const suites = groups.map(describeSuite);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, suites)}`;
}

function describeSuite({ group, cases }: GroupResult): string {
  const time = seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0));
  const tests = cases.map((one) => {
    const attributes = { classname: `petstore.${group.name}`, name: one.name, time: seconds(one.durationMs) };
    return element('testcase', attributes, describeOutcome(one));
  });
  return element('testsuite', { name: group.name, time, ...junitCounts(cases) }, tests);
}

function describeOutcome({ rule, outcome, exchanges }: CaseResult): string[] {
  if (outcome.kind === 'passed') return [];
  if (outcome.kind === 'skipped') return [element('skipped', { message: outcome.reason }, [])];
  const message = `expected ${outcome.expected}, received ${outcome.received}`;
  const lines = exchanges.flatMap((answer) => {
    const { request, response } = showExchange(answer, maxBody);
    return [request, response].flatMap(({ start, headers, body }) => [
      '',
      start,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      ...(body === '' ? [] : ['', body]),
    ]);
  });
  const text = [`Rule: ${rule}`, `Expected: ${outcome.expected}`, `Received: ${outcome.received}`, ...lines];
  return [element('failure', { message, type: 'Mismatch' }, [`${text.map(escapeXml).join('\n')}\n`])];
}

function junitCounts(cases: readonly CaseResult[]) {
  const { failed, skipped } = countCases(cases);
  return { tests: cases.length, failures: failed, skipped, errors: 0 };
}

function element(name: string, attributes: Record<string, string | number>, children: readonly string[]): string {
  const fields = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  const start = `<${name}${fields.join('')}`;
  return children.length === 0 ? `${start}/>\n` : `${start}>\n${children.join('')}</${name}>\n`;
}

/** Control characters cannot be in XML 1.0, not even escaped. */
function escapeXml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text
    .split('\n')
    .map((line) =>
      escapeInvisible(line.toWellFormed()).replaceAll(/[&<>"\ufffe\uffff]/g, (one) => entities[one] ?? '\ufffd'),
    )
    .join('\n');
}

const seconds = (durationMs: number) => (durationMs / 1_000).toFixed(3);
