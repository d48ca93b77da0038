import { readBusyMs, readUsage, type Usage } from './host/process-usage.ts';
import type { Load } from './load/load.ts';
import { type Loader, type MeasuredLoad, runLoad } from './load/run-load.ts';
import type { Round } from './outcome.ts';
import type { RequestTemplate } from './scenarios/scenario.ts';
import type { Server } from './server.ts';

// The background starts before the measured load and ends after it.
const leadSeconds = 1;

export interface RoundPlan {
  readonly server: Server;
  readonly load: Load;
  readonly background?: RequestTemplate | undefined;
  readonly databaseProcessId?: number | undefined;
  readonly countFlushes?: () => number | null;
}

/** Puts the load on the server once. */
export async function runRound(loader: Loader, plan: RoundPlan): Promise<Round> {
  return (await measureRound(loader, plan)).round;
}

/** The same, with all that the generator tells. */
export async function measureRound(
  loader: Loader,
  plan: RoundPlan,
): Promise<{ readonly round: Round; readonly measured: MeasuredLoad }> {
  const { server, load, background } = plan;
  const beside =
    background && runLoad(loader, { ...load, request: background, seconds: load.seconds + 2 * leadSeconds });
  // A failure is met where it is awaited, below; until then it must not count as unhandled.
  beside?.catch(() => {});
  if (beside !== undefined) await Bun.sleep(leadSeconds * 1000);
  const before = await readClocks(loader, plan);
  const measured = await runLoad(loader, load);
  await server.assertAlive();
  const after = await readClocks(loader, plan);
  const besideMeasured = await beside;
  const cpuMs = difference(before.server?.cpuMs, after.server?.cpuMs);
  const generatorCpuShare = measured.generatorCpuShare + (besideMeasured?.generatorCpuShare ?? 0);
  const share = (usedMs: number | null) => (usedMs === null ? null : usedMs / measured.durationMs);
  const otherMs = difference(before.busyMs, after.busyMs, after.knownCpuMs - before.knownCpuMs);
  const round: Round = {
    requestsPerSecond: perSecond(measured),
    requestsPerCpuSecond: cpuMs === null || background !== undefined ? null : measured.requests / (cpuMs / 1000),
    latencyP50Ms: measured.requests === 0 ? null : measured.latencyP50Ms,
    latencyP99Ms: measured.requests === 0 ? null : measured.latencyP99Ms,
    peakMemoryBytes: after.server?.peakMemoryBytes ?? null,
    processes: after.server?.processes ?? null,
    serverCpuShare: share(cpuMs),
    generatorCpuShare,
    databaseCpuShare: share(difference(before.database?.cpuMs, after.database?.cpuMs)),
    otherCpuShare: otherMs === null ? null : Math.max(0, otherMs / (after.atMs - before.atMs) - generatorCpuShare),
    errors: errorsOf(besideMeasured === undefined ? [measured] : [measured, besideMeasured]),
    backgroundPerSecond: besideMeasured === undefined ? null : perSecond(besideMeasured),
    flushes: difference(before.flushes, after.flushes),
  };
  return { round, measured };
}

interface Clocks {
  readonly atMs: number;
  readonly server: Usage | undefined;
  readonly database: Usage | undefined;
  /** Of all programs, on the cores that are used. */
  readonly busyMs: number | undefined;
  /** Of server, database and this process. */
  readonly knownCpuMs: number;
  readonly flushes: number | undefined;
}

async function readClocks({ cores }: Loader, { server, databaseProcessId, countFlushes }: RoundPlan): Promise<Clocks> {
  const usage = await readUsage(server.processId);
  const database = databaseProcessId === undefined ? undefined : await readUsage(databaseProcessId);
  const own = process.cpuUsage();
  return {
    atMs: performance.now(),
    server: usage,
    database,
    busyMs: await readBusyMs(cores),
    knownCpuMs: (usage?.cpuMs ?? 0) + (database?.cpuMs ?? 0) + (own.user + own.system) / 1_000,
    flushes: countFlushes?.() ?? undefined,
  };
}

function difference(before: number | undefined, after: number | undefined, less = 0): number | null {
  return before === undefined || after === undefined ? null : after - before - less;
}

function perSecond(load: MeasuredLoad): number {
  return load.requests / (load.durationMs / 1000);
}

function errorsOf(loads: readonly MeasuredLoad[]): Record<string, number> {
  const errors: Record<string, number> = {};
  const count = (name: string, number: number) => {
    if (number > 0) errors[name] = (errors[name] ?? 0) + number;
  };
  for (const load of loads) {
    count('connection', load.connectionErrors);
    for (const [status, number] of Object.entries(load.unexpectedStatuses)) count(`status ${status}`, number);
  }
  return errors;
}
