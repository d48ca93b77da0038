import { describe, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { createClient, type ReceivedWebhook, verifyWebhook, WebhookVerificationError } from '../index.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const sentAt = new Date('2026-11-21T12:00:00Z');
const body = '{"id":8,"type":"pet.created","at":"2026-11-21T11:59:00.761Z","petId":9007199254740993}';

/** A request as the reference library of the standard signs it. */
function signed(changes: Partial<ReceivedWebhook> = {}): ReceivedWebhook {
  const headers = {
    'webhook-id': 'evt_8',
    'webhook-timestamp': String(sentAt.getTime() / 1_000),
    'webhook-signature': new Webhook(secret).sign('evt_8', sentAt, body),
  };
  return { body, headers, secret, nowMs: sentAt.getTime(), ...changes };
}

const rejection = async (received: ReceivedWebhook) => verifyWebhook(received).catch((error: unknown) => error);

describe('a webhook request', () => {
  test('that is signed with the secret is returned as an event, with all digits', async () => {
    const event = { id: 8n, type: 'pet.created', at: '2026-11-21T11:59:00.761Z', petId: 9_007_199_254_740_993n };
    expect(await verifyWebhook(signed())).toEqual(event);
    const { headers } = signed();
    expect(await verifyWebhook(signed({ headers: new Headers(headers as Record<string, string>) }))).toEqual(event);
    expect(await verifyWebhook(signed({ body: new TextEncoder().encode(body) }))).toEqual(event);
    const options = { baseUrl: 'https://pets.example', apiKey: 'secret' };
    expect(await createClient(options).webhooks.verify(signed())).toEqual(event);
    const withStrings = createClient({ ...options, ids: 'string' });
    expect(await withStrings.webhooks.verify(signed())).toEqual({ ...event, id: '8', petId: '9007199254740993' });
  });

  test('may have its headers as any platform has them', async () => {
    const headers = Object.entries(signed().headers) as [string, string][];
    const title = (name: string) => name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
    for (const shape of [
      Object.fromEntries(headers.map(([name, value]) => [title(name), value])),
      Object.fromEntries(headers.map(([name, value]) => [name, [value]])),
      { get: (name: string) => new Map(headers).get(name) },
    ]) {
      expect(await verifyWebhook(signed({ headers: shape }))).toMatchObject({ id: 8n });
    }
  });

  test('that has several signatures, as after a rotation, needs one that matches', async () => {
    const { headers } = signed();
    const own = (headers as Record<string, string>)['webhook-signature'];
    const among = { ...headers, 'webhook-signature': `v1,${btoa('another')} v2,abc ${own}` };
    expect(await verifyWebhook(signed({ headers: among }))).toMatchObject({ id: 8n });
  });

  test.each([
    ['another body', { body: body.replace('993', '994') }],
    ['another id', { headers: { ...signed().headers, 'webhook-id': 'evt_9' } }],
    ['another secret', { secret: `whsec_${btoa('another secret of a webhook')}` }],
    ['a signature of another version', { headers: { ...signed().headers, 'webhook-signature': 'v2,abc' } }],
    ['a signature that is no base64', { headers: { ...signed().headers, 'webhook-signature': 'v1,*' } }],
    ['no signature', { headers: { ...signed().headers, 'webhook-signature': undefined } }],
    ['a repeated header', { headers: { ...signed().headers, 'webhook-id': ['evt_8', 'evt_8'] } }],
    ['a header in two cases', { headers: { ...signed().headers, 'Webhook-Id': 'evt_8' } }],
    ['a timestamp that is no number', { headers: { ...signed().headers, 'webhook-timestamp': 'now' } }],
  ] satisfies [string, Partial<ReceivedWebhook>][])('with %s is rejected', async (_, changes) => {
    expect(await rejection(signed(changes))).toBeInstanceOf(WebhookVerificationError);
  });

  test('is rejected when it is older or newer than tolerated', async () => {
    for (const seconds of [-301, 301]) {
      const nowMs = sentAt.getTime() + seconds * 1_000;
      expect(await rejection(signed({ nowMs }))).toBeInstanceOf(WebhookVerificationError);
      expect(await verifyWebhook(signed({ nowMs, toleranceSeconds: 600 }))).toMatchObject({ id: 8n });
    }
    expect(await rejection(signed({ nowMs: Number.NaN }))).toBeInstanceOf(WebhookVerificationError);
  });

  test('whose body is no event is rejected, though it is signed', async () => {
    const other = '{"hello":"world"}';
    const signature = new Webhook(secret).sign('evt_8', sentAt, other);
    const received = signed({ body: other, headers: { ...signed().headers, 'webhook-signature': signature } });
    expect(await rejection(received)).toMatchObject({ message: 'The body is not an event.' });
  });

  test('needs the secret of a webhook', async () => {
    expect(await rejection(signed({ secret: 'secret' }))).toBeInstanceOf(TypeError);
  });
});
