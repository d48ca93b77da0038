/** What came back is not what the rule promises. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch';
  readonly expected: string;
  readonly received: string;

  constructor(expected: string, received: string) {
    super(`expected ${expected}, received ${received}`);
    this.expected = expected;
    this.received = received;
  }
}

/** A case lacks what it needs, so it tells nothing about the rule. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}
