import type { Param, Statement } from '../statement.ts';

type Rows = readonly (readonly unknown[])[];
type Run = (statement: Statement<readonly unknown[]>, params: readonly Param[]) => Promise<Rows>;

/** A read that waits to be sent, and who has asked for it. */
interface Read {
  readonly statement: Statement<readonly unknown[]>;
  readonly params: readonly Param[];
  readonly rows: Promise<Rows>;
  resolve(rows: Rows | Promise<Rows>): void;
  reject(error: unknown): void;
}

/**
 * Sends the reads of one moment together: those that ask the same are one statement, and so are those for rows by their ids. The
 * requests of an event-loop tick come together (`request-batching.ts`), and the statement, which is sent after all of them,
 * sees whatever was acknowledged before any of them.
 */
export class SharedReads {
  readonly #run: Run;
  /** By text and parameters. */
  #waiting = new Map<string, Map<string, Read>>();

  constructor(run: Run) {
    this.#run = run;
  }

  query<Row extends readonly unknown[]>(statement: Statement<Row>, params: readonly Param[]): Promise<Row[]> {
    if (this.#waiting.size === 0) queueMicrotask(() => this.#send());
    let alike = this.#waiting.get(statement.text);
    if (alike === undefined) {
      alike = new Map();
      this.#waiting.set(statement.text, alike);
    }
    // No text has a NUL in PostgreSQL.
    const values = params.map((value) => value ?? '\0').join('\0\0');
    let read = alike.get(values);
    if (read === undefined) {
      const { promise, resolve, reject } = Promise.withResolvers<Rows>();
      read = { statement, params, rows: promise, resolve, reject };
      alike.set(values, read);
    }
    // Each has an array of its own.
    return read.rows.then(copy) as Promise<Row[]>;
  }

  #send(): void {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const alike of waiting.values()) {
      const reads = [...alike.values()];
      const many = reads[0]?.statement.many;
      if (many === undefined || reads.length === 1) {
        for (const { resolve, statement, params } of reads) resolve(this.#run(statement, params));
      } else {
        void this.#runMany(many, reads);
      }
    }
  }

  /** Never rejects: it resolves or rejects the reads. */
  async #runMany(many: Statement<readonly unknown[]>, reads: readonly Read[]): Promise<void> {
    try {
      const ids = reads.map(({ params }) => params[0]);
      const byId = Map.groupBy(await this.#run(many, [`{${ids.join(',')}}`]), ([id]) => id);
      for (const { resolve, params } of reads) resolve(byId.get(params[0]) ?? []);
    } catch (error) {
      for (const { reject } of reads) reject(error);
    }
  }
}

function copy(rows: Rows): (readonly unknown[])[] {
  return [...rows];
}
