import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import document from '../../../openapi.json' with { type: 'json' };
import { maxOpenOfPet } from '../../../src/homes/inquiries/rules.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { EventBody } from '../../support/data/events.ts';
import { as } from '../../support/data/keys.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf, type PetBody, refusal } from '../../support/http/body.ts';
import { readPages } from '../../support/http/pages.ts';

interface InquiryBody {
  id: number;
  petId: number;
  status: string;
  name: string;
  closedAt?: string;
}

let service: TestApp;
async function addPet(): Promise<number> {
  const response = await service.post('/v1/pets', JSON.stringify({ name: 'Frank', categoryId: 3 }));
  return (await bodyOf<PetBody>(response)).id;
}

/** What nobody may find anywhere but in the inquiry. */
const contact = { name: 'Ada Moreno', email: 'ada@example.org', phone: '+1 512 555 0100' };
const personal = { ...contact, message: 'May I\nvisit him?' };
const draftOf = (petId: number, changes: object = {}) => JSON.stringify({ petId, ...personal, ...changes });
const send = (petId: number, changes: object = {}, headers = {}) =>
  service.post('/v1/inquiries', draftOf(petId, changes), headers);
const sent = async (petId: number, changes: object = {}) => await bodyOf<InquiryBody>(await send(petId, changes));
const get = (id: number) => service.fetch(`/v1/inquiries/${id}`);
const close = (id: number, headers = {}) => service.post(`/v1/inquiries/${id}/close`, '', headers);
const patch = (id: number, changes: object) => service.send('PATCH', `/v1/inquiries/${id}`, changes);
const erase = (id: number, headers = {}) => service.fetch(`/v1/inquiries/${id}`, { method: 'DELETE', headers });
const ids = async (query: string) =>
  (await bodyOf<InquiryBody[]>(await service.fetch(`/v1/inquiries?${query}`))).map(({ id }) => id);

/** The events of an inquiry, without their sequence numbers. */
async function eventsOf(inquiryId: number) {
  await service.untilSettled();
  const path = '/v1/events?limit=100';
  const items = await readPages<EventBody & { inquiryId?: number }>(service.fetch, path);
  return items.filter((event) => event.inquiryId === inquiryId).map(({ id: _, ...event }) => event);
}

const typesOf = async (inquiryId: number) =>
  (await eventsOf(inquiryId)).map(({ type }) => type.replace('inquiry.', ''));

