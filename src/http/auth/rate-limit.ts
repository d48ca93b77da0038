import { minuteMs } from '../../lib/timestamp.ts';

/** Keys whose ids are equal modulo this number share a window. Ids ascend from 1. */
const windowCount = 65_536;
const tableBytes = windowCount * BigInt64Array.BYTES_PER_ELEMENT;
export const rateLimitMemoryBytes = 6 * tableBytes;

export type RateLimitMemory = ReturnType<typeof createRateLimitMemory>;

/**
 * Where requests are counted: tables of windows. Processes that have the same memory and secret count together. Each limit of
 * clients has a table of its own: clients that share a place in it are counted together, so they must have the same quota and
 * length. The limits of keys share one (`createRateLimiters`).
 * @param memory `rateLimitMemoryBytes` bytes, all zero at first
 */
export function createRateLimitMemory(secret: string, memory = new Uint8Array(rateLimitMemoryBytes)) {
  const table = (index: number) => memory.subarray(index * tableBytes, (index + 1) * tableBytes);
  const seed = BigInt(Bun.hash(secret));
  return {
    keys: table(0),
    networks: table(1),
    sites: table(2),
    /** Of sites of the limit of a public key. */
    shares: table(3),
    forms: table(4),
    formDays: table(5),
    /** The id by which a client is counted. With a secret, so that no client can choose an address that shares a window. */
    idOf: (name: string) => BigInt(Bun.hash(name, seed)),
  };
}

export interface Allowance {
  /** The value of `RateLimit-Policy`. */
  policy: string;
  isAllowed: boolean;
  remaining: number;
  /** Whole seconds until the window ends: at least 1, and at most its length. */
  resetSeconds: number;
}

/** Counts the requests of each id in windows, by default of a minute. A window begins with its first request. */
export function createRateLimiter(quota: number, memory: Uint8Array<ArrayBuffer>, windowMs = minuteMs) {
  const policy = `"default";q=${quota};w=${windowMs / 1_000}`;
  const windows = new BigInt64Array(memory.buffer, memory.byteOffset, windowCount);
  const toAllowance = (isAllowed: boolean, remaining: number, remainingMs: number): Allowance => {
    const resetSeconds = Math.ceil(Math.min(remainingMs, windowMs) / 1_000);
    return { policy, isAllowed, remaining, resetSeconds };
  };
  return {
    /** Whether `take` would allow a request, without counting it. */
    peek(id: bigint, now: number): Allowance {
      const { used, remainingMs } = unpack(Atomics.load(windows, slotOf(id)), now, windowMs);
      return toAllowance(used < quota, quota - used, remainingMs);
    },
    take(id: bigint, now: number): Allowance {
      const slot = slotOf(id);
      for (;;) {
        const packed = Atomics.load(windows, slot);
        const { used, remainingMs } = unpack(packed, now, windowMs);
        const isAllowed = used < quota;
        const counted = used + Number(isAllowed);
        const next = pack(counted, now + remainingMs);
        if (Atomics.compareExchange(windows, slot, packed, next) !== packed) continue;
        return toAllowance(isAllowed, quota - counted, remainingMs);
      }
    },
  };
}

function slotOf(id: bigint): number {
  return Number(BigInt.asUintN(64, id) % BigInt(windowCount));
}

// A window is one number, so that it changes in one atomic step: its end in milliseconds, modulo 99 days, and the
// number of requests in it.
const usedBits = 30;
const endBits = 33;

function pack(used: number, end: number): bigint {
  return (BigInt.asUintN(endBits, BigInt(end)) << BigInt(usedBits)) | BigInt(used);
}

/** The window of that number while it lasts, then a new one. */
function unpack(packed: bigint, now: number, windowMs: number) {
  const remainingMs = Number(BigInt.asUintN(endBits, (packed >> BigInt(usedBits)) - BigInt(now)));
  // Another process may have begun the window after this one has read its clock, so it can seem to last too long. One
  // that lasts for longer still was begun before the clock was set back.
  if (remainingMs === 0 || remainingMs > 2 * windowMs) return { used: 0, remainingMs: windowMs };
  return { used: Number(BigInt.asUintN(usedBits, packed)), remainingMs };
}

export type RateLimiters = ReturnType<typeof createRateLimiters>;

/**
 * The limits per public key, and per other key; `undefined` where requests are not limited. A key is either public or not, and
 * ids share a place only among more than 65,536 keys, so both can count in the same memory.
 */
export function createRateLimiters(
  { rateLimit, publicRateLimit }: { rateLimit: number; publicRateLimit: number },
  { keys }: RateLimitMemory,
) {
  const create = (quota: number) => (quota > 0 ? createRateLimiter(quota, keys) : undefined);
  return { public: create(publicRateLimit), secret: create(rateLimit) };
}
