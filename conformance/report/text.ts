import type { Group } from '../case.ts';
import type { CaseResult, GroupResult, Verification } from '../run.ts';
import { escapeInvisible, type ShownMessage, showExchange } from './exchange.ts';
import { allCases, countCases, interfaceVersion, maxCreated, type ReportHeader } from './summary.ts';

export interface TextOptions {
  readonly isColored: boolean;
  /** Whether cases that have passed are listed, too. */
  readonly isVerbose: boolean;
}

export interface Plan {
  readonly groups: readonly Group[];
  readonly mayFill: boolean;
  readonly maxRequests: number;
  readonly prefix: string;
}

const colors = { green: 32, red: 31, yellow: 33, bold: 1, dim: 2 } as const;
const maxBody = 600;
const shownIds = 12;
const number = new Intl.NumberFormat('en-GB');

/** A report for people. It is written group by group, while the cases run. */
export class TextReport {
  readonly #options: TextOptions;
  #kind: Group['kind'] | undefined;
  /** Whether the last line is blank, as after a failed case. */
  #isAfterBlank = false;

  constructor(options: TextOptions) {
    this.#options = options;
  }

  /** What will be done, before anything is sent. */
  start({ address, programVersion }: ReportHeader, { groups, mayFill, maxRequests, prefix }: Plan): string {
    const extensions = groups.filter(({ kind }) => kind === 'extension').length;
    const cases = groups.reduce((sum, group) => sum + group.cases.length, 0);
    const scope = extensions === groups.length ? '' : `interface ${interfaceVersion}`;
    const added = extensions === 0 ? '' : `${extensions} ${extensions === 1 ? 'extension' : 'extensions'}`;
    return [
      `${this.#paint('bold', `petstore verify ${programVersion}`)}  ${address}`,
      '',
      `Checks:   ${[scope, added].filter((part) => part !== '').join(', ')}: ${number.format(cases)} cases, at most ${number.format(maxRequests)} requests`,
      `Creates:  at most ${countAnimals(maxCreated(groups, mayFill))}`,
      `          named "${prefix} …"; what the server can remove is removed at the end`,
      '',
      '',
    ].join('\n');
  }

