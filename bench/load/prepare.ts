import type { RequestTemplate } from '../scenarios/scenario.ts';
import { type Load, requestHeaders } from './load.ts';

/** What only the server that is measured can tell: the tag of an answer, the cursors of a list. */
export interface Prepared {
  readonly request: RequestTemplate;
  readonly pages: readonly string[];
}

/** So many different pages are asked for, that no cache holds most of them. */
const pageCount = 20_000;
/** So many cursors are gathered where the list is long enough: more takes minutes. */
const wantedSteps = 10_000;
const longestPage = 100;
/** 20 first, which is their mean: a limit repeats the first page. */
const limits = [20, ...Array.from({ length: 20 }, (_, index) => 11 + index).filter((limit) => limit !== 20)];
const timeoutMs = 300_000;

/** @throws Error where the server does not tell it */
export async function prepareRequest(load: Load): Promise<Prepared> {
  const { request } = load;
  const [path] = request.paths;
  if (request.isConditional) {
    const tag = (await read(load, path)).headers.get('ETag');
    if (tag === null) throw new Error(`${path}: there is no ETag`);
    return { request: { ...request, headers: { ...request.headers, 'If-None-Match': tag } }, pages: [] };
  }
  if (path === '{photo}') return { request: { ...request, paths: [await findPhoto(load)] }, pages: [] };
  const list = request.paths.find((candidate) => candidate.includes('{page}'));
  return { request, pages: list === undefined ? [] : await findPages(load, list) };
}

/** The path of the 640 pixels wide file of the first animal's first photo. */
async function findPhoto(load: Load): Promise<string> {
  const { body } = await read(load, '/v1/listings?limit=1');
  const [first] = listingsOf(body);
  const source = first?.photos[0]?.sources.find(({ width }) => width === 640);
  if (source === undefined) throw new Error('the first animal has no photo');
  return new URL(source.url).pathname;
}

function listingsOf(body: string): { readonly photos: { readonly sources: { url: string; width: number }[] }[] }[] {
  return JSON.parse(body);
}

/** The queries of pages over the whole depth of the list, which a walk through all of it gives. */
async function findPages(load: Load, list: string): Promise<string[]> {
  const animals = load.ids.last - load.ids.first + 1;
  const stride = Math.min(longestPage, Math.ceil(animals / wantedSteps));
  const cursors = await walk(load, list, stride);
  // The last cursors have fewer entries behind them than a page has.
  const usable = cursors.slice(0, -Math.ceil(Math.max(...limits) / stride));
  if (usable.length === 0) throw new Error(`${list}: the list is too short for pages in the middle of it`);
  return choosePages(usable, pageCount);
}

/** So many different pages, spread evenly: with each cursor as often as it takes, each time for another length. */
export function choosePages(cursors: readonly string[], count: number): string[] {
  const spots = Math.min(count, cursors.length);
  const each = Math.min(limits.length, Math.ceil(count / spots));
  return Array.from({ length: Math.min(count, spots * each) }, (_, index) => {
    const spot = index % spots;
    const cursor = cursors[Math.floor((spot * cursors.length) / spots)];
    // Every spot begins with another length, so that all lengths come equally often.
    return `limit=${limits[(Math.floor(index / spots) + spot) % limits.length]}&cursor=${cursor}`;
  });
}

/** The cursors of all pages but the first. */
async function walk(load: Load, list: string, stride: number): Promise<string[]> {
  const signal = AbortSignal.timeout(timeoutMs);
  const cursors: string[] = [];
  let query: string | undefined = `limit=${stride}`;
  while (query !== undefined) {
    const { headers } = await read(load, list.replace('{page}', query), signal);
    const cursor = nextCursor(headers.get('Link') ?? '');
    if (cursor !== undefined) cursors.push(cursor);
    query = cursor && `limit=${stride}&cursor=${cursor}`;
  }
  return cursors;
}

async function read(load: Load, path: string, signal = AbortSignal.timeout(timeoutMs)): Promise<ReadAnswer> {
  const response = await fetch(`http://${load.host}:${load.port}${path}`, { headers: requestHeaders(load), signal });
  const body = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
  return { headers: response.headers, body };
}

interface ReadAnswer {
  readonly headers: Headers;
  readonly body: string;
}

function nextCursor(link: string): string | undefined {
  const address = /<([^>]+)>; *rel="next"/.exec(link)?.[1];
  if (address === undefined) return undefined;
  return new URL(address).searchParams.get('cursor') ?? undefined;
}
