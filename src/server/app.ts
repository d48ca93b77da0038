import { operations } from '../catalogue/resources.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import type { RequestContext } from '../http/request/context.ts';
import { createRouteFinder } from '../http/request/routes.ts';
import { createHostCheck, createRequestIds, readTarget } from '../http/request/target.ts';
import { isPreflight } from '../http/response/cors.ts';
import type { Measurements } from '../http/response/metrics.ts';
import { measureProcess } from '../http/response/process-metrics.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import { withoutPrefix } from '../site/public-address.ts';
import { type Api, type AppDependencies, createAccess, createApi, type Life, versionPath } from './api.ts';
import { measurePhotos, measureStore } from './metrics.ts';
import { createPages, createSite } from './pages.ts';

export interface App {
  /** Serves one request. It never throws, whatever the request is. */
  fetch(request: Request): MaybePromise<Response>;
  /** From now on /readyz succeeds. */
  open(): void;
  /** From now on /readyz fails and responses close their connections. */
  drain(): void;
  /** Ends all streams, and from now on every new one. */
  endStreams(): void;
  /** How many requests have failed with 503. */
  readonly refusedRequests: number;
  /** How many responses had a large body. */
  readonly largeBodies: number;
  /** Stores the use of keys that was collected in memory. */
  storeKeyUses(): Promise<void>;
  /** The metrics of this process. */
  measure(): Measurements;
}

/** Assembles the service around a store. It does not listen: the HTTP server and the tests call its `fetch`. */
export function createApp(dependencies: AppDependencies): App {
  const life: Life = { phase: 'starting' };
  const access = createAccess(dependencies);
  const api = createApi(dependencies, access, life);
  const measure = createMeasurement(dependencies, api);
  const pages = createPages(dependencies, { ...api, measure, life });
  const site = createSite(dependencies, { ...api, ...pages });
  return {
    fetch: createFetch(dependencies, { ...api, ...site }),
    open() {
      life.phase = 'open';
    },
    drain() {
      life.phase = 'draining';
    },
    endStreams: () => api.streams.end(),
    get refusedRequests() {
      return api.outages.total;
    },
    get largeBodies() {
      return api.metrics.largeBodies;
    },
    storeKeyUses: () => access.keyUses.store(),
    measure,
  };
}

/** The metrics of this process. */
function createMeasurement({ store, photoStore, measureMore }: AppDependencies, api: Api): () => Measurements {
  return () => ({
    ...api.metrics.measure(),
    petstore_response_cache_hits_total: api.responseCache.hits,
    petstore_response_cache_misses_total: api.responseCache.misses,
    petstore_streams_open: api.streams.size,
    petstore_workers: 1,
    ...measureStore(store),
    ...(photoStore && measurePhotos(api.media)),
    ...measureProcess(),
    ...measureMore?.(),
  });
}

const refuseHost: Handler = () => {
  throw new ServiceError('malformed_request', 'The request must have one valid Host header.');
};

function createFetch(
  { store, clock, timeZone, shared }: AppDependencies,
  { respond, pipeline, cors, publicCors, prefix, addressCheck, site }: Api & ReturnType<typeof createSite>,
): App['fetch'] {
  const findRoute = createRouteFinder(operations);
  const requestIds = createRequestIds();
  const hasValidHost = createHostCheck();
  const answerPreflight: Handler = async (context) =>
    (await publicCors.preflight(context)) ?? (await pipeline(context));
  return (request) => {
    const sent = readTarget(request.url);
    const target = prefix === '' ? sent : withoutPrefix(sent, prefix);
    const isVersioned = target.path === versionPath || target.path.startsWith(`${versionPath}/`);
    const now = clock();
    const match = isVersioned ? findRoute(request.method, target.path.slice(versionPath.length)) : undefined;
    const context: RequestContext = {
      request,
      target,
      requestId: requestIds(request.headers.get('X-Request-Id')),
      now,
      today: timeZone().dayOf(now),
      startedAt: performance.now(),
      isVersioned,
      match,
      prefer: isVersioned ? request.headers.get('Prefer') : null,
      // Its transaction looks up the key. A worker knows by the revision what another one has acknowledged about that.
      revision: match?.operation?.kind === 'write' && shared === undefined ? undefined : store.revision(),
      principal: undefined,
      client: undefined,
      allowance: undefined,
      isAwaited: false,
    };
    if (!hasValidHost(request)) return respond(context, refuseHost);
    if (isVersioned) addressCheck?.checkEarly(request);
    const preflight = cors.preflight(request);
    if (preflight !== undefined) return respond(context, () => preflight);
    if (!isVersioned) return respond(context, site);
    return respond(context, isPreflight(request) ? answerPreflight : pipeline);
  };
}
