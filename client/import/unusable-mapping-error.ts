/** The rules do not fit the file, or contradict themselves. Nothing can be imported with them. */
export class UnusableMappingError extends Error {
  override readonly name = 'UnusableMappingError';
  /** One sentence for each thing that is wrong. */
  readonly problems: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.problems = faults;
  }
}
