import type { DocumentOperation, Parameter, Resolve } from '../document/document.ts';
import { printJson, printValue, toList } from '../document/json.ts';
import { exampleOf, exampleOfContent } from '../document/schema.ts';

/** A request as a person fills it in. */
export interface RequestDraft {
  /** By {@link fieldOf}; an array has a line for each item. */
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
  /** The media type of the body; empty for a request without one. */
  readonly contentType: string;
  /** The media type that is asked for; empty where there is no choice. */
  readonly accept: string;
}

/** A request that is complete but for the key. */
export interface ReadyRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** Whether each attempt gets an `Idempotency-Key` of its own. */
  readonly hasFreshIdempotencyKey: boolean;
}

const idempotencyHeader = 'idempotency-key';

/** The field of a parameter: parameters at different locations may have the same name. */
export function fieldOf({ location, name }: Parameter): string {
  return `${location} ${name}`;
}

/** The request that an operation begins with: what is required is filled in with examples, what is optional is empty. */
export function createDraft(operation: DocumentOperation, resolve: Resolve): RequestDraft {
  const required = operation.parameters.filter(({ isRequired }) => isRequired);
  const [content] = operation.body?.content ?? [];
  const example = content === undefined ? undefined : exampleOfContent(content, resolve);
  return {
    values: Object.fromEntries(required.map((parameter) => [fieldOf(parameter), exampleText(parameter, resolve)])),
    body: example === undefined ? '' : printJson(example, 2),
    contentType: content?.mediaType ?? '',
    accept: acceptableTypes(operation)[0] ?? '',
  };
}

/** The media types between which a client chooses with `Accept`; none where there is no choice. */
export function acceptableTypes({ responses }: DocumentOperation): string[] {
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  const types = new Set(successes.flatMap(({ content }) => content.map(({ mediaType }) => mediaType)));
  return types.size > 1 ? [...types] : [];
}

/** The example of a parameter as it is typed in: an array has a line for each item. */
export function exampleText({ schema, example }: Parameter, resolve: Resolve): string {
  const value = example ?? exampleOf(schema, resolve);
  if (value === null) return '';
  return Array.isArray(value) ? toList(value).map(printValue).join('\n') : printValue(value);
}

export function isList({ schema }: Parameter, resolve: Resolve): boolean {
  return resolve(schema)['type'] === 'array';
}

/** Whether a parameter is the header that makes repeating safe, and each attempt therefore has a fresh one. */
export function isIdempotencyKey({ location, name }: Parameter): boolean {
  return location === 'header' && name.toLowerCase() === idempotencyHeader;
}

/** The parameters of the path that are still to be filled in: without them, the request would be another one. */
export function missingPathValues({ parameters }: DocumentOperation, { values }: RequestDraft): string[] {
  return parameters
    .filter((parameter) => parameter.location === 'path' && (values[fieldOf(parameter)] ?? '') === '')
    .map(({ name }) => name);
}

/** Puts together what is sent. `address` is where the interface is, without a slash at its end. */
export function prepareRequest(
  operation: DocumentOperation,
  draft: RequestDraft,
  address: string,
  resolve: Resolve,
): ReadyRequest {
  const query = new URLSearchParams();
  const headers: [string, string][] = [];
  let path = operation.path;
  let hasFreshIdempotencyKey = false;
  if (draft.accept !== '') headers.push(['Accept', draft.accept]);
  for (const parameter of operation.parameters) {
    const { name, location } = parameter;
    const text = draft.values[fieldOf(parameter)] ?? '';
    if (location === 'path') path = path.replaceAll(`{${name}}`, encodeURIComponent(text));
    else if (text === '') hasFreshIdempotencyKey ||= isIdempotencyKey(parameter);
    else if (location === 'header') headers.push([name, text.trim()]);
    else
      for (const value of isList(parameter, resolve) ? text.split('\n') : [text])
        if (value !== '') query.append(name, value);
  }
  const body = operation.body === undefined || draft.body === '' ? undefined : draft.body;
  if (body !== undefined && draft.contentType !== '') headers.push(['Content-Type', draft.contentType]);
  return {
    method: operation.method,
    url: `${address}${path}${query.size === 0 ? '' : `?${query}`}`,
    headers,
    body,
    hasFreshIdempotencyKey,
  };
}

/**
 * The request as a command for a shell. The key is never part of it: it stands in an environment variable. Each run of
 * the command makes an `Idempotency-Key` of its own.
 */
export function printCurl({ method, url, headers, body, hasFreshIdempotencyKey }: ReadyRequest): string {
  const isStream = headers.some(([, value]) => value === 'text/event-stream');
  const usual = body === undefined ? 'GET' : 'POST';
  const options = [
    '-H "Authorization: Bearer $PETSTORE_TOKEN"',
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(hasFreshIdempotencyKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    // Behind -d an @ would name a file.
    ...(body === undefined ? [] : [`${body.startsWith('@') ? '--data-raw' : '-d'} ${quote(body)}`]),
  ];
  const command = `curl${isStream ? ' -N' : ''}${method === usual ? '' : ` -X ${method}`} ${quote(url)}`;
  return [command, ...options].join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
