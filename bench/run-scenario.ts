import { messageOf } from '../src/lib/errors.ts';
import { type Bench, type Contender, type PreparedLoad, type Running, startContenders } from './contenders.ts';
import { settle } from './databases.ts';
import { shareCores } from './host/cores.ts';
import { readBusyMs, readUsage } from './host/process-usage.ts';
import { install } from './install.ts';
import { type LoadResult, runLoad } from './load/wrk.ts';
import type { Round } from './report/figures.ts';
import type { Outcome, Row } from './report/outcome.ts';
import type { LoadTemplate, Scenario, Variant } from './scenario.ts';
import { isLimit, type Target } from './targets.ts';

const longestWarmUpSeconds = 2;
/** The load beside another one starts before it, and ends after it. */
const leadSeconds = 1;
const mebibyte = 1024 ** 2;

/** What a machine cannot have is left out, and the report says why. */
export async function runScenario(given: Bench, wanted: Scenario): Promise<Outcome> {
  const leftOut: { name: string; reason: string }[] = [];
  const scenario = { ...wanted, beside: withoutLarge(wanted.beside, given.maxAnimals, leftOut) };
  const { name, engine, beside } = scenario;
  const sharesCores = typeof beside !== 'string' && beside.some(({ workers }) => workers !== undefined);
  const bench: Bench = {
    ...given,
    ...(sharesCores && { cores: shareCores(given.cores) }),
  };
  try {
    if (engine === 'postgres') await bench.databases.startPostgres();
  } catch (error) {
    return { scenario, rows: [], leftOut: [{ name, reason: messageOf(error) }] };
  }
  const targets: Target[] = [];
  for (const target of bench.targets.filter((candidate) => takesPart(candidate, scenario))) {
    bench.progress(`installing the packages of ${target.name}, which takes minutes where something must be compiled`);
    await install(target, bench.scratchFolder).then(
      () => targets.push(target),
      (error: unknown) => leftOut.push({ name: target.name, reason: messageOf(error) }),
    );
  }
  const contenders = await startContenders(bench, scenario, targets);
  const rows = await measure(bench, scenario, contenders);
  for (const { running } of contenders) await running.server.remove();
  return { scenario, rows, leftOut };
}

function withoutLarge(beside: Scenario['beside'], maxAnimals: number, leftOut: Outcome['leftOut'][number][]) {
  if (typeof beside === 'string') return beside;
  const [first, ...others] = beside;
  const isLarge = ({ animals = 0 }: Variant) => animals > maxAnimals;
  leftOut.push(...others.filter(isLarge).map((variant) => ({ name: variant.name, reason: 'it has too many animals' })));
  return [first, ...others.filter((variant) => !isLarge(variant))] as const;
}

function takesPart(target: Target, { engine, beside, loads }: Scenario): boolean {
  const { kind, engines } = target;
  if (!engines.includes(engine)) return false;
  // Without a body to read, both limits are the same.
  if (kind === 'reading limit' && !loads.some(hasBody)) return false;
  if (isLimit(target)) return typeof beside === 'string';
  return kind === 'service' || beside === 'limit and peers';
}

/** Whether a load writes: those without a body only read. */
function hasBody({ request, together }: LoadTemplate): boolean {
  return [request, request.sometimes?.request, together?.request].some(
    (sent) => sent !== undefined && sent.body !== '',
  );
}

