import { describe, expect, spyOn, test } from 'bun:test';
import { type Answer, refusal, scriptedServers } from '../../tests/support/http/scripted-server.ts';
import { createClient, NoAnswerError, PetstoreError } from '../index.ts';

const pet = '{"id":1,"name":"Frank","categoryId":3,"status":"sold"}';
const frank = { id: 1n, name: 'Frank', categoryId: 3n, status: 'sold' } as const;
const script = scriptedServers();

function answer(status: number, body: string, headers: Record<string, string> = {}) {
  return () => new Response(body, { status, headers });
}

/** Sends the headers, then breaks off in the body. */
function brokenOff() {
  const body = new ReadableStream({ start: (controller) => controller.error() });
  return new Response(body, { status: 201 });
}

describe('an error response', () => {
  test('becomes an error with the code, status, message and request id, at the first attempt', async () => {
    const { client, received } = script([refusal(404, 'pet_not_found')]);
    const error = await client.pets.get(1n).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PetstoreError);
    expect(error).toMatchObject({ code: 'pet_not_found', status: 404, message: 'No.', requestId: 'r1' });
    expect(error).toHaveProperty('retryAfterMs', undefined);
    expect(received).toHaveLength(1);
  });

  test('reports how long the server asks to wait, and is thrown at once if that is more than a minute', async () => {
    const { client, received } = script([refusal(429, 'rate_limited', { 'Retry-After': '61' })]);
    const failure = { code: 'rate_limited', status: 429, retryAfterMs: 61_000 };
    await expect(client.pets.count()).rejects.toMatchObject(failure);
    expect(received).toHaveLength(1);
  });

  test('with a code newer than the SDK keeps its code, and is not retried', async () => {
    const { client, received } = script([refusal(409, 'pet_is_asleep'), answer(201, pet)]);
    await expect(client.pets.create(frank)).rejects.toMatchObject({ code: 'pet_is_asleep', status: 409 });
    expect(received).toHaveLength(1);
  });

  test('that does not end is read for a mebibyte', async () => {
    let chunks = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      chunks += 1;
      controller.enqueue(new Uint8Array(65_536));
    };
    const fetch = async () => new Response(new ReadableStream({ pull }), { status: 404 });
    const client = createClient({ baseUrl: 'https://pets.example', apiKey: 'secret', fetch });
    await expect(client.pets.count()).rejects.toMatchObject({ code: 'unexpected_response', status: 404 });
    // One more may wait in the stream.
    expect(chunks).toBeOneOf([16, 17]);
  });

  test('is read from a fetch that has no streams, or whose body breaks off, and is not asked for again', async () => {
    const body = JSON.stringify({ code: 'pet_not_available', message: 'No.', status: 409 });
    let calls = 0;
    const create = (text: () => Promise<string>) => {
      calls = 0;
      const fetch = async () => {
        calls += 1;
        const response = new Response(null, { status: 409 });
        return Object.defineProperties(response, { body: { value: undefined }, text: { value: text } });
      };
      return createClient({ baseUrl: 'https://pets.example', apiKey: 'secret', fetch }).pets.create(frank);
    };
    await expect(create(async () => body)).rejects.toMatchObject({ code: 'pet_not_available', status: 409 });
    expect(calls).toBe(1);
    await expect(create(() => Promise.reject(new Error('reset')))).rejects.toMatchObject({ status: 409 });
    expect(calls).toBe(1);
  });

  test('that is not from this service gets the code unexpected_response', async () => {
    const { client } = script([answer(404, '<h1>nginx</h1>')]);
    await expect(client.pets.count()).rejects.toMatchObject({ code: 'unexpected_response', status: 404 });
  });
});

test('rejects a response whose shape is not that of an animal', async () => {
  for (const body of ['<h1>Welcome</h1>', '', '{}', '{"id":1.5,"name":"a","categoryId":1}']) {
    const { client } = script([answer(200, body)]);
    await expect(client.pets.get(1n)).rejects.toMatchObject({ code: 'unexpected_response', status: 200 });
  }
});

test('does not follow a redirect, which would send the key elsewhere', async () => {
  const { client, received } = script([answer(307, '', { Location: 'https://elsewhere.example/v1/pets' })]);
  await expect(client.pets.create(frank)).rejects.toThrow('redirects to https://elsewhere.example/v1/pets');
  expect(received).toHaveLength(1);
});

