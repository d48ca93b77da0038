/** The rules do not fit the file, or contradict themselves. Nothing can be imported with them. */
export class UnusableMappingError extends Error {
  override readonly name = 'UnusableMappingError';
  /** One sentence for each problem. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
