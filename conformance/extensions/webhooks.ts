import type { Group } from '../case.ts';
import { resourceOf, type TestContext } from '../context.ts';
import { expectEqual, expectError, expectMembers, expectStatus, expectText, expectThat } from '../expect.ts';
import { Skipped } from '../mismatch.ts';
import { absentAt } from './absence.ts';

/**
 * The address of the webhooks of a run: that of the checked service itself, so that nothing can be sent to anybody else.
 * Their only event type is one that the cases do not cause.
 */
function address(t: TestContext): string {
  const { host } = new URL(t.state.base.href);
  return `https://${host}/verify-webhook`;
}

/** @throws Skipped when the service accepts no webhook to its own address */
async function create(t: TestContext) {
  const body = { url: address(t), types: ['webhook.disabled'], description: t.name('webhook') };
  const answer = t.note('webhooks', await t.post('/webhooks', body));
  if (answer.status === 400)
    throw new Skipped(`the service accepts no webhook to its own address: ${answer.object['message']}`);
  expectStatus(answer, 201);
  await t.post(`/webhooks/${answer.object['id']}/pause`);
  return answer;
}

/** One webhook for all cases that change no more than they read. */
const shared = (t: TestContext) => t.once('a webhook', async () => resourceOf(await create(t), 'a webhook'));

export const webhooks: Group = {
  name: 'webhooks',
  title: 'Webhooks',
  kind: 'extension',
  creates: { webhooks: 2 },
  absence: absentAt('/webhooks'),
  cases: [
    {
      name: 'createWebhook: returns the webhook with its secret',
      rule: 'POST /webhooks: 201 with a secret that begins with whsec_ (Standard Webhooks).',
      run: async (t) => {
        const webhook = await shared(t);
        expectMembers(webhook, { url: address(t), types: ['webhook.disabled'], status: 'active' });
        const secret = expectText('secret', webhook['secret']);
        expectThat(secret.startsWith('whsec_'), 'a secret that begins with whsec_', () => 'another secret');
      },
    },
    {
      name: 'getWebhook and listWebhooks: do not show the secret',
      rule: 'The secret is shown only once.',
      run: async (t) => {
        const { id } = await shared(t);
        const answers = [await t.get(`/webhooks/${id}`), await t.get('/webhooks?limit=100')];
        for (const answer of answers) {
          expectStatus(answer, 200);
          expectThat(!answer.text.includes('"secret"'), 'no member secret', () => 'a secret');
        }
      },
    },
    {
      name: 'pauseWebhook and resumeWebhook: change the status',
      rule: 'A paused webhook sends nothing until it is resumed.',
      run: async (t) => {
        const { id } = await shared(t);
        const statuses = [];
        for (const how of ['resume', 'pause']) statuses.push((await t.post(`/webhooks/${id}/${how}`)).object['status']);
        expectEqual('statuses', statuses, ['active', 'paused']);
      },
    },
    {
      name: 'updateWebhook: changes only the fields in the body',
      rule: 'PATCH changes only the fields in the body.',
      run: async (t) => {
        const { id } = await shared(t);
        const answer = await t.patch(`/webhooks/${id}`, { description: t.name('changed') });
        expectMembers(answer.object, { id, url: address(t), description: t.name('changed') });
      },
    },
    {
      name: 'rotateWebhookSecret: returns another secret',
      rule: 'POST /webhooks/{webhookId}/rotate gives a webhook a new secret, which only this response shows.',
      run: async (t) => {
        const { id, secret } = await shared(t);
        const next = expectText('secret', (await t.post(`/webhooks/${id}/rotate`)).object['secret']);
        expectThat(next !== secret, 'another secret', () => 'the same');
      },
    },
    {
      name: 'deleteWebhook: the webhook is gone',
      rule: 'DELETE /webhooks/{webhookId} removes a webhook: 204.',
      run: async (t) => {
        const { id } = resourceOf(await create(t), 'a webhook');
        expectStatus(await t.delete(`/webhooks/${id}`), 204);
        expectError(await t.get(`/webhooks/${id}`), 404, 'webhook_not_found');
      },
    },
    {
      name: 'createWebhook: an address with a user name, or of another scheme, gets 400',
      rule: 'The address is https, without user name and fragment.',
      run: async (t) => {
        for (const url of ['https://a:b@example.invalid/', 'ftp://example.invalid/', 'example']) {
          const answer = t.note('webhooks', await t.post('/webhooks', { url, types: ['webhook.disabled'] }));
          expectError(answer, 400, 'validation_failed');
        }
      },
    },
  ],
};