describe('transient failures', () => {
  const failures = [
    refusal(429, 'rate_limited', { 'Retry-After': '0' }),
    refusal(503, 'overloaded'),
    refusal(409, 'idempotency_in_progress'),
    refusal(408, 'request_timeout'),
    answer(502, 'Bad gateway'),
  ];

  test('are retried, a POST with the same Idempotency-Key each time', async () => {
    const { client, received } = script([...failures, answer(201, pet)], { retries: 5 });
    expect(await client.pets.create({ name: 'Frank', categoryId: 3n })).toEqual(frank);
    const keys = received.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(6);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^"[0-9a-f]{32}"$/);
  });

  test('of unknown outcome are told with the error that follows, which may be their effect', async () => {
    const remove = async (first: Answer, last = refusal(404, 'pet_not_found')) => {
      const { client } = script([first, last]);
      const error: unknown = await client.pets.remove(1n).catch((thrown: unknown) => thrown);
      return error instanceof PetstoreError && [error.code, error.hasUncertainAttempt];
    };
    const unavailable = refusal(503, 'unavailable');
    for (const lost of [brokenOff, answer(502, 'Bad gateway'), answer(520, 'Unknown'), unavailable]) {
      expect(await remove(lost)).toEqual(['pet_not_found', true]);
    }
    expect(await remove(brokenOff, answer(404, '<h1>nginx</h1>'))).toEqual(['unexpected_response', true]);
    expect(await remove(refusal(503, 'overloaded'))).toEqual(['pet_not_found', false]);
  });

  test('and errors of unknown outcome are thrown with the idempotency key that was sent', async () => {
    const create = async (...answers: Answer[]) => {
      const { client, received } = script(answers, { retries: answers.length - 1 });
      const error: unknown = await client.pets.create(frank).catch((thrown: unknown) => thrown);
      if (!(error instanceof PetstoreError)) throw error;
      const sent = received.at(-1)?.headers.get('Idempotency-Key');
      expect([answers.length, `"${error.idempotencyKey}"`]).toEqual([received.length, `${sent}`]);
      return [error.code, error.hasUncertainAttempt, error.message.replace(`${error.idempotencyKey}`, 'KEY')];
    };
    expect(await create(refusal(500, 'internal_error'))).toEqual(['internal_error', true, 'No.']);
    expect(await create(refusal(503, 'overloaded'))).toEqual(['overloaded', false, 'No.']);
    expect(await create(refusal(404, 'pet_not_found'))).toEqual(['pet_not_found', false, 'No.']);
    expect(await create(answer(521, 'Down'), answer(522, 'Down'))).toEqual([
      'unexpected_response',
      true,
      'Something in front of the service answered with 522, such as a proxy that cannot reach it. The call may have been ' +
        'carried out; repeated with the idempotencyKey KEY it is carried out once.',
    ]);
    expect((await create(answer(200, '<h1>Welcome</h1>'))).slice(0, 2)).toEqual(['unexpected_response', true]);
  });

  test('are thrown when the attempts are used up', async () => {
    const { client, received } = script(failures, { retries: 2 });
    await expect(client.pets.create(frank)).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    expect(received).toHaveLength(3);
  });

  test('are retried until retryForMs has passed, with any number of attempts', async () => {
    const outage = Array.from({ length: 5 }, () => refusal(503, 'overloaded'));
    const patient = script([...outage, answer(200, pet)], { retries: 0, retryForMs: 20_000 });
    expect(await patient.client.pets.get(1n)).toEqual(frank);
    expect(patient.received).toHaveLength(6);
    const { client } = script([refusal(503, 'overloaded')], { retries: 1_000, retryForMs: 300 });
    const startedAt = performance.now();
    await expect(client.pets.get(1n)).rejects.toMatchObject({ code: 'overloaded' });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(300);
  });

  test('do not use up retryForMs while they wait for Retry-After', async () => {
    const pause = refusal(429, 'rate_limited', { 'Retry-After': '3' });
    const { client } = script([pause, refusal(503, 'overloaded'), answer(200, pet)], { retryForMs: 2_900 });
    expect(await client.pets.get(1n)).toEqual(frank);
  });

  test('are retried after a hung connection, although it took all of retryForMs', async () => {
    const hang = () => Bun.sleep(60_000).then(() => new Response());
    const patience = { timeoutMs: 3_000, retryForMs: 3_000 };
    const { client, received } = script([refusal(503, 'overloaded'), hang, answer(200, pet)], patience);
    expect(await client.pets.get(1n)).toEqual(frank);
    expect(received).toHaveLength(3);
    const silent = script([hang], { timeoutMs: 60, retryForMs: 60 });
    await expect(silent.client.pets.get(1n)).rejects.toBeInstanceOf(NoAnswerError);
    expect(silent.received.length).toBeLessThanOrEqual(5);
  });

  test('are retried after the time in Retry-After', async () => {
    const { client } = script([refusal(503, 'overloaded', { 'Retry-After': '1' }), answer(200, pet)]);
    const startedAt = performance.now();
    await client.pets.get(1n);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
  });
});

