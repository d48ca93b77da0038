/** The path of the next page, on the same server; `undefined` on the last page. */
export function nextPage(response: Pick<Response, 'headers'>): string | undefined {
  return /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
}

/** The cursor of the next page, in its link. */
export function nextCursor(response: Pick<Response, 'headers'>): string | null {
  return new URLSearchParams(nextPage(response)?.replace(/^.*\?/, '')).get('cursor');
}

/** All entries of a list, read page by page like a client does. */
export async function readPages<Item>(get: (path: string) => Promise<Response>, first: string): Promise<Item[]> {
  const items: Item[] = [];
  let next: string | undefined = first;
  for (let page = 0; next !== undefined && page < 10_000; page++) {
    const response = await get(next);
    items.push(...((await response.json()) as Item[]));
    next = nextPage(response);
  }
  return items;
}