  group({ group, cases }: GroupResult): string {
    const lines: string[] = [];
    const wasAfterBlank = this.#isAfterBlank;
    this.#isAfterBlank = false;
    if (group.kind !== this.#kind) {
      if (this.#kind !== undefined && !wasAfterBlank) lines.push('');
      lines.push(this.#paint('bold', group.kind === 'interface' ? 'Interface' : 'Extensions'));
      this.#kind = group.kind;
    }
    const { passed, failed, skipped } = countCases(cases);
    const reasons = new Set(cases.map(({ outcome }) => (outcome.kind === 'skipped' ? outcome.reason : '')));
    const [reason = ''] = reasons;
    const isLeftOut = reasons.size === 1 && reason !== '';
    const counts = [
      ...(passed > 0 ? [`${passed} passed`] : []),
      ...(failed > 0 ? [this.#paint('red', `${failed} failed`)] : []),
      ...(skipped > 0 ? [this.#paint('yellow', `${skipped} skipped`)] : []),
    ].join(', ');
    const mark = failed > 0 ? this.#failed : isLeftOut ? this.#skipped : this.#passed;
    const title = `${group.title} ${this.#paint('dim', `(${group.name})`)}`;
    const gap = ' '.repeat(Math.max(46 - group.title.length - group.name.length, 1));
    lines.push(`  ${mark} ${title}${gap}${isLeftOut ? this.#paint('yellow', escapeInvisible(reason)) : counts}`);
    if (isLeftOut) return `${lines.join('\n')}\n`;
    for (const one of cases) lines.push(...this.#case(one));
    lines.push(...this.#skippedCases(cases));
    this.#isAfterBlank = lines.at(-1) === '';
    return `${lines.join('\n')}\n`;
  }

  end({ groups, requests, pausedMs, durationMs, cleanup, stoppedBy }: Verification): string {
    const cases = allCases(groups);
    const { passed, failed, skipped } = countCases(cases);
    const pause = pausedMs > 0 ? `, ${(pausedMs / 1_000).toFixed(1)} s of them waiting as the server asked` : '';
    const verdict = failed > 0 ? this.#paint('red', `${failed} failed`) : this.#paint('green', 'none failed');
    const lines = [
      ...(this.#isAfterBlank ? [] : ['']),
      ...(failed > 0 ? [this.#paint('bold', 'Failed'), ...cases.flatMap((one) => this.#failedName(one)), ''] : []),
      `${this.#paint('bold', `${number.format(cases.length)} cases`)}: ${number.format(passed)} passed, ${verdict}, ${skipped} skipped. ${number.format(requests)} requests in ${(durationMs / 1_000).toFixed(1)} s${pause}.`,
      ...(stoppedBy === undefined ? [] : [this.#paint('yellow', `Stopped before the end: ${stoppedBy}.`)]),
      `Removed: ${countAnimals(cleanup.removed)}.`,
      cleanup.leftBehind.length === 0 ? 'Left behind: nothing.' : 'Left behind:',
    ];
    for (const { ids, reason } of cleanup.leftBehind) {
      const shown = ids.slice(0, shownIds).join(', ');
      const more = ids.length > shownIds ? ` and ${ids.length - shownIds} more, to ${ids.at(-1)}` : '';
      lines.push(`  animals     ${[`${shown}${more}`, this.#paint('dim', `(${reason})`)].join(' ').trimStart()}`);
    }
    return `${lines.join('\n')}\n`;
  }

  #case({ name, rule, outcome, exchanges }: CaseResult): string[] {
    if (outcome.kind === 'passed') return this.#options.isVerbose ? [`      ${this.#passed} ${name}`] : [];
    if (outcome.kind === 'skipped') return [];
    const last = exchanges.at(-1);
    const shown = last && showExchange(last, maxBody);
    return [
      '',
      `      ${this.#failed} ${this.#paint('bold', name)}`,
      this.#field('Rule', rule),
      this.#field('Expected', this.#paint('green', escapeInvisible(outcome.expected))),
      this.#field('Received', this.#paint('red', escapeInvisible(outcome.received))),
      ...(shown ? [...this.#message('Request', shown.request), ...this.#message('Response', shown.response)] : []),
      '',
    ];
  }

  /** The cases that were skipped for each reason. */
  #skippedCases(cases: readonly CaseResult[]): string[] {
    const byReason = Map.groupBy(cases, ({ outcome }) => (outcome.kind === 'skipped' ? outcome.reason : ''));
    byReason.delete('');
    return [...byReason].flatMap(([reason, skipped]) => [
      `      ${this.#skipped} skipped: ${escapeInvisible(reason)}`,
      ...skipped.map(({ name }) => `          ${this.#paint('dim', name)}`),
    ]);
  }

  #failedName({ name, outcome }: CaseResult): string[] {
    return outcome.kind === 'failed' ? [`  ${this.#failed} ${name}`] : [];
  }

  #message(label: string, { start, headers, body }: ShownMessage): string[] {
    const lines = [...headers.map(([name, value]) => `${name}: ${value}`), ...(body === '' ? [] : body.split(/\r?\n/))];
    return [
      this.#field(label, escapeInvisible(start)),
      ...lines.map((line) => this.#field('', this.#paint('dim', escapeInvisible(line)))),
    ];
  }

  #field(label: string, text: string): string {
    return `        ${this.#paint('dim', label.padEnd(8))}  ${text}`;
  }

  get #passed(): string {
    return this.#paint('green', '✓');
  }

  get #failed(): string {
    return this.#paint('red', '✗');
  }

  get #skipped(): string {
    return this.#paint('yellow', '–');
  }

  #paint(color: keyof typeof colors, text: string): string {
    return this.#options.isColored && text !== '' ? `\u001b[${colors[color]}m${text}\u001b[0m` : text;
  }
}

function countAnimals(count: number): string {
  return count === 0 ? 'nothing' : `${count} ${count === 1 ? 'animal' : 'animals'}`;
}
