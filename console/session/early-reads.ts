import { basePath } from '../lib/environment.ts';
import { openedLink, readStoredKey, takeKeyOfDemo } from './stored-key.ts';

// The first requests of the console, sent while its larger scripts load. This is a script of its own that imports little:
// on a slow connection those take seconds, and each of these a round trip.

/** A request that was sent, as long as nobody has taken its answer. */
interface Sent {
  readonly answer: Promise<Response>;
  readonly controller: AbortController;
}

const sent = new Map<string, Sent>();

takeKeyOfDemo();
const apiKey = openedLink === undefined ? readStoredKey() : undefined;
// As the client: a redirect could carry the key to another server.
const redirect = 'manual';
const headers = { Accept: 'application/json, application/problem+json', Authorization: `Bearer ${apiKey}` };
let position = apiKey === undefined ? undefined : begin().catch(() => undefined);

/** The answer to a request that was sent early: once, and to nobody who has another key. */
export function takeAnswer(url: string, { headers: given, signal }: RequestInit): Promise<Response> | undefined {
  const early = sent.get(url);
  if (early === undefined || new Headers(given).get('Authorization') !== headers.Authorization) return undefined;
  sent.delete(url);
  const giveUp = () => early.controller.abort(signal?.reason);
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp, { once: true });
  return early.answer;
}

/** Whoever asks from now on gets an answer of their own. */
export function dropAnswers(): void {
  sent.clear();
}

/**
 * The id of an event that had happened before any data was asked for with this key, so that who follows the events after it
 * misses no change of that data; once, and `undefined` where it is not known.
 */
export async function takePosition(usedKey: string): Promise<bigint | undefined> {
  if (usedKey !== apiKey) return undefined;
  const taken = position;
  position = undefined;
  return await taken;
}

/** Each request follows from the answer before: nothing is asked for that the key may not see. */
async function begin(): Promise<bigint | undefined> {
  const { scopes }: { scopes: string[] } = await (await send('keys/self')).clone().json();
  if (!scopes.includes('events:read')) return undefined;
  const preferring = { ...headers, Prefer: 'int64=string' };
  const newest = await fetch(addressOf('events?limit=1&sort=-id'), { headers: preferring, redirect });
  const [event]: { id: string }[] = await newest.json();
  if (event === undefined) return undefined;
  const isFirstList = location.pathname === `${basePath}/animals` && location.search === '';
  if (isFirstList && scopes.includes('listings:read')) void send('listings?limit=50&sort=-id');
  return BigInt(event.id);
}

function send(target: string): Promise<Response> {
  const url = addressOf(target);
  const controller = new AbortController();
  const answer = fetch(url, { headers, redirect, signal: controller.signal });
  // Who takes it hears of a failure.
  answer.catch(() => undefined);
  sent.set(url, { answer, controller });
  return answer;
}

function addressOf(target: string): string {
  return `${location.origin}${basePath}/v1/${target}`;
}
