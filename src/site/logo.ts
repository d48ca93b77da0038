import type { Handler } from '../http/pipeline/respond.ts';
import { siteHeaders } from '../http/response/reply.ts';
import { serveText } from './compressible.ts';

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

/** Serves the operator's logo, on the public page and in the console, by a name that contains a hash of its content. */
export function serveLogo({ type, base64 }: { type: string; base64: string }): { name: string; serve: Handler } {
  const bytes = Buffer.from(base64, 'base64');
  const makeHeaders = () =>
    siteHeaders({
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      // An SVG image can contain scripts, which must not run where it is opened by itself.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
  const name = `logo-${Bun.hash(bytes).toString(36)}.${extensions[type]}`;
  if (type === 'image/svg+xml') return { name, serve: serveText(bytes, makeHeaders) };
  const [headers, body] = [makeHeaders(), new Blob([bytes])];
  return { name, serve: () => ({ status: 200, headers, body }) };
}
