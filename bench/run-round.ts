import { readUsage, type Usage } from './host/process-usage.ts';
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
  readonly background: RequestTemplate | undefined;
  readonly databaseProcessId: number | undefined;
  readonly countFlushes: () => number | null;
}

/** Puts the load on the server once. */
export async function runRound(loader: Loader, plan: RoundPlan): Promise<Round> {
  const { server, load, background, databaseProcessId, countFlushes } = plan;
  const beside =
    background && runLoad(loader, { ...load, request: background, seconds: load.seconds + 2 * leadSeconds });
  // A failure is met where it is awaited, below; until then it must not count as unhandled.
  beside?.catch(() => {});
  if (beside !== undefined) await Bun.sleep(leadSeconds * 1000);
  const flushesBefore = countFlushes();
  const before = await readUsage(server.processId);
  const databaseBefore = databaseProcessId === undefined ? undefined : await readUsage(databaseProcessId);
  const measured = await runLoad(loader, load);
  await server.assertAlive();
  const after = await readUsage(server.processId);
  const databaseAfter = databaseProcessId === undefined ? undefined : await readUsage(databaseProcessId);
  const flushes = countFlushes();
  const besideMeasured = await beside;
  const used = difference(before, after);
  const databaseUsed = difference(databaseBefore, databaseAfter);
  return {
    requestsPerSecond: perSecond(measured),
    requestsPerCpuSecond:
      used === undefined || background !== undefined ? null : measured.requests / (used.cpuMs / 1000),
    latencyP50Ms: measured.requests === 0 ? null : measured.latencyP50Ms,
    latencyP99Ms: measured.requests === 0 ? null : measured.latencyP99Ms,
    peakMemoryBytes: used?.peakMemoryBytes ?? null,
    serverCpuShare: used === undefined ? null : used.cpuMs / measured.durationMs,
    generatorCpuShare: measured.generatorCpuShare + (besideMeasured?.generatorCpuShare ?? 0),
    databaseCpuShare: databaseUsed === undefined ? null : databaseUsed.cpuMs / measured.durationMs,
    errors: errorsOf(besideMeasured === undefined ? [measured] : [measured, besideMeasured]),
    backgroundPerSecond: besideMeasured === undefined ? null : perSecond(besideMeasured),
    flushes: flushes === null || flushesBefore === null ? null : flushes - flushesBefore,
  };
}

function perSecond(load: MeasuredLoad): number {
  return load.requests / (load.durationMs / 1000);
}

function difference(before: Usage | undefined, after: Usage | undefined): Usage | undefined {
  return before && after && { cpuMs: after.cpuMs - before.cpuMs, peakMemoryBytes: after.peakMemoryBytes };
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
