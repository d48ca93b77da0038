import type { Bench } from './bench.ts';
import type { IdRange, Load } from './load/load.ts';
import { prepareRequest } from './load/prepare.ts';
import type { RequestTemplate } from './scenarios/scenario.ts';
import type { Server } from './server.ts';

/** What a load is for: a scenario, or one of the loads of one. */
interface Purpose {
  readonly name: string;
  readonly request: RequestTemplate;
}

/** The load for a server, with what only that can tell. */
export async function prepareLoad(bench: Bench, purpose: Purpose, server: Server, ids: IdRange): Promise<Load> {
  bench.progress(`${purpose.name}: preparing requests to ${server.target.name}`);
  const load = loadOn(bench, purpose.request, server, ids);
  return { ...load, ...(await prepareRequest(load)) };
}

/** The load for a server, of which nothing was asked yet. */
export function loadOn({ options }: Bench, request: RequestTemplate, { place }: Server, ids: IdRange): Load {
  const { host, port, apiKey } = place;
  return { host, port, apiKey, request, ids, pages: [], connections: options.connections, seconds: options.seconds };
}
