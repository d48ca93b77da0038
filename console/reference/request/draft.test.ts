import { expect, test } from 'bun:test';
import { type DocumentOperation, readDocument } from '../document/document.ts';
import { acceptableTypes, createDraft, missingPathValues, prepareRequest, type RequestDraft } from './draft.ts';

const address = 'http://localhost/v1';

/** The only operation of a document. */
function only(method: string, path: string, operation: object) {
  const source = {
    openapi: '3.1.0',
    info: { license: {} },
    security: [{ bearerAuth: [] }],
    tags: [{ name: 'things' }],
    paths: { [path]: { [method]: { tags: ['things'], parameters: [], responses: {}, ...operation } } },
    components: { schemas: {}, securitySchemes: { bearerAuth: {} } },
  };
  const { groups, resolve } = readDocument(JSON.stringify(source));
  const [found] = groups[0]?.operations ?? [];
  if (found === undefined) throw new Error('the document has no operation');
  const prepare = (change: (draft: RequestDraft) => RequestDraft) =>
    prepareRequest(found, change(createDraft(found, resolve)), address, resolve);
  return { operation: found as DocumentOperation, resolve, draft: createDraft(found, resolve), prepare };
}

const fill = (values: Record<string, string>) => (draft: RequestDraft) => ({ ...draft, values });
const integer = { type: 'integer' };

test('required fields start with an example, optional ones are empty', () => {
  const { draft } = only('put', '/a/{id}', {
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer', examples: [42] } },
      { name: 'tags', in: 'query', required: true, schema: { type: 'array', items: { enum: ['x'] } } },
      { name: 'limit', in: 'query', schema: { type: 'integer', default: 20 } },
    ],
    requestBody: { content: { 'application/json': { example: { name: 'x' } }, 'text/plain': {} } },
  });
  expect(draft).toEqual({
    values: { 'path id': '42', 'query tags': 'x' },
    body: '{\n  "name": "x"\n}',
    contentType: 'application/json',
    accept: '',
  });
});

test('values are encoded for their parameters, and cannot inject anything else', () => {
  const { prepare } = only('get', '/a/{id}/b', {
    parameters: [
      { name: 'id', in: 'path', required: true, schema: integer },
      { name: 'q', in: 'query', schema: { type: 'string' } },
      { name: 'Prefer', in: 'header', schema: { type: 'string' } },
      { name: 'empty', in: 'query' },
    ],
  });
  const request = prepare(fill({ 'path id': '../?x#y', 'query q': 'a&b=c ü', 'header Prefer': ' count=exact ' }));
  expect(request).toEqual({
    method: 'GET',
    url: `${address}/a/..%2F%3Fx%23y/b?q=a%26b%3Dc+%C3%BC`,
    headers: [['Prefer', 'count=exact']],
    body: undefined,
    hasFreshIdempotencyKey: false,
  });
});

test('a list is sent as one parameter for each line', () => {
  const schema = { type: 'array', items: integer };
  const parameters = [{ name: 'id', in: 'query', schema }];
  const { prepare } = only('get', '/a', { parameters });
  const { url } = prepare(fill({ 'query id': '1\n9223372036854775807\n' }));
  expect(url).toBe(`${address}/a?id=1&id=9223372036854775807`);
});

test('each attempt gets a new Idempotency-Key unless one is typed', () => {
  const { prepare } = only('post', '/a', { parameters: [{ name: 'Idempotency-Key', in: 'header' }] });
  expect(prepare((draft) => draft)).toMatchObject({ hasFreshIdempotencyKey: true, headers: [] });
  const typed = prepare(fill({ 'header Idempotency-Key': 'mine' }));
  expect(typed).toMatchObject({ hasFreshIdempotencyKey: false, headers: [['Idempotency-Key', 'mine']] });
});

test('a body is sent as typed, with its media type; an empty one is not sent', () => {
  const content = { 'application/json': { example: 1 }, 'application/merge-patch+json': { example: 1 } };
  const { prepare } = only('patch', '/a', { requestBody: { content } });
  const request = prepare((draft) => ({ ...draft, contentType: 'application/merge-patch+json', body: '{"a": 1.0}' }));
  expect(request).toMatchObject({ body: '{"a": 1.0}', headers: [['Content-Type', 'application/merge-patch+json']] });
  expect(prepare((draft) => ({ ...draft, body: '' }))).toMatchObject({ body: undefined, headers: [] });
});

test('offers a choice of media types if successful responses have several', () => {
  const content = { 'application/json': {}, 'text/event-stream': {} };
  const responses = { 200: { content }, 400: { content: { 'text/plain': {} } } };
  const { operation, prepare } = only('get', '/a', { responses });
  expect(acceptableTypes(operation)).toEqual(['application/json', 'text/event-stream']);
  const { headers } = prepare((draft) => ({ ...draft, accept: 'text/event-stream' }));
  expect(headers).toEqual([['Accept', 'text/event-stream']]);
  expect(acceptableTypes(only('get', '/a', { responses: { 200: { content: { a: {} } } } }).operation)).toEqual([]);
});

test('names a missing path parameter', () => {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: integer }];
  const { operation, draft } = only('get', '/a/{id}', { parameters });
  expect(missingPathValues(operation, draft)).toEqual([]);
  expect(missingPathValues(operation, { ...draft, values: { 'path id': '' } })).toEqual(['id']);
});
