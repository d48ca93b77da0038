import reference from '@scalar/api-reference/browser/standalone.js' with { type: 'file' };
import type { Answer } from '../http/answer.ts';
import type { Handler } from '../http/respond.ts';

const scriptPath = '/docs/reference.js';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Petstore API reference</title>
</head>
<body>
<div id="reference"></div>
<script src="${scriptPath}"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const options = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
};

const start = `Scalar.createApiReference('#reference', ${JSON.stringify(options)});\n`;

/** The page draws with styles of its own making; scripts, fonts and requests stay within this origin. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The reference of the interface for people, drawn from the document in the browser. Nothing is loaded from elsewhere. */
export function createDocsPages(): ReadonlyMap<string, Handler> {
  return new Map<string, Handler>([
    ['/', () => ({ status: 302, headers: new Headers({ Location: '/docs' }), body: null })],
    ['/docs', () => text(page, 'text/html; charset=utf-8')],
    ['/docs/start.js', () => text(start, 'text/javascript; charset=utf-8')],
    [scriptPath, createScriptHandler()],
  ]);
}

/** The script is large, so it is compressed once, when it is first asked for, and kept by the browser. */
function createScriptHandler(): Handler {
  let compressed: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return async ({ request }) => {
    const headers = securityHeaders('text/javascript; charset=utf-8');
    headers.set('Cache-Control', 'public, max-age=86400');
    headers.set('Vary', 'Accept-Encoding');
    if (!request.headers.get('Accept-Encoding')?.includes('gzip')) {
      return { status: 200, headers, body: await Bun.file(reference).bytes() };
    }
    compressed ??= Bun.file(reference)
      .bytes()
      .then((bytes) => Bun.gzipSync(bytes));
    headers.set('Content-Encoding', 'gzip');
    return { status: 200, headers, body: await compressed };
  };
}

function text(body: string, type: string): Answer {
  return { status: 200, headers: securityHeaders(type), body };
}

function securityHeaders(type: string): Headers {
  return new Headers({
    'Content-Type': type,
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
}
