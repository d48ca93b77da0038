const ends: (() => Promise<void>)[] = [];

/** Lets something be done after all tests of this process, also when some have failed. */
export function atEnd(end: () => Promise<void>): void {
  ends.push(end);
}

export async function endAll(): Promise<void> {
  await Promise.all(ends.splice(0).map((end) => end()));
}
