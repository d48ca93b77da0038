import { unavailable } from '../refusals.ts';
import type { PostgresAddress } from './address.ts';
import type { Connection } from './connection.ts';
import { KeptConnections } from './kept-connections.ts';
import { Servers } from './servers.ts';
import { WaitingLine } from './waiting-line.ts';

/** Connections of which each serves one transaction at a time. */
export class WriteConnections {
  readonly #servers: Servers;
  readonly #line = new WaitingLine<Connection>();
  #free: Connection[] = [];
  #kept: KeptConnections | undefined;

  private constructor(servers: Servers) {
    this.#servers = servers;
    servers.onAway((cause) => {
      if (this.#kept?.open.size === 0) this.#line.refuseAll(unavailable(cause));
    });
  }

  /** @throws Error when a connection cannot be opened */
  static async start(address: PostgresAddress, size: number): Promise<WriteConnections> {
    const servers = new Servers(address, 'primary');
    const connections = new WriteConnections(servers);
    await servers.ask();
    try {
      connections.#kept = await KeptConnections.start(servers, 'write', size, (opened) => connections.#admit(opened));
      return connections;
    } catch (error) {
      connections.close();
      throw error;
    }
  }

  /** @throws ServiceError `unavailable` when no server takes writes, `overloaded` when no connection becomes free */
  async take(): Promise<Connection> {
    const connection = this.#takeFree();
    if (connection !== undefined) return connection;
    const { failure } = this.#servers;
    if (failure !== undefined && this.#kept?.open.size === 0) throw unavailable(failure);
    return await this.#line.wait();
  }

  /** Gives back what was taken. One that is lost is forgotten; another one comes for it. */
  give(connection: Connection): void {
    if (connection.isOpen && !this.#line.serve(connection)) this.#free.push(connection);
  }

  /** @throws ServiceError `unavailable` when no connection to a server that takes writes is open */
  check(): void {
    if (this.#kept?.open.size === 0) throw unavailable(this.#servers.failure ?? 'no connection is open');
  }

  close(): void {
    this.#servers.close();
    this.#kept?.close();
    this.#line.refuseAll(unavailable('the storage is closed'));
  }

  /** One that opens takes the place of a lost one, which may still lie among the free. */
  #admit(opened: Connection): void {
    this.#free = this.#free.filter(({ isOpen }) => isOpen);
    this.give(opened);
  }

  #takeFree(): Connection | undefined {
    for (;;) {
      const connection = this.#free.pop();
      if (connection === undefined || connection.isOpen) return connection;
    }
  }
}
