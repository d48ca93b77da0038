import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startApp, type TestApp } from '../../support/app.ts';
import { EventReader } from '../../support/http/event-stream.ts';

/** More than a double can hold. */
const big = '9007199254740993';
const preference = { Prefer: 'int64=string' };

let service: TestApp;
const read = (path: string, headers: Record<string, string> = {}) => service.fetch(path, { headers });
const send: TestApp['send'] = (...given) => service.send(...given);
const headersOf = ({ headers }: Response, ...names: string[]) => names.map((name) => headers.get(name));

describe('64-bit integers', () => {
  let id: string;
  beforeAll(async () => {
    service = await startApp({ corsOrigins: [] });
    const added = await service.post('/v1/pets', `{"name":"Rex \\"${big}\\" é","categoryId":${big}}`);
    id = /^\{"id":(\d+),/.exec(await added.text())?.[1] ?? '';
  });
  afterAll(() => service.close());
  const pet = (quote: string) =>
    `{"id":${quote}${id}${quote},"name":"Rex \\"${big}\\" é","categoryId":${quote}${big}${quote},"status":"available"}`;

  test('are numbers, and strings of the same digits for a client that prefers them, however often the other form was read', async () => {
    const forms = [
      [`/v1/pets/${id}`, pet],
      [`/v1/pets?id=${id}`, (quote: string) => `[${pet(quote)}]`],
    ] as const;
    for (const [path, body] of [...forms, ...forms, ...forms]) {
      const [plain, text] = [await read(path), await read(path, preference)];
      expect(await plain.text()).toBe(body(''));
      expect(await text.text()).toBe(body('"'));
      expect(headersOf(plain, 'Preference-Applied', 'Vary')).toEqual([null, 'Prefer']);
      expect(headersOf(text, 'Preference-Applied', 'Vary')).toEqual(['int64=string', 'Prefer']);
      expect(headersOf(text, 'Content-Type', 'Cache-Control', 'Link', 'Deprecation')).toEqual(
        headersOf(plain, 'Content-Type', 'Cache-Control', 'Link', 'Deprecation'),
      );
    }
  });

  test('are strings beside a count, and the links do not change', async () => {
    await service.post('/v1/pets', '{"name":"Bello","categoryId":3}');
    const both = await read('/v1/pets?limit=1', { Prefer: 'count=exact, int64="string"' });
    expect(headersOf(both, 'X-Total-Count', 'Preference-Applied')).toEqual(['2', 'count=exact, int64=string']);
    const plain = await read('/v1/pets?limit=1');
    expect(both.headers.get('Link')).toBe(plain.headers.get('Link'));
    expect(plain.headers.get('Link')).toContain('rel="next"');
  });

  test.each(['int64=number', 'int64', 'int64=strings', 'x-int64=string', 'return=minimal'])(
    'are numbers with Prefer: %s',
    async (prefer) => {
      const response = await read(`/v1/pets/${id}`, { Prefer: prefer });
      expect([await response.text(), response.headers.get('Preference-Applied')]).toEqual([pet(''), null]);
    },
  );

  test('have an ETag for each form, and only its own is current', async () => {
    for (const path of [`/v1/pets/${id}`, `/v1/pets?id=${id}`]) {
      const [plain = '', text = ''] = [await read(path), await read(path, preference)].map(
        (response) => response.headers.get('ETag') ?? '',
      );
      expect(plain).not.toBe(text);
      const status = async (etag: string, headers = {}) =>
        (await read(path, { 'If-None-Match': etag, ...headers })).status;
      expect([await status(plain), await status(text)]).toEqual([304, 200]);
      expect([await status(plain, preference), await status(text, preference)]).toEqual([200, 304]);
    }
  });

  test('may be strings in the body of a request, but only in digits and only with the preference', async () => {
    const body = (categoryId: string) => `{"name":"Luna","categoryId":${categoryId}}`;
    const add = (categoryId: string, headers = {}) => send('POST', '/v1/pets', body(categoryId), headers);
    const wrong = ['"007"', '" 7"', '"1e2"', '""', '"9223372036854775808"', '{"text":"7"}'];
    const taken = [await add(`"${big}"`, preference), await add(big, preference)];
    const refused = [add(`"${big}"`), ...wrong.map((value) => add(value, preference))];
    const answers = [...taken, ...(await Promise.all(refused))];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, ...Array(7).fill(400)]);
    for (const answer of taken) {
      expect(await answer.text()).toMatch(new RegExp(`^\\{"id":"\\d+","name":"Luna","categoryId":"${big}",`));
      expect(answer.headers.get('Preference-Applied')).toBe('int64=string');
      expect(answer.headers.get('Location')).toMatch(/\/v1\/pets\/\d+$/);
    }
    expect(await answers[3]?.json()).toEqual({
      code: 'validation_failed',
      message: expect.stringContaining('must be a 64-bit integer'),
      status: 400,
    });
  });

  test('a change is made with the ETag of either form, and not with an older one', async () => {
    const added = await send('POST', '/v1/pets', '{"name":"Ida","categoryId":"5"}', preference);
    const path = `/v1/pets/${((await added.json()) as { id: string }).id}`;
    const tag = async (headers = {}) => (await read(path, headers)).headers.get('ETag') ?? '';
    const patch = { 'Content-Type': 'application/merge-patch+json', ...preference };
    const change = async (name: string, etag: string) =>
      await send('PATCH', path, `{"name":"${name}","categoryId":"${big}"}`, { ...patch, 'If-Match': etag });
    const text = await tag(preference);
    const changed = await change('Ida One', text);
    expect([changed.status, changed.headers.get('ETag')]).toEqual([200, await tag(preference)]);
    expect((await change('Ida Two', await tag())).status).toBe(200);
    expect((await change('Ida Three', text)).status).toBe(412);
  });

  test('of events are strings in pages and in streams, next to a stream with numbers', async () => {
    await service.untilSettled();
    const open = (headers = {}) => EventReader.open((init) => service.fetch('/v1/events?after=0', init), headers);
    const readers = [await open(), await open(preference)];
    const [numbers, strings] = readers;
    await service.post('/v1/pets', `{"name":"Late","categoryId":${big}}`);
    const names = (reader: EventReader | undefined) =>
      reader?.events.map(({ data }) => JSON.parse(data).pet?.name) ?? [];
    for (const reader of readers) await reader.until(() => names(reader).includes('Late'));
    for (const reader of readers) reader.close();
    const last = (reader: EventReader | undefined) =>
      reader?.events.find((_, index) => names(reader)[index] === 'Late')?.data ?? '';
    expect(last(strings)).toBe(last(numbers).replace(/("id"|"petId"|"categoryId"):(\d+)/g, '$1:"$2"'));
    expect(last(strings)).toContain(`"categoryId":"${big}"`);
    expect(strings?.ids).toEqual(numbers?.ids ?? []);
    const [page, plainPage] = [await read('/v1/events?limit=1', preference), await read('/v1/events?limit=1')];
    expect(headersOf(page, 'Vary', 'Link')).toEqual(['Accept, Prefer', plainPage.headers.get('Link')]);
    expect(((await page.json()) as { id: string }[]).map(({ id }) => id)).toEqual(['1']);
  });

  test('of counts are strings, and a status is none', async () => {
    const inventory = (await (await read('/v1/store/inventory', preference)).json()) as Record<string, unknown>;
    expect(Object.values(inventory).every((count) => typeof count === 'string' && /^\d+$/.test(count))).toBe(true);
    const missing = await read('/v1/pets/999', preference);
    expect([missing.status, ((await missing.json()) as { status: unknown }).status]).toEqual([404, 404]);
    const removed = await service.fetch(`/v1/pets/${id}`, { method: 'DELETE', headers: preference });
    expect([removed.status, await removed.text()]).toEqual([204, '']);
  });
});
