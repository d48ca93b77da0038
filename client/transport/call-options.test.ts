import { afterEach, describe, expect, test } from 'bun:test';
import { type Answer, refusal, scriptedServers } from '../../tests/support/http/scripted-server.ts';
import { createClient, NoAnswerError } from '../index.ts';
import { userAgentOn } from './transport.ts';

const pet = '{"id":1,"name":"Frank","categoryId":9007199254740993,"status":"sold"}';
const script = scriptedServers({ retries: 1 });
const start = (answer: Answer) => script([answer]);

describe('a call', () => {
  test('sends further headers, but keeps its own', async () => {
    const { client, received } = start(() => new Response(pet));
    const headers = { traceparent: '00-1-2-03', authorization: 'Bearer other', ACCEPT: 'text/plain' };
    await client.pets.get(1n, { headers });
    const sent = received[0]?.headers;
    expect(sent?.get('traceparent')).toBe('00-1-2-03');
    expect(sent?.get('Authorization')).toBe('Bearer secret');
    expect(sent?.get('Accept')).toBe('application/json, application/problem+json');
    await client.listings
      .list({ headers: { traceparent: '00-4-5-06' } })
      .page()
      .catch(() => undefined);
    expect(received[1]?.headers.get('traceparent')).toBe('00-4-5-06');
  });

  test('refuses an option that it would ignore', async () => {
    const { client, received } = start(() => new Response(pet));
    // As in JavaScript, where nobody checks names.
    const misspelt: object = { Status: 'available' };
    for (const call of [() => client.pets.list(misspelt), () => client.pets.get(1n, misspelt)]) {
      await expect(async () => await call()).toThrow('There is no option "Status"');
    }
    await expect(client.events.lastId(misspelt)).rejects.toThrow('There is no option "Status"');
    for (const call of [client.events.follow, client.inventory.categories]) {
      expect(() => call(misspelt)).toThrow('There is no option "Status"');
    }
    await expect(client.listings.listWithFacets(misspelt)).rejects.toThrow('Options: status, ');
    expect(received).toEqual([]);
    const unset: object = { Status: undefined };
    await client.pets.get(1n, unset);
  });

  test('says which version of the SDK sends it, unless the program says something else', async () => {
    const { client, received } = start(() => new Response(pet));
    await client.pets.get(1n);
    await client.pets.get(1n, { headers: { 'User-Agent': 'intake/2' } });
    const [own, other] = received.map(({ headers }) => headers.get('User-Agent'));
    expect(own).toMatch(/^petstore-client\/\d+\.\d+\.\d+\S* Bun\/\d/);
    expect(other).toBe('intake/2');
    expect(userAgentOn('Mozilla/5.0 (X11; Linux x86_64)')).toBe(undefined);
  });

  test('that names a resource takes nothing but an id', async () => {
    const { client, received } = start(() => new Response(pet));
    const { pets } = createClient({ baseUrl: 'https://pets.example', apiKey: 'secret', ids: 'string' });
    for (const id of ['../keys/3', '3/photos/7', '', '3?', ' 3', '1e3']) {
      await expect(pets.remove(id)).rejects.toThrow(`${JSON.stringify(id)} is no id. An id is an integer`);
    }
    await client.pets.get(-(2n ** 63n));
    expect(received.map(({ path }) => path)).toEqual(['/v1/pets/-9223372036854775808']);
  });

  test('has its own number of retries', async () => {
    const { client, received } = start(() => new Response('', { status: 503 }));
    await client.pets.get(1n).catch(() => undefined);
    expect(received.length).toBe(2);
    await client.pets.get(1n, { retries: 0 }).catch(() => undefined);
    expect(received.length).toBe(3);
    await client.events.lastId({ retries: 0 }).catch(() => undefined);
    expect(received.length).toBe(4);
  });

  test('has its own time-out, also for an upload', async () => {
    const { client } = start(() => new Promise(() => undefined));
    const options = { timeoutMs: 20, retries: 0 };
    for (const call of [
      client.pets.get(1n, options),
      client.photos.add(1n, new Blob(['x'], { type: 'image/png' }), options),
    ]) {
      const error = await call.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(NoAnswerError);
      expect(String(error)).toContain('no answer within 20 ms');
    }
  });
});

describe('a request of the caller', () => {
  test('is sent like any other, and its response is returned as it is', async () => {
    const { client, received } = start(() => new Response(`${pet}\n`, { status: 201, headers: { ETag: '"1"' } }));
    const body = { name: 'Frank', categoryId: 9_007_199_254_740_993n };
    const request = { method: 'POST', path: '/pets', query: { a: ['1', '2'], b: undefined, c: '&' }, body } as const;
    const answer = await client.request(request, { idempotencyKey: 'one' });
    expect(received.map(({ method, path, body: text }) => [method, path, text])).toEqual([
      ['POST', '/v1/pets?a=1&a=2&c=%26', '{"name":"Frank","categoryId":9007199254740993}'],
    ]);
    expect(received[0]?.headers.get('Idempotency-Key')).toBe('"one"');
    expect([answer.status, answer.headers.get('ETag'), answer.text]).toEqual([201, '"1"', `${pet}\n`]);
    expect(answer.data).toEqual({ id: 1n, ...body, status: 'sold' });
  });

  test('may receive what is not JSON, and throws the errors of other calls', async () => {
    const text = start(() => new Response('plain'));
    expect(await text.client.request({ method: 'GET', path: '/x' })).toMatchObject({ text: 'plain', data: undefined });
    const { client } = start(refusal(404, 'not_found'));
    await expect(client.request({ method: 'GET', path: '/x' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the address and the key', () => {
  const names = ['PETSTORE_SERVER', 'PETSTORE_TOKEN'] as const;
  const before = names.map((name) => [name, process.env[name]] as const);
  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  test('come from the environment unless they are passed', async () => {
    const sent: [url: string, key: string | null][] = [];
    const fetch = async (url: string, { headers }: RequestInit) => {
      sent.push([url, new Headers(headers).get('Authorization')]);
      return new Response(pet);
    };
    process.env['PETSTORE_SERVER'] = 'https://pets.example.org';
    process.env['PETSTORE_TOKEN'] = 'from-environment';
    await createClient({ fetch }).pets.get(1n);
    await createClient({ baseUrl: 'https://other.example.org', apiKey: 'passed', fetch }).pets.get(1n);
    expect(sent).toEqual([
      ['https://pets.example.org/v1/pets/1', 'Bearer from-environment'],
      ['https://other.example.org/v1/pets/1', 'Bearer passed'],
    ]);
  });

  test('are required', () => {
    delete process.env['PETSTORE_SERVER'];
    process.env['PETSTORE_TOKEN'] = '';
    const apiKey = 'secret';
    expect(() => createClient({ apiKey })).toThrow('baseUrl is missing. Pass it, or set the environment variable PETS');
    expect(() => createClient({ baseUrl: '', apiKey })).toThrow('baseUrl is missing.');
    const baseUrl = 'https://pets.example.org';
    expect(() => createClient({ baseUrl })).toThrow('variable PETSTORE_TOKEN');
    process.env['PETSTORE_TOKEN'] = 'from-environment';
    expect(() => createClient({ baseUrl, apiKey: '' })).toThrow('apiKey is missing.');
  });
});
