import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Answer } from '../http/answer.ts';
import type { Handler } from '../http/respond.ts';
import { referenceScript } from '../program-files.ts';
import { pageHeaders } from './page-headers.ts';

const scriptPath = '/docs/reference.js';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Petstore API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page is drawn by a script, from <a href="/openapi.json">the OpenAPI document</a>.</noscript>
<div id="reference"></div>
<script src="${scriptPath}"></script>
<script src="/docs/start.js" type="module"></script>
</body>
</html>
`;

// The first rule keeps the underscores of the error codes from being cut off. The second hides the client's own list of
// operations, which takes every example of an error for a request to be made.
const styles = `
.scalar-app .markdown-summary { padding-block: 3px; margin-block: -3px; }
.scalar-client .scalar-sidebar-toggle { display: none; }
`;

const options = {
  url: '/openapi.json',
  slug: 'petstore',
  documentDownloadType: 'direct',
  orderSchemaPropertiesBy: 'preserve',
  expandAllModelSections: true,
  showOperationId: true,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  customCss: styles,
};

// A request made on the page may only go where the page came from, so that server is the one first chosen.
const start = `const options = ${JSON.stringify(options)};
const { servers } = await (await fetch(options.url)).json();
const here = servers.find(({ url }) => new URL(url).origin === location.origin) ?? {
  url: location.origin + new URL(servers[0].url).pathname,
  description: 'This server',
};
const others = servers.filter(({ url }) => url !== here.url);
Scalar.createApiReference('#reference', { ...options, servers: [here, ...others] });
`;

/** The reference of the interface for people, drawn from the document in the browser. Nothing is loaded from elsewhere. */
export function createDocsPages(): ReadonlyMap<string, Handler> {
  return new Map<string, Handler>([
    ['/docs', () => text(page, 'text/html; charset=utf-8')],
    ['/docs/start.js', () => text(start, 'text/javascript; charset=utf-8')],
    [scriptPath, createScriptHandler()],
  ]);
}

/** The script is large, so it is compressed once, when it is first asked for, and kept by the browser. */
function createScriptHandler(): Handler {
  const compress = promisify(gzip);
  let compressed: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return async ({ request }) => {
    const headers = pageHeaders('text/javascript; charset=utf-8');
    headers.set('Cache-Control', 'public, max-age=86400');
    headers.set('Vary', 'Accept-Encoding');
    if (!request.headers.get('Accept-Encoding')?.includes('gzip')) {
      return { status: 200, headers, body: await Bun.file(referenceScript).bytes() };
    }
    compressed ??= Bun.file(referenceScript)
      .bytes()
      .then((bytes) => compress(bytes));
    headers.set('Content-Encoding', 'gzip');
    return { status: 200, headers, body: await compressed };
  };
}

function text(body: string, type: string): Answer {
  return { status: 200, headers: pageHeaders(type), body };
}
