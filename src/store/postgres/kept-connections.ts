import { statement } from '../statement.ts';
import { StorageError } from '../store.ts';
import type { ServerAddress } from './address.ts';
import type { Connection, Purpose } from './connection.ts';
import type { Servers } from './servers.ts';

const watchIntervalMs = 1_000;
const readSession = statement<readonly [pid: bigint]>('SELECT CAST(pg_backend_pid() AS BIGINT)');

/** A fixed number of connections to the server in use. One that is lost is opened again, without an end and by itself. */
export class KeptConnections {
  readonly #servers: Servers;
  readonly #purpose: Purpose;
  readonly #onOpen: (connection: Connection) => void;
  readonly #open = new Set<Connection>();
  readonly #watch: Timer;
  #isClosed = false;

  private constructor(servers: Servers, purpose: Purpose, onOpen: (connection: Connection) => void) {
    this.#servers = servers;
    this.#purpose = purpose;
    this.#onOpen = onOpen;
    this.#watch = setInterval(() => this.#endSilentOnes(), watchIntervalMs);
    servers.onMove((server) => this.#leaveOthers(server));
  }

  /**
   * Opens all of them. `onOpen` is told of each, and of each that takes the place of a lost one.
   * @throws Error when one cannot be opened; then none is left open
   */
  static async start(
    servers: Servers,
    purpose: Purpose,
    size: number,
    onOpen: (connection: Connection) => void,
  ): Promise<KeptConnections> {
    const kept = new KeptConnections(servers, purpose, onOpen);
    const opened = await Promise.allSettled(Array.from({ length: size }, () => servers.open(purpose)));
    for (const result of opened) if (result.status === 'fulfilled') void kept.#keep(result.value);
    try {
      for (const result of opened) if (result.status === 'rejected') throw result.reason;
      await refuseSharedSessions(kept.open);
      return kept;
    } catch (error) {
      kept.close();
      throw error;
    }
  }

  get open(): ReadonlySet<Connection> {
    return this.#open;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#watch);
    for (const connection of this.#open) connection.close();
  }

  async #keep(first: Connection): Promise<void> {
    for (let connection: Connection | undefined = first; connection !== undefined; ) {
      if (this.#isClosed) return connection.close();
      this.#open.add(connection);
      this.#onOpen(connection);
      await connection.closed;
      this.#open.delete(connection);
      connection = this.#isClosed ? undefined : await this.#servers.keepOpening(this.#purpose);
    }
  }

  #endSilentOnes(): void {
    for (const connection of this.#open) connection.closeIfSilent();
  }

  /** A server that was left may still answer, with what is no longer true. */
  #leaveOthers(server: ServerAddress): void {
    for (const connection of this.#open) if (connection.server !== server) connection.close();
  }
}

/**
 * Behind a pooler that gives a session to whoever asks next, a statement that was prepared under a name can become
 * another one, a COMMIT as well as any. Asked one after the other, such connections turn out to have one session.
 */
async function refuseSharedSessions(connections: Iterable<Connection>): Promise<void> {
  const sessions = new Set<bigint | undefined>();
  for (const connection of connections) {
    const [session] = await connection.query(readSession, []);
    if (sessions.has(session?.[0])) {
      throw new StorageError(
        'a connection pooler there gives one session to several connections; set it to session mode (pool_mode = session)',
      );
    }
    sessions.add(session?.[0]);
  }
}
