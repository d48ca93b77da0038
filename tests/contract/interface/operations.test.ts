import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { scopes } from '../../../contract/scopes.ts';
import { examples } from '../../../src/api/document/examples.ts';
import { errorCodes } from '../../../src/api/document/responses.ts';
import { isBodyOptional, isPaged, type Operation, scopesFor } from '../../../src/api/operation.ts';
import { operations } from '../../../src/catalogue/resources.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { inviteTo } from '../../support/data/people.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';

/** What holds for every operation. */
let service: TestApp;
/** The secret of a sign-in link, which no test uses up. */
let link: string;

/** The path with ids that match no resource. */
const pathOf = (path: string) => `/v1${path.replaceAll(/\{\w+\}/g, '9223372036854775807')}`;
const paths = [...new Set(operations.map(({ path }) => path))];
/** The error codes that the operation under test has returned so far. */
const seenCodes = new Set<string>();

/** Operations whose requests are read by the same code. What that refuses has many forms, which one of each kind shows. */
const kindOf = (operation: Operation) => {
  const { kind, method, isSignIn = false } = operation;
  const way = operation.kind === 'write' ? operation.write : isPaged(operation);
  return [kind, way, method, isSignIn].join(' ');
};
const firstOfKind = new Map(operations.toReversed().map((operation) => [kindOf(operation), operation]));

