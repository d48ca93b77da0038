/** Work that is asked for again and again, and done as rarely as is still in time. */
export interface Gathering {
  ask(): void;
  /** Nothing is begun any more. */
  end(): void;
}

interface GatheringOptions {
  /** Milliseconds between the first asking and the work; they double for as long as it does not fall quiet. */
  pauseMs: number;
  longestPauseMs: number;
}

/**
 * Does the work a moment after it was asked for, once for all who ask within that moment, and never twice at a time:
 * who asks while it is being done is answered by the next turn.
 */
export function createGathering(work: () => Promise<void>, { pauseMs, longestPauseMs }: GatheringOptions): Gathering {
  let isAsked = false;
  let isEnded = false;
  let timer: Timer | undefined;
  const begin = (delayMs: number) => {
    timer = setTimeout(async () => {
      isAsked = false;
      await work();
      timer = undefined;
      if (isAsked) begin(Math.min(delayMs * 2, longestPauseMs));
    }, delayMs);
  };
  return {
    ask() {
      isAsked = !isEnded;
      if (isAsked && timer === undefined) begin(pauseMs);
    },
    end() {
      isEnded = true;
      isAsked = false;
      clearTimeout(timer);
    },
  };
}
