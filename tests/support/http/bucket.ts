/** A bucket of an S3-compatible service, in memory. It accepts any signature. */
export interface TestBucket {
  /** By key. */
  readonly objects: Map<string, Uint8Array<ArrayBuffer>>;
  /** Such as `PUT prefix/name`. */
  readonly requests: string[];
  /** The settings of a service or a command that uses it. */
  readonly env: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts a bucket. It has one name for all addresses, and pages of two objects in its lists. */
export function startBucket(): TestBucket {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  const requests: string[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      const key = decodeURIComponent(pathname).split('/').slice(2).join('/');
      const body = new Uint8Array(await request.arrayBuffer());
      requests.push(`${request.method} ${key}`);
      if (searchParams.has('list-type')) return list(searchParams);
      if (request.method === 'PUT') objects.set(key, body);
      const found = objects.get(key);
      if (request.method === 'DELETE') objects.delete(key);
      const isMissing = found === undefined && request.method !== 'DELETE';
      if (isMissing) return xml('<Error><Code>NoSuchKey</Code><Message>there is no such key</Message></Error>', 404);
      return request.method === 'GET' || request.method === 'HEAD'
        ? new Response(found)
        : new Response(null, { headers: { ETag: '"tag"' } });
    },
  });

  function list(query: URLSearchParams): Response {
    const after = query.get('start-after') ?? '';
    const all = [...objects].filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after).sort();
    const page = all
      .slice(0, 2)
      .map(
        ([key, bytes]) =>
          `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><ETag>"${Bun.hash(bytes)}"</ETag><LastModified>2026-11-23T00:00:00.000Z</LastModified></Contents>`,
      );
    return xml(`<ListBucketResult><IsTruncated>${all.length > 2}</IsTruncated>${page.join('')}</ListBucketResult>`);
  }

  return {
    objects,
    requests,
    env: {
      PETSTORE_S3_ENDPOINT: server.url.origin,
      PETSTORE_S3_REGION: 'nowhere',
      PETSTORE_S3_ACCESS_KEY_ID: 'id',
      PETSTORE_S3_SECRET_ACCESS_KEY: 'secret-of-bucket',
    },
    stop: () => server.stop(true),
  };
}

const xml = (content: string, status = 200) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>${content}`, {
    status,
    headers: { 'Content-Type': 'application/xml' },
  });
