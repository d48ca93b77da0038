import { tagOfCompressed } from '../../api/entity-tag.ts';
import { prefersGzip } from '../request/accept.ts';
import { isNotModified } from './not-modified.ts';
import { ownHeaders, type Reply } from './reply.ts';

/** In characters. What is shorter arrives in the first packets of a connection, and no sooner for being compressed. */
const minLength = 4_096;

/** Compressing more takes twice as long, and saves a tenth. */
const options = { library: 'libdeflate', level: 1 } as const;

export function compress(text: string): Blob {
  return new Blob([Bun.gzipSync(text, options)]);
}

/**
 * The reply, compressed if it is long and the client accepts that: a page of 50 animals with photos takes 0.4 ms and gets a
 * fifth of its size. Who asks without `Accept-Encoding` pays for the checks alone.
 */
export function compressIfLong({ headers: asked }: Request, reply: Reply): Reply {
  const { status, body } = reply;
  if (typeof body !== 'string' || body.length < minLength || !prefersGzip(asked.get('Accept-Encoding'))) return reply;
  const headers = ownHeaders(reply);
  headers.set('Content-Encoding', 'gzip');
  const tag = tagOfCompressed(headers.get('ETag') ?? '');
  headers.set('ETag', tag);
  // Who has it already gets no body.
  if (isNotModified(asked.get('If-None-Match') ?? '', tag)) return { status, headers, body };
  return { status, headers, body: compress(body) };
}
