import { isPaged, type Operation } from './operation.ts';

type Json = Record<string, unknown>;

/** The request headers that an operation supports. */
export function parameterHeaders(operation: Operation): Json[] {
  const headers: Json[] = [];
  if (operation.method === 'GET') {
    headers.push(
      header('If-None-Match', 'ETags of responses that the client has cached. Returns 304 if one of them is current.'),
    );
  }
  if (operation.kind === 'list') {
    headers.push(header('Prefer', '`count=exact` adds `X-Total-Count` (RFC 7240).', 'count=exact'));
  }
  if (operation.kind === 'stream') {
    const description = 'Only for `text/event-stream`: the stream begins after the entry with this `id`.';
    headers.push(header('Last-Event-ID', description, '815'));
  }
  if (operation.method === 'POST') {
    const description =
      'Makes the request safe to retry: for 24 hours, the same key with the same payload returns the first response.';
    headers.push(header('Idempotency-Key', description, '8e03978e-40d5-43e8-bc93-6894a57f9324'));
  }
  if (operation.kind === 'write' && operation.isConditional) {
    const description = 'Makes the change only if the resource has one of these ETags. Otherwise returns 412.';
    headers.push(header('If-Match', description, '"20770izeazfri"'));
    const exclusion =
      'Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412.';
    headers.push(header('If-None-Match', exclusion));
  }
  return headers;
}

/** The headers of an operation's successful response. */
export function responseHeaders(operation: Operation): Json {
  return {
    'X-Request-Id': described('Identifies the request in the log.'),
    ...(hasTag(operation) && { ETag: described('Identifies this version of the response (RFC 9110, section 8.8.3).') }),
    ...(operation.kind === 'stream' && {
      Link: described('The next page as `rel="next"`, if more entries already exist.'),
    }),
    ...(isPaged(operation) && {
      Link: described('The next page as `rel="next"` (RFC 8288). Absent on the last page.'),
    }),
    ...(operation.kind === 'list' && {
      'X-Total-Count': described('The number of matching entries. Only with `Prefer: count=exact`.'),
      'Preference-Applied': described('`count=exact` if the preference was applied.'),
    }),
    ...(operation.kind === 'write' &&
      operation.response.status === 201 && { Location: described(locationNote(operation.response.locationUntil)) }),
    ...(operation.method === 'POST' && {
      'Idempotency-Replayed': described('`true` if this is the response of an earlier request with the same key.'),
    }),
    ...(operation.stability !== 'stable' && { Stability: described('`beta` or `experimental`.') }),
    ...(operation.deprecation && {
      Deprecation: described('When the operation was deprecated (RFC 9745).'),
      Sunset: described('When the operation will be removed (RFC 8594).'),
      Link: described('The deprecation policy, and the replacement as `rel="successor-version"`.'),
    }),
  };
}

function locationNote(until: number | undefined): string {
  const end = until === undefined ? '' : ` Omitted from ${formatInstant(until)} on.`;
  return `The address of the created resource.${end}`;
}

/** A time (epoch milliseconds) such as `5 December 2030, 00:00 UTC`. */
export function formatInstant(time: number): string {
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(time);
  return `${date}, ${new Date(time).toISOString().slice(11, 16)} UTC`;
}

/** A page has an ETag, and so has a resource that is read or changed. */
function hasTag(operation: Operation): boolean {
  return operation.kind !== 'write' || (operation.isConditional && operation.response.schema !== undefined);
}

function header(name: string, description: string, example?: string): Json {
  const schema = { type: 'string' };
  return { name, in: 'header', required: false, description, schema, ...(example !== undefined && { example }) };
}

function described(description: string): Json {
  return { description, schema: { type: 'string' } };
}
