import type { TimeZone } from '../../contract/time-zone.ts';
import { accentFor } from '../adopt/color.ts';
import { createFormLimit } from '../adopt/inquiries/form-limit.ts';
import type { InquiryFormOptions } from '../adopt/inquiries/form-page.ts';
import type { PublicPageLook } from '../adopt/look.ts';
import { createPublicPages } from '../adopt/public-pages.ts';
import { homePath } from '../adopt/site.ts';
import { createDocument, describeServers } from '../api/document/document.ts';
import { toOpenApi30 } from '../api/document/openapi-3-0.ts';
import type { CallerId } from '../api/operation.ts';
import { operations, resources } from '../catalogue/resources.ts';
import type { Config } from '../config/config.ts';
import { type ErrorCode, ServiceError } from '../errors/service-error.ts';
import { type AnonymousOptions, createAnonymousLimit } from '../http/auth/anonymous-limit.ts';
import { createAuthenticator } from '../http/auth/authenticate.ts';
import { createClientAddresses } from '../http/auth/client-address.ts';
import { createKeyUses } from '../http/auth/key-uses.ts';
import { createPublicOrigins } from '../http/auth/public-keys.ts';
import { createRateLimiters, createRateLimitMemory } from '../http/auth/rate-limit.ts';
import { createPipeline } from '../http/pipeline/pipeline.ts';
import { createResponder, type Handler, type ResponderDependencies } from '../http/pipeline/respond.ts';
import { createRunner } from '../http/pipeline/runner.ts';
import { createSearchTurns } from '../http/pipeline/turns.ts';
import type { RequestContext } from '../http/request/context.ts';
import { CursorCodec } from '../http/request/cursor.ts';
import { LargeBodies } from '../http/request/large-bodies.ts';
import { createRetries } from '../http/request/retries.ts';
import { createRouteFinder } from '../http/request/routes.ts';
import { createRequestIds, hasValidHost, readTarget } from '../http/request/target.ts';
import { CorsPolicy, isPreflight, PublicCors } from '../http/response/cors.ts';
import { type Measurements, RequestMetrics } from '../http/response/metrics.ts';
import { createOutageLog } from '../http/response/outage-log.ts';
import { measureProcess } from '../http/response/process-metrics.ts';
import type { Reply } from '../http/response/reply.ts';
import { ResponseCache } from '../http/response/response-cache.ts';
import { createOpenStreams, type StreamOptions } from '../http/stream/open-streams.ts';
import type { Log } from '../lib/log.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import { Media } from '../media/media.ts';
import type { MediaStore } from '../media/media-store.ts';
import { assetFolder, createConsole } from '../site/console.ts';
import { createDocumentPage } from '../site/document-page.ts';
import { createEmbed, embedPath } from '../site/embed.ts';
import { createMediaPages, mediaFolder } from '../site/media.ts';
import { createMetricsAccess, createMetricsPage } from '../site/metrics-page.ts';
import { createReadyz, livez, type ServicePhase } from '../site/monitoring.ts';
import { type AddressCheckOptions, createAddressCheck, prefixOf, withoutPrefix } from '../site/public-address.ts';
import { createSiteHandler, redirectTo, type Site } from '../site/site.ts';
import type { Store } from '../store/store.ts';
import { measureMedia, measureStore } from './metrics.ts';

/** Bodies with photos that are received or processed at the same time. Further ones are refused with 503. */
const maxLargeBodyBytes = 160_000_000;

/** The version segment of every path of the API. */
const versionPath = '/v1';

/** What the parts of a process of the service have in common. */
export interface Common {
  config: Config;
  store: Store;
  log: Log;
  /** Epoch milliseconds. */
  clock: () => number;
  /** The zone whose days are the shelter's. */
  timeZone: () => TimeZone;
  /**
   * The secret behind cursors, names of photos, forms of the public page and places of rate limits, the same in all processes
   * of an installation.
   */
  cursorSecret: string;
}