describe('a missing response', () => {
  test('is retried when the connection breaks, and the next response counts', async () => {
    const { client, received } = script([brokenOff, brokenOff, answer(201, pet)]);
    expect(await client.pets.create(frank)).toEqual(frank);
    expect(received).toHaveLength(3);
  });

  test('to a write throws an error with the idempotency key for a retry', async () => {
    const { client } = script([brokenOff], { retries: 1 });
    const error = await client.pets.create(frank, { idempotencyKey: 'intake-7' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(error).toMatchObject({ idempotencyKey: 'intake-7' });
    expect(String(error)).toContain('after 2 attempts');
    expect(String(error)).toContain('may have been carried out; repeated with the idempotencyKey intake-7');
  });

  test('to a removal throws an error that says that it may have been carried out', async () => {
    const nowhere = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'secret', retries: 0 });
    await expect(nowhere.pets.remove(1n)).rejects.toThrow('may have been carried out, and can be repeated');
  });

  test('to a read throws an error that says that nothing was changed', async () => {
    const { client, url } = script([brokenOff], { retries: 0 });
    const failure = client.pets.count({ status: 'sold' });
    await expect(failure).rejects.toBeInstanceOf(NoAnswerError);
    await expect(failure).rejects.toThrow(`No answer to GET ${url.origin}/v1/pets after 1 attempt`);
    await expect(failure).rejects.toThrow('nothing was changed');
  });

  test('results if an attempt takes longer than timeoutMs, including its body', async () => {
    const bytes = new TextEncoder().encode('[');
    const pull = async (body: ReadableStreamDefaultController<Uint8Array>) => {
      body.enqueue(bytes);
      await Bun.sleep(60_000);
    };
    const endless = () => new Response(new ReadableStream({ pull }));
    for (const slow of [() => Bun.sleep(60_000).then(() => new Response()), endless]) {
      const { client } = script([slow], { retries: 0, timeoutMs: 50 });
      await expect(client.pets.count()).rejects.toThrow('no answer within 50 ms');
    }
  });
});

describe('a signal', () => {
  test('aborts a call with its own reason, without further attempts', async () => {
    const controller = new AbortController();
    const leave = () => {
      controller.abort(new Error('the page was left'));
      return Bun.sleep(60_000).then(() => new Response());
    };
    const { client, received } = script([leave]);
    await expect(client.pets.count({ signal: controller.signal })).rejects.toThrow('the page was left');
    expect(received).toHaveLength(1);
  });

  test('that many calls share gets one listener', async () => {
    const { client } = script([refusal(503, 'overloaded'), answer(200, '[]', { 'X-Total-Count': '0' })]);
    const { signal } = new AbortController();
    const listen = spyOn(signal, 'addEventListener');
    expect(await Promise.all(Array.from({ length: 12 }, () => client.pets.count({ signal })))).toContain(0);
    expect(listen).toHaveBeenCalledTimes(1);
  });

  test('ends the wait between two attempts', async () => {
    const { client } = script([refusal(503, 'overloaded', { 'Retry-After': '60' })]);
    await expect(client.pets.count({ signal: AbortSignal.timeout(20) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  test('that is already aborted prevents the request', async () => {
    const { client, received } = script([answer(200, '[]')]);
    await expect(client.pets.count({ signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left');
    expect(received).toHaveLength(0);
  });
});

test('exposes the status and headers of a response', async () => {
  const { client } = script([answer(201, pet, { 'Idempotency-Replayed': 'true' })]);
  const seen: unknown[] = [];
  const onAnswer = ({ status, headers }: { status: number; headers: Headers }) =>
    seen.push(status, headers.get('Idempotency-Replayed'));
  await client.pets.create(frank, { onAnswer });
  expect(seen).toEqual([201, 'true']);
});

test('sends the key as a bearer token and the idempotency key as a quoted string', async () => {
  const { client, received } = script([answer(201, pet)]);
  await client.pets.create(frank, { idempotencyKey: 'a "b" \\' });
  expect(received[0]?.headers.get('Authorization')).toBe('Bearer secret');
  expect(received[0]?.headers.get('Idempotency-Key')).toBe('"a \\"b\\" \\\\"');
  expect(received[0]?.headers.get('Content-Type')).toBe('application/json');
});

test('rejects invalid options before it sends anything', async () => {
  expect(() => createClient({ baseUrl: 'pets.example.org', apiKey: 'secret' })).toThrow(TypeError);
  expect(createClient({ baseUrl: 'https://a.example', apiKey: 'of-a-file\r\n' })).toBeObject();
  for (const apiKey of ['two words', 'line\nbreak', 'naïve']) {
    expect(() => createClient({ baseUrl: 'https://a.example', apiKey })).toThrow('apiKey must be');
  }
  const { client, received } = script([answer(201, pet)]);
  for (const idempotencyKey of ['', 'ä', 'x'.repeat(256)]) {
    await expect(client.pets.create(frank, { idempotencyKey })).rejects.toThrow('idempotencyKey must be');
  }
  expect(received).toHaveLength(0);
});
