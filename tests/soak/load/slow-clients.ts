import { connect, type Socket } from 'node:net';
import { adminKey } from '../../support/process/server.ts';

/** Sends the beginning of a request, and nothing more. */
const halfHead = 'GET /v1/pets HTTP/1.1\r\nHost: petstore.test\r\nX-Slow: ';
/** Requests whose responses are never read; together they are larger than the buffers of a socket. */
const unread =
  `GET /v1/pets?limit=100 HTTP/1.1\r\nHost: petstore.test\r\nAuthorization: Bearer ${adminKey}\r\n\r\n`.repeat(100);
const reconnectMs = 100;

export interface SlowClients {
  /** How often the service has ended one of their connections. */
  readonly ended: number;
  close(): void;
}

/**
 * Starts clients that hold connections: half of them never finish their headers, half never read a response. They connect
 * again when the service ends them.
 */
export function startSlowClients(url: string, count: number): SlowClients {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isOver = false;
  let ended = 0;

  function open(isReader: boolean): void {
    if (isOver) return;
    const socket = connect(Number(port), hostname, () => {
      if (isReader) socket.pause();
      socket.write(isReader ? unread : halfHead);
    });
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (isOver) return;
      ended += 1;
      setTimeout(() => open(isReader), reconnectMs);
    });
  }

  for (let client = 0; client < count; client++) open(client % 2 === 0);
  return {
    get ended() {
      return ended;
    },
    close() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
