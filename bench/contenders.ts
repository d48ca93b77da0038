import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Databases } from './databases.ts';
import { type Answer, findDifference, repeats, takeAnswers } from './load/answers.ts';
import { prepare } from './load/prepare.ts';
import type { Load, Loader } from './load/wrk.ts';
import type { Options } from './options.ts';
import type { LoadTemplate, Scenario, Variant } from './scenario.ts';
import { answersFileName, type Server, startServer } from './server.ts';
import { isLimit, type Target } from './targets.ts';

/** What every scenario of a run uses. */
export interface Bench extends Loader, Omit<Options, 'scenarios'> {
  readonly databases: Databases;
  readonly progress: (text: string) => void;
}

/** A target, or a variant of it, that runs, and what it is asked. */
export interface Contender {
  readonly name: string;
  readonly target: Target;
  readonly loads: readonly PreparedLoad[];
  running: Running;
  /** Starts it again on a fresh copy of its database. */
  readonly restart: () => Promise<Running>;
}

export interface PreparedLoad {
  readonly template: LoadTemplate;
  /** Good for every server on a copy of the same database, but for the address. */
  readonly load: Load;
  /** What was answered first, in the shares in which it is asked. */
  readonly answers: readonly Answer[];
}

export interface Running {
  readonly server: Server;
  readonly databaseProcessId: number | undefined;
}

/** Starts targets on copies of one database, and makes sure that they give the answers they are measured for. */
export async function startContenders(
  bench: Bench,
  scenario: Scenario,
  targets: readonly Target[],
): Promise<Contender[]> {
  const contenders: Contender[] = [];
  const variants = typeof scenario.beside === 'string' ? [undefined] : scenario.beside;
  for (const target of targets) {
    for (const variant of variants) {
      const name = variant?.name ?? target.name;
      bench.progress(`${scenario.name}: starting ${name}, and preparing requests to it`);
      const [service] = contenders;
      const answers = service?.loads[0]?.answers ?? [{ status: 200, headers: [], body: '' }];
      const restart = async () =>
        isLimit(target) ? startLimit(bench, target, answers) : startService(bench, scenario, target, variant);
      const running = await restart();
      const animals = variant?.animals ?? scenario.animals;
      const loads = isLimit(target) ? (service?.loads ?? []) : await prepareLoads(bench, scenario, animals, running);
      contenders.push({ name, target, loads, running, restart });
      if (service !== undefined && variant === undefined) await requireSameWork(service, contenders.at(-1) ?? service);
    }
  }
  return contenders;
}

async function startService(
  bench: Bench,
  { engine, animals, hasListings }: Scenario,
  target: Target,
  variant: Variant | undefined,
): Promise<Running> {
  const stock = { engine, animals: variant?.animals ?? animals, hasListings };
  const { databaseProcessId, ...copy } = await bench.databases.copy(stock);
  await mkdir(copy.folder, { recursive: true });
  const environment = variant?.workers === undefined ? {} : { PETSTORE_WORKERS: String(variant.workers) };
  const server = await startServer({ cores: bench.cores, target, ...copy, environment });
  return { server, databaseProcessId };
}

/** A limit has answers instead of a database. */
async function startLimit(
  { cores, scratchFolder }: Bench,
  target: Target,
  answers: readonly Answer[],
): Promise<Running> {
  const folder = join(scratchFolder, crypto.randomUUID());
  await Bun.write(join(folder, answersFileName), JSON.stringify(answers));
  const server = await startServer({ cores, target, folder, databaseUrl: '' });
  return { server, databaseProcessId: undefined };
}

async function prepareLoads(
  { connections, seconds }: Bench,
  { loads }: Scenario,
  animals: number,
  { server }: Running,
): Promise<PreparedLoad[]> {
  const prepared: PreparedLoad[] = [];
  for (const template of loads) {
    const { request } = template;
    const load = await prepare({ ...server.place, request, animals, pages: [], connections, seconds });
    // A measurement of wrong answers is worth nothing: the first ones are looked at before.
    prepared.push({ template, load, answers: await takeAnswers(load) });
  }
  return prepared;
}

/** A peer that left something out would be faster for it, and a limit slower that sent more. */
async function requireSameWork(service: Contender, { target, loads, running }: Contender): Promise<void> {
  for (const [index, { load, answers }] of service.loads.entries()) {
    const difference =
      target.kind === 'peer'
        ? findDifference(answers, loads[index]?.answers ?? [])
        : (await repeats({ ...load, ...running.server.place }, answers))
          ? undefined
          : 'it repeats something else';
    if (difference !== undefined)
      throw new Error(`${target.name} does not answer as ${service.name} does: ${difference}`);
  }
}
