import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createClient } from '../../../client/index.ts';
import { origin, startApp, type TestApp } from '../../support/app.ts';
import { openPage } from '../../support/browser/public-page.ts';
import { makePng } from '../../support/data/images.ts';
import { as } from '../../support/data/keys.ts';
import { engines } from '../../support/engines.ts';
import { bodyOf, refusal } from '../../support/http/body.ts';
import { until } from '../../support/until.ts';

const publicPage = { frameOrigins: [] };
const defaults = { color: '#0f766e', languages: ['en'], timeZone: 'UTC', url: `${origin}/adopt`, locked: [] };
const png = makePng(3, 2, () => [10, 20, 30]);
const logo = `data:image/png;base64,${png.toBase64()}`;

let service: TestApp;
const get = async () => await bodyOf<Record<string, unknown>>(await service.fetch('/v1/shelter'));
const say = (changes: object, headers = {}) => service.send('PATCH', '/v1/shelter', changes, headers);

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({ publicPage }, engine);
  });
  afterAll(() => service.close());

  test('the shelter says what was said last, and nothing of what was removed', async () => {
    expect(await get()).toEqual(defaults);
    const coordinates = { latitude: 51, longitude: -0.25 };
    const said = {
      name: 'Paws',
      place: 'River Road 4',
      coordinates,
      hours: 'Mon\nTue',
      text: 'Come.',
      currency: 'EUR',
    };
    const changed = await say({ ...said, contact: '0241 123-45' });
    const shown = { ...defaults, ...said, contact: 'tel:024112345' };
    expect([changed.status, await changed.json(), await get()]).toEqual([200, shown, shown]);
    // As a client sends back what it has read.
    expect((await say(shown, { 'If-Match': changed.headers.get('ETag') })).status).toBe(200);
    expect(await refusal(await say({ name: 'Other' }, { 'If-Match': '"other"' }))).toBe('412 precondition_failed');
    expect((await say({ place: null, coordinates: null, text: null, contact: null })).status).toBe(200);
    expect(await get()).toEqual({ ...defaults, name: 'Paws', hours: 'Mon\nTue', currency: 'EUR' });
  });

  test('a page of another node shows a change, with another ETag, within the time that sessions last', async () => {
    const other = service.startNode();
    const pageOf = async (path: string) => await other.fetch(new Request(origin + path));
    const before = await pageOf('/adopt');
    expect((await say({ hours: 'Sunday from 2', color: '#ff8800', logo })).status).toBe(200);
    const isNew = (text: string) => text.includes('Sunday from 2');
    const page = await until('the page shows the hours', async () => await (await pageOf('/adopt')).text(), isNew);
    expect((await pageOf('/adopt')).headers.get('ETag')).not.toBe(before.headers.get('ETag'));
    const [style = ''] = /adopt\/style-\w+\.css/.exec(page) ?? [];
    expect(await (await pageOf(`/${style}`)).text()).toMatch(/--accent:#[0-9a-f]{6}/);
    // A page that a browser has kept still gets a style.
    const former = await pageOf('/adopt/style-0former.css');
    expect([former.status, former.headers.get('Cache-Control')]).toEqual([200, 'no-cache']);
    const { logoUrl } = await get();
    const image = await pageOf(String(logoUrl).replace(origin, ''));
    expect(new Uint8Array(await image.arrayBuffer())).toEqual(new Uint8Array(png));
    expect(page).toContain(String(logoUrl).replace(`${origin}/console/`, 'adopt/'));
    expect(await (await pageOf('/')).text()).toContain('<meta name="petstore-name" content="Paws">');
  });
});

describe('on the service', () => {
  beforeAll(async () => {
    service = await startApp({ publicPage });
  });
  afterAll(() => service.close());

  test.each([
    ['coordinates', { latitude: 91, longitude: 0 }],
    ['coordinates', { latitude: 9 }],
    ['coordinates', { latitude: '9', longitude: 0 }],
    ['contact', 'nobody'],
    ['contact', 'mailto:no body'],
    ['color', 'red'],
    ['currency', 'XYZ'],
    ['languages', []],
    ['languages', ['xx']],
    ['logo', 'data:image/svg+xml;base64,PHN2Zz4='],
    ['logo', 'data:image/png;base64,PHN2Zz4='],
    ['logo', `data:image/png;base64,iVBORw0KGgo${'A'.repeat(44_000)}`],
    ['timeZone', 'Europe/Berlin'],
  ])('refuses another %s than it can be', async (name, value) => {
    const response = await say({ [name]: value });
    const { code, message } = await bodyOf<{ code: string; message: string }>(response);
    expect([response.status, code, message]).toEqual([400, 'validation_failed', expect.stringContaining(name)]);
  });

  test('what the operator has set has precedence, is locked, and may be repeated', async () => {
    service.restart({ publicName: 'Set', currency: 'CHF', publicPage: { name: 'Set', frameOrigins: [] } });
    expect(await get()).toMatchObject({ name: 'Set', currency: 'CHF', locked: ['name', 'currency'] });
    const refused = await say({ name: 'Other', hours: 'Monday' });
    const { message } = await bodyOf<{ message: string }>(refused);
    expect([refused.status, message]).toEqual([400, expect.stringContaining('the operator has set it')]);
    expect((await say({ name: 'Set', hours: 'Monday' })).status).toBe(200);
    const { html } = await openPage(service, '/adopt');
    expect([html.includes('Set'), html.includes('Monday')]).toEqual([true, true]);
    service.restart({});
    expect(await get()).toEqual({ ...defaults, hours: 'Monday' });
  });

  test('everybody with a key reads it, administrators change it, and the audit says who', async () => {
    const { secret } = await bodyOf<{ secret: string }>(
      await service.send('POST', '/v1/keys', { name: 'web', role: 'public', origins: ['*'] }),
    );
    for (const key of [secret, await service.makeKey('monitor')]) {
      expect((await service.fetch('/v1/shelter', { headers: as(key) })).status).toBe(200);
      expect(await refusal(await say({ name: 'X' }, as(key)))).toBe('403 insufficient_scope');
    }
    expect(await refusal(await say({ name: 'X' }, as(await service.makeKey('staff'))))).toBe('403 insufficient_scope');
    for (const _ of [1, 2]) await say({ name: 'Twice' });
    const events = await bodyOf<{ type: string }[]>(await service.fetch('/v1/audit-events?sort=-id&limit=2'));
    expect(events.map(({ type }) => type)).toEqual(['shelter.updated', 'key.created']);
  });

  test('a listing has the address of its page while the public page is on', async () => {
    const add = async () =>
      await bodyOf<{ id: number; url?: string }>(
        await service.send('POST', '/v1/listings', { name: 'Frank', categoryId: 1 }),
      );
    const { id, url } = await add();
    expect(url).toBe(`${origin}/adopt/${id}`);
    for (const path of [`/v1/listings/${id}`, `/v1/listings?id=${id}`]) {
      expect(JSON.stringify(await bodyOf(await service.fetch(path)))).toContain(`"url":"${url}"`);
    }
    service.restart({ publicPage: undefined });
    expect([(await add()).url, (await get())['url']]).toEqual([undefined, undefined]);
    service.restart({});
  });

  test('the SDK reads degrees as numbers, also whole ones', async () => {
    await say({ coordinates: { latitude: 51, longitude: 6.5 } });
    const fetch = (url: string, init: RequestInit) => service.fetch(url.slice(origin.length), init);
    const client = createClient({ baseUrl: origin, apiKey: await service.makeKey('reader'), fetch });
    expect((await client.shelter.get()).coordinates).toEqual({ latitude: 51, longitude: 6.5 });
  });
});
