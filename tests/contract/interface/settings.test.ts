import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { storeCurrency } from '../../../src/record/settings/rules.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { engines } from '../../support/engines.ts';
import { bodyOf, refusal } from '../../support/http/body.ts';

let service: TestApp;

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
  });
  afterAll(() => service.close());

  test('the currency is that which was said last, by somebody or by the operator, and none at first', async () => {
    const get = async () => await bodyOf<object>(await service.fetch('/v1/settings'));
    const say = (currency: string, headers = {}) => service.send('PATCH', '/v1/settings', { currency }, headers);
    const timeZone = 'UTC';
    expect(await get()).toEqual({ timeZone });
    const said = await say('EUR');
    expect([said.status, await said.json(), await get()]).toEqual([
      200,
      { timeZone, currency: 'EUR' },
      { timeZone, currency: 'EUR' },
    ]);
    expect(await refusal(await say('USD', { 'If-Match': '"other"' }))).toBe('412 precondition_failed');
    for (const wrong of ['XYZ', 'eur', '']) expect(await refusal(await say(wrong))).toBe('400 validation_failed');
    await service.store.write(storeCurrency, 'JPY');
    expect(await get()).toEqual({ timeZone, currency: 'JPY' });
  });
});
