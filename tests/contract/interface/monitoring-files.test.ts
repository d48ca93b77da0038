import { expect, test } from 'bun:test';
import { metrics } from '../../../src/http/response/metric-table.ts';

interface Rules {
  groups: {
    rules: { alert: string; expr: string; annotations: Record<'summary' | 'description' | 'runbook', string> }[];
  }[];
}

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

const rules = (Bun.YAML.parse(await Bun.file('deploy/prometheus-rules.yml').text()) as Rules).groups.flatMap(
  (group) => group.rules,
);
const dashboard: Dashboard = await Bun.file('deploy/grafana-dashboard.json').json();
const document = await Bun.file('docs/alerts.md').text();

/** Every series that can be on the page. */
const series = Object.entries(metrics).flatMap(([name, { type }]) =>
  type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
);

/** The metric names in a query: all words except functions, keywords, labels, strings, numbers and units of time. */
function namesIn(query: string): string[] {
  const bare = query
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|without|on|ignoring|group_left|group_right) *\([^)]*\)/g, '');
  return [...bare.matchAll(/\b[a-zA-Z_:][\w:]*\b(?! *\()/g)]
    .map(([name]) => name)
    .filter((name) => !keywords.has(name));
}

const keywords = new Set(['and', 'or', 'unless', 'sum', 'max', 'min', 'count', 'avg', 'e9']);

const balanced = (query: string) =>
  ['()', '{}', '[]'].every(([open = '', close = '']) => query.split(open).length === query.split(close).length);

const queries = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

test.each(queries)('%s queries only metrics that exist', (_, query) => {
  const names = namesIn(query);
  expect(names.length).toBeGreaterThan(0);
  // `up` is a metric of Prometheus itself.
  expect(names.filter((name) => name !== 'up' && !series.includes(name))).toEqual([]);
  expect(balanced(query)).toBe(true);
});

test('each alert has a unique name and says what to do', () => {
  expect(rules.length).toBeGreaterThanOrEqual(10);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { annotations } of rules) {
    expect([annotations.summary, annotations.description]).toEqual([expect.any(String), expect.any(String)]);
  }
});

test('docs/alerts.md says what to do about each alert, where its annotation points', () => {
  const [, runbook = ''] = document.split('\n## When an alert fires\n');
  const entries = runbook.split(/\n### /).slice(1);
  expect(entries.map((entry) => entry.split('\n', 1)[0])).toEqual(rules.map(({ alert }) => alert));
  for (const entry of entries) expect(entry.split('\n').slice(1).join('').trim()).not.toBe('');
  const anchors = rules.map(({ annotations }) => annotations.runbook);
  expect(anchors).toEqual(rules.map(({ alert }) => `docs/alerts.md#${alert.toLowerCase()}`));
});