export interface AppDependencies extends Omit<Config, 'timeZone'>, Omit<Common, 'config'> {
  /** Milliseconds on a clock that is never set back; by default the system's. */
  monotonicClock?: () => number;
  /** The public address of this service, without the version segment. */
  origin: string;
  /** Where files of photos are; missing where photos are disabled. */
  mediaStore?: MediaStore | undefined;
  /** How the public page looks; missing where it is off. */
  publicPage?: PublicPageLook | undefined;
  /** Missing where visitors of the public page cannot ask about an animal. */
  inquiryForm?: InquiryFormOptions | undefined;
  streams?: StreamOptions;
  /** Missing where requests without a valid key are not limited. */
  anonymous?: AnonymousOptions;
  setIdleTimeout?: ResponderDependencies['setIdleTimeout'];
  /** Missing where the operator has set the public address. */
  addressCheck?: Omit<AddressCheckOptions, 'origin'>;
  /** The folder of the built console, if not the usual one. */
  consoleFolder?: string;
  measureMore?: () => Record<string, number>;
  /** Missing for a single process. */
  shared?: Shared;
}

/** What a process shares with others on the same port. */
export interface Shared {
  /** `rateLimitMemoryBytes` bytes. */
  rateLimitMemory: Uint8Array<ArrayBuffer>;
  /** The metrics of all processes. */
  measureAll(): Promise<Measurements>;
}

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

const refuseHost: Handler = () => {
  throw new ServiceError('malformed_request', 'The request must have one valid Host header.');
};

function always(reply: Reply): Handler {
  return () => reply;
}

