import { minuteMs } from '../../lib/timestamp.ts';

/** Keys whose ids are equal modulo this number share a window. Ids ascend from 1. */
const windowCount = 65_536;
const tableBytes = windowCount * BigInt64Array.BYTES_PER_ELEMENT;
export const rateLimitMemoryBytes = 6 * tableBytes;

/** Windows, as many as there can be. */
type Table = Uint8Array<ArrayBuffer>;

/**
 * Where requests are counted: tables of windows. Processes that have the same memory and secret count together. Each limit of
 * clients has a table of its own: names that share a place in it are counted together, so they must have the same quota and
 * length. The limits of keys share one (`createRateLimiters`).
 */
export class RateLimitMemory {
  readonly keys: Table;
  readonly networks: Table;
  readonly sites: Table;
  /** Of sites of the limit of a public key. */
  readonly shares: Table;
  readonly forms: Table;
  readonly formDays: Table;
  /** Secret, so that no client can choose an address that shares the window of another. */
  readonly seed: bigint;

  /** `memory` holds `rateLimitMemoryBytes` bytes, all zero at first. */
  constructor(secret: string, memory = new Uint8Array(rateLimitMemoryBytes)) {
    const table = (index: number) => memory.subarray(index * tableBytes, (index + 1) * tableBytes);
    this.keys = table(0);
    this.networks = table(1);
    this.sites = table(2);
    this.shares = table(3);
    this.forms = table(4);
    this.formDays = table(5);
    this.seed = BigInt(Bun.hash(secret));
  }
}

export interface Allowance {
  /** The value of `RateLimit-Policy`. */
  policy: string;
  isAllowed: boolean;
  remaining: number;
  /** Whole seconds until the window ends. */
  resetSeconds: number;
}

/** Counts the requests of each principal in windows, by default of a minute. A window begins with its first request. */
export class RateLimiter {
  readonly #policy: string;
  readonly #quota: number;
  readonly #windowMs: number;
  readonly #windows: BigInt64Array;

  constructor(quota: number, { windowMs = minuteMs, memory = new Uint8Array(tableBytes) } = {}) {
    this.#policy = `"default";q=${quota};w=${windowMs / 1_000}`;
    this.#quota = quota;
    this.#windowMs = windowMs;
    this.#windows = new BigInt64Array(memory.buffer, memory.byteOffset, windowCount);
  }

  /** What `take` would return, without counting a request. */
  peek(principalId: bigint, now: number): Allowance {
    const { used, remainingMs } = unpack(Atomics.load(this.#windows, slotOf(principalId)), now, this.#windowMs);
    return this.#allowance(used < this.#quota, this.#quota - used, remainingMs);
  }

  take(principalId: bigint, now: number): Allowance {
    const slot = slotOf(principalId);
    for (;;) {
      const packed = Atomics.load(this.#windows, slot);
      const { used, remainingMs } = unpack(packed, now, this.#windowMs);
      const isAllowed = used < this.#quota;
      const next = pack({ used: used + Number(isAllowed), remainingMs }, now);
      if (Atomics.compareExchange(this.#windows, slot, packed, next) !== packed) continue;
      return this.#allowance(isAllowed, this.#quota - used - Number(isAllowed), remainingMs);
    }
  }

  #allowance(isAllowed: boolean, remaining: number, remainingMs: number): Allowance {
    return { policy: this.#policy, isAllowed, remaining, resetSeconds: toSeconds(remainingMs, this.#windowMs) };
  }
}

function slotOf(principalId: bigint): number {
  return Number(BigInt.asUintN(64, principalId) % BigInt(windowCount));
}

/** At least 1, and at most the length of a window. */
function toSeconds(remainingMs: number, windowMs: number): number {
  return Math.ceil(Math.min(remainingMs, windowMs) / 1_000);
}

interface Window {
  used: number;
  remainingMs: number;
}

// A window is one number, so that it changes in one atomic step: its end in milliseconds, modulo 99 days, and the
// number of requests in it.
const usedBits = 30;
const endBits = 33;

function pack({ used, remainingMs }: Window, now: number): bigint {
  return (BigInt.asUintN(endBits, BigInt(now + remainingMs)) << BigInt(usedBits)) | BigInt(used);
}

/** The window of that number while it lasts, then a new one. */
function unpack(packed: bigint, now: number, windowMs: number): Window {
  const remainingMs = Number(BigInt.asUintN(endBits, (packed >> BigInt(usedBits)) - BigInt(now)));
  // Another process may have begun the window after this one has read its clock, so it can seem to last too long. One
  // that lasts for longer still was begun before the clock was set back.
  if (remainingMs === 0 || remainingMs > 2 * windowMs) return { used: 0, remainingMs: windowMs };
  return { used: Number(BigInt.asUintN(usedBits, packed)), remainingMs };
}

/** Counts by name instead of by id. */
export function createClientLimiter(quota: number, seed: bigint, options: { windowMs?: number; memory: Table }) {
  const limiter = new RateLimiter(quota, options);
  const idOf = (name: string) => BigInt(Bun.hash(name, seed));
  return {
    peek: (name: string, now: number) => limiter.peek(idOf(name), now),
    take: (name: string, now: number) => limiter.take(idOf(name), now),
  };
}

/**
 * The limits per public key, and per other key; `undefined` where requests are not limited. A key is either public or not, and
 * ids share a place only among more than 65,536 keys, so both can count in the same memory.
 */
export function createRateLimiters(
  { rateLimit, publicRateLimit }: { rateLimit: number; publicRateLimit: number },
  { keys }: RateLimitMemory,
) {
  const create = (quota: number) => (quota > 0 ? new RateLimiter(quota, { memory: keys }) : undefined);
  return { public: create(publicRateLimit), secret: create(rateLimit) };
}

export type RateLimiters = ReturnType<typeof createRateLimiters>;
