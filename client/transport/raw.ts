import type { Answer } from './response.ts';
import type { Guard } from './shape.ts';
import type { ChangeOptions, Transport, WriteOptions } from './transport.ts';

/** A request of your own: of an operation that is newer than this SDK, or whose response you want as it is. */
export interface RawRequest {
  /**
   * The method.
   * @example 'GET'
   */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * The path below `/v1`, beginning with a slash.
   * @example '/pets/17'
   */
  path: string;
  /**
   * The query parameters. An array is a repeated parameter; `undefined` is left out.
   * @example { status: 'sold', limit: '20' }
   */
  query?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined;
  /**
   * The value to send as JSON. A `bigint` is sent exactly.
   * @example { name: 'Frank', categoryId: 3n }
   */
  body?: unknown;
}

/** The response to a {@link RawRequest}. */
export interface RawAnswer extends Answer {
  /** The body as it arrived. */
  text: string;
  /** The body as JSON, with integers as `bigint`, or with `ids: 'string'` as `JSON.parse` has them; `undefined` if it is not JSON. Nothing about its shape was checked. */
  data: unknown;
}

/** Sends a request of the caller. @throws PetstoreError, NoAnswerError */
export async function sendRaw(
  transport: Transport,
  { method, path, query = {}, body }: RawRequest,
  options: WriteOptions & ChangeOptions,
): Promise<RawAnswer> {
  return await transport.send({ method, path, query, body, accepts: isAnything, options });
}

const isAnything: Guard<unknown> = (_value): _value is unknown => true;
