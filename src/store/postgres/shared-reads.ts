import type { Param, Statement } from '../statement.ts';

type Rows = readonly (readonly unknown[])[];
type Run = (statement: Statement<readonly unknown[]>, params: readonly Param[]) => Promise<Rows>;

/** A read that waits to be sent, and who has asked for it. */
interface Read {
  readonly statement: Statement<readonly unknown[]>;
  readonly params: readonly Param[];
  readonly rows: Promise<Rows>;
  resolve(rows: Rows | Promise<Rows>): void;
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

  async query<Row extends readonly unknown[]>(statement: Statement<Row>, params: readonly Param[]): Promise<Row[]> {
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
      const { promise, resolve } = Promise.withResolvers<Rows>();
      read = { statement, params, rows: promise, resolve };
      alike.set(values, read);
    }
    // Each has an array of its own.
    return [...(await read.rows)] as unknown as Row[];
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
        const found = this.#run(many, [`{${reads.map(({ params }) => params[0]).join(',')}}`]);
        const byId = found.then((rows) => Map.groupBy(rows, ([id]) => id));
        for (const { resolve, params } of reads) resolve(byId.then((rows) => rows.get(params[0]) ?? []));
      }
    }
  }
}
