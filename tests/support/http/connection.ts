import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { adminKey } from '../process/server.ts';

export interface Reply {
  status: number;
  headers: Headers;
  body: string;
  bytes: Uint8Array;
}

export interface Sent {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  /** JSON, unless `headers` say otherwise. */
  body?: string | Uint8Array;
}

/** Sends these bytes over a new connection and returns everything that it receives until the server closes it. */
export async function exchange(url: string, ...parts: readonly string[]): Promise<string> {
  return await exchangeInTurn(url, parts);
}

/** As `exchange`, and sends `next` when the first bytes of a response have arrived. */
export async function exchangeInTurn(url: string, parts: readonly string[], next = ''): Promise<string> {
  return await exchangeWhen(url, parts, async (socket) => {
    if (next !== '') socket.once('data', () => socket.write(next));
  });
}

/** As `exchange`, and calls `more` when it is connected, to send what follows. */
export async function exchangeWhen(
  url: string,
  parts: readonly string[],
  more: (socket: Socket) => Promise<void>,
): Promise<string> {
  const { port, hostname } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ port: Number(port), host: hostname }, () => {
    for (const part of parts) socket.write(part);
    more(socket).catch(reject);
  });
  let received = '';
  socket.on('data', (data) => (received += data.toString('latin1')));
  socket.on('error', reject);
  socket.on('close', () => resolve(received));
  return await promise;
}

/** A persistent connection, so that all of its requests reach the same process. It sends one request at a time. */
export class Connection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #isEnded = false;
  #wake: () => void = () => undefined;
  #unsent = Buffer.alloc(0);
  #lastRequestId = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (piece) => {
      this.#received = Buffer.concat([this.#received, piece]);
      this.#wake();
    });
    socket.on('close', () => {
      this.#isEnded = true;
      this.#wake();
    });
  }

  static async open(url: string): Promise<Connection> {
    const { protocol, hostname, port } = new URL(url);
    const address = { host: hostname, port: Number(port) };
    const isSecure = protocol === 'https:';
    const socket = isSecure ? connectTls({ ...address, rejectUnauthorized: false }) : connect(address);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.once(isSecure ? 'secureConnect' : 'connect', resolve);
    socket.on('error', reject);
    const connection = new Connection(socket);
    await promise;
    return connection;
  }

  /** The prefix of all request ids of the process at the other end; known after the first reply. */
  get process(): string {
    return this.#lastRequestId.replace(/-.*/, '');
  }

  /** Whether the other end has closed it, so that no request can be sent. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Sends a request with the admin key unless `headers` has another. @throws Error when the connection is closed */
  async send(sent: Sent): Promise<Reply> {
    this.begin(sent, 0);
    return await this.finish();
  }

  /** Sends a request except for its last `without` characters, which `finish` sends. */
  begin({ method = 'GET', path, headers = {}, body }: Sent, without: number): void {
    const content = Buffer.from(body ?? '');
    const length =
      body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': `${content.length}` };
    const all = { Host: 'petstore.test', Authorization: `Bearer ${adminKey}`, ...length, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
    const bytes = Buffer.concat([Buffer.from(head), content]);
    this.#unsent = bytes.subarray(bytes.length - without);
    this.#socket.write(bytes.subarray(0, bytes.length - without));
  }

  async finish(): Promise<Reply> {
    if (this.#unsent.length > 0) this.#socket.write(this.#unsent);
    return await this.#read();
  }

  close(): void {
    this.#socket.destroy();
  }

  async #read(): Promise<Reply> {
    const head = await this.#take(() => {
      const end = this.#received.indexOf('\r\n\r\n');
      return end < 0 ? undefined : end + 4;
    });
    const [start = '', ...lines] = head.toString().trim().split('\r\n');
    const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
    const length = Number(headers.get('Content-Length') ?? 0);
    const bytes = await this.#take(() => (this.#received.length >= length ? length : undefined));
    this.#lastRequestId = headers.get('X-Request-Id') ?? '';
    return { status: Number(start.split(' ')[1]), headers, body: bytes.toString(), bytes };
  }

  /** Waits until `find` returns a number of bytes, and takes that many. */
  async #take(find: () => number | undefined): Promise<Buffer> {
    for (;;) {
      const end = find();
      if (end !== undefined) {
        const taken = this.#received.subarray(0, end);
        this.#received = this.#received.subarray(end);
        return taken;
      }
      if (this.#isEnded) throw new Error('the connection was closed');
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
