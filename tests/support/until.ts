/** Generous: it only ends what hangs. Shorter than the timeout of a test, so that this error is the one reported. */
const timeoutMs = 100_000;
const pauseMs = 10;

/**
 * Waits for a state: calls `look` until its result satisfies `isReached`, and returns that result.
 * @param what names the state in the timeout error, which also shows the last result
 * @param isReached by default, whether the result is truthy
 */
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
  isReached: (seen: Seen) => boolean = Boolean,
): Promise<Seen> {
  const deadline = performance.now() + timeoutMs;
  while (true) {
    const seen = await look();
    if (isReached(seen)) return seen;
    if (performance.now() > deadline) throw new Error(`timed out waiting for ${what}; last seen: ${Bun.inspect(seen)}`);
    await Bun.sleep(pauseMs);
  }
}
