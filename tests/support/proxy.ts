import { connect, createServer, type Socket } from 'node:net';

/** Stands between the service and PostgreSQL, and does what networks do. */
export interface NetworkProxy {
  readonly port: number;
  /**
   * Lets the next transaction in which this text is sent be committed, and cuts its connection before it is told so, or
   * leaves it without any further answer.
   */
  loseCommitOf(text: string, how?: 'cut' | 'mute'): void;
  /** From now on decides what becomes of each piece that a client sends. */
  inspect(rule: (piece: Buffer) => 'pass' | 'swallow' | 'cut'): void;
  /** From now on nothing is passed on any more, and nobody is told: a cable is cut. */
  hush(): void;
  /** Cuts all connections, and passes on what comes from now on. */
  recover(): void;
  close(): Promise<void>;
}

/** What PostgreSQL answers to COMMIT (frontend/backend protocol, CommandComplete). */
const committed = 'COMMIT\0';

export async function startProxy(targetPort: number): Promise<NetworkProxy> {
  const sockets = new Set<Socket>();
  let lost: string | undefined;
  let lostHow: 'cut' | 'mute' = 'cut';
  let rule: Parameters<NetworkProxy['inspect']>[0] = () => 'pass';
  let isHushed = false;
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
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
        cut();
      });
    }
    client.on('data', (piece) => {
      if (isHushed) return;
      if (lost !== undefined && piece.includes(lost)) {
        lost = undefined;
        isDoomed = true;
      }
      const fate = rule(piece);
      if (fate === 'cut') cut();
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
