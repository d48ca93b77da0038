import type { Fetch, PreparedRequest, SendSettings } from './send-with-retry.ts';

/** How much of a body was sent. */
export interface UploadProgress {
  /** Bytes sent so far. */
  sentBytes: number;
  /** Bytes of the whole body. */
  totalBytes: number;
}

/** A body that is not JSON. */
export interface Upload {
  body: Blob;
  mediaType: string;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** An upload over a slow connection may take this many times as long as another call. */
const timeoutFactor = 5;

/** How an upload is sent: where its progress is wanted and the platform can tell it, not by `fetch`, which cannot. */
export function uploadSettings(
  settings: SendSettings,
  { body, onProgress }: Upload,
): Pick<PreparedRequest, 'fetch' | 'timeoutMs'> {
  const timeoutMs = timeoutFactor * settings.timeoutMs;
  if (onProgress === undefined) return { timeoutMs };
  const { XMLHttpRequest } = globalThis as Platform;
  if (XMLHttpRequest !== undefined) {
    return { timeoutMs, fetch: (url, init) => send(new XMLHttpRequest(), url, init, onProgress) };
  }
  const fetch: Fetch = async (url, init) => {
    onProgress({ sentBytes: 0, totalBytes: body.size });
    const response = await settings.fetch(url, init);
    onProgress({ sentBytes: body.size, totalBytes: body.size });
    return response;
  };
  return { timeoutMs, fetch };
}

/** How images begin, in characters of one byte each. */
const beginnings = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/gif', /^GIF8/],
] as const;

/** The media type of an image that the service takes, by its first bytes. */
export async function imageTypeOf(image: Blob): Promise<string> {
  const bytes = new Uint8Array(await image.slice(0, 12).arrayBuffer());
  const text = String.fromCharCode(...bytes);
  return beginnings.find(([, pattern]) => pattern.test(text))?.[0] ?? 'application/octet-stream';
}

/** What only browsers have, as far as it is used. */
interface Platform {
  XMLHttpRequest?: new () => ProgressingRequest;
}

interface ProgressingRequest {
  responseType: string;
  readonly status: number;
  readonly response: ArrayBuffer;
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: Blob | null): void;
  abort(): void;
}

/** The same as `fetch` for an upload, with progress events. */
function send(
  request: ProgressingRequest,
  url: string,
  { method = 'POST', headers, body, signal }: RequestInit,
  onProgress: (progress: UploadProgress) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    request.open(method, url);
    request.responseType = 'arraybuffer';
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total });
    request.onload = () => resolve(toResponse(request));
    request.onerror = () => reject(new TypeError('the upload failed'));
    request.onabort = () => reject(signal?.reason ?? new TypeError('the upload was aborted'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body instanceof Blob ? body : null);
  });
}

function toResponse(request: ProgressingRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const { status, response } = request;
  return new Response(status === 204 ? null : response, { status, headers });
}
