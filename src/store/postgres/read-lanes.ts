import { tooManyWaiting, unavailable } from '../refusals.ts';
import type { Param, Reader, Statement } from '../statement.ts';
import type { PostgresAddress } from './address.ts';
import type { Connection, ServerRole } from './connection.ts';
import { endsConnection, translateFailure } from './failures.ts';
import { KeptConnections } from './kept-connections.ts';
import { seek } from './seek.ts';
import { Servers } from './servers.ts';
import { WaitingLine } from './waiting-line.ts';

const maxAttempts = 3;
const maxInFlight = 2_500;

/**
 * Connections that many reads share: what is asked at one moment is sent together and answered in order, which costs a
 * third of giving each read a connection of its own. Statements that take long have a lane for themselves.
 */
export class ReadLanes implements Reader {
  readonly seek = seek;
  readonly #servers: Servers;
  readonly #line = new WaitingLine<void>();
  #short: KeptConnections | undefined;
  #long: KeptConnections | undefined;

  private constructor(servers: Servers) {
    this.#servers = servers;
    servers.onAway((cause) => this.#line.refuseAll(unavailable(cause)));
  }

  /** @throws Error when a lane cannot be opened */
  static async start(address: PostgresAddress, role: ServerRole, size: number): Promise<ReadLanes> {
    const servers = new Servers(address, role);
    const lanes = new ReadLanes(servers);
    const onOpen = () => lanes.#admitAll();
    await servers.ask();
    try {
      lanes.#long = await KeptConnections.start(servers, 'scan', 1, onOpen);
      lanes.#short = await KeptConnections.start(servers, 'read', size, onOpen);
      return lanes;
    } catch (error) {
      lanes.close();
      throw error;
    }
  }

  /** A read changes nothing, so one whose connection was lost is asked again on another. */
  async query<Row extends readonly unknown[]>(statement: Statement<Row>, params: readonly Param[]): Promise<Row[]> {
    const kept = statement.isLong ? this.#long : this.#short;
    for (let attempt = 1; ; attempt++) {
      const lane = leastBusy(kept);
      if (lane === undefined) {
        await this.#untilOneOpens();
        continue;
      }
      if (lane.inFlight >= maxInFlight) throw tooManyWaiting();
      try {
        return await lane.query(statement, params);
      } catch (error) {
        if (!endsConnection(error) || attempt === maxAttempts) throw translateFailure(error);
      }
    }
  }

  close(): void {
    this.#servers.close();
    this.#short?.close();
    this.#long?.close();
    this.#line.refuseAll(unavailable('the storage is closed'));
  }

  #untilOneOpens(): Promise<void> {
    const { failure } = this.#servers;
    if (failure !== undefined) throw unavailable(failure);
    return this.#line.wait();
  }

  #admitAll(): void {
    while (this.#line.serve());
  }
}

function leastBusy(kept: KeptConnections | undefined): Connection | undefined {
  let best: Connection | undefined;
  for (const lane of kept?.open ?? []) {
    if (lane.isOpen && lane.inFlight < (best?.inFlight ?? Number.POSITIVE_INFINITY)) best = lane;
  }
  return best;
}
