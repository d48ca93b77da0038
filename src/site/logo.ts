import type { Logo } from '../../contract/shelter.ts';
import { logoName } from '../access/shelter/model.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import { siteHeaders } from '../http/response/reply.ts';
import { serveText } from './compressible.ts';

/** Serves the shelter's logo, on the public page and in the console, by a name that contains a hash of its content. */
export function serveLogo(logo: Logo): { name: string; serve: Handler } {
  const { type, base64 } = logo;
  const bytes = Buffer.from(base64, 'base64');
  const makeHeaders = () =>
    siteHeaders({
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      // An SVG image can contain scripts, which must not run where it is opened by itself.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
  const name = logoName(logo);
  if (type === 'image/svg+xml') return { name, serve: serveText(bytes, makeHeaders) };
  const [headers, body] = [makeHeaders(), new Blob([bytes])];
  return { name, serve: () => ({ status: 200, headers, body }) };
}