/** Warms all up, and measures them in turn: A B C, then C B A, so that a slow moment of the machine meets all of them. */
async function measure(bench: Bench, scenario: Scenario, contenders: readonly Contender[]): Promise<Row[]> {
  const rows = new Map<string, Row & { rounds: Round[] }>();
  const add = (row: Omit<Row, 'rounds'>, round: Round) => {
    const key = JSON.stringify(row);
    const known = rows.get(key) ?? { ...row, rounds: [] };
    known.rounds.push(round);
    rows.set(key, known);
  };
  for (let number = 1; number <= bench.rounds; number += 1) {
    const order = number % 2 === 1 ? contenders : contenders.toReversed();
    if (scenario.restarts) for (const contender of order) await restart(contender);
    const rowOf = ({ name, target: { kind } }: Contender, load: string) => ({ name, kind, load });
    const startOf = ({ running }: Contender) => ({ startMs: running.server.startedInMs });
    if (scenario.loads.length === 0) {
      for (const contender of order) add(rowOf(contender, ''), { ...startOf(contender), errors: {} });
    }
    for (const [index, { name, together: other }] of scenario.loads.entries()) {
      for (const contender of order) {
        bench.progress(`${scenario.name}: round ${number} of ${bench.rounds}, ${contender.name}`);
        const prepared = contender.loads[index];
        if (prepared === undefined) continue;
        const warmUp = { ...bench, seconds: Math.min(bench.seconds, longestWarmUpSeconds) };
        if (number === 1 || scenario.restarts) await runRound(warmUp, contender.running, prepared);
        const { round, together } = await runRound(bench, contender.running, prepared);
        add(rowOf(contender, name), { ...round, ...startOf(contender) });
        if (other && together) add({ ...rowOf(contender, other.name), isBeside: true }, together);
      }
    }
  }
  return [...rows.values()];
}

async function restart(contender: Contender): Promise<void> {
  await contender.running.server.remove();
  contender.running = await contender.restart();
}

/** Puts a load on a server once. */
async function runRound(
  bench: Bench,
  running: Running,
  { load: prepared, template }: PreparedLoad,
): Promise<{ readonly round: Round; readonly together: Round | undefined }> {
  const { server } = running;
  const { together } = template;
  const load = { ...prepared, ...server.place, seconds: bench.seconds };
  const beside =
    together &&
    runLoad(bench, {
      ...load,
      request: together.request,
      seconds: load.seconds + 2 * leadSeconds,
    });
  // A failure is met where it is awaited, below; until then it must not count as unhandled.
  beside?.catch(() => {});
  if (beside !== undefined) await Bun.sleep(1_000 * leadSeconds);
  const before = await readClocks(bench, running);
  const measured = await runLoad(bench, load);
  await server.assertAlive();
  // What a create causes later is a part of what it costs.
  if (beside === undefined && server.target.kind === 'service' && hasBody(template)) {
    await settle(server.place.databaseUrl);
  }
  const after = await readClocks(bench, running);
  const result = await beside;
  const cpuMs = difference(before.server?.cpuMs, after.server?.cpuMs);
  const share = (usedMs: number | undefined) => usedMs && usedMs / measured.durationMs;
  const otherMs = difference(before.busyMs, after.busyMs);
  const generatorCpu = measured.generatorCpuShare + (result?.generatorCpuShare ?? 0);
  const known = after.knownCpuMs - before.knownCpuMs + generatorCpu * measured.durationMs;
  const round: Round = {
    ...figuresOf(measured),
    requestsPerCpuSecond: cpuMs && result === undefined ? measured.requests / (cpuMs / 1_000) : undefined,
    peakMemoryMiB: after.server && after.server.peakMemoryBytes / mebibyte,
    processes: after.server?.processes,
    serverCpu: share(cpuMs),
    generatorCpu,
    databaseCpu: share(difference(before.database?.cpuMs, after.database?.cpuMs)),
    otherCpu: otherMs && Math.max(0, (otherMs - known) / (after.atMs - before.atMs)),
  };
  return { round, together: result && figuresOf(result) };
}

function figuresOf({ requests, durationMs, errors, latencyP50Ms, latencyP99Ms }: LoadResult): Round {
  const known = requests === 0 ? {} : { latencyP50Ms, latencyP99Ms };
  return { requestsPerSecond: requests / (durationMs / 1_000), ...known, errors };
}

async function readClocks({ cores }: Bench, { server, databaseProcessId }: Running) {
  const usage = await readUsage(server.processId);
  const database = databaseProcessId === undefined ? undefined : await readUsage(databaseProcessId);
  const own = process.cpuUsage();
  return {
    atMs: performance.now(),
    server: usage,
    database,
    /** Of all programs, on the cores that are used. */
    busyMs: await readBusyMs(cores),
    /** Of server, database and this process. */
    knownCpuMs: (usage?.cpuMs ?? 0) + (database?.cpuMs ?? 0) + (own.user + own.system) / 1_000,
  };
}

function difference(before: number | undefined, after: number | undefined): number | undefined {
  return before === undefined || after === undefined ? undefined : after - before;
}
