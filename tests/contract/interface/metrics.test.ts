import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { recordBackup } from '../../../src/catalogue/history-rules.ts';
import { metrics } from '../../../src/http/response/metric-table.ts';
import { countInInventory } from '../../../src/record/inventory/sql.ts';
import { startDatabaseMetrics } from '../../../src/server/metrics.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { makePng } from '../../support/data/images.ts';
import { as } from '../../support/data/keys.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';
import { readMetrics } from '../../support/process/workers.ts';
import { until } from '../../support/until.ts';

describe.each(engines)('the metrics on $name', (engine) => {
  let service: TestApp;
  const page = async () => await (await service.fetch('/metrics')).text();
  /** By how much the numbers of the page grow meanwhile, and what they are then. */
  const growthOf = async (act: () => Promise<unknown>) => {
    const before = readMetrics(await page());
    await act();
    const after = readMetrics(await page());
    return { after, more: (series: string) => (after.get(series) ?? 0) - (before.get(series) ?? 0) };
  };

  beforeAll(async () => {
    service = await startApp({}, engine);
    await service.post('/v1/pets', '{"name":"Rex","categoryId":1}');
    for (let count = 0; count < 3; count++) await service.fetch('/v1/pets');
  });
  afterAll(() => service.close());

  test('count commits, and the writes in them', async () => {
    const add = (_: unknown, count: number) => service.post('/v1/pets', `{"name":"Many ${count}","categoryId":1}`);
    const { more } = await growthOf(() => Promise.all(Array.from({ length: 20 }, add)));
    // Sequencing the events commits as well.
    expect(more('petstore_commit_writes_sum')).toBeGreaterThanOrEqual(20);
    expect(more('petstore_commit_writes_count')).toBe(more('petstore_commit_duration_seconds_count'));
    expect(more('petstore_commit_duration_seconds_sum')).toBeGreaterThan(0);
  });

  test('count hits and misses of the response cache', async () => {
    const { more } = await growthOf(async () => {
      for (let count = 0; count < 5; count++) await Promise.all([1, 2, 3].map(() => service.fetch('/v1/pets?limit=7')));
    });
    const [hits, misses] = [more('petstore_response_cache_hits_total'), more('petstore_response_cache_misses_total')];
    expect([hits > 0, misses > 0, hits + misses]).toEqual([true, true, 15]);
  });

  test('include the size of the database and the state of the webhooks, read in the background', async () => {
    const { store } = service;
    const databaseUrl = engine.name === 'SQLite' ? await pathOf(service) : 'postgres://x/x';
    const inquiry = JSON.stringify({ petId: 1, name: 'Ada', phone: '1', message: 'Hi' });
    expect((await service.post('/v1/inquiries', inquiry)).status).toBe(201);
    const database = startDatabaseMetrics({ store, databaseUrl, log: silent, clock: Date.now, intervalMs: 5 });
    const seen = await until('the first values', () => {
      const measured = database.measure();
      return 'petstore_database_bytes' in measured ? measured : undefined;
    });
    expect(seen['petstore_database_bytes']).toBeGreaterThan(10_000);
    expect(seen['petstore_animals']).toBeGreaterThan(0);
    expect(seen).toMatchObject({
      petstore_clock_suspect: 0,
      petstore_animals: Number(await countInInventory(store.reader, {})),
      petstore_backup_rotation_held: 0,
      petstore_inquiries_open: 1,
      petstore_webhooks_paused: 0,
      'petstore_webhook_deliveries{state="waiting"}': 0,
      petstore_webhook_oldest_due_seconds: 0,
    });
    await store.write(recordBackup, { at: 1_000n, obstacle: 'it is in doubt' });
    await until('the backup', () => database.measure()['petstore_backup_rotation_held'] === 1);
    await database.stop();
  });

  onOneEngine(engine, () => {
    test('are grouped in families, each with its help and type before its series', async () => {
      const families: string[] = [];
      for (const line of (await page()).trimEnd().split('\n')) {
        const [, keyword, name = ''] = /^# (HELP|TYPE) (\S+) \S/.exec(line) ?? [];
        if (keyword === 'HELP') families.push(name);
        else if (keyword === 'TYPE') expect(families.at(-1)).toBe(name);
        else expect(line).toMatch(new RegExp(`^${families.at(-1)}(_bucket|_sum|_count)?({[^}]*})? [0-9.e+-]+$`));
      }
      expect(new Set(families).size).toBe(families.length);
      const known = Object.keys(metrics);
      expect(families).toEqual(known.filter((name) => families.includes(name)));
      expect(families.length).toBeGreaterThan(12);
    });

    test('count requests by operation and status, and rejected ones by error code', async () => {
      const { after, more } = await growthOf(async () => {
        for (const query of ['', '?limit=0']) await service.fetch(`/v1/pets${query}`);
        for (let count = 0; count < 2; count++) await service.fetch('/v1/pets', { headers: as('wrong') });
      });
      const codes = ['invalid_parameter', 'invalid_api_key', 'not_found'];
      expect(codes.map((code) => more(`petstore_errors_total{code="${code}"}`))).toEqual([1, 2, 0]);
      // A request without a valid key is counted, too.
      const statuses = [200, 400, 401].map(
        (status) => `petstore_http_requests_total{operation="listPets",status="${status}"}`,
      );
      expect(statuses.map(more)).toEqual([1, 1, 2]);
      expect(more('petstore_http_request_duration_seconds_count{operation="listPets"}')).toBe(4);
      expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    });

    test('count photos by outcome, and their bytes', async () => {
      const upload = (bytes: Uint8Array) => service.post('/v1/pets/1/photos', bytes, { 'Content-Type': 'image/png' });
      const image = makePng(40, 30, () => [1, 2, 3]);
      const read = (url: string, init: RequestInit) => service.app.fetch(new Request(url, init));
      let bytes = 0;
      const { after, more } = await growthOf(async () => {
        const [photo] = await Promise.all([upload(image), upload(image.subarray(0, 60))]);
        const { sources } = await bodyOf<{ sources: { url: string }[] }>(photo);
        for (const { url } of sources) bytes += (await (await read(url, {})).arrayBuffer()).byteLength;
        const [{ url } = { url: '' }] = sources;
        const whole = await read(url, { method: 'HEAD' });
        const again = await read(url, { headers: { 'If-None-Match': whole.headers.get('ETag') ?? '' } });
        expect(again.status).toBe(304);
      });
      const outcomes = ['stored', 'invalid_image', 'unavailable'];
      expect(outcomes.map((outcome) => more(`petstore_photo_uploads_total{outcome="${outcome}"}`))).toEqual([1, 1, 0]);
      expect(bytes).toBeGreaterThan(100);
      expect(more('petstore_photo_bytes_stored_total')).toBe(bytes);
      expect(more('petstore_photo_bytes_served_total')).toBe(bytes);
      expect(more('petstore_photo_decode_duration_seconds_count')).toBe(2);
      expect([after.get('petstore_photos_waiting'), after.get('petstore_photos_decoding')]).toEqual([0, 0]);
    });
  });

  // The last one: from here on nothing gives numbers to events.
  test('tell ages by the clock of the service', async () => {
    await service.sequencing.stop();
    await service.untilSettled();
    service.now += 86_400_000;
    await service.post('/v1/pets', '{"name":"Rex","categoryId":1}');
    const clock = () => service.now + 5_000;
    const database = startDatabaseMetrics({ store: service.store, databaseUrl: 'postgres://x/x', log: silent, clock });
    await until('the first values', () => 'petstore_event_lag_seconds' in database.measure());
    // SQLite numbers an event when it is written.
    expect(database.measure()['petstore_event_lag_seconds']).toBe(engine.name === 'SQLite' ? 0 : 5);
    await database.stop();
  });
});

const silent = { debug() {}, info() {}, warn() {}, error() {} };

async function pathOf({ store }: TestApp): Promise<string> {
  const [row] = await store.reader.query<readonly [bigint, string, string]>({ text: 'PRAGMA database_list' }, []);
  return `sqlite:${row?.[2]}`;
}
