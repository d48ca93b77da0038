import type { Options } from './options.ts';
import type { Reason } from './texts.ts';

/** A photo in one size and format. */
export interface Source {
  readonly url: string;
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

/** As much of a listing as a card shows. Identifiers are texts, because numbers of this size are not exact. */
export interface Animal {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly category: { readonly name?: string };
  readonly profile: {
    readonly species?: string;
    readonly breed?: string;
    readonly sex?: string;
    readonly birthDate?: string;
    readonly birthDatePrecision?: string;
  };
  readonly photos: readonly {
    readonly alternativeText: string;
    readonly focalPoint?: { readonly x: number; readonly y: number };
    readonly color: string;
    readonly sources: readonly Source[];
  }[];
}

/** Why there are no animals. `isPassing` if it may be different when somebody tries again. */
export class Refusal extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }

  get isPassing(): boolean {
    return this.reason === 'busy' || this.reason === 'unreachable';
  }
}

/** A page of the service may have fewer animals than it has room for, or none, and still a next one. */
const maxRequests = 5;

/** The next animals, at least one if there are any, and the query of those that follow, if there are more. @throws Refusal */
export async function loadBatch({ base, key, limit }: Options, query: string, load = fetch) {
  if (!key.startsWith('pet_pub_'))
    throw new Refusal('key', 'data-key must be a public key, which begins with pet_pub_.');
  const animals: Animal[] = [];
  let next: string | undefined = query;
  for (let requests = 0; next !== undefined && requests < maxRequests && animals.length < limit; requests++) {
    const response: Response = await request(`${base}v1/listings?${next}`, key, load);
    animals.push(...((await response.json()) as Animal[]));
    next = nextQuery(response.headers.get('Link'));
  }
  return { animals, next };
}

async function request(address: string, key: string, load: typeof fetch): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, Prefer: 'int64=string' };
  const response = await load(address, { headers, credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(
    (error) => {
      // A browser does not tell a page whether it was the network or the origin.
      throw new Refusal('unreachable', `${error}`);
    },
  );
  if (response.ok) return response;
  const { code = '', message = response.statusText } = await response
    .json()
    .then((body: { code?: string; message?: string }) => body)
    .catch(() => ({}) as { code?: string; message?: string });
  throw new Refusal(reasonOf(response.status, code), message);
}

function reasonOf(status: number, code: string): Reason {
  if (status === 401) return 'key';
  if (status === 403) return code === 'origin_not_allowed' ? 'origin' : 'key';
  return status === 429 || status >= 500 ? 'busy' : 'settings';
}

/** The query of the next page (RFC 8288). Its address may be another than that which the page uses. */
export function nextQuery(link: string | null): string | undefined {
  return /<[^>?]*\?([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1];
}
