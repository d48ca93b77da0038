import type { TimeZone } from '../../contract/time-zone.ts';
import { hasStoredResponse } from '../access/idempotency/rules.ts';
import { createKeyUses } from '../access/keys/jobs.ts';
import { validateKey } from '../access/keys/rules.ts';
import { findKeyByHash, findPublicOrigins } from '../access/keys/sql.ts';
import { requireLink } from '../access/people/device-rules.ts';
import { logoAddress } from '../access/shelter/model.ts';
import { createFormLimit } from '../adopt/inquiries/form-limit.ts';
import type { InquiryFormOptions } from '../adopt/inquiries/form-page.ts';
import type { PublicPageSettings } from '../adopt/look.ts';
import { homePath } from '../adopt/page.ts';
import type { CallerId } from '../api/call.ts';
import { operations } from '../catalogue/resources.ts';
import type { Config } from '../config/config.ts';
import { shelterFacts } from '../config/public-page.ts';
import { type AnonymousOptions, createAnonymousLimit } from '../http/auth/anonymous-limit.ts';
import { Authenticator, type KeySource } from '../http/auth/authenticate.ts';
import { createClientAddresses } from '../http/auth/client-address.ts';
import { createPublicOrigins } from '../http/auth/public-keys.ts';
import { createRateLimiters, createRateLimitMemory } from '../http/auth/rate-limit.ts';
import { createPipeline } from '../http/pipeline/pipeline.ts';
import { createResponder, type ResponderDependencies } from '../http/pipeline/respond.ts';
import { createRunner } from '../http/pipeline/runner.ts';
import { createSearchTurns } from '../http/pipeline/turns.ts';
import { CursorCodec } from '../http/request/cursor.ts';
import { LargeBodies } from '../http/request/large-bodies.ts';
import { createRetries } from '../http/request/retries.ts';
import { CorsPolicy, PublicCors } from '../http/response/cors.ts';
import { type Measurements, RequestMetrics } from '../http/response/metrics.ts';
import { createOutageLog } from '../http/response/outage-log.ts';
import { ResponseCache } from '../http/response/response-cache.ts';
import { createOpenStreams, type StreamOptions } from '../http/stream/open-streams.ts';
import { andThen } from '../lib/maybe-promise.ts';
import { PhotoFiles } from '../photo-files/photo-files.ts';
import type { PhotoStore } from '../photo-files/photo-store.ts';
import type { ServicePhase } from '../site/monitoring.ts';
import type { AddressCheckOptions } from '../site/public-address.ts';
import type { JobContext } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';

/** Bodies with photos that are received or processed at the same time. Further ones are refused with 503. */
const maxLargeBodyBytes = 160_000_000;

/** The version segment of every path of the API. */
export const versionPath = '/v1';

/** What the parts of a process of the service have in common. */
export interface Common extends JobContext {
  config: Config;
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
  photoStore?: PhotoStore | undefined;
  /** What the operator has set of the public page; missing where it is off. */
  publicPage?: PublicPageSettings | undefined;
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

export interface Life {
  phase: ServicePhase;
}

/** Who sends a request, and how many each may send. */
export function createAccess({ store, log, environment, monotonicClock, ...dependencies }: AppDependencies) {
  const { anonymous: options, publicRateLimit, cursorSecret, shared, corsOrigins } = dependencies;
  const limitMemory = createRateLimitMemory(cursorSecret, shared?.rateLimitMemory);
  const anonymous = options && createAnonymousLimit(options, publicRateLimit, limitMemory, log);
  return {
    anonymous,
    addresses: options && createClientAddresses(options),
    authenticator: new Authenticator(findKeysIn(store), environment, anonymous, monotonicClock),
    rateLimiters: createRateLimiters(dependencies, limitMemory),
    formLimit: options && createFormLimit(options, limitMemory),
    keyUses: createKeyUses(store),
    cors: new CorsPolicy(corsOrigins),
    publicCors: new PublicCors(createPublicOrigins((now) => findPublicOrigins(store.reader, now), monotonicClock)),
  };
}

function findKeysIn(store: Store): KeySource {
  return {
    isRemote: store.file === undefined,
    findKey: (hash, now) =>
      andThen(findKeyByHash(store.reader, hash), (key) => key && { ...key, ...validateKey(key, hash, now) }),
    findLink: async (hash, now) => (await requireLink(store.reader, hash, BigInt(now))).id,
  };
}

type Access = ReturnType<typeof createAccess>;

/** The operations below `/v1`, and what turns results and errors into responses. */
export function createApi(dependencies: AppDependencies, access: Access, life: Life) {
  const { store, log, clock, environment, origin, cursorSecret } = dependencies;
  const { reachesPrivateAddresses, publicStatuses } = dependencies;
  const { authenticator, keyUses } = access;
  const streams = createOpenStreams({
    ...dependencies.streams,
    authenticate: (authorization) => authenticator.authenticateAnew(authorization, store.revision(), clock()),
    onUse: (keyId) => keyUses.record(keyId, clock()),
    log,
  });
  const parts = {
    metrics: new RequestMetrics(),
    outages: createOutageLog(log),
    media: new PhotoFiles(dependencies.photoStore, cursorSecret),
    responseCache: new ResponseCache(),
    searchTurns: createSearchTurns(),
    streams,
  };
  const docsUrl = `${origin}/docs`;
  const { logo, ...facts } = shelterFacts(dependencies);
  const shelter = {
    facts,
    logoUrl: logo && logoAddress(origin, logo),
    pageUrl: dependencies.publicPage && origin + homePath,
  };
  const runDependencies = {
    ...parts,
    store,
    clock,
    cursors: { public: new CursorCodec(cursorSecret, { isSealed: true }), secret: new CursorCodec(cursorSecret) },
    retries: createRetries((request) => hasStoredResponse(store.reader, request)),
    async dropCallers(isChanged: (caller: CallerId) => boolean) {
      authenticator.forget(isChanged);
      await streams.checkCallers(isChanged);
    },
    installation: { origin, environment, reachesPrivateAddresses, publicStatuses, media: parts.media, shelter },
    largeBodies: new LargeBodies(maxLargeBodyBytes),
    baseUrl: origin + versionPath,
    policyUrl: `${docsUrl}#description/deprecation-policy`,
  };
  const runners = new Map(operations.map((operation) => [operation, createRunner(operation, runDependencies)]));
  const respond = createResponder({
    ...dependencies,
    ...parts,
    ...access,
    runners,
    docsUrl,
    clientAddressOf: dependencies.isClientAddressLogged ? access.addresses?.findAddress : undefined,
    isDraining: () => life.phase === 'draining',
  });
  return { ...parts, ...access, respond, pipeline: createPipeline({ ...access, runners }) };
}

export type Api = ReturnType<typeof createApi>;
