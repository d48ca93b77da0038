import type { Operation } from './operation.ts';

type Json = Record<string, unknown>;

/** The request headers that an operation heeds. */
export function parameterHeaders(operation: Operation): Json[] {
  const headers: Json[] = [];
  if (operation.method === 'GET') {
    headers.push(header('If-None-Match', 'ETags that the client has; answered 304 if one of them still holds.'));
  }
  if (operation.kind === 'list') {
    headers.push(header('Prefer', '`count=exact` adds `X-Total-Count` (RFC 7240).', 'count=exact'));
  }
  if (operation.kind === 'stream') {
    const description = 'Only for `text/event-stream`: the `id` of the entry behind which the stream begins.';
    headers.push(header('Last-Event-ID', description, '815'));
  }
  if (operation.method === 'POST') {
    const description =
      'Makes it safe to repeat the request: for 24 hours the same key with the same payload gets the first answer again.';
    headers.push(header('Idempotency-Key', description, '8e03978e-40d5-43e8-bc93-6894a57f9324'));
  }
  if (operation.kind === 'write' && operation.isConditional) {
    const description =
      'Makes the change only if what it is about still has one of these ETags; else it is answered 412.';
    headers.push(header('If-Match', description, '"20770izeazfri"'));
    const exclusion =
      'Makes the change only if what it is about has none of these ETags, or with `*`, is not there; else 412.';
    headers.push(header('If-None-Match', exclusion));
  }
  return headers;
}

/** The headers of an operation's successful response. */
export function responseHeaders(operation: Operation): Json {
  return {
    'X-Request-Id': described('Names this request in the log.'),
    ...(hasTag(operation) && { ETag: described('Names these bytes (RFC 9110, section 8.8.3).') }),
    ...(operation.kind === 'stream' && { Link: described('The next page as `rel="next"`, if there is more already.') }),
    ...(operation.kind === 'list' && {
      Link: described('The next page as `rel="next"` (RFC 8288); absent on the last one.'),
      'X-Total-Count': described('How many entries match; only with `Prefer: count=exact`.'),
      'Preference-Applied': described('`count=exact` when the preference was heeded.'),
    }),
    ...(operation.kind === 'write' &&
      operation.response.status === 201 && { Location: described(locationNote(operation.response.locationUntil)) }),
    ...(operation.method === 'POST' && {
      'Idempotency-Replayed': described('`true` when this is the answer to an earlier request with the same key.'),
    }),
    ...(operation.stability !== 'stable' && { Stability: described('`beta` or `experimental`.') }),
    ...(operation.deprecation && {
      Deprecation: described('Since when the operation is deprecated (RFC 9745).'),
      Sunset: described('When the operation is removed (RFC 8594).'),
      Link: described('The deprecation policy, and the call to use instead as `rel="successor-version"`.'),
    }),
  };
}

function locationNote(until: number | undefined): string {
  const end = until === undefined ? '' : ` Left out from ${formatInstant(until)}, on.`;
  return `Where it can be found.${end}`;
}

/** A moment (epoch milliseconds) for a person, such as `5 December 2030, 00:00 UTC`. */
export function formatInstant(time: number): string {
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(time);
  return `${date}, ${new Date(time).toISOString().slice(11, 16)} UTC`;
}

/** A list has a tag of its page, one thing and its change a tag of what it is. */
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
