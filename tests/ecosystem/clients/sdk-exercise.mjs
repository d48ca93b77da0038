// What the SDK does in each runtime. Uses nothing but the SDK and what all runtimes have.
import { createClient, PetstoreError, verifyWebhook } from 'petstore-client';

export async function exercise({ baseUrl, apiKey, webhook }) {
  const client = createClient({ baseUrl, apiKey });
  const { id } = await client.pets.create({ name: 'Zoë 🐕', categoryId: 2n ** 63n - 1n });
  const after = await client.events.lastId();
  await client.pets.update(id, { name: 'Rex' }, { timeoutMs: 20_000, headers: { Prefer: 'return=representation' } });
  const seen = [];
  for await (const { type, pet } of client.events.follow({ after })) {
    seen.push(type, pet?.name, String(pet?.categoryId));
    break;
  }
  const names = [];
  for await (const { name } of client.pets.list({ ids: [id], limit: 1 })) names.push(name);
  const answer = await client.request({ method: 'GET', path: '/pets', query: { id: String(id) } });
  const event = await verifyWebhook(webhook);
  return {
    seen,
    names,
    status: answer.status,
    text: answer.text.replace(`"id":${id},`, ''),
    error: await client.orders.get(4_711n).catch((error) => error instanceof PetstoreError && error.code),
    aborted: await client.pets.count({ signal: AbortSignal.abort('stopped') }).catch((reason) => reason),
    event: String(event.petId),
    forged: await verifyWebhook({ ...webhook, body: `${webhook.body} ` }).catch((error) => error.name),
    unconfigured: missing(() => createClient()),
  };
}

function missing(create) {
  try {
    create();
  } catch (error) {
    return error.message;
  }
}
