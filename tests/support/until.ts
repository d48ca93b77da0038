/** Only ends what hangs; the limit of a test is longer, so that it is this that is told. */
const patienceMs = 100_000;
const pauseMs = 10;

/**
 * Waits for a state: looks again and again until what it sees satisfies, and returns that.
 * @param what names the state in the error of a wait in vain, which also says what was seen last
 * @param isReached by default, whether something true is seen
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
  const deadline = performance.now() + patienceMs;
  while (true) {
    const seen = await look();
    if (isReached(seen)) return seen;
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}; last seen: ${Bun.inspect(seen)}`);
    await Bun.sleep(pauseMs);
  }
}
