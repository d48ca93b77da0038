import { connect, createServer, type Socket } from 'node:net';

/** A proxy that passes a number of creates of animals to a server, and holds all later ones. */
export interface Gate {
  readonly url: string;
  /** How many creates are held now. */
  readonly held: number;
  /** Passes the held creates. */
  release(): void;
  /** Passes everything from now on, to another server if one is given. */
  open(serverUrl?: string): void;
  close(): Promise<void>;
}

const addition = 'POST /v1/pets ';

export async function startGate(serverUrl: string, passes: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  let held: (() => void)[] = [];
  let left = passes;
  let target = new URL(serverUrl);
  const release = () => {
    for (const pass of held.splice(0)) pass();
  };
  const gatekeeper = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (piece) => {
      const pass = () => void server.write(piece);
      if (!piece.includes(addition) || left-- > 0) pass();
      else held.push(pass);
    });
    server.on('data', (piece) => client.write(piece));
  });
  await new Promise<void>((resolve) => gatekeeper.listen(0, '127.0.0.1', resolve));
  const address = gatekeeper.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    get held() {
      return held.length;
    },
    release,
    open(otherUrl = serverUrl) {
      left = Number.POSITIVE_INFINITY;
      target = new URL(otherUrl);
      release();
    },
    async close() {
      held = [];
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => gatekeeper.close(resolve));
    },
  };
}
