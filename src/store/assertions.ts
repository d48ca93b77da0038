import { ServiceError } from '../errors/service-error.ts';
import { messageOf, StartError } from '../lib/errors.ts';
import { unavailable } from './storage-errors.ts';

// What must be true of every write is looked at in its transaction, in production, too: a database that gives ids twice or stores
// something else than it was told (a restored sequence, a trigger of somebody else, a bug of ours) is noticed at the first write.

/** The error of a write that contradicts what is stored, and is rolled back. `fact` tells operators how. */
export function assertionFailed(fact: string): ServiceError {
  const message =
    'The storage contradicts itself, and the operator of the service has to look at it. Nothing was changed.';
  return new ServiceError('internal_error', message, { cause: new StartError(fact) });
}

/** Whether an assertion has failed, here or in another process of the service. Lasts until a restart: the next write mends nothing. */
export class Assertions {
  #failure: string | undefined;

  get haveFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Takes the error of a write, which may be any. */
  note(error: unknown): void {
    if (error instanceof ServiceError && error.code === 'internal_error') this.fail(messageOf(error.cause));
  }

  fail(fact: string): void {
    this.#failure ??= `${fact}; run "petstore check", mend what it finds, and restart the service`;
  }

  /** @throws ServiceError `unavailable` after one has failed */
  check(): void {
    if (this.#failure !== undefined) throw unavailable(new StartError(this.#failure));
  }
}

/** The highest ids that committed writes of a process have given, by table. */
export type GivenIds = Map<string, bigint>;

/** The ids that a transaction gives to new rows. */
export class NewIds {
  readonly #given: GivenIds;
  #added: (readonly [table: string, id: bigint])[] = [];

  constructor(given: GivenIds) {
    this.#given = given;
  }

  /** The highest id that was given before: asked before the INSERT, because other transactions may commit during it. */
  floorOf(table: string): bigint {
    return this.#given.get(table) ?? 0n;
  }

  /** @throws ServiceError `internal_error` when the id is not above the floor */
  add(table: string, id: bigint, floor: bigint): void {
    if (id <= floor) throw assertionFailed(`a new row of ${table} got the id ${id}, but ${floor} was given before`);
    this.#added.push([table, id]);
  }

  get count(): number {
    return this.#added.length;
  }

  /** Forgets those after the first `count`, which were rolled back. */
  keep(count: number): void {
    this.#added.length = count;
  }

  /** Takes them for given, because the transaction is committed. */
  commit(): void {
    for (const [table, id] of this.#added) if (id > this.floorOf(table)) this.#given.set(table, id);
    this.#added = [];
  }
}

/** The table of `INSERT INTO table …`. */
export function insertedTable(text: string): string {
  return text.slice('INSERT INTO '.length, text.indexOf(' ', 'INSERT INTO '.length));
}
