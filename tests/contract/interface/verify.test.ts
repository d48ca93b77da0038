import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createdKinds } from '../../../conformance/created.ts';
import { groups } from '../../../conformance/groups.ts';
import { maxCreated } from '../../../conformance/report/summary.ts';
import type { Verification } from '../../../conformance/run.ts';
import { issueSecret } from '../../../src/service/admin-key.ts';
import type { App } from '../../../src/service/app.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { engines } from '../../support/engines.ts';
import { breakRule, check, groupsNamed, namesOf, serveAll } from '../../support/verify/broken-server.ts';
import { protocolBreakages } from '../../support/verify/protocol-breakages.ts';
import { resourceBreakages } from '../../support/verify/resource-breakages.ts';
import type { Handle } from '../../support/verify/small-petstore.ts';

const breakages = [...protocolBreakages, ...resourceBreakages];

/** The service on a real port, at a path of its own, with a clock that goes on with every request. */
function serve(service: TestApp) {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => answer(request) });
  const url = `http://127.0.0.1:${server.port}/shelter`;
  const app = service.startNode({ origin: url });
  const answer = (request: Request) => {
    service.now++;
    return app.fetch(new Request(request.url.replace('/shelter/', '/'), request));
  };
  return { url, stop: () => void server.stop(true) };
}

describe.each(engines)('on $name', (engine) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ reachesPrivateAddresses: true }, engine);
  });
  afterAll(() => service.close());

  test('the service passes every case, and what is left behind is reported', async () => {
    const { url, stop } = serve(service);
    const otherKeys = { staging: issueSecret('staging').secret, readOnly: await service.makeKey('pets:read') };
    const options = { mayFill: true, requiresExtensions: true, otherKeys };
    const result = await check(url, await service.makeKey('admin'), options);
    stop();
    expect([namesOf(result, 'failed'), namesOf(result, 'skipped')]).toEqual([[], []]);
    expect(namesOf(result, 'passed')).toHaveLength(groups.reduce((sum, { cases }) => sum + cases.length, 0));
    const announced = maxCreated(groups, true);
    for (const kind of createdKinds) expect([kind, result.created[kind] <= announced[kind]]).toEqual([kind, true]);
    expect(await (await service.fetch('/v1/pets')).json()).toEqual([]);
    expect(result.cleanup.leftBehind.map(({ kind }) => kind)).toEqual(['categories', 'orders', 'keys']);
    const orders = (await (await service.fetch('/v1/store/orders?limit=100')).json()) as {
      id: number;
      status: string;
    }[];
    expect(result.cleanup.leftBehind[1]?.ids).toEqual(orders.map(({ id }) => BigInt(id)));
    expect(orders.filter(({ status }) => status === 'placed')).toEqual([]);
  });
});

describe('a service that breaks one of our additions fails exactly the cases about it', () => {
  let service: TestApp;
  let key = '';
  let app: App | undefined;
  const handle: Handle = async ({ method, path, query, headers, bytes }) => {
    service.now++;
    // Files of photos are outside of the version segment.
    const root = path.startsWith('/media/') ? '' : '/v1';
    const target = `http://petstore.test${root}${path}${query === '' ? '' : `?${query}`}`;
    const init = { method, headers, ...(method !== 'GET' && method !== 'HEAD' && { body: bytes }) };
    const response = (await app?.fetch(new Request(target, init))) ?? Response.error();
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  };
  const server = serveAll(breakages.map((breakage) => breakRule(handle, breakage)));
  beforeAll(async () => {
    service = await startApp({ reachesPrivateAddresses: true });
    app = service.startNode({ origin: server.url });
    key = await service.makeKey('admin');
  });
  afterAll(async () => {
    server.stop();
    await service.close();
  });

  // Those of several breakages at the same time share their commits.
  const running = new Map<number, Promise<Verification>>();
  const concurrency = 6;
  const resultOf = (index: number): Promise<Verification> => {
    for (let next = index; next < Math.min(index + concurrency, breakages.length); next++) {
      if (running.has(next)) continue;
      const groups = groupsNamed(breakages[next]?.group ?? '');
      running.set(next, check(server.url, key, { index: next, groups, requiresExtensions: true }));
    }
    return running.get(index) ?? Promise.reject(new Error('no such breakage'));
  };

  test.each(breakages.map((breakage, index) => [breakage.group, breakage.what, breakage, index] as const))(
    '%s: %s',
    async (_, __, { fails }, index) => {
      expect(namesOf(await resultOf(index), 'failed')).toEqual([...fails]);
    },
  );
});
