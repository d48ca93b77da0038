import { timeZone, utcName } from '../../contract/time-zone.ts';
import { createKeyByOperator } from '../../src/access/keys/rules.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/lib/log.ts';
import type { PeriodicJob } from '../../src/lib/periodic-job.ts';
import { FolderStore } from '../../src/photo-files/folder-store.ts';
import type { PhotoStore } from '../../src/photo-files/photo-store.ts';
import { startEventSequencing } from '../../src/record/events/jobs.ts';
import { hasPendingEvents } from '../../src/record/events/pending-sql.ts';
import { sequenceEvents } from '../../src/record/events/rules.ts';
import { issueSecret } from '../../src/server/admin-key.ts';
import type { AppDependencies } from '../../src/server/api.ts';
import { type App, createApp } from '../../src/server/app.ts';
import type { StoreOptions } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { type Engine, postgres, type ScratchDatabase, sqlite } from './engines.ts';
import { takeStore } from './postgres/reused-store.ts';
import { makeScratchFolder } from './scratch.ts';

export const origin = 'http://petstore.test';

export interface TestApp {
  readonly app: App;
  readonly store: Store;
  readonly database: ScratchDatabase;
  /** Gives events their sequence numbers in the background; a test may stop it. */
  readonly sequencing: PeriodicJob;
  readonly photoStore: PhotoStore;
  /** What the service logged, as JSON lines. */
  readonly logged: string[];
  /** Epoch milliseconds; a test sets it freely. */
  now: number;
  /** Creates a key with a role or scopes, for a time if one is given, and returns its secret. */
  makeKey(grants: string, expiresAt?: bigint): Promise<string>;
  /** Calls the app with an admin key unless `init` has an `Authorization` header; an empty one sends none. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  post(path: string, body: string | Uint8Array, headers?: Record<string, string>): Promise<Response>;
  /** Sends a body as JSON, and a text as it is. */
  send(method: string, path: string, body?: unknown, headers?: object): Promise<Response>;
  /** How many entries a list has, as its header says. */
  count(path: string): Promise<number>;
  /** Waits until all events so far have their sequence numbers. */
  untilSettled(): Promise<void>;
  /** Recreates the app on the same store, as a restart of the service with other settings would. */
  restart(overrides: Partial<AppDependencies>): void;
  /** Another app on the same store, as another node has it. */
  startNode(overrides?: Partial<AppDependencies>): App;
  close(): Promise<void>;
}

/**
 * The service in this process, on a real database, with a clock that the test controls. On SQLite it writes in this thread,
 * because another one takes most of a start; tests of the store and of faults, and the fuzzer, have the writer thread.
 */
export async function startApp(
  overrides: Partial<AppDependencies> = {},
  engine: Engine = sqlite,
  connecting: StoreOptions = {},
): Promise<TestApp> {
  const options = engine === postgres ? connecting : { writesInline: true, ...connecting };
  const opened = await takeStore(engine, options);
  const { database, store } = opened;
  const logged: string[] = [];
  const mediaFolder = makeScratchFolder();
  const photoStore = new FolderStore(mediaFolder.path);
  const clock = () => test.now;
  const log = createLog((line) => void logged.push(line), 'json', clock);
  const makeApp = (settings: Partial<AppDependencies>) => {
    const made = createApp({
      ...readConfig({}),
      store,
      log,
      clock,
      timeZone: () => timeZone(utcName),
      monotonicClock: clock,
      origin,
      urls: { production: origin, staging: 'http://staging.petstore.test' },
      cursorSecret: 'a secret of the test',
      publicRateLimit: 0,
      photoStore,
      ...settings,
    });
    made.open();
    return made;
  };
  let app = makeApp(overrides);
  const sequencing = startEventSequencing(store, log);
  let admin = '';
  const test: TestApp = {
    get app() {
      return app;
    },
    store,
    database,
    sequencing,
    photoStore,
    logged,
    now: Date.UTC(2026, 0, 1),
    async makeKey(grants, expiresAt) {
      const { secret, secretHash, hint } = issueSecret(overrides.environment ?? 'production');
      const times = { createdAt: BigInt(test.now), expiresAt: expiresAt ?? null };
      await store.write(createKeyByOperator, { name: 'test', grants, hint, secretHash, ...times });
      return secret;
    },
    async fetch(path, init = {}) {
      const headers = new Headers(init.headers);
      if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${admin}`);
      else if (headers.get('Authorization') === '') headers.delete('Authorization');
      return await app.fetch(new Request(origin + path, { ...init, headers }));
    },
    post: (path, body, headers = {}) =>
      test.fetch(path, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } }),
    send: (method, path, body, headers = {}) =>
      test.fetch(path, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    async count(path) {
      const { headers } = await test.fetch(path, { headers: { Prefer: 'count=exact' } });
      return Number(headers.get('X-Total-Count') ?? Number.NaN);
    },
    async untilSettled() {
      // Now, because a look takes processor time, and so do runs at short intervals.
      while (await hasPendingEvents(store.reader)) await store.write(sequenceEvents, null);
    },
    restart(changed) {
      app = makeApp({ ...overrides, ...changed });
    },
    startNode: (changed = {}) => makeApp({ ...overrides, ...changed }),
    async close() {
      await sequencing.stop();
      await opened.end();
      mediaFolder.remove();
    },
  };
  admin = await test.makeKey('admin');
  return test;
}
