import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { BaseAddress } from './base-address.ts';
import { encodeRequest, type ParsedResponse, ProtocolError, parseResponse, type RawRequest } from './message.ts';

interface Endpoint extends Pick<BaseAddress, 'isSecure' | 'host' | 'port'> {
  /** Accepts any certificate. */
  readonly isInsecure: boolean;
}

export interface ExchangeOptions {
  readonly timeoutMs: number;
  /** Ends the exchange early, with what has arrived: for responses without an end. */
  readonly isEnough?: ((body: Uint8Array) => boolean) | undefined;
}

/** There is no response, or only a part of one. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
  /** Whether the connection was closed before the first byte of a response. */
  readonly isClosedUnanswered: boolean;

  constructor(message: string, isClosedUnanswered = false) {
    super(message);
    this.isClosedUnanswered = isClosedUnanswered;
  }
}

const maxResponseBytes = 16 * 1024 * 1024;

/** One connection to the server, for one request after the other. */
export class Connection {
  readonly #socket: Socket;
  #isUsable = true;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('close', () => this.close());
    socket.on('error', () => this.close());
  }

  /** @throws NoResponseError */
  static open({ isSecure, host, port, isInsecure }: Endpoint, timeoutMs: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const options = { host, port, servername: /^[\d.:]+$/.test(host) ? '' : host };
      const socket = isSecure
        ? connectTls({ ...options, rejectUnauthorized: !isInsecure, ALPNProtocols: ['http/1.1'] })
        : connectTcp({ host, port });
      const fail = (reason: string) => {
        socket.destroy();
        reject(new NoResponseError(`no connection to ${host} port ${port}: ${reason}`));
      };
      const timer = setTimeout(() => fail(`nothing for ${timeoutMs / 1_000} s`), timeoutMs);
      socket.once('error', (error: Error) => {
        clearTimeout(timer);
        fail(error.message || String(error));
      });
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer);
        socket.setNoDelay(true);
        resolve(new Connection(socket));
      });
    });
  }

  get isUsable(): boolean {
    return this.#isUsable;
  }

  close(): void {
    this.#isUsable = false;
    this.#socket.destroy();
  }

  /** @throws NoResponseError, ProtocolError */
  async exchange(request: RawRequest, { timeoutMs, isEnough }: ExchangeOptions): Promise<ParsedResponse> {
    try {
      const response = await this.#exchange(request, timeoutMs, isEnough);
      if (!response.isReusable || !response.isComplete) this.close();
      return response;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  #exchange(request: RawRequest, timeoutMs: number, isEnough: ExchangeOptions['isEnough']): Promise<ParsedResponse> {
    const socket = this.#socket;
    return new Promise((resolve, reject) => {
      let received = Buffer.alloc(0);
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        socket.off('data', read).off('close', end).off('end', end).off('error', end);
        settle();
      };
      const look = (isClosed: boolean) => {
        try {
          const response = parseResponse(received, request.method, isClosed);
          if (response?.isComplete || (response && isEnough?.(response.body))) finish(() => resolve(response));
          else if (received.length > maxResponseBytes) throw new ProtocolError('the response is larger than 16 MiB');
          else if (isClosed) finish(() => reject(closedEarly(received)));
        } catch (error) {
          finish(() => reject(error));
        }
      };
      const read = (chunk: Uint8Array) => {
        received = Buffer.concat([received, chunk]);
        look(false);
      };
      const end = () => look(true);
      const late = () => reject(new NoResponseError(`no complete response within ${timeoutMs / 1_000} s`));
      const timer = setTimeout(() => finish(late), timeoutMs);
      socket.on('data', read).once('close', end).once('end', end).once('error', end);
      if (this.#isUsable) socket.write(encodeRequest(request));
      else end();
    });
  }
}

function closedEarly(received: Uint8Array): NoResponseError {
  if (received.length === 0) return new NoResponseError('the connection was closed without a response', true);
  return new NoResponseError(`the connection was closed after ${received.length} bytes of the response`);
}
