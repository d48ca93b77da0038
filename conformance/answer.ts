import { fieldValue, type Header, type RawRequest, type RawResponse } from './http/message.ts';
import { parseJson } from './json.ts';
import { Mismatch } from './mismatch.ts';

/** A JSON object. Integers are `bigint`, other numbers `number`. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A response together with the request. */
export class Answer {
  readonly sent: RawRequest;
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  readonly surplusBytes: number;

  constructor(sent: RawRequest, { status, reason, headers, body, surplusBytes }: RawResponse) {
    this.sent = sent;
    this.status = status;
    this.reason = reason;
    this.headers = headers;
    this.body = body;
    this.surplusBytes = surplusBytes;
  }

  /** The value of a header; those of a repeated one are joined by commas. */
  header(name: string): string | undefined {
    return fieldValue(this.headers, name);
  }

  /** The body as text. @throws Mismatch when it is not UTF-8 */
  get text(): string {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(this.body);
    } catch {
      throw new Mismatch('a body in UTF-8', 'bytes that are not UTF-8');
    }
  }

  /** The body as JSON. @throws Mismatch when it is not JSON */
  get json(): unknown {
    try {
      return parseJson(this.text);
    } catch (error) {
      if (error instanceof Mismatch) throw error;
      throw new Mismatch(
        'a body that is JSON',
        this.text === '' ? 'an empty body' : `invalid JSON (${messageOf(error)})`,
      );
    }
  }

  /** @throws Mismatch when the body is not a JSON object */
  get object(): JsonObject {
    const value = this.json;
    if (isObject(value)) return value;
    throw new Mismatch('a JSON object', kindOf(value));
  }

  /** @throws Mismatch when the body is not a JSON array */
  get array(): readonly unknown[] {
    const value = this.json;
    if (Array.isArray(value)) return value;
    throw new Mismatch('a JSON array', kindOf(value));
  }

  /** @throws Mismatch when the body is not an array of objects */
  get objects(): readonly JsonObject[] {
    return this.array.map((item, index) => {
      if (isObject(item)) return item;
      throw new Mismatch('an array of JSON objects', `${kindOf(item)} at index ${index}`);
    });
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a JSON value is, for messages. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'bigint' ? `the number ${value}` : `the ${typeof value} ${JSON.stringify(value)}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
