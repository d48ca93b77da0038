import { Presets, SingleBar } from 'cli-progress';

/** How often a line is written where there is no terminal. */
const lineIntervalMs = 5_000;

/** Tells on standard error how far a long piece of work has come: with a bar on a terminal, else now and then in a line. */
export class Progress {
  readonly #verb: string;
  readonly #total: number;
  readonly #bar: SingleBar | undefined;
  #done: number;
  #toldAt = performance.now();

  /** Begins with `done` of `total` rows; `verb` says what happens to them. */
  constructor(verb: string, total: number, done: number) {
    this.#verb = verb;
    this.#total = total;
    this.#done = done;
    this.#bar = openBar(verb);
    this.#bar?.start(total, done);
  }

  add(rows: number): void {
    this.#done += rows;
    this.#bar?.update(this.#done);
    if (this.#bar !== undefined || performance.now() - this.#toldAt < lineIntervalMs) return;
    this.#toldAt = performance.now();
    process.stderr.write(`petstore: ${this.#verb} ${this.#done} of ${this.#total} rows\n`);
  }

  /** Leaves the bar as it is and goes to the next line. */
  end(): void {
    this.#bar?.stop();
  }
}

function openBar(verb: string): SingleBar | undefined {
  if (!process.stderr.isTTY) return undefined;
  const format = `${verb} {bar} {value} of {total} rows, {eta_formatted} left`;
  return new SingleBar({ format, stream: process.stderr, gracefulExit: false }, Presets.shades_classic);
}
