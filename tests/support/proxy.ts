import { connect, createServer, type Socket } from 'node:net';

/** Stands between the service and PostgreSQL, and does what networks do. */
export interface NetworkProxy {
  readonly port: number;
  /** Passes on the next message that contains this text, and cuts the connection before its answer comes back. */
  loseAnswerTo(text: string): void;
  /** From now on nothing is passed on any more, and nobody is told: a cable is cut. */
  hush(): void;
  /** Cuts all connections, and passes on what comes from now on. */
  recover(): void;
  close(): Promise<void>;
}

export async function startProxy(targetPort: number): Promise<NetworkProxy> {
  const sockets = new Set<Socket>();
  let lost: string | undefined;
  let isHushed = false;
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    let isCut = false;
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
        if (!isCut) cut();
      });
    }
    client.on('data', (piece) => {
      if (isHushed) return;
      if (lost !== undefined && piece.includes(lost)) {
        lost = undefined;
        isCut = true;
        // Long enough for the server to do what it was told.
        setTimeout(cut, 50);
      }
      target.write(piece);
    });
    target.on('data', (piece) => {
      if (!isHushed && !isCut) client.write(piece);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    loseAnswerTo: (text) => (lost = text),
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