/** Returns the message of the error. */
async function expectError(response: Response, status: number, code: string | RegExp): Promise<string> {
  expect(response.headers.get('Content-Type')).toBe('application/json');
  const body = await bodyOf<{ code: string; message: string; status: number }>(response);
  seenCodes.add(body.code);
  const expected = typeof code === 'string' ? code : expect.stringMatching(code);
  expect([response.status, body]).toEqual([status, { code: expected, message: expect.any(String), status }]);
  return body.message;
}

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
    link = await inviteTo(service, 'reader');
  });
  afterAll(() => service.close());

  describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
    const path = pathOf(operation.path);
    const [type = 'application/json'] = operation.kind === 'write' ? operation.mediaTypes : [];
    const init = (headers: Record<string, string> = {}, body = '{}'): RequestInit => ({
      method: operation.method,
      headers: { 'Content-Type': type, ...headers },
      ...(operation.kind === 'write' && { body }),
    });
    const send = (address: string, request: RequestInit = {}) => {
      const headers = new Headers(request.headers);
      if (operation.isSignIn && !headers.has('Authorization')) headers.set('Authorization', `Bearer ${link}`);
      return service.fetch(address, { ...request, headers });
    };
    const isFirst = firstOfKind.get(kindOf(operation)) === operation;
    /** All forms of a fault for the first operation of its kind, one for each other. */
    const formsOf = <Form>(forms: readonly Form[]) => (isFirst ? [...forms] : forms.slice(0, 1));
    beforeAll(() => seenCodes.clear());

    if (operation.kind === 'read' && operation.path.includes('{')) {
      test('responds with 404 to an id that nothing has, and to one that is no integer', async () => {
        for (const id of ['9223372036854775807', '01', 'x']) {
          await expectError(await send(path.replaceAll('9223372036854775807', id)), 404, /_not_found$/);
        }
      });
    }

    if (operation.kind !== 'write') {
      test('has a strong ETag whenever it succeeds, and no body for HEAD', async () => {
        const response = await send(path, { ...init(), method: 'HEAD' });
        if (response.status === 200) expect(response.headers.get('ETag')).toMatch(/^"[0-9a-z]+"$/);
        expect(response.headers.get('Content-Type')).toBe('application/json');
      });

      test('responds with 412 if If-Match does not name the ETag that it would have had', async () => {
        const { status, headers } = await send(path, init());
        const statusWith = async (more: Record<string, string>) => (await send(path, init(more))).status;
        const etag = headers.get('ETag') ?? '';
        expect(await statusWith({ 'If-Match': `"other", ${etag}` })).toBe(status);
        expect(await statusWith({ 'If-Match': '*' })).toBe(status);
        const failed = status === 200 ? 412 : status;
        if (failed === 412)
          await expectError(await send(path, init({ 'If-Match': '"other"' })), 412, 'precondition_failed');
        for (const tag of ['"other"', 'W/*', 'W/"other"']) expect(await statusWith({ 'If-Match': tag })).toBe(failed);
        expect(await statusWith({ 'If-Match': '"other"', 'If-None-Match': etag })).toBe(failed);
      });
    }

    if (
      operation.kind === 'write' &&
      operation.path.includes('{') &&
      operation.isConditional &&
      !('created' in operation)
    ) {
      test('responds with 404 to a missing resource, whatever the preconditions', async () => {
        const needsBody = operation.method === 'POST' && !isBodyOptional(operation);
        const body = needsBody ? JSON.stringify(examples.operations[operation.id]?.request) : '{}';
        await expectError(await send(path, init({ 'If-Match': '"some-tag"' }, body)), 404, /_not_found$/);
      });
    }

    onOneEngine(engine, () => {
      test('rejects a request without a key before any other check, and accepts none in the query', async () => {
        const response = await send(`${path}?nonsense=1`, init({ Authorization: '', 'Content-Type': 'text/plain' }));
        expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="petstore"');
        await expectError(response, 401, 'missing_api_key');
        const key = await service.makeKey('admin');
        await expectError(await send(`${path}?api_key=${key}`, init({ Authorization: '' })), 401, 'missing_api_key');
      });

      const [isNone, isWrong] = ['Bearer realm="petstore"', 'Bearer realm="petstore", error="invalid_token"'];
      test.each([
        ...formsOf(['Bearer nobody-has-this-key', 'Bearer', 'Bearer ', 'bearer a b', 'Bearer a, Bearer b']).map(
          (credentials) => [credentials, isWrong] as const,
        ),
        ...formsOf(['Basic YTpi', 'Token a', 'Bearertoken', 'pet_prod_a', 'Digest a="b", Bearer b', ',']).map(
          (credentials) => [credentials, isNone] as const,
        ),
      ])('rejects the credentials %p, and names the supported scheme: %s', async (credentials, challenge) => {
        const response = await send(path, init({ Authorization: credentials }));
        expect(response.headers.get('WWW-Authenticate')).toBe(challenge);
        await expectError(response, 401, 'invalid_api_key');
      });

      const needed = scopesFor(operation);

      test.each([...needed])(
        'rejects a key with every scope but %s, and returns the required scopes',
        async (missing) => {
          const others = scopes.filter((scope) => scope !== missing).join(' ');
          const response = await send(path, init({ Authorization: `Bearer ${await service.makeKey(others)}` }));
          expect(response.headers.get('WWW-Authenticate')).toBe(
            `Bearer realm="petstore", error="insufficient_scope", scope="${needed.join(' ')}"`,
          );
          await expectError(response, 403, 'insufficient_scope');
        },
      );

      if (operation.isSignIn !== true) {
        test(`accepts a key with only the required scopes: ${needed.join(', ') || 'none'}`, async () => {
          const key = await service.makeKey(needed.join(' '));
          const { status } = await send(path, init({ Authorization: `Bearer ${key}` }));
          // What a person may do to herself is refused for others.
          expect(operation.errors.includes('insufficient_scope') ? [401] : [401, 403]).not.toContain(status);
        });
      }

      test("responds with the client's request id, and announces how stable it is and a removal if there is one", async () => {
        const { headers } = await send(path, init({ 'X-Request-Id': 'from-the-client.1' }));
        expect(headers.get('X-Request-Id')).toBe('from-the-client.1');
        expect(headers.get('Stability')).toBe(operation.stability === 'stable' ? null : operation.stability);
        const isDeprecated = operation.deprecation !== undefined;
        expect([headers.has('Deprecation'), headers.has('Sunset')]).toEqual([isDeprecated, isDeprecated]);
      });

      if (isFirst) {
        test('makes a request id if that of the client cannot be used', async () => {
          const { headers } = await send(path, init({ 'X-Request-Id': 'bad id\t' }));
          expect(headers.get('X-Request-Id')).toMatch(/^[\w-]{10,}$/);
        });
      }

      test('responds with 414 to a target of more than 8,192 characters', async () => {
        await expectError(await send(`${path}?${'x'.repeat(8_192)}`, init()), 414, 'uri_too_long');
      });

      if (operation.kind === 'write') {
        const otherTypes = ['text/plain', undefined, 'application/jsonp', 'multipart/form-data'];
        test.each(formsOf(operation.write !== 'upload' ? otherTypes : [...otherTypes, 'application/json']))(
          'responds with 415 to %p',
          async (other) => {
            const headers = new Headers(other === undefined ? {} : { 'Content-Type': other });
            const body = new TextEncoder().encode('{}');
            const response = await send(path, { method: operation.method, headers, body });
            await expectError(response, 415, 'unsupported_media_type');
          },
        );

        const maxBytes = operation.write === 'upload' ? operation.maxBytes : 65_536;
        test('responds with 413 to a body that says that it is too large', async () => {
          const response = await send(path, init({ 'Content-Length': String(maxBytes + 1) }));
          await expectError(response, 413, 'payload_too_large');
        });

        if (isFirst) {
          test('responds with 413 to a body of unknown length that turns out to be too large', async () => {
            const stream = new Response(new Uint8Array(maxBytes + 1)).body;
            await expectError(await send(path, { ...init(), body: stream }), 413, 'payload_too_large');
          });
        }
      }

      if (operation.kind === 'write' && operation.write !== 'upload') {
        test('treats a missing body as an empty object if no field is required, except of a PUT or PATCH', async () => {
          if (operation.method === 'PUT' || operation.method === 'PATCH') expect(isBodyOptional(operation)).toBe(false);
          for (const headers of [{}, { 'Content-Type': 'text/plain' }, { 'Content-Type': 'application/json' }]) {
            const response = await send(path, { method: operation.method, headers });
            expect([400, 415]).not.toContain(isBodyOptional(operation) ? response.status : 0);
            if (!isBodyOptional(operation)) await expectError(response, 400, 'invalid_json');
          }
        });

        test.each(
          formsOf<[string, string | Uint8Array]>([
            ['half an object', '{"name":"Rex"'],
            ['two values', '{} {}'],
            ['an array', '[]'],
            ['a string', '"x"'],
            ['null', 'null'],
            ['a comment', '{} // no'],
            ['a trailing comma', '{"name":"Rex",}'],
            ['a member twice', '{"name":"Rex","name":"Max"}'],
            ['a member twice with the same value', '{"name":"Rex","name":"Rex"}'],
            ['a member twice, once escaped', '{"name":"Rex","n\\u0061me":"Rex"}'],
            ['a member twice further down', '{"a":{"b":1,"b":1}}'],
            ['a lone surrogate', '{"name":"\\ud800"}'],
            ['a lone surrogate as member', '{"\\udc00":1}'],
            ['a byte-order mark', '\ufeff{}'],
            ['a number with a leading zero', '{"categoryId":01}'],
            ['nesting beyond 32', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`],
            ['endless nesting', '['.repeat(60_000)],
            ['bytes that are not UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
          ]),
        )('responds with 400 invalid_json to %s', async (_name, body) => {
          await expectError(await send(path, { ...init(), body }), 400, 'invalid_json');
        });

        test('names every unknown field', async () => {
          const response = await send(path, init({}, '{"toString":1,"__proto__":{}}'));
          const message = await expectError(response, 400, 'validation_failed');
          expect(message).toContain('Unknown fields "toString", "__proto__".');
        });
      }

      if (isFirst && operation.kind === 'write' && operation.write !== 'upload') {
        test('reads 64 KiB', async () => {
          expect((await send(path, init({}, '{}'.padEnd(65_536)))).status).not.toBe(413);
        });

        test('accepts the media type in any case and with parameters, but no character set other than UTF-8', async () => {
          const response = await send(path, init({ 'Content-Type': 'Application/JSON; charset=utf-8' }, '['));
          await expectError(response, 400, 'invalid_json');
          for (const charset of ['utf-16', 'iso-8859-1', '"utf-32"']) {
            const headers = { 'Content-Type': `application/json; charset=${charset}` };
            await expectError(await send(path, init(headers)), 415, 'unsupported_media_type');
          }
        });

        test('lists each error separately in problem details', async () => {
          const response = await send(
            path,
            init({ Accept: 'application/json, application/problem+json' }, '{"toString":1,"a/b~c d":{}}'),
          );
          expect(response.headers.get('Content-Type')).toBe('application/problem+json');
          const problem = await bodyOf<{ errors: { pointer: string; detail: string; reason?: string }[] }>(response);
          const [type, title, detail] = Array(3).fill(expect.any(String));
          expect(problem).toMatchObject({ type, title, status: 400, code: 'validation_failed', detail });
          expect(problem.errors.map(({ pointer }) => pointer)).toEqual(
            expect.arrayContaining(['#/toString', '#/a~1b~0c%20d']),
          );
          expect(problem.errors.every(({ detail, reason }) => detail !== '' && reason !== undefined)).toBe(true);
        });
      }

      test('rejects an unknown query parameter', async () => {
        await expectError(await send(`${path}?nonsense=1`, init()), 400, 'unknown_parameter');
      });

      if (operation.method === 'POST') {
        test.each(
          formsOf(['a,b', '', '   ', 'with blank', 'ünicode', '"a", "b"', '"unclosed', `"${'x'.repeat(256)}"`]),
        )('rejects the idempotency key %p', async (key) => {
          const headers = { 'Idempotency-Key': Buffer.from(key).toString('latin1') };
          await expectError(await send(path, init(headers)), 400, 'invalid_idempotency_key');
        });
      }

      if (operation.kind === 'list') {
        test.each(formsOf(['101', '0', '-1', '+5', '05', '1.0', '1e1', ' 5', '', 'ten', '5&limit=5']))(
          'rejects limit=%p',
          async (limit) => {
            await expectError(await send(`${path}?limit=${limit}`, init()), 400, 'invalid_parameter');
          },
        );

        test('rejects a parameter that differs only in case, and lists all other errors', async () => {
          await expectError(await send(`${path}?Limit=5`, init()), 400, 'unknown_parameter');
          const response = await send(`${path}?constructor=5&limit=0`, init());
          expect(await expectError(response, 400, 'unknown_parameter')).toMatch(
            /^Unknown parameter "constructor"\. Known parameters: limit.*\. limit must be an integer from 1 to 100\.$/,
          );
        });

        test.each(formsOf(['A'.repeat(32), '', 'x', 'A'.repeat(31), `${'A'.repeat(32)}=`, '%00']))(
          'rejects the cursor %p',
          async (cursor) => {
            await expectError(await send(`${path}?cursor=${cursor}`, init()), 400, 'invalid_cursor');
          },
        );
      }

      if (operation.deprecation !== undefined) {
        const { announcedAt, removedAt } = operation.deprecation;

        test('announces its removal in every response, including errors', async () => {
          const answers = await Promise.all([
            send(path, init()),
            send(path, init({ Authorization: '' })),
            send(path, init({ Authorization: `Bearer ${await service.makeKey('keys:admin')}` })),
          ]);
          for (const { headers } of answers) {
            expect(headers.get('Deprecation')).toBe(`@${announcedAt / 1_000}`);
            expect(announcedAt).toBeLessThan(service.now);
            expect(headers.get('Sunset')).toBe(new Date(removedAt).toUTCString());
            expect(headers.get('Link')).toMatch(/rel="deprecation".*rel="sunset".*rel="successor-version"/);
          }
        });

        test('works until the time of its removal, and responds with 410 from then on', async () => {
          const present = service.now;
          service.now = removedAt - 1;
          const before = await send(path, init());
          service.now = removedAt;
          const after = await send(path, init());
          service.now = present;
          expect(before.status).not.toBe(410);
          await expectError(after, 410, 'operation_removed');
          expect(after.headers.get('Sunset')).toBe(new Date(removedAt).toUTCString());
        });
      }

      test('documents every error code that the tests above have seen', () => {
        const documented: readonly string[] = errorCodes(operation);
        expect(seenCodes.size).toBeGreaterThan(0);
        expect([...seenCodes].filter((code) => !documented.includes(code))).toEqual([]);
      });
    });
  });

  onOneEngine(engine, () => {
    test.each(paths)('%s lists its methods for OPTIONS, and responds with 405 to each other one', async (template) => {
      const path = pathOf(template);
      const methods = operations.filter((operation) => operation.path === template).map(({ method }) => method);
      const allow = [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'];
      const options = await service.fetch(path, { method: 'OPTIONS' });
      expect([options.status, options.headers.get('Allow')?.split(', ')]).toEqual([204, allow]);
      for (const method of ['PUT', 'PATCH', 'DELETE', 'POST', 'TRACE', 'QUERY']) {
        if (allow.includes(method)) continue;
        const response = await service.fetch(path, { method });
        expect(response.headers.get('Allow')?.split(', ')).toEqual(allow);
        const message = await expectError(response, 405, 'method_not_allowed');
        expect(message).toBe(`Method ${method} is not allowed. Allowed: ${allow.join(', ')}.`);
        expect((await service.fetch(path, { method, headers: { Authorization: '' } })).status).toBe(401);
      }
    });

    test.each(['/v1', '/v1/', '/v1/pets/', '/v1/pets/1/', '/v1//pets', '/v1/Pets', '/v1/pets/1/2', '/v1/%zz'])(
      '%s is an unknown path, which is revealed only to a client with a key',
      async (path) => {
        await expectError(await service.fetch(path), 404, 'not_found');
        await expectError(await service.fetch(path, { headers: { Authorization: '' } }), 401, 'missing_api_key');
      },
    );

    test('a request that is wrong in several ways gets the errors in the order of the document, as each is mended', async () => {
      const { id } = await bodyOf<{ id: number }>(await service.post('/v1/pets', '{"name":"Rex","categoryId":1}'));
      const reader = { Authorization: `Bearer ${await service.makeKey('reader')}` };
      const key = { 'Idempotency-Key': 'a,b', 'If-Match': '"old"' };
      const [text, json] = ['text/plain', 'application/json'].map((type) => ({ 'Content-Type': type }));
      const [long, large] = ['x'.repeat(9_000), `{${' '.repeat(70_000)}`];
      const steps: [method: string, path: string, headers: object | undefined, body: string, code: string][] = [
        ['PUT', `/v1/nope?${long}`, { Authorization: '' }, large, 'missing_api_key'],
        ['PUT', `/v1/nope?${long}`, reader, large, 'uri_too_long'],
        ['PUT', '/v1/nope?x=1', reader, large, 'not_found'],
        ['PUT', '/v1/pets/01?x=1', reader, large, 'method_not_allowed'],
        ['PATCH', '/v1/pets/01?x=1', { ...reader, ...text }, large, 'insufficient_scope'],
        ['PATCH', '/v1/pets/01?x=1', text, large, 'pet_not_found'],
        ['PATCH', `/v1/pets/${id}?x=1`, text, large, 'unknown_parameter'],
        ['POST', '/v1/pets', { ...text, ...key }, large, 'unsupported_media_type'],
        ['POST', '/v1/pets', { ...json, ...key }, large, 'payload_too_large'],
        ['POST', '/v1/pets', { ...json, ...key }, '{', 'invalid_idempotency_key'],
        ['PATCH', `/v1/pets/${id}`, { ...json, ...key }, '{', 'invalid_json'],
        ['PATCH', `/v1/pets/${id}`, { ...json, ...key }, '{"name":""}', 'validation_failed'],
        ['PATCH', `/v1/pets/${id}`, { ...json, ...key }, '{"name":"Max"}', 'precondition_failed'],
      ];
      const seen: string[] = [];
      for (const [method, path, headers, body] of steps) {
        const response = await service.fetch(path, { method, headers: { ...headers }, body });
        seen.push((await bodyOf<{ code: string }>(response)).code);
      }
      expect(seen).toEqual(steps.map(([, , , , code]) => code));
    });
  });
});
