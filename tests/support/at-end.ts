const ends: (() => Promise<void>)[] = [];

/** Runs `end` after all tests of this process, even when some have failed; what was asked for last comes first. */
export function atEnd(end: () => Promise<void>): void {
  ends.push(end);
}

export async function endAll(): Promise<void> {
  await Promise.all(
    ends
      .splice(0)
      .reverse()
      .map((end) => end()),
  );
}
