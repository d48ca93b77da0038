/** Generous: it only ends what hangs. Shorter than the timeout of a test, so that this error is the one reported. */
const timeoutMs = 200_000;
/** A tenth of the wait so far: a look, often a request, costs processor time. Not much longer than states last that end by themselves. */
const pauses = { least: 10, most: 100, share: 0.1 };

/**
 * Waits for a state: calls `look` until its result satisfies `isReached`, and returns that result.
 * @param what names the state in the timeout error, which also shows the last result
 * @param isReached by default, whether the result is truthy; a value, if it must be this one
 */
export async function until<const Expected extends string | number | bigint | boolean>(
  what: string,
  look: () => unknown,
  isReached: Expected,
): Promise<Expected>;
export async function until<Seen, Reached extends Seen>(
  what: string,
  look: () => Seen | Promise<Seen>,
  isReached: (seen: Seen) => seen is Reached,
): Promise<Reached>;
export async function until<Seen>(
  what: string,
  look: () => Seen | Promise<Seen>,
  isReached?: (seen: Seen) => boolean,
): Promise<NonNullable<Seen>>;
export async function until<Seen>(
  what: string,
  look: () => Seen | Promise<Seen>,
  isReached: unknown = Boolean,
): Promise<Seen> {
  const isEnough = typeof isReached === 'function' ? isReached : (seen: Seen) => seen === isReached;
  const began = performance.now();
  while (true) {
    const seen = await look();
    if (isEnough(seen)) return seen;
    const waitedMs = performance.now() - began;
    if (waitedMs > timeoutMs) throw new Error(`timed out waiting for ${what}; last seen: ${Bun.inspect(seen)}`);
    await Bun.sleep(Math.min(Math.max(waitedMs * pauses.share, pauses.least), pauses.most));
  }
}
