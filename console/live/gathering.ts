/** Work that is asked for again and again, and done as rarely as is still in time. */
export interface Gathering {
  ask(): void;
  /** Nothing is begun any more. */
  end(): void;
}

interface GatheringOptions {
  /** Milliseconds between the first asking and the work; they double as long as one turn follows upon another. */
  pauseMs: number;
  /** The most that they become. When nobody asks for so long, they begin anew. */
  longestPauseMs: number;
}

/**
 * Does the work a moment after it was asked for, once for all who ask within that moment, and never twice at a time:
 * who asks while it is being done is answered by the next turn.
 */
export function createGathering(work: () => Promise<void>, options: GatheringOptions): Gathering {
  let isAsked = false;
  let isEnded = false;
  let timer: Timer | undefined;
  let delayMs = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  const begin = () => {
    delayMs = nextPauseMs(options, delayMs, performance.now() - endedAt);
    timer = setTimeout(async () => {
      isAsked = false;
      await work();
      timer = undefined;
      endedAt = performance.now();
      if (isAsked) begin();
    }, delayMs);
  };
  return {
    ask() {
      isAsked = !isEnded;
      if (isAsked && timer === undefined) begin();
    },
    end() {
      isEnded = true;
      isAsked = false;
      clearTimeout(timer);
    },
  };
}

/** The pause before the next turn, by that before the last one and how long ago that has ended. */
export function nextPauseMs({ pauseMs, longestPauseMs }: GatheringOptions, lastMs: number, sinceMs: number): number {
  return sinceMs >= longestPauseMs ? pauseMs : Math.min(lastMs * 2, longestPauseMs);
}
