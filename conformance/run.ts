import type { Answer } from './answer.ts';
import type { Case, Group, Outcome } from './case.ts';
import { type OtherKeys, type RunState, TestContext } from './context.ts';
import { type Cleanup, CreatedAnimals } from './created.ts';
import type { BaseAddress } from './http/base-address.ts';
import { NoResponseError } from './http/connection.ts';
import { ProtocolError } from './http/message.ts';
import { Mismatch, Skipped } from './mismatch.ts';
import { Sender, type Sleep, StoppedError, sleepUnlessAborted } from './sender.ts';

export interface VerificationOptions {
  readonly base: BaseAddress;
  readonly key: string;
  readonly otherKeys: OtherKeys;
  readonly groups: readonly Group[];
  /** Whether what the server seems not to have is checked, too. */
  readonly requiresExtensions: boolean;
  readonly mayFill: boolean;
  readonly isInsecure: boolean;
  readonly userAgent: string;
  /** Begins the name of everything that the run creates. */
  readonly prefix: string;
  readonly limits: { readonly requests: number; readonly requestMs: number; readonly totalMs: number };
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly now?: () => number;
  readonly sleep?: Sleep;
  /** Called when all cases of a group have run. */
  readonly onGroup?: (group: GroupResult) => void;
}

export interface CaseResult {
  readonly name: string;
  readonly rule: string;
  readonly outcome: Outcome;
  readonly durationMs: number;
  /** Of a failed case: the last requests and their responses. */
  readonly exchanges: readonly Answer[];
}

export interface GroupResult {
  readonly group: Group;
  readonly cases: readonly CaseResult[];
}

export interface Verification {
  readonly groups: readonly GroupResult[];
  readonly requests: number;
  readonly pausedMs: number;
  readonly durationMs: number;
  readonly created: number;
  readonly cleanup: Cleanup;
  /** Why not all cases have run. */
  readonly stoppedBy: string | undefined;
}

/** A prefix that no other run has. */
export function newPrefix(): string {
  return `verify-${crypto.randomUUID().slice(0, 8)}`;
}

/** The service cannot be checked at all. */
export class UncheckableError extends Error {
  override readonly name = 'UncheckableError';
}

/** The exchanges of a failed case that reports show. */
const keptExchanges = 3;

/**
 * Runs the cases one after the other against a service, and removes what they have created.
 * @throws UncheckableError when the service does not respond, rejects the key, or the run is stopped before its first case
 */
export async function verify(options: VerificationOptions): Promise<Verification> {
  const { base, key, groups, limits, signal, now = Date.now, sleep = sleepUnlessAborted } = options;
  const startedAt = now();
  const sender = new Sender({
    ...{ base, key, now, sleep, signal, userAgent: options.userAgent, isInsecure: options.isInsecure },
    timeoutMs: limits.requestMs,
    maxRequests: limits.requests,
    deadline: startedAt + limits.totalMs,
  });
  const created = new CreatedAnimals();
  const state: RunState = {
    ...{ base, sender, created, now, mainKey: key, keys: options.otherKeys, mayFill: options.mayFill },
    prefix: options.prefix,
    // Odd, or one in 256 would be exact as a double.
    categoryId:
      2n ** 60n + crypto.getRandomValues(new BigUint64Array(1)).reduce((_, random) => (random >> 6n) | 1n, 0n),
    shared: new Map(),
  };
  try {
    await requireAccess(new TestContext(state));
    const results: GroupResult[] = [];
    for (const group of groups) {
      const result = { group, cases: await runGroup(group, state, options.requiresExtensions) };
      results.push(result);
      options.onGroup?.(result);
    }
    const stopped = results.flatMap(({ cases }) => cases).find(({ outcome }) => isStop(outcome));
    sender.allowMore(created.removals);
    const cleanup = await created.remove(sender, options.prefix);
    return {
      groups: results,
      requests: sender.requests,
      pausedMs: sender.pausedMs,
      durationMs: now() - startedAt,
      created: created.total,
      cleanup,
      stoppedBy: stopped?.outcome.kind === 'skipped' ? stopped.outcome.reason.slice(notRun.length) : undefined,
    };
  } finally {
    sender.close();
  }
}

/** @throws UncheckableError */
async function requireAccess(t: TestContext): Promise<void> {
  const { href } = t.state.base;
  try {
    const { status } = await t.get('/pets?limit=1');
    if (status === 401 || status === 403) {
      throw new UncheckableError(
        `${href}/pets rejects the API key with ${status}; give one that can read and add animals`,
      );
    }
  } catch (error) {
    if (error instanceof NoResponseError || error instanceof ProtocolError) {
      throw new UncheckableError(`no response from ${href}: ${error.message}`);
    }
    if (error instanceof StoppedError) throw new UncheckableError(`nothing was checked: ${error.message}`);
    throw error;
  }
}

const notRun = 'not run: ';
const isStop = (outcome: Outcome) => outcome.kind === 'skipped' && outcome.reason.startsWith(notRun);

async function runGroup(group: Group, state: RunState, requiresExtensions: boolean): Promise<CaseResult[]> {
  const skipAll = (reason: string) => group.cases.map((one) => skippedCase(one, reason));
  if (!requiresExtensions && group.absence !== undefined) {
    try {
      const reason = await group.absence(new TestContext(state));
      if (reason !== undefined) return skipAll(`not offered: ${reason}`);
    } catch (error) {
      if (error instanceof StoppedError) return skipAll(`${notRun}${error.message}`);
      // The cases find out what is wrong.
    }
  }
  const results: CaseResult[] = [];
  for (const one of group.cases) results.push(await runCase(one, new TestContext(state)));
  return results;
}

function skippedCase({ name, rule }: Case, reason: string): CaseResult {
  return { name, rule, outcome: { kind: 'skipped', reason }, durationMs: 0, exchanges: [] };
}

async function runCase(one: Case, t: TestContext): Promise<CaseResult> {
  const startedAt = performance.now();
  const outcome = await outcomeOf(one, t);
  const exchanges = outcome.kind === 'failed' ? t.exchanges.slice(-keptExchanges) : [];
  return { name: one.name, rule: one.rule, outcome, durationMs: performance.now() - startedAt, exchanges };
}

async function outcomeOf(one: Case, t: TestContext): Promise<Outcome> {
  try {
    await one.run(t);
    return { kind: 'passed' };
  } catch (error) {
    if (error instanceof Skipped) return { kind: 'skipped', reason: error.message };
    if (error instanceof StoppedError) return { kind: 'skipped', reason: `${notRun}${error.message}` };
    if (error instanceof Mismatch) return { kind: 'failed', expected: error.expected, received: error.received };
    if (error instanceof NoResponseError || error instanceof ProtocolError) {
      const { method = '', path = '' } = t.pending ?? {};
      const expected = `a response to ${method} ${path.length > 100 ? `${path.slice(0, 100)}…` : path}`;
      return { kind: 'failed', expected, received: error.message };
    }
    // The case did not foresee what came back. What the run has created must be removed all the same.
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', expected: 'a response that the case can read', received: reason };
  }
}
