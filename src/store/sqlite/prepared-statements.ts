import type { Database, Statement } from 'bun:sqlite';

/**
 * How many statements are kept at least, and half of how many at most. The service itself has fewer; filters of lists make
 * others, of which clients can combine any number.
 */
const keptStatements = 500;

/** Prepares each statement once, and forgets those that were not used lately. */
export class PreparedStatements {
  readonly #db: Pick<Database, 'prepare'>;
  readonly #kept: number;
  #recent = new Map<string, Statement>();
  #older = new Map<string, Statement>();

  constructor(db: Pick<Database, 'prepare'>, kept = keptStatements) {
    this.#db = db;
    this.#kept = kept;
  }

  get(text: string): Statement {
    const known = this.#recent.get(text);
    if (known !== undefined) return known;
    const statement = this.#older.get(text) ?? this.#db.prepare(text);
    this.#older.delete(text);
    if (this.#recent.size >= this.#kept) {
      finalizeAll(this.#older);
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(text, statement);
    return statement;
  }

  /** Statements that are in use must have ended. */
  close(): void {
    finalizeAll(this.#recent);
    finalizeAll(this.#older);
  }
}

function finalizeAll(statements: Map<string, Statement>): void {
  for (const statement of statements.values()) statement.finalize();
  statements.clear();
}
