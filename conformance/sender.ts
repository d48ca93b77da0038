import { Answer } from './answer.ts';
import { type BaseAddress, versionSegment } from './http/base-address.ts';
import { Connection, NoResponseError } from './http/connection.ts';
import { fieldValue, type Header, type RawRequest } from './http/message.ts';

/** A request of a case. The path is relative to the base address. */
export interface RequestDraft {
  readonly method: string;
  readonly path: string;
  /** Fields beside `Host` and `Authorization`. */
  readonly headers?: readonly Header[];
  /** Text, bytes, or none. */
  readonly body?: string | Uint8Array | undefined;
  /** The values of `Authorization`, each a field of its own. Without it the main key is sent. */
  readonly authorization?: readonly string[];
  /** Whether the path begins before the version segment. */
  readonly isOutsideVersion?: boolean;
  /** Ends the exchange early, with what has arrived: for streams. */
  readonly isEnough?: (text: string) => boolean;
}

/** Resolves when the time is over, or the signal is aborted meanwhile. */
export type Sleep = (durationMs: number, signal: AbortSignal) => Promise<void>;

export interface SenderOptions {
  readonly base: BaseAddress;
  readonly key: string;
  readonly userAgent: string;
  readonly isInsecure: boolean;
  readonly timeoutMs: number;
  readonly maxRequests: number;
  /** When no further request is sent, as `now` counts. */
  readonly deadline: number;
  /** Milliseconds. */
  readonly now: () => number;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
}

/** The run has reached one of its limits, or was interrupted. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/** The longest pause that a server can request. */
const maxPauseMs = 60_000;
const maxPauses = 3;
const maxIdleConnections = 8;

/** A pause after the abort is for the removal of what was created, and takes its time. */
export const sleepUnlessAborted: Sleep = (durationMs, signal) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    resolve();
  };
  const timer = setTimeout(end, durationMs);
  signal.addEventListener('abort', end);
  return promise;
};

/** Sends requests to the one address, and counts them. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #idle: Connection[] = [];
  #requests = 0;
  #pausedMs = 0;
  /** Requests beyond the limit, kept for the removal of what was created. */
  #reserve = 0;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  get requests(): number {
    return this.#requests;
  }

  /** How long it has waited because responses had `Retry-After`. */
  get pausedMs(): number {
    return this.#pausedMs;
  }

  /** Permits further requests after a limit was reached. */
  allowMore(count: number): void {
    this.#reserve = this.#requests + count;
  }

  /**
   * Sends a request. While the server responds with 429 or 503 and `Retry-After`, it waits and sends it again.
   * @throws StoppedError, NoResponseError, ProtocolError
   */
  async send(draft: RequestDraft): Promise<Answer> {
    const sent = this.#complete(draft);
    for (let pauses = 0; ; pauses++) {
      const answer = await this.#sendOnce(sent, draft.isEnough);
      const pauseMs = this.#pauseAfter(answer);
      if (pauseMs === undefined || pauses === maxPauses) return answer;
      this.#requireMore();
      this.#pausedMs += pauseMs;
      await this.#options.sleep(pauseMs, this.#options.signal);
    }
  }

  close(): void {
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  #complete({ method, path, headers = [], body, authorization, isOutsideVersion = false }: RequestDraft): RawRequest {
    const { base, key, userAgent } = this.#options;
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    const isDefaultPort = base.port === (base.isSecure ? 443 : 80);
    const host = base.host.includes(':') ? `[${base.host}]` : base.host;
    const values = authorization ?? [`Bearer ${key}`];
    return {
      method,
      target: `${base.prefix}${isOutsideVersion ? '' : versionSegment}${path}`,
      headers: [
        ['Host', isDefaultPort ? host : `${host}:${base.port}`],
        ['User-Agent', userAgent],
        ...(headers.some(([name]) => name === 'Accept-Encoding') ? [] : [['Accept-Encoding', 'identity'] as const]),
        ...values.map((value): Header => ['Authorization', value]),
        ...headers,
        ...(bytes === undefined ? [] : [['Content-Length', String(bytes.length)] as const]),
      ],
      body: bytes,
    };
  }

  async #sendOnce(sent: RawRequest, isEnough: RequestDraft['isEnough']): Promise<Answer> {
    const { base, isInsecure, timeoutMs } = this.#options;
    const isSafe = sent.method === 'GET' || sent.method === 'HEAD' || sent.method === 'OPTIONS';
    const isLast = fieldValue(sent.headers, 'Connection') === 'close';
    // A connection that was idle may be closed by the server at any moment: then only a safe request can be repeated.
    const idle = isSafe && !isLast ? this.#idle.pop() : undefined;
    this.#requireMore();
    this.#requests++;
    const wasIdle = idle?.isUsable === true;
    const connection = wasIdle ? idle : await Connection.open({ ...base, isInsecure }, timeoutMs);
    const hasEnough = isEnough && ((body: Uint8Array) => isEnough(new TextDecoder().decode(body)));
    try {
      const response = await connection.exchange(sent, { timeoutMs, isEnough: hasEnough });
      if (connection.isUsable && !isLast && this.#idle.length < maxIdleConnections) this.#idle.push(connection);
      else connection.close();
      return new Answer(sent, response);
    } catch (error) {
      const isStale = wasIdle && error instanceof NoResponseError && error.isClosedUnanswered;
      if (!isStale) throw error;
      for (const other of this.#idle.splice(0)) other.close();
      return await this.#sendOnce(sent, isEnough);
    }
  }

  /** @throws StoppedError when no further request may be sent */
  #requireMore(): void {
    const { maxRequests, deadline, now, signal } = this.#options;
    if (this.#requests < this.#reserve) return;
    if (signal.aborted) throw new StoppedError('the run was interrupted');
    if (this.#requests >= maxRequests) throw new StoppedError(`the limit of ${maxRequests} requests is reached`);
    if (now() >= deadline) throw new StoppedError('the time limit is reached');
  }

  /** How long the server wants the client to wait; `undefined` if it does not, or wants too long. */
  #pauseAfter({ status, headers }: Answer): number | undefined {
    if (status !== 429 && status !== 503) return undefined;
    const value = fieldValue(headers, 'Retry-After') ?? '';
    const pauseMs = /^\d{1,6}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - this.#options.now();
    return pauseMs <= maxPauseMs ? Math.max(pauseMs, 0) : undefined;
  }
}
