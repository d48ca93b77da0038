import type { RequestTemplate } from '../scenarios/scenario.ts';
import { type Load, requestHeaders } from './load.ts';

/** The longest page there is, for the way through the list. */
const strideLimit = 100;
/** Of the pages asked for: 20 first, then all others around it, so that no cache holds all that is asked. */
const limits = [20, ...Array.from({ length: 20 }, (_, index) => 11 + index).filter((limit) => limit !== 20)];
const timeoutMs = 120_000;

/** Puts into the request what only the server it is for can tell: the tag of an answer, the cursors of a list. */
export async function prepareRequest(load: Load): Promise<RequestTemplate> {
  const { request } = load;
  const [path] = request.paths;
  if (request.isConditional) {
    const tag = (await read(load, path)).headers.get('ETag');
    if (tag === null) throw new Error(`${path}: there is no ETag`);
    return { ...request, headers: { ...request.headers, 'If-None-Match': tag } };
  }
  if (request.isPaged) {
    const [first, ...others] = (await walk(load, withLimit(path, strideLimit))).flatMap((page) =>
      limits.map((limit) => withLimit(page, limit)),
    );
    if (first === undefined) throw new Error(`${path}: there is only one page`);
    return { ...request, paths: [first, ...others] };
  }
  return request;
}

/** The paths of all pages but the first. */
async function walk(load: Load, firstPath: string): Promise<string[]> {
  const signal = AbortSignal.timeout(timeoutMs);
  const paths: string[] = [];
  let next: string | undefined = firstPath;
  while (next !== undefined) {
    const response = await read(load, next, signal);
    next = nextOf(response.headers.get('Link') ?? '');
    if (next !== undefined) paths.push(next);
  }
  return paths;
}

async function read(load: Load, path: string, signal = AbortSignal.timeout(timeoutMs)): Promise<Response> {
  const response = await fetch(`http://${load.host}:${load.port}${path}`, { headers: requestHeaders(load), signal });
  const body = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
  return response;
}

function nextOf(link: string): string | undefined {
  const address = /<([^>]+)>; *rel="next"/.exec(link)?.[1];
  if (address === undefined) return undefined;
  const { pathname, search } = new URL(address);
  return pathname + search;
}

function withLimit(path: string, limit: number): string {
  return path.replace(/\blimit=\d+/, `limit=${limit}`);
}
