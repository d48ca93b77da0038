import { join } from 'node:path';
import { timeZone, utcName } from '../../contract/time-zone.ts';
import { createKeyByOperator } from '../../src/access/keys/rules.ts';
import { readConfig } from '../../src/config/config.ts';
import { publicPageOf } from '../../src/config/public-page.ts';
import { createLog } from '../../src/lib/log.ts';
import { issueSecret } from '../../src/server/admin-key.ts';
import { type App, createApp } from '../../src/server/app.ts';
import { migrateStore, openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { fillCatalogue } from './catalogue.ts';
import { type Asker, type HostileForm, hostileForms } from './forms.ts';

const origin = 'http://petstore.test';
/** Each of them sees a request for the first time, so no cache has the answer. */
const repeats = 5;

interface Cost {
  readonly form: HostileForm;
  readonly status: number;
  /** Processor time of the whole process. */
  readonly cpuMs: number;
  /** The most of it between two turns of the event loop, in which nothing else could run. */
  readonly stepMs: number;
}

/** Asks for the hostile forms of every read, and returns a table of the worst ones, as Markdown. */
export async function measureWorst(folder: string, animals: number, progress: (text: string) => void): Promise<string> {
  progress(`making a database of ${animals.toLocaleString('en-US')} animals`);
  const file = join(folder, 'worst.db');
  await migrateStore(`sqlite:${file}`);
  fillCatalogue(file, animals);
  const store = await openStore(`sqlite:${file}`, { writesInline: true });
  const keys = { staff: await makeKey(store, 'admin'), 'public key': await makeKey(store, 'public'), nobody: '' };
  const apps = Array.from({ length: repeats }, () => makeApp(store));
  const forms = hostileForms();
  const costs: Cost[] = [];
  for (const [index, form] of forms.entries()) {
    if (index % 20 === 0) progress(`${index} of ${forms.length} forms`);
    const tries: Cost[] = [];
    for (const app of apps) tries.push(await measure(app, form, keys));
    const least = (figure: 'cpuMs' | 'stepMs') => Math.min(...tries.map((one) => one[figure]));
    for (const one of tries.slice(0, 1)) costs.push({ ...one, cpuMs: least('cpuMs'), stepMs: least('stepMs') });
  }
  await store.close();
  return table(costs);
}

async function makeKey(store: Store, grants: string): Promise<string> {
  const { secret, secretHash, hint } = issueSecret('production');
  const origins = grants === 'public' ? { origins: [origin] } : {};
  const key = { name: 'worst', grants, hint, secretHash, createdAt: BigInt(Date.now()), expiresAt: null, ...origins };
  await store.write(createKeyByOperator, key);
  return secret;
}

function makeApp(store: Store): App {
  const config = readConfig({ PETSTORE_PUBLIC_PAGE: 'on' });
  const app = createApp({
    ...config,
    publicPage: publicPageOf(config),
    store,
    log: createLog(() => undefined, 'json', Date.now),
    clock: Date.now,
    timeZone: () => timeZone(utcName),
    origin,
    urls: { production: origin, staging: origin },
    cursorSecret: 'a secret of the benchmark',
    publicRateLimit: 0,
  });
  app.open();
  return app;
}

async function measure(app: App, form: HostileForm, keys: Readonly<Record<Asker, string>>): Promise<Cost> {
  const secret = keys[form.asker];
  const headers = { ...form.headers, ...(secret !== '' && { Authorization: `Bearer ${secret}` }) };
  const request = new Request(origin + form.path, { headers });
  let stepMs = 0;
  let isRunning = true;
  const begin = cpuMsOfProcess();
  let last = begin;
  const look = () => {
    const now = cpuMsOfProcess();
    stepMs = Math.max(stepMs, now - last);
    last = now;
    if (isRunning) setImmediate(look);
  };
  setImmediate(look);
  const response = await app.fetch(request);
  await response.arrayBuffer();
  isRunning = false;
  look();
  return { form, status: response.status, cpuMs: last - begin, stepMs };
}

function cpuMsOfProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The worst form of each read, by processor time and by its longest step. */
function table(costs: readonly Cost[]): string {
  const groups = Map.groupBy(costs, ({ form }) => `${form.asker} ${form.read}`);
  const worstBy = (group: readonly Cost[], figure: 'cpuMs' | 'stepMs') =>
    group.toSorted((one, other) => other[figure] - one[figure])[0];
  const rows = [...groups.values()].flatMap((group) => {
    const [longest, step] = [worstBy(group, 'cpuMs'), worstBy(group, 'stepMs')];
    if (longest === undefined || step === undefined) return [];
    return [
      {
        longest,
        step,
        text: `| ${longest.form.asker} | ${describe(longest, 'cpuMs')} | ${describe(step, 'stepMs')} |`,
      },
    ];
  });
  return [
    '| asked by | most processor time, ms | | longest step, ms | |',
    '| --- | ---: | --- | ---: | --- |',
    ...rows.toSorted((one, other) => other.step.stepMs - one.step.stepMs).map(({ text }) => text),
  ].join('\n');
}

function describe(cost: Cost, figure: 'cpuMs' | 'stepMs'): string {
  const { path, headers } = cost.form;
  const preference = headers['Prefer'] === undefined ? '' : `, ${headers['Prefer']}`;
  return `${cost[figure].toFixed(1)} | ${decodeURIComponent(path)}${preference} (${cost.status})`;
}
