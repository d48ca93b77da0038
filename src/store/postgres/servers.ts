import { statement } from '../statement.ts';
import { type PostgresAddress, type ServerAddress, serverName } from './address.ts';
import { Connection, type Purpose, type ServerRole } from './connection.ts';
import { explain, kindOf } from './failures.ts';

const pauseMs = 100;
const findActive = statement<readonly [pid: bigint]>(
  "SELECT CAST(pid AS BIGINT) FROM pg_stat_activity WHERE state = 'active'",
);

/**
 * The servers of a database URL: knows which of them to use, and looks for another when it cannot be reached. All are
 * asked at the same time, so that one which is silent does not hold up the others, and the first that fits is taken.
 */
export class Servers {
  readonly #address: PostgresAddress;
  readonly #moveListeners: ((server: ServerAddress) => void)[] = [];
  readonly #role: ServerRole;
  #chosen: ServerAddress | undefined;
  #last: ServerAddress | undefined;
  #search: Promise<ServerAddress | undefined> | undefined;
  #failure: Error | undefined;
  #isClosed = false;

  constructor(address: PostgresAddress, role: ServerRole) {
    this.#address = address;
    this.#role = role;
  }

  /** Why no server was of use when they were last asked; `undefined` as long as one is. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Told when another server than before is used from now on. */
  onMove(listener: (server: ServerAddress) => void): void {
    this.#moveListeners.push(listener);
  }

  /** Opens one connection to the server in use. @throws Error when that does not succeed at once */
  async open(purpose: Purpose): Promise<Connection> {
    return await Connection.open(this.#address, this.#chosen ?? (await this.ask()), purpose, this.#role);
  }

  /** Opens one connection to the server in use, for as long as it takes. Gives `undefined` when it was closed meanwhile. */
  async keepOpening(purpose: Purpose): Promise<Connection | undefined> {
    while (!this.#isClosed) {
      const server = this.#chosen ?? (await this.#find());
      if (server === undefined) break;
      try {
        return await Connection.open(this.#address, server, purpose, this.#role);
      } catch {
        if (this.#chosen === server) this.#chosen = undefined;
        await pause();
      }
    }
    return undefined;
  }

  /** Asks every server once. @throws Error that tells of each why it cannot be used */
  async ask(): Promise<ServerAddress> {
    const { servers } = this.#address;
    const asked = servers.map(async (server) => {
      (await Connection.open(this.#address, server, 'read', this.#role)).close();
      return server;
    });
    try {
      const server = await Promise.any(asked);
      this.#choose(server);
      return server;
    } catch (cause) {
      const reasons = cause instanceof AggregateError ? cause.errors : [cause];
      const told = servers.map((server, index) => `${serverName(server)}: ${explain(reasons[index])}`);
      throw new Error(told.join('; '), { cause });
    }
  }

  /**
   * The sessions at work at the server in use: none if it cannot be asked, `undefined` if it refuses to tell, as when all
   * its connections are taken.
   */
  async findSessionsAtWork(): Promise<Set<bigint | undefined> | undefined> {
    try {
      const connection = await this.open('read');
      const sessions = await connection.query(findActive, []).finally(() => connection.close());
      return new Set(sessions.map(([pid]) => pid));
    } catch (error) {
      return kindOf(error) === 'broken' ? undefined : new Set();
    }
  }

  close(): void {
    this.#isClosed = true;
  }

  /** However many look for a server, the servers are asked by one of them. */
  #find(): Promise<ServerAddress | undefined> {
    this.#search ??= this.#searchOn().finally(() => (this.#search = undefined));
    return this.#search;
  }

  async #searchOn(): Promise<ServerAddress | undefined> {
    while (!this.#isClosed) {
      try {
        return await this.ask();
      } catch (error) {
        this.#failure = error instanceof Error ? error : new Error(String(error));
        await pause();
      }
    }
    return undefined;
  }

  #choose(server: ServerAddress): void {
    const hasMoved = this.#last !== undefined && this.#last !== server;
    this.#chosen = server;
    this.#last = server;
    this.#failure = undefined;
    if (hasMoved) for (const listener of this.#moveListeners) listener(server);
  }
}

/** Of uneven length, so that many programs do not knock at the same moment. */
function pause(): Promise<void> {
  return Bun.sleep(pauseMs * (0.5 + Math.random()));
}
