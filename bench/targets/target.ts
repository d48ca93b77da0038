/** What is measured. A service stores animals; a limit repeats one answer of the service, which no service can outrun. */
export interface Target {
  readonly name: string;
  readonly about: string;
  readonly kind: 'service' | 'limit';
  /** Relative to the repository. Must become the server (`exec`), or start it as a child. */
  readonly command: readonly [string, ...string[]];
  /** All the environment the server gets, beside PATH and HOME. */
  readonly environment: (place: Place) => Readonly<Record<string, string>>;
}

/** Where one server runs. */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly apiKey: string;
  /** A folder of its own: empty at first, later a copy of the seeded one. */
  readonly dataFolder: string;
  /** The answer a limit repeats, as JSON (`Answer`). */
  readonly answerFile: string;
}
