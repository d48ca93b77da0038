import type { App } from '../../../src/server/app.ts';
import { origin, type TestApp } from '../app.ts';
import { makePng } from '../data/images.ts';
import { Credentials } from './credentials.ts';
import type { Answer, Judged } from './judge.ts';
import { type FuzzedRequest, picture } from './requests.ts';

export interface Sent extends Omit<Judged, 'mayHaveEnded'> {
  readonly answer: Answer;
}

const image = new Uint8Array(makePng(3, 2, () => [10, 20, 30]));

/** Sends generated requests to a service, with the secrets and the entity tags that they name. */
export class Sender {
  readonly #service: TestApp;
  readonly #credentials: Credentials;
  /** The last ETag of each path. */
  readonly #tags = new Map<string, string>();

  private constructor(service: TestApp, credentials: Credentials) {
    this.#service = service;
    this.#credentials = credentials;
  }

  static async open(service: TestApp): Promise<Sender> {
    return new Sender(service, await Credentials.make(service));
  }

  authorizationOf({ credential }: FuzzedRequest): string | undefined {
    return this.#credentials.find(credential).value;
  }

  /** `undefined` for a request that is not sent, because the service would send to a foreign host. */
  async send(request: FuzzedRequest, fetch: App['fetch'] = this.#service.app.fetch): Promise<Sent | undefined> {
    const { method, body } = request;
    const { value, scopes } = this.#credentials.find(request.credential);
    const url = new URL(`${origin}/v1${request.target}`);
    const headers = new Headers();
    for (const [name, text] of Object.entries(request.headers)) {
      headers.set(name, text === '<etag>' ? (this.#tags.get(url.pathname) ?? '""') : text);
    }
    if (value !== undefined) headers.set('Authorization', value);
    if (body !== undefined && !isSafe(body)) return undefined;
    const sent = new Request(url.href, { method, headers, body: body === picture ? image : (body ?? null) });
    const answer = await read(await fetch(sent));
    const tag = answer.headers.get('ETag');
    if (tag !== null) this.#tags.set(url.pathname, tag);
    const path = url.pathname.slice('/v1'.length);
    const [, keyId] = /^\/keys\/(\d+)/.exec(path) ?? [];
    if (keyId !== undefined && answer.status < 300) await this.#credentials.replace(keyId);
    return { method, path, accept: headers.get('Accept') ?? '', scopes, answer };
  }
}

/** The service sends to webhook addresses and resolves their hosts, so tests use only loopback addresses. */
function isSafe(body: string): boolean {
  return [...body.matchAll(/https?:\/\/([^/"?#\\]*)/gi)].every(([, host = '']) =>
    /^(127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host),
  );
}

async function read(response: Response): Promise<Answer> {
  const { status, headers, body } = response;
  if (headers.get('Content-Type')?.startsWith('text/event-stream') !== true) {
    return { status, headers, text: await response.text() };
  }
  await body?.cancel();
  return { status, headers, text: '' };
}