const actor = { type: 'key', id: 1, name: 'test' };

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
  });
  afterAll(() => service.close());

  test('an inquiry is stored as it was sent, and is open', async () => {
    const petId = await addPet();
    const response = await send(petId);
    const inquiry = await bodyOf<InquiryBody>(response);
    const createdAt = new Date(service.now).toISOString();
    expect(response.status).toBe(201);
    expect(response.headers.get('Location')).toEndWith(`/v1/inquiries/${inquiry.id}`);
    const createdBy = actor;
    const opened = { status: 'open', stage: 'new' };
    expect(inquiry as object).toEqual({ id: inquiry.id, petId, ...opened, ...personal, createdAt, createdBy });
    expect(await bodyOf<InquiryBody>(await get(inquiry.id))).toEqual(inquiry);
  });

  test('inquiries are listed by id, in pages, and by status and animal', async () => {
    const [one, other] = [await addPet(), await addPet()];
    const made = [await sent(one), await sent(other), await sent(one), await sent(one)];
    const [first = 0, second = 0, third = 0, fourth = 0] = made.map(({ id }) => id);
    await close(third);
    expect(await ids(`petId=${one}`)).toEqual([first, third, fourth]);
    expect(await ids(`petId=${one}&status=open`)).toEqual([first, fourth]);
    expect(await ids(`petId=${one}&status=closed`)).toEqual([third]);
    expect(await ids(`petId=${other}`)).toEqual([second]);
    const items = await readPages<InquiryBody>(service.fetch, '/v1/inquiries?status=open&limit=2');
    const open = items.map(({ id }) => id);
    expect(open).toEqual(open.toSorted((a, b) => a - b));
    expect(open.slice(-3)).toEqual([first, second, fourth]);
    expect(await service.count('/v1/inquiries?status=open')).toBe(open.length);
  });

  test('an inquiry is closed once, and closing it again changes nothing', async () => {
    const { id } = await sent(await addPet());
    service.now += 1_000;
    const closed = await close(id);
    const text = await closed.text();
    expect(closed.status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ status: 'closed', closedAt: new Date(service.now).toISOString() });
    service.now += 1_000;
    expect(await (await close(id)).text()).toBe(text);
    expect(await (await get(id)).text()).toBe(text);
    expect(await typesOf(id)).toEqual(['created', 'closed']);
  });

  test('an inquiry goes through stages, of which clients that know only a status see the status', async () => {
    const petId = await addPet();
    const { id } = await sent(petId);
    const read = async (response: Response) => await bodyOf<Record<string, unknown>>(response);
    const person = await bodyOf(await service.post('/v1/people', '{"name":"Zoë Answers","role":"staff"}'));
    const work = { stage: 'reviewing', note: 'Garden\nand fence' };
    const assignee = { id: person.id, name: 'Zoë Answers' };
    const worked = await read(await patch(id, { ...work, assigneeId: person.id }));
    expect(worked).toMatchObject({ status: 'open', assignee, ...work });
    expect(await ids(`petId=${petId}&stage=reviewing&assigneeId=${person.id}&status=open`)).toEqual([id]);
    expect(await ids(`petId=${petId}&stage=new`)).toEqual([]);
    const newer = await sent(petId);
    expect(await ids(`petId=${petId}&sort=-id`)).toEqual([newer.id, id]);
    expect(await ids(`petId=${petId}&assigned=true`)).toEqual([id]);
    expect(await ids(`petId=${petId}&assigned=false`)).toEqual([newer.id]);
    await patch(id, { stage: 'reviewing', assigneeId: person.id });
    for (const stage of ['declined', 'withdrawn', 'closed'] as const) {
      expect(await read(await patch(id, { stage }))).toMatchObject({ status: 'closed', stage, closedBy: actor });
      expect(await ids(`petId=${petId}&stage=${stage}`)).toEqual([id]);
    }
    const reopened = await read(await patch(id, { stage: 'approved', note: null }));
    expect(reopened['status']).toBe('open');
    for (const name of ['closedAt', 'closedBy', 'note']) expect(reopened).not.toHaveProperty(name);
    expect(await read(await close(id))).toMatchObject({ status: 'closed', stage: 'closed' });
    const types = ['created', 'updated', 'closed', 'updated', 'updated', 'updated', 'closed'];
    expect(await typesOf(id)).toEqual(types);
    expect(JSON.stringify(await eventsOf(id))).not.toMatch(/Garden|Zoë/);
    await service.fetch(`/v1/people/${person.id}`, { method: 'DELETE' });
    expect(await read(await get(id))).toMatchObject({ assignee: { id: person.id } });
    expect(await (await get(id)).text()).not.toContain('Zoë');
    expect(await refusal(await patch(id, { assigneeId: person.id }))).toBe('404 person_not_found');
    // Release 1.1.0 closes inquiries without changing their stage.
    const old = await sent(petId);
    await patch(old.id, { stage: 'reviewing' });
    await service.database.run(`UPDATE inquiries SET status = 'closed', closed_at = 1 WHERE id = ${old.id}`);
    expect(await ids(`petId=${petId}&stage=closed`)).toEqual([id, old.id]);
    expect(await read(await get(old.id))).toMatchObject({ status: 'closed', stage: 'closed' });
  });

  test('of two orders for inquiries about one animal one succeeds, with the contact of its inquiry', async () => {
    const petId = await addPet();
    const made = [await sent(petId), await sent(petId)];
    const order = (id: number, headers: Record<string, string> = {}) =>
      service.post(`/v1/inquiries/${id}/order`, JSON.stringify({ reference: `R-${id}` }), headers);
    const answers = await Promise.all(made.map(({ id }) => order(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const won = answers.findIndex(({ status }) => status === 201);
    const [winner, loser] = [made[won]?.id ?? 0, made[1 - won]?.id ?? 0];
    const placed = await bodyOf<{ id: number }>(answers[won] ?? new Response());
    expect(answers[won]?.headers.get('Location')).toEndWith(`/v1/store/orders/${placed.id}`);
    expect(placed).toMatchObject({ petId, status: 'placed', reference: `R-${winner}`, contact });
    expect(await refusal(answers[1 - won] ?? new Response())).toBe('409 pet_not_available');
    expect(await (await get(winner)).json()).toMatchObject({ stage: 'approved', status: 'open', orderId: placed.id });
    expect(await (await get(loser)).json()).toMatchObject({ stage: 'new' });
    await patch(loser, { stage: 'declined' });
    expect(await refusal(await order(loser))).toBe('409 invalid_transition');
    const some = as(await service.makeKey('orders:write inquiries:write'));
    expect(await refusal(await order(winner, some))).toBe('403 insufficient_scope');
  });

  test('an inquiry ends with the completion of its order and comes back with it, each with one event', async () => {
    const [{ id }, other] = [await sent(await addPet()), await sent(await addPet())];
    const placed = await bodyOf<{ id: number }>(await service.post(`/v1/inquiries/${id}/order`, '{}'));
    await patch(id, { note: 'Garden' });
    const step = async (name: string) => (await service.post(`/v1/store/orders/${placed.id}/${name}`, '')).status;
    const shown = async () => bodyOf<Record<string, unknown>>(await get(id));
    expect(await step('complete')).toBe(200);
    expect(await shown()).toMatchObject({ status: 'closed', stage: 'closed', closedBy: actor, note: 'Garden' });
    expect(await step('reopen')).toBe(200);
    expect(await shown()).toMatchObject({ status: 'open', stage: 'approved', orderId: placed.id });
    // One that was ended in another way stays as it is.
    service.now += 1_000;
    await patch(id, { stage: 'withdrawn' });
    expect([await step('complete'), await step('reopen'), await step('cancel')]).toEqual([200, 200, 200]);
    expect(await shown()).toMatchObject({ stage: 'withdrawn' });
    expect(await typesOf(id)).toEqual(['created', 'updated', 'updated', 'closed', 'updated', 'closed']);
    const changes = (await eventsOf(id)).map((event) => event.changes?.map(({ field }) => field).sort());
    const approved = ['orderId', 'stage'];
    expect(changes).toEqual([undefined, approved, ['note'], undefined, ['stage'], undefined]);
    expect(await (await get(other.id)).json()).toMatchObject({ stage: 'new' });
  });

  test('the other inquiries for an adopted animal are declined for that, and are open again with it', async () => {
    const petId = await addPet();
    const made = [
      await sent(petId),
      await sent(petId),
      await sent(petId),
      await sent(petId),
      await sent(await addPet()),
    ];
    const [first = 0, second = 0, third = 0, fourth = 0] = made.map(({ id }) => id);
    await patch(second, { stage: 'reviewing' });
    await patch(third, { stage: 'approved' });
    await patch(fourth, { stage: 'declined' });
    const facts = async () => {
      type Shown = { stage: string; reason?: string; closedBy?: { name: string } };
      const all = await Promise.all(made.map(async ({ id }) => await bodyOf<Shown>(await get(id))));
      return all.map(({ stage, reason, closedBy }) => [stage, ...(reason ? [reason, closedBy?.name] : [])].join(' '));
    };
    const adopted = 'declined animal_adopted test';
    const { id } = await bodyOf<{ id: number }>(await service.post(`/v1/inquiries/${first}/order`, '{}'));
    const step = async (name: string) => (await service.post(`/v1/store/orders/${id}/${name}`, '')).status;
    expect(await step('complete')).toBe(200);
    expect(await facts()).toEqual(['closed', adopted, adopted, 'declined', 'new']);
    expect(await typesOf(second)).toEqual(['created', 'updated', 'closed']);
    expect(await step('complete')).toBe(409);
    expect(await step('reopen')).toBe(200);
    expect(await facts()).toEqual(['approved', 'reviewing', 'reviewing', 'declined', 'new']);
    expect(await typesOf(second)).toEqual(['created', 'updated', 'closed', 'updated']);
    expect(await step('cancel')).toBe(200);
    const setStatus = async (status: string) => (await service.send('PATCH', `/v1/pets/${petId}`, { status })).status;
    service.now += 1_000;
    expect(await setStatus('sold')).toBe(200);
    expect(await facts()).toEqual(['approved', adopted, adopted, 'declined', 'new']);
    expect(await (await patch(second, { note: 'Told her' })).json()).toMatchObject({ reason: 'animal_adopted' });
    expect(await (await patch(third, { stage: 'withdrawn' })).json()).not.toHaveProperty('reason');
    expect(await setStatus('available')).toBe(200);
    expect(await facts()).toEqual(['approved', 'reviewing', 'withdrawn', 'declined', 'new']);
    expect(await setStatus('sold')).toBe(200);
    expect((await facts())[1]).toBe(adopted);
    expect((await service.send('PATCH', `/v1/pets/${petId}/profile`, { outcomeType: 'died' })).status).toBe(200);
    expect(await facts()).toEqual(['approved', 'reviewing', 'withdrawn', 'declined', 'new']);
  });

  test('the key of a web site sees neither a note of the staff nor who has closed it when it sends an inquiry again', async () => {
    const petId = await addPet();
    const headers = { 'Idempotency-Key': crypto.randomUUID(), ...as(await service.makeKey('inquiries:write')) };
    const { id } = await bodyOf<InquiryBody>(await send(petId, {}, headers));
    await patch(id, { note: 'Between us', stage: 'reviewing' });
    const again = await (await send(petId, {}, headers)).text();
    expect([again.includes('"reviewing"'), again.includes('Between us')]).toEqual([true, false]);
    expect(await (await close(id)).text()).toContain('closedBy');
    const closed = await (await send(petId, {}, headers)).text();
    expect([closed.includes('"closed"'), closed.includes('closedBy')]).toEqual([true, false]);
  });

  test('an erased inquiry is gone, and its events name it and nothing else', async () => {
    const { id } = await sent(await addPet());
    expect((await erase(id)).status).toBe(204);
    expect(await refusal(await get(id))).toBe('404 inquiry_not_found');
    expect(await refusal(await close(id))).toBe('404 inquiry_not_found');
    expect(await refusal(await erase(id))).toBe('404 inquiry_not_found');
    const at = new Date(service.now).toISOString();
    expect(await eventsOf(id)).toEqual([
      { type: 'inquiry.created', at, inquiryId: id, actor },
      { type: 'inquiry.deleted', at, inquiryId: id, actor },
    ]);
  });

  test('a retry gets the inquiry as it is then, of which the stored response has the id alone', async () => {
    const petId = await addPet();
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await send(petId, {}, headers);
    const firstText = await first.text();
    const { id } = JSON.parse(firstText) as InquiryBody;
    const retry = await send(petId, {}, headers);
    expect([retry.status, retry.headers.get('Idempotency-Replayed')]).toEqual([201, 'true']);
    expect(retry.headers.get('Location')).toBe(first.headers.get('Location'));
    expect(await retry.text()).toBe(firstText);
    expect(await ids(`petId=${petId}`)).toEqual([id]);
    const closing = { 'Idempotency-Key': crypto.randomUUID() };
    const closed = await (await close(id, closing)).text();
    expect(await (await close(id, closing)).text()).toBe(closed);

    const records = "SELECT body FROM idempotency_records WHERE fingerprint <> ''";
    expect(await service.database.run(`${records} AND body = '${id}'`)).toHaveLength(2);
    expect((await service.database.run('SELECT body FROM idempotency_records')).join()).not.toContain('Ada');

    await erase(id);
    expect(await refusal(await send(petId, {}, headers))).toBe('404 inquiry_not_found');
    expect(await ids(`petId=${petId}`)).toEqual([]);
  });

  test('an inquiry about a removed animal stays, so that it can be answered', async () => {
    const petId = await addPet();
    const { id } = await sent(petId);
    await service.fetch(`/v1/pets/${petId}`, { method: 'DELETE' });
    expect(await ids(`petId=${petId}`)).toEqual([id]);
    expect((await close(id)).status).toBe(200);
  });

  test('an animal has a bounded number of open inquiries', async () => {
    const petId = await addPet();
    const made: InquiryBody[] = [];
    // Not all at once: on a busy machine the last would wait for a connection for too long.
    while (made.length < maxOpenOfPet) made.push(...(await Promise.all(Array.from({ length: 40 }, () => sent(petId)))));
    expect(await refusal(await send(petId))).toBe('409 too_many_inquiries');
    expect((await send(await addPet())).status).toBe(201);
    await close(made[0]?.id ?? 0);
    expect((await send(petId)).status).toBe(201);
  });

  onOneEngine(engine, () => {
    test('an inquiry needs an address or a telephone number, and an animal', async () => {
      const petId = await addPet();
      expect((await send(petId, { phone: undefined })).status).toBe(201);
      expect((await send(petId, { email: undefined })).status).toBe(201);
      const neither = await send(petId, { email: undefined, phone: undefined });
      expect((await bodyOf<{ message: string }>(neither)).message).toContain('email is required without a phone.');
      expect(await refusal(await send(2 ** 40))).toBe('404 pet_not_found');
      const { minProperties, required } = document.components.schemas.NewInquiry;
      expect(minProperties).toBe(required.length + 1);
    });

    test.each([
      ['name', '', ' '.repeat(3), 'a\u0007', 'x'.repeat(101)],
      [
        'email',
        'ada',
        'ada@example',
        'ada@@example.org',
        'a da@example.org',
        'a,b@example.org',
        `a@${'x'.repeat(250)}.org`,
      ],
      ['phone', '', 'none', '+', '512\u0007', '\u200E', '0'.repeat(101)],
      ['message', '', '\n', 'a\u0000', 'x'.repeat(2_001)],
    ])('names %s if it is not as it has to be', async (field, ...values) => {
      const petId = await addPet();
      for (const value of values) {
        const response = await send(petId, { [field]: value }, { Accept: 'application/problem+json' });
        const { code, errors } = await bodyOf<{ code: string; errors: { pointer: string }[] }>(response);
        const pointers = errors.map(({ pointer }) => pointer);
        expect([value, code, pointers]).toEqual([value, 'validation_failed', [`#/${field}`]]);
      }
    });

    // Around a number of the contacts of a phone, and blanks, dashes and digits of several keyboards.
    test.each([
      ['phone', '\u202A+1 512 555 0100\u202C', '+1 512 555 0100'],
      ['phone', '\u200E+1\u00A0512\u2009555\u30000100\u200F', '+1 512 555 0100'],
      ['phone', '512\u2011555\u20130100\u22121\uFF0D2', '512-555-0100-1-2'],
      ['phone', ' 512 555 0100 ext. 12 (after 6 pm) ', '512 555 0100 ext. 12 (after 6 pm)'],
      ['phone', '٠١٧١ ١٢٣٤٥٦٧', '٠١٧١ ١٢٣٤٥٦٧'],
      ['phone', '＋８１ ３ １２３４ ５６７８', '＋８１ ３ １２３４ ５６７８'],
      ['email', '\uFEFF\u2066ada\u200B@exam\u00ADple.org\u2069\u00A0', 'ada@example.org'],
      ['email', 'ada@exam\u{E0070}ple.org', 'ada@example.org'],
      ['message', 'Hi\u000BAda\u2028Bea\u0085Cyd\rDan\r\nEve\tFay', 'Hi\nAda\nBea\nCyd\nDan\r\nEve Fay'],
    ])('takes %s %j as it looks', async (field, typed, kept) => {
      const petId = await addPet();
      const response = await send(petId, { [field]: typed });
      expect([response.status, (await bodyOf<Record<string, unknown>>(response))[field]]).toEqual([201, kept]);
      expect(await bodyOf(await service.fetch(`/v1/inquiries?petId=${petId}`))).toMatchObject([{ [field]: kept }]);
    });

    test.each([
      ['name', 'Ada\u000B', ', but has U+000B (vertical tab) as character 4.'],
      ['name', 'a🐕\u0007', ', but has U+0007 as character 3.'],
      ['email', 'a,da@example.org', ', but has U+002C (,) as character 2.'],
      ['email', 'ada @example.org', ', but has U+0020 (blank) as character 4.'],
      ['email', 'ada@@example.org', 'such as ada@example.org.'],
      ['phone', '512\u001b', ', but has U+001B (escape) as character 4.'],
      ['message', 'Hi\nAda\0', ', but has U+0000 (null) as character 7.'],
    ])('a refusal of %s %j names the character and its place', async (field, value, end) => {
      const { message } = await bodyOf<{ message: string }>(await send(await addPet(), { [field]: value }));
      expect(message).toEndWith(end);
    });

    test('nobody stores a response with inquiries', async () => {
      const petId = await addPet();
      const { id } = await sent(petId);
      const hits = () => service.app.measure()['petstore_response_cache_hits_total'];
      const before = hits();
      for (let time = 0; time < 3; time++) {
        for (const path of [`/v1/inquiries?petId=${petId}`, `/v1/inquiries/${id}`]) {
          const response = await service.fetch(path);
          expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
        }
      }
      expect(hits()).toBe(before ?? 0);
    });

    test('the key of a web site stores inquiries, and can neither read, close nor erase them', async () => {
      const petId = await addPet();
      const { id } = await sent(petId);
      const website = as(await service.makeKey('inquiries:write'));
      expect((await send(petId, {}, website)).status).toBe(201);
      const refused = [
        await service.fetch('/v1/inquiries', { headers: website }),
        await service.fetch(`/v1/inquiries/${id}`, { headers: website }),
        await close(id, website),
        await erase(id, website),
      ];
      for (const response of refused) expect(await refusal(response)).toBe('403 insufficient_scope');
    });

    test('neither logs nor errors tell what a person has written', async () => {
      const petId = await addPet();
      const faulty = await send(petId, { email: 'Ada at example', name: 'Ada\u0007' });
      expect(await faulty.text()).not.toContain('Ada');
      const { id } = await sent(petId);
      await close(id);
      await erase(id);
      expect(service.logged.join('')).not.toMatch(/Ada|example\.org|visit/);
      await service.untilSettled();
      const events = await readPages(service.fetch, '/v1/events?limit=100');
      expect(JSON.stringify(events)).not.toMatch(/Ada|example\.org|visit/);
    });
  });
});
