/** Where the next page is, as a path on the server that gave this one; `undefined` on the last page. */
export function nextPage(response: Response): string | undefined {
  return /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
}

/** All entries of a list, read page by page as a client does. */
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
