import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { deployment } from '../../../conformance/deployment.ts';
import { groups } from '../../../conformance/groups.ts';
import { maxCreated } from '../../../conformance/report/summary.ts';
import type { VerificationOptions } from '../../../conformance/run.ts';
import { issueSecret } from '../../../src/server/admin-key.ts';
import type { AppDependencies } from '../../../src/server/api.ts';
import type { App } from '../../../src/server/app.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { check, namesOf } from '../../support/verify/broken-server.ts';

type Pass = (request: Request) => Promise<Response>;
/** What is between a client and the service. */
type Between = (request: Request, pass: Pass) => Promise<Response>;

const direct: Between = (request, pass) => pass(request);
const started = new Map<string, App>();
let service: TestApp;
let between = direct;
/** The service of the running test. */
let app: App;

// On a real port, at a path of its own, with the time of this machine.
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: (request) =>
    between(request, async (passed) => {
      service.now = Date.now();
      return await app.fetch(new Request(passed.url.replace('/shelter/', '/'), passed));
    }),
});
const url = `http://127.0.0.1:${server.port}/shelter`;

/** A service with these settings; the same one for the same settings. */
function nodeWith(settings: Partial<AppDependencies>): App {
  const known = JSON.stringify(settings, (_, value) => value ?? null);
  const node = started.get(known) ?? service.startNode({ origin: url, urls: urlsOf(url), ...settings });
  started.set(known, node);
  return node;
}
const urlsOf = (production: string) => ({ production, staging: undefined });

beforeAll(async () => {
  service = await startApp();
});
afterAll(async () => {
  await server.stop(true);
  await service.close();
});

// The promises themselves are tested on both engines, by the other files of this folder.
test('the service passes every case, and nothing is left behind', async () => {
  app = nodeWith({});
  const otherKeys = { staging: issueSecret('staging').secret, readOnly: await service.makeKey('pets:read') };
  const options = { mayFill: true, requiresExtensions: true, otherKeys };
  const result = await check(url, await service.makeKey('editor'), options);
  expect([namesOf(result, 'failed'), namesOf(result, 'skipped')]).toEqual([[], []]);
  expect(namesOf(result, 'passed')).toHaveLength(groups.reduce((sum, { cases }) => sum + cases.length, 0));
  expect(result.created).toBeLessThanOrEqual(maxCreated(groups, true));
  expect(result.cleanup).toEqual({ removed: result.created, leftBehind: [] });
  expect(await (await service.fetch('/v1/pets')).json()).toEqual([]);
});

/** What is wrong with a deployment, and the cases that find it. */
interface Mistake {
  readonly what: string;
  readonly between?: Between;
  readonly settings?: Partial<AppDependencies>;
  /** Those of the other keys that are the main one. */
  readonly otherKeys?: readonly ('staging' | 'readOnly')[];
  readonly now?: () => number;
  readonly fails: readonly (string | undefined)[];
}

const [probes, address, document, nodes, cache, idempotency, tags, photo, files, stream, clock, staging, readOnly] =
  deployment.cases.map(({ name }) => name);

const refuse = async (status: number) => Response.json({ message: 'The proxy does not pass this on.' }, { status });
const changeHeaders = (response: Response, change: (headers: Headers) => void) => {
  const headers = new Headers(response.headers);
  change(headers);
  return new Response(response.body, { status: response.status, headers });
};
const elsewhere = 'http://petstore.internal:8080';
const cached = new Map<string, () => Response>();
let count = 0;

const mistakes: readonly Mistake[] = [
  {
    what: 'the proxy passes on nothing but /v1',
    between: (request, pass) => (request.url.includes('/v1/') ? pass(request) : refuse(404)),
    fails: [probes, document, files],
  },
  {
    what: 'the database cannot be written to',
    between: (request, pass) => (request.url.endsWith('/readyz/writes') ? refuse(503) : pass(request)),
    fails: [probes],
  },
  {
    what: 'PETSTORE_URL is the address behind the proxy',
    settings: { origin: elsewhere, urls: urlsOf(elsewhere) },
    fails: [address, document],
  },
  {
    what: 'nodes have databases of their own',
    // A connection stays at the node that it has reached; the other node has no animals.
    async between(request, pass) {
      const isNew = request.headers.get('Connection') === 'close' && /\/v1\/pets\?/.test(request.url);
      return isNew && count++ % 2 === 1 ? new Response('[]') : await pass(request);
    },
    fails: [nodes],
  },
  {
    what: 'the proxy caches what it may not',
    async between(request, pass) {
      const found = cached.get(request.url);
      if (found !== undefined) return found();
      const response = await pass(request);
      if (!response.ok || !/\/v1\/pets\?(?:id|categoryId)=/.test(request.url)) return response;
      const body = await response.text();
      const copy = () => new Response(body, { headers: response.headers });
      cached.set(request.url, copy);
      return copy();
    },
    fails: [cache, tags],
  },
  {
    what: 'the proxy drops Idempotency-Key',
    between(request, pass) {
      request.headers.delete('Idempotency-Key');
      return pass(request);
    },
    fails: [idempotency],
  },
  {
    what: 'the proxy removes ETags when it compresses',
    between: async (request, pass) => changeHeaders(await pass(request), (headers) => headers.delete('ETag')),
    fails: [tags],
  },
  {
    what: 'the proxy refuses PATCH',
    between: (request, pass) => (request.method === 'PATCH' ? refuse(405) : pass(request)),
    fails: [tags],
  },
  {
    what: 'the proxy refuses bodies of more than 1 MB',
    between: (request, pass) =>
      Number(request.headers.get('Content-Length')) > 1_048_576 ? refuse(413) : pass(request),
    fails: [photo],
  },
  {
    what: 'only one of the nodes has the files of photos',
    between: (request, pass) => (request.url.includes('/media/') && count++ % 2 === 0 ? refuse(503) : pass(request)),
    fails: [files],
  },
  {
    what: 'the proxy holds the events of a stream back',
    async between(request, pass) {
      if (request.headers.get('Accept') !== 'text/event-stream') return pass(request);
      const { body, headers } = await pass(request);
      await body?.cancel();
      return new Response('', { headers });
    },
    fails: [stream],
  },
  { what: 'the clock is slow', now: () => Date.now() + 3_600_000, fails: [clock] },
  { what: 'staging accepts the keys of production', otherKeys: ['staging'], fails: [staging] },
  { what: 'the read-only key can write', otherKeys: ['readOnly'], fails: [readOnly] },
];

describe('a mistake in a deployment is found', () => {
  test.each(mistakes.map((mistake) => [mistake.what, mistake] as const))('%s', async (_, mistake) => {
    // Decoding photos takes most of the time.
    const storage = mistake.fails.some((name) => name === photo || name === files) ? {} : { photoStore: undefined };
    [app, between] = [nodeWith({ ...storage, ...mistake.settings }), mistake.between ?? direct];
    const key = await service.makeKey('editor');
    const otherKeys = Object.fromEntries((mistake.otherKeys ?? []).map((kind) => [kind, key]));
    const options: Partial<VerificationOptions> = { groups: [deployment], requiresExtensions: true, otherKeys };
    const result = await check(url, key, { ...options, ...(mistake.now && { now: mistake.now }) });
    expect(namesOf(result, 'failed')).toEqual(mistake.fails.map((name) => name ?? ''));
  });

  test('by every case', () => {
    const found = new Set(mistakes.flatMap(({ fails }) => fails));
    expect(deployment.cases.map(({ name }) => name).filter((name) => !found.has(name))).toEqual([]);
  });
});