/** Assembles the service around a store. It does not listen: the HTTP server and the tests call its `fetch`. */
export function createApp(dependencies: AppDependencies): App {
  const { store, log, clock, timeZone, environment, origin, urls, cursorSecret, corsOrigins, isAccessLogged } =
    dependencies;
  const { reachesPrivateAddresses, publicStatuses, shared } = dependencies;
  let phase: ServicePhase = 'starting';
  const isDraining = () => phase === 'draining';
  const docsUrl = `${origin}/docs`;
  const findRoute = createRouteFinder(operations);
  const limitMemory = createRateLimitMemory(cursorSecret, shared?.rateLimitMemory);
  const { monotonicClock, publicRateLimit } = dependencies;
  const anonymous =
    dependencies.anonymous && createAnonymousLimit(dependencies.anonymous, publicRateLimit, limitMemory, log);
  const addresses = dependencies.anonymous && createClientAddresses(dependencies.anonymous);
  const authenticator = createAuthenticator(store, environment, anonymous, monotonicClock);
  const rateLimiters = createRateLimiters(dependencies, limitMemory);
  const keyUses = createKeyUses(store);
  const metrics = new RequestMetrics();
  const cors = new CorsPolicy(corsOrigins);
  const publicCors = new PublicCors(createPublicOrigins(store, monotonicClock));
  const requestIds = createRequestIds();
  const streams = createOpenStreams({
    ...dependencies.streams,
    authenticate: (authorization) => authenticator.authenticateAnew(authorization, store.revision(), clock()),
    onUse: (keyId) => keyUses.record(keyId, clock()),
    log,
  });
  const responseCache = new ResponseCache();
  const searchTurns = createSearchTurns();
  const media = new Media(dependencies.mediaStore, cursorSecret);
  const runDependencies = {
    store,
    clock,
    cursors: { public: new CursorCodec(cursorSecret, { isSealed: true }), secret: new CursorCodec(cursorSecret) },
    responseCache,
    retries: createRetries(store),
    streams,
    async dropCallers(isChanged: (caller: CallerId) => boolean) {
      authenticator.forget(isChanged);
      await streams.checkCallers(isChanged);
    },
    installation: { origin, environment, reachesPrivateAddresses, publicStatuses, media },
    searchTurns,
    largeBodies: new LargeBodies(maxLargeBodyBytes),
    baseUrl: origin + versionPath,
    policyUrl: `${docsUrl}#description/deprecation-policy`,
  };
  const runners = new Map(operations.map((operation) => [operation, createRunner(operation, runDependencies)]));
  const pipeline = createPipeline({ authenticator, anonymous, rateLimiters, keyUses, runners });
  const outages = createOutageLog(log);
  const respond = createResponder({
    runners,
    cors,
    publicCors,
    metrics,
    log,
    outages,
    docsUrl,
    isAccessLogged,
    clientAddressOf: dependencies.isClientAddressLogged ? addresses?.findAddress : undefined,
    isDraining,
    hstsDays: dependencies.hstsDays,
    idleSeconds: dependencies.idleSeconds,
    setIdleTimeout: dependencies.setIdleTimeout,
  });
  const measure = (): Measurements => ({
    ...metrics.measure(),
    petstore_response_cache_hits_total: responseCache.hits,
    petstore_response_cache_misses_total: responseCache.misses,
    petstore_streams_open: streams.size,
    petstore_workers: 1,
    ...measureStore(store),
    ...(dependencies.mediaStore && measureMedia(media)),
    ...measureProcess(),
    ...dependencies.measureMore?.(),
  });
  const measureAll = async () => (await shared?.measureAll()) ?? measure();
  const { publicPage: look, inquiryForm, publicColor } = dependencies;
  const facts = {
    environment: dependencies.isDemo ? 'demo' : environment,
    publicPage: look && publicStatuses,
    timeZone: () => timeZone().name,
    name: dependencies.publicName,
    logo: dependencies.publicLogo,
    accents: [accentFor(publicColor, 'light').accent, accentFor(publicColor, 'dark').accent],
  } as const;
  const console = createConsole(facts, dependencies.consoleFolder);
  const document = () => createDocument(resources, describeServers(urls));
  const requireAccess = createMetricsAccess(authenticator, keyUses, dependencies.monotonicClock);
  const readyz = (check: () => Promise<void>) => createReadyz(check, () => phase);
  const pages = new Map<string, Handler>([
    ['/livez', livez],
    ['/readyz', readyz(() => store.check())],
    ['/readyz/reads', readyz(() => store.checkReads())],
    ['/readyz/writes', readyz(() => store.checkWrites())],
    ['/metrics', createMetricsPage(measureAll, requireAccess)],
    [embedPath, createEmbed(() => findPage('/adopt') !== undefined, dependencies.consoleFolder)],
    ['/openapi.json', createDocumentPage(document)],
    ['/openapi-3.0.json', createDocumentPage(() => toOpenApi30(document()))],
  ]);
  const formLimit = dependencies.anonymous && createFormLimit(dependencies.anonymous, limitMemory);
  const countError = (code: ErrorCode) => metrics.countError(code);
  const common = { store, origin, cursorSecret, formLimit, countError, searchTurns };
  const publicPages = look && createPublicPages({ look, statuses: publicStatuses, inquiryForm, ...common });
  const isOwnPath = (path: string) =>
    path === versionPath ||
    path === homePath ||
    path === assetFolder ||
    path === mediaFolder ||
    pages.has(path) ||
    console(path) !== undefined;
  const prefix = prefixOf(origin, isOwnPath);
  if (prefix !== '') pages.set(prefix, redirectTo(`${origin}/`));
  const addressCheck = dependencies.addressCheck && createAddressCheck({ ...dependencies.addressCheck, origin }, log);
  const browserPages: Site = (path) => publicPages?.pages(path) ?? console(path);
  const watchedPages = addressCheck?.watch(browserPages) ?? browserPages;
  const photos = createMediaPages(store, media, log);
  const findPage: Site = (path) => photos(path) ?? pages.get(path) ?? watchedPages(path);
  const site = createSiteHandler(
    findPage,
    anonymous,
    (path) => publicPages?.forms(path),
    (publicPages ?? console).missing,
  );
  const answerPreflight: Handler = async (context) =>
    (await publicCors.preflight(context)) ?? (await pipeline(context));

  return {
    fetch(request) {
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
      if (preflight !== undefined) return respond(context, always(preflight));
      if (!isVersioned) return respond(context, site);
      return respond(context, isPreflight(request) ? answerPreflight : pipeline);
    },
    open() {
      phase = 'open';
    },
    drain() {
      phase = 'draining';
    },
    endStreams: () => streams.end(),
    get refusedRequests() {
      return outages.total;
    },
    get largeBodies() {
      return metrics.largeBodies;
    },
    storeKeyUses: () => keyUses.store(),
    measure,
  };
}
