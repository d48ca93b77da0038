import { Connection, type Reply, type Sent } from '../../support/http/connection.ts';

/** A client that sends one request after the other, with a pause between them, over one connection. */
export interface Pulse {
  /** Ends it when its last request is answered. Returns the replies, and how long each took. */
  stop(): Promise<readonly Beat[]>;
}

export interface Beat {
  readonly sent: Sent;
  /** The error if there was no reply. */
  readonly reply: Reply | string;
  readonly elapsedMs: number;
}

const pauseMs = 20;

export async function startPulse(url: string, next: (count: number) => Sent): Promise<Pulse> {
  let isOver = false;
  const beats: Beat[] = [];
  let connection = await Connection.open(url);
  const running = (async () => {
    for (let count = 0; !isOver; count++) {
      const sent = next(count);
      const startedAt = performance.now();
      const reply = await connection.send(sent).catch(String);
      beats.push({ sent, reply, elapsedMs: performance.now() - startedAt });
      if (typeof reply === 'string') connection = await Connection.open(url);
      await Bun.sleep(pauseMs);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await running;
      connection.close();
      return beats;
    },
  };
}
