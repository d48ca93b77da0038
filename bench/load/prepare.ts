import type { RequestTemplate } from '../scenario.ts';
import { type Answer, readAnswer } from './answers.ts';
import type { Load } from './wrk.ts';

/** So many different pages are asked for, that no cache holds most of them. */
const pageCount = 20_000;
/** So many cursors are gathered where the list is long enough: more takes minutes. */
const wantedSteps = 10_000;
const longestPage = 100;
/** 20 first, which is their mean: a limit repeats the first page. */
const limits = [20, ...Array.from({ length: 20 }, (_, index) => 11 + index).filter((limit) => limit !== 20)];

/** Adds what only the server that is measured can tell: the tag of an answer, the address of a photo, the cursors of a list. */
export async function prepare(load: Load): Promise<Load> {
  const { request } = load;
  const [path] = request.paths;
  if (request.isConditional) {
    const tag = headerOf(await read(load, path), 'etag') ?? '';
    return { ...load, request: { ...request, headers: { ...request.headers, 'If-None-Match': tag } } };
  }
  if (path === '{photo}') return { ...load, request: { ...request, paths: [await findPhoto(load)] } };
  const list = request.paths.find((candidate) => candidate.includes('{page}'));
  return list === undefined ? load : { ...load, pages: await findPages(load, list) };
}

/** The path of the 640 pixels wide file of the first animal's first photo. */
async function findPhoto(load: Load): Promise<string> {
  const { body } = await read(load, '/v1/listings?limit=1');
  const [first]: { photos: { sources: { url: string; width: number }[] }[] }[] = JSON.parse(body);
  const source = first?.photos[0]?.sources.find(({ width }) => width === 640);
  if (source === undefined) throw new Error('the first animal has no photo');
  return new URL(source.url).pathname;
}

/** The queries of pages over the whole depth of the list, which a walk through all of it gives. */
async function findPages(load: Load, list: string): Promise<string[]> {
  const stride = Math.min(longestPage, Math.ceil(load.animals / wantedSteps));
  const cursors: string[] = [];
  let query: string | undefined = `limit=${stride}`;
  while (query !== undefined) {
    const link: string = headerOf(await read(load, list.replace('{page}', query)), 'link') ?? '';
    const cursor: string | undefined = /[?&]cursor=([^&>]+)[^>]*>; *rel="next"/.exec(link)?.[1];
    if (cursor !== undefined) cursors.push(cursor);
    query = cursor && `limit=${stride}&cursor=${cursor}`;
  }
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

async function read(load: Load, path: string): Promise<Answer> {
  const request: RequestTemplate = { method: 'GET', paths: [path], headers: {}, body: '', expectedStatus: 200 };
  const answer = await readAnswer(load, request);
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer;
}

function headerOf({ headers }: Answer, wanted: string): string | undefined {
  return headers.find(([name]) => name === wanted)?.[1];
}
