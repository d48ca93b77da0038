import { connect, createServer, type Socket } from 'node:net';

/** Stands between the service and PostgreSQL, and does what networks do. */
export interface NetworkProxy {
  readonly port: number;
  /** Lets the next transaction in which this text is sent be committed, and cuts its connection before it is told so. */
  loseCommitOf(text: string): void;
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
  let isHushed = false;
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    let isDoomed = false;
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
      target.write(piece);
    });
    target.on('data', (piece) => {
      if (isHushed) return;
      if (isDoomed && piece.includes(committed)) cut();
      else client.write(piece);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    loseCommitOf: (text) => (lost = text),
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
