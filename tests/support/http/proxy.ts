import { connect, createServer, type Socket } from 'node:net';

/** A proxy between the service and PostgreSQL that simulates network failures. */
export interface NetworkProxy {
  readonly port: number;
  /**
   * Lets the next transaction that contains this text commit, but drops its connection before the client learns of it,
   * or passes on no further response.
   */
  loseCommitOf(text: string, how?: 'cut' | 'mute'): void;
  /** Sets the rule for each chunk that a client sends from now on. `hold` keeps it and all that follows on its connection. */
  inspect(rule: (piece: Buffer) => 'pass' | 'swallow' | 'cut' | 'hold'): void;
  /** How many chunks are held. */
  readonly held: number;
  /** Passes on what is held, in its order. */
  release(): void;
  /** Passes on nothing from now on and closes no connection, like a cut cable. */
  hush(): void;
  /** Drops all connections, and passes on everything from now on. */
  recover(): void;
  close(): Promise<void>;
}

/** PostgreSQL's response to COMMIT (frontend/backend protocol, CommandComplete). */
const committed = 'COMMIT\0';

export async function startProxy(targetPort: number, targetHost = '127.0.0.1'): Promise<NetworkProxy> {
  const sockets = new Set<Socket>();
  let lost: string | undefined;
  let lostHow: 'cut' | 'mute' = 'cut';
  let rule: Parameters<NetworkProxy['inspect']>[0] = () => 'pass';
  let isHushed = false;
  let held: { piece: Buffer; client: Socket; target: Socket }[] = [];
  const server = createServer((client) => {
    const target = connect(targetPort, targetHost);
    let isDoomed = false;
    let isMute = false;
    const cut = () => {
      client.destroy();
      target.destroy();
    };
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', cut);
      socket.on('close', () => {
        sockets.delete(socket);
        held = held.filter((one) => one.client !== client);
        cut();
      });
    }
    client.on('data', (piece) => {
      if (isHushed) return;
      if (lost !== undefined && piece.includes(lost)) {
        lost = undefined;
        isDoomed = true;
      }
      const fate = held.some((one) => one.client === client) ? 'hold' : rule(piece);
      if (fate === 'cut') cut();
      else if (fate === 'hold') held.push({ piece, client, target });
      else if (fate === 'pass') target.write(piece);
    });
    target.on('data', (piece) => {
      if (isHushed || isMute) return;
      if (!isDoomed || !piece.includes(committed)) client.write(piece);
      else if (lostHow === 'cut') cut();
      else isMute = true;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    loseCommitOf(text, how = 'cut') {
      lost = text;
      lostHow = how;
    },
    inspect: (next) => (rule = next),
    get held() {
      return held.length;
    },
    release() {
      for (const { piece, target } of held) target.write(piece);
      held = [];
    },
    hush: () => (isHushed = true),
    recover() {
      isHushed = false;
      cutAll();
    },
    async close() {
      cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
