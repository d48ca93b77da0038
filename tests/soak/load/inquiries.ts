import { inquiriesAbout } from '../history/check-things.ts';
import { gone } from '../history/history.ts';
import type { Client, Pace } from './client.ts';

interface InquiryBody {
  readonly id: number;
  readonly stage: string;
}

const form = { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: '' };
const json = (body: object) => JSON.stringify(body);
const tokenIn = (page: string) => /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';

/** Asks about animals, through the API and with the form of the public page, and decides what becomes of it. */
export async function runInquiries(client: Client, { pauseMs, isOver }: Pace): Promise<void> {
  const { random, name } = client;
  /** Other people's computers: each may send a few forms. */
  const address = () => ({ 'X-Forwarded-For': `203.0.113.${random.integer(1, 254)}` });

  /** The stages of all inquiries about an animal. */
  const look = (petId: number) => async () => {
    const reply = await client.get(inquiriesAbout(petId));
    return reply && (JSON.parse(reply.body) as InquiryBody[]).map(({ stage }) => stage).join(' ');
  };

  async function fillIn(petId: number): Promise<string | undefined> {
    const path = `/adopt/${petId}/inquiry`;
    const page = await client.get(path, [200], { Authorization: '' });
    if (page === undefined) return undefined;
    const token = tokenIn(page.body);
    const fields = { name: 'Ada', email: 'ada@example.org', phone: '', message: 'May I visit?', website: '', token };
    const body = new URLSearchParams(fields).toString();
    const sent = { method: 'POST', path, headers: form, body };
    const done = await client.set({ [inquiriesAbout(petId)]: 'new' }, sent, address);
    return done === undefined ? undefined : token.split('.')[1];
  }

  async function withdraw(petId: number, link: string): Promise<void> {
    const path = `/adopt/inquiries/${link}/withdrawal`;
    const sent = { method: 'POST', path, headers: form, body: '' };
    await client.set({ [inquiriesAbout(petId)]: 'withdrawn' }, sent, address);
  }

  async function ask(petId: number, label: string): Promise<void> {
    const thing = inquiriesAbout(petId);
    const draft = { petId, name: 'Ada', email: 'ada@example.org', message: label };
    const link = random.chance(0.3) ? await fillIn(petId) : undefined;
    if (link === undefined) {
      // The form may have been sent after all.
      const isFree = (await client.get(thing))?.body === '[]';
      const sent = { method: 'POST', path: '/v1/inquiries', body: json(draft) };
      if (!isFree || (await client.set({ [thing]: 'new' }, sent)) === undefined) return;
    }
    await client.see('inquiries', thing, look(petId));
    if (link !== undefined && random.chance(0.5)) return await withdraw(petId, link);
    const reply = await client.get(thing);
    const inquiryId = reply && (JSON.parse(reply.body) as InquiryBody[])[0]?.id;
    if (inquiryId === undefined) return;
    const path = `/v1/inquiries/${inquiryId}`;
    const patch = (stage: string) => client.set({ [thing]: stage }, { method: 'PATCH', path, body: json({ stage }) });
    if (random.chance(0.5) && (await patch('reviewing')) === undefined) return;
    const choice = random.next();
    if (choice < 0.3) await patch('declined');
    else if (choice < 0.5) await client.set({ [thing]: gone }, { method: 'DELETE', path });
    else {
      const { id: orderId } = await client.insist({ kind: 'order', petId, key: `${label}-order`, inquiryId });
      const isCancelled = orderId !== undefined && random.chance(0.5);
      if (isCancelled) await client.insist({ kind: 'cancel', petId, orderId, key: `${label}-cancel` });
    }
  }

  const own = new Map<string, number>();
  for (let count = 0; !isOver(); count++) {
    const label = `${name}-${count}`;
    const { id: petId } = await client.insist({ kind: 'create', name: label, categoryId: 2, key: label });
    if (petId === undefined) continue;
    own.set(label, petId);
    await ask(petId, label);
    await client.see('inquiries', inquiriesAbout(petId), look(petId));
    await Bun.sleep(random.between(50, 300) + pauseMs);
  }
  for (const petId of own.values()) await client.seeAtLast('inquiries', inquiriesAbout(petId), look(petId));
}
