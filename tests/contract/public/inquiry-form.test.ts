import { afterAll, beforeEach, expect, test } from 'bun:test';
import { maxOpenOfPetByForms } from '../../../src/homes/inquiries/rules.ts';
import { rateLimitMemoryBytes } from '../../../src/http/auth/rate-limit.ts';
import { unavailable } from '../../../src/store/storage-errors.ts';
import type { Store } from '../../../src/store/store.ts';
import { origin, startApp } from '../../support/app.ts';
import { publicPage } from '../../support/browser/public-page.ts';
import { bodyOf, type PetBody } from '../../support/http/body.ts';

/** The form on the public page, as a browser without scripts sends it. */
let petId: number;

const inquiryForm = { days: 90, privacyUrl: 'https://shelter.example/privacy' };
/** Without an address, as the only one would be that of the visitor. */
const { contact: _, ...withoutContact } = publicPage;
const withForm = { publicPage: withoutContact, inquiryForm };

// On one engine: tests/contract/homes/inquiries.test.ts stores inquiries on each.
const service = await startApp({ ...withForm, isAccessLogged: true });
afterAll(() => service.close());

const filled = { name: 'Ada Moreno', email: 'ada@example.org', phone: '', message: 'May I\r\nvisit?', website: '' };
const open = (path: string, init: RequestInit = {}) =>
  service.fetch(path, { ...init, headers: { Authorization: '', ...init.headers } });
const formAt = (id = petId) => open(`/adopt/${id}/inquiry`);
const tokenIn = (page: string) => /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
/** The secret of the link that the page after a form shows. */
const linkIn = (token: string) => token.split('.')[1] ?? '';
const formType = 'application/x-www-form-urlencoded';
const send = (fields: Record<string, string>, headers: Record<string, string> = {}, id = petId, query = '') =>
  open(`/adopt/${id}/inquiry${query}`, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'Content-Type': formType, ...headers },
  });

/** The token of a new form. */
async function openForm(id = petId): Promise<string> {
  return tokenIn(await (await formAt(id)).text());
}

const stored = async (id = petId) =>
  (await (await service.fetch(`/v1/inquiries?petId=${id}&limit=100`)).json()) as Record<string, unknown>[];
const facts = (page: string) => ({
  fields: [...page.matchAll(/id="(\w+)-fault"/g)].map(([, field]) => field),
  invalid: [...page.matchAll(/name="(\w+)"[^>]* aria-invalid="true"/g)].map(([, field]) => field),
});

beforeEach(async () => {
  service.now += 60_000;
  petId = (await bodyOf<PetBody>(await service.post('/v1/pets', '{"name":"Frank","categoryId":3}'))).id;
});

test('the page of an animal leads to a form that nobody stores and no site embeds', async () => {
  expect(await (await open(`/adopt/${petId}`)).text()).toContain(`href="${petId}/inquiry"`);
  const form = await formAt();
  expect([form.status, form.headers.get('Cache-Control'), form.headers.get('ETag')]).toEqual([200, 'no-store', null]);
  expect(form.headers.get('Content-Security-Policy')).toContain("form-action 'self'");
  expect(form.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
  const page = await form.text();
  expect(page).not.toMatch(/<script|aria-describedby=""/);
  expect(page).toContain('erase it after 90 days');
  expect(page).toContain('href="https://shelter.example/privacy"');
  expect(facts(page)).toEqual({ fields: [], invalid: [] });
});

test('a sent form is an open inquiry, and the browser is redirected', async () => {
  const token = await openForm();
  const response = await send({ ...filled, token });
  expect([response.status, response.headers.get('Location')]).toEqual([303, `inquiry/sent/${linkIn(token)}`]);
  expect(await response.text()).toBe('');
  const [inquiry, ...others] = await stored();
  expect(others).toEqual([]);
  const { id: _, createdAt: __, ...rest } = inquiry ?? {};
  const { name, email } = filled;
  const createdBy = { type: 'public' };
  expect(rest).toEqual({ petId, status: 'open', stage: 'new', name, email, message: 'May I\nvisit?', createdBy });
  expect(await (await open(`/adopt/${petId}/inquiry/sent`)).text()).toContain('your message about Frank');
});

test('an adoption cannot be withdrawn by the link of who has asked', async () => {
  const token = await openForm();
  await send({ ...filled, token });
  const id = Number((await stored())[0]?.['id']);
  const other = await openForm();
  await send({ ...filled, name: 'Bea', token: other });
  const order = await bodyOf<{ id: number }>(await service.post(`/v1/inquiries/${id}/order`, JSON.stringify({})));
  const read = async () => await (await open(`/adopt/inquiries/${linkIn(token)}`)).text();
  expect(await read()).toContain('/withdrawal"');
  await service.post(`/v1/store/orders/${order.id}/complete`, '');
  const page = await read();
  expect(page).toContain('We have dealt with your message about Frank');
  expect([page.includes('/withdrawal"'), page.includes('href="../../adopt"')]).toEqual([false, true]);
  const pageOfOther = await (await open(`/adopt/inquiries/${linkIn(other)}`)).text();
  expect(pageOfOther).toContain('Frank has found a home with somebody else. Thank you');
});

test('who has sent a form sees by its link how it goes on, and withdraws it once', async () => {
  const token = await openForm();
  const link = linkIn(token);
  const sentAt = (await send({ ...filled, token })).headers.get('Location') ?? '';
  const page = async (path: string) => {
    const response = await open(path);
    const { headers } = response;
    expect([headers.get('Cache-Control'), headers.get('Content-Encoding')]).toEqual(['no-store', null]);
    expect(headers.get('Referrer-Policy')).toBe(path.endsWith('/withdrawal') ? 'same-origin' : 'no-referrer');
    const text = await response.text();
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(text).not.toContain('<script');
    return [response.status, text] as const;
  };
  const address = `/adopt/inquiries/${link}`;
  expect((await page(`/adopt/${petId}/${sentAt}`))[1]).toContain(`href="../../../../adopt/inquiries/${link}"`);
  expect((await page(address))[1]).toContain('We have received your message about Frank');
  const rows = await service.database.run('SELECT submission FROM inquiries');
  expect(rows.map(([hash]) => hash)).not.toContain(link);
  const [inquiry] = await stored();
  const id = Number(inquiry?.['id']);
  await service.send('PATCH', `/v1/inquiries/${id}`, { stage: 'reviewing', note: 'Between us' });
  expect((await page(address))[1]).toContain('We are looking at your message about Frank');
  const order = await service.post(`/v1/inquiries/${id}/order`, JSON.stringify({}));
  expect([order.status, (await page(address))[1].includes('Frank is reserved for you.')]).toEqual([201, true]);
  const { id: orderId } = await bodyOf<{ id: number }>(order);
  const soon = new Date(service.now + 5 * 24 * 60 * 60 * 1_000).toISOString();
  await service.send('PATCH', `/v1/store/orders/${orderId}`, { expiresAt: soon });
  expect((await page(address))[1]).toContain('Frank is reserved for you until ');
  const [, shown] = await page(address);
  expect(shown).toContain(`href="../../adopt/${petId}"`);
  expect([shown.includes('May I<br>visit?'), /Ada|example|Between/.test(shown)]).toEqual([true, false]);

  /** A form without inputs, which a browser sends as nothing. The secret is in its address. */
  const withdraw = (headers: Record<string, string> = {}) =>
    open(`${address}/withdrawal`, { method: 'POST', body: '', headers: { 'Content-Type': formType, ...headers } });
  const asked = (await page(`${address}/withdrawal`))[1];
  expect([asked.includes('<form method="post" action="withdrawal">'), asked.includes('<input')]).toEqual([true, false]);
  expect((await withdraw({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(400);
  expect((await stored())[0]?.['stage']).toBe('approved');
  for (const _ of ['once', 'twice']) {
    const done = await withdraw();
    expect([done.status, done.headers.get('Location')]).toEqual([303, `../${link}`]);
  }
  expect((await stored())[0]).toMatchObject({ status: 'closed', stage: 'withdrawn', closedBy: { type: 'public' } });
  expect(await (await service.fetch(`/v1/store/orders/${orderId}`)).json()).toMatchObject({ status: 'placed' });
  const [, withdrawn] = await page(address);
  expect([withdrawn.includes('was withdrawn'), withdrawn.includes('/withdrawal')]).toEqual([true, false]);
  await service.untilSettled();
  const events = await (await service.fetch('/v1/events?type=inquiry.closed&limit=100')).text();
  expect(events.split(`"inquiryId":${id},`).length - 1).toBe(1);

  await service.fetch(`/v1/inquiries/${id}`, { method: 'DELETE' });
  const erased = await page(address);
  expect(erased[0]).toBe(404);
  expect(erased).toEqual(await page(`/adopt/inquiries/${'0'.repeat(32)}`));
  expect((await withdraw()).status).toBe(404);
  for (const copied of [`%20${link}`, `x${link}`, `${link}.`]) await open(`/adopt/inquiries/${copied}`);
  for (const path of ['inquiries%2f', 'Inquiries/']) await open(`/adopt/${path}${link}`);
  expect(JSON.stringify([service.logged, service.app.measure()])).not.toContain(link);
});

test('what a visitor has remembered is carried through the form', async () => {
  const token = await openForm();
  const query = `species=Cat&keep=${petId}`;
  const inAttribute = query.replace('&', '&amp;');
  const form = await (await open(`/adopt/${petId}/inquiry?${query}`)).text();
  expect(form).toContain(`action="inquiry?${inAttribute}"`);
  expect(form).toContain(`href="../${petId}?${inAttribute}"`);
  const response = await send({ ...filled, token }, {}, petId, `?${query}`);
  expect(response.headers.get('Location')).toBe(`inquiry/sent/${linkIn(token)}?${query}`);
  const sent = await (await open(`/adopt/${petId}/inquiry/sent?${query}`)).text();
  expect(sent).toContain(`href="../../../adopt?${inAttribute}"`);
});

test('a form that is sent twice, also at once, is one inquiry', async () => {
  const token = await openForm();
  const responses = await Promise.all([1, 2, 3].map(() => send({ ...filled, token })));
  expect(responses.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await stored()).toHaveLength(1);
  const other = await send({ ...filled, message: 'Again', token });
  const page = await other.text();
  expect([other.status, page.includes('\nAgain</textarea>')]).toEqual([409, true]);
  expect(page).toContain('We have your first message');
  expect(await stored()).toMatchObject([{ message: 'May I\nvisit?' }]);
  expect((await send({ ...filled, message: 'Again', token: tokenIn(page) })).status).toBe(303);
  expect(await stored()).toHaveLength(2);
});

test('the same words in another spelling are one inquiry, and other words are another', async () => {
  const first = { ...filled, phone: '+1 512 555 0100' };
  const sendNew = async (changes: object) =>
    (await send({ ...first, token: await openForm(), ...changes })).headers.get('Location');
  expect(await sendNew({})).toMatch(/^inquiry\/sent\/\w{32}$/);
  const again = {
    name: ' ada  MORENO',
    email: 'Ada@Example.org',
    phone: '+1 (512) 555-0100',
    message: 'may I  visit?',
  };
  expect(await sendNew(again)).toBe('inquiry/sent');
  expect(await stored()).toMatchObject([{ name: 'Ada Moreno', phone: '+1 512 555 0100' }]);
  for (const changes of [{ message: 'May we visit?' }, { phone: '+1 512 555 0101' }, { email: '' }])
    await sendNew(changes);
  service.now += 60_000;
  const [{ id }] = (await stored()) as [{ id: number }];
  await service.post(`/v1/inquiries/${id}/close`, '');
  expect(await sendNew(again)).toMatch(/^inquiry\/sent\/\w{32}$/);
  expect(await stored()).toHaveLength(5);
});

test('who is not told whether a form was stored sends it again, and it is one inquiry', async () => {
  const token = await openForm();
  const lost: Store['write'] = async (command, input) => {
    await service.store.write(command, input);
    throw unavailable(new Error('the connection was lost after the commit'));
  };
  service.restart({
    store: new Proxy(service.store, {
      get: (store, name) => (name === 'write' ? lost : Reflect.get(store, name, store)),
    }),
  });
  const unsure = await send({ ...filled, token });
  service.restart({});
  const page = await unsure.text();
  expect([unsure.status, unsure.headers.get('Retry-After'), tokenIn(page)]).toEqual([503, '5', token]);
  expect(page).toContain('<h2>Your message may not have arrived</h2>');
  expect(page).toContain('it counts once only');
  expect((await send({ ...filled, token })).status).toBe(303);
  expect(await stored()).toHaveLength(1);
});

test('what was pasted is taken as it looks, and a refusal names what an address cannot have', async () => {
  const pasted = {
    name: 'Ada\u0007 Moreno',
    phone: '\u202A0171‑1234567\u202C (abends)',
    message: 'Hi\u000Bthere\u0002',
  };
  expect((await send({ ...filled, ...pasted, token: await openForm() })).status).toBe(303);
  expect(await stored()).toMatchObject([{ name: 'Ada Moreno', phone: '0171-1234567 (abends)', message: 'Hi\nthere' }]);
  const refused = await send({ ...filled, email: 'ada,bea@example.org', token: await openForm() });
  expect(await refused.text()).toContain('such as ada@example.org. It cannot contain U+002C (,).</p>');
});

test('every fault is named at its field, and what was typed is still there', async () => {
  const token = await openForm();
  const typed = { name: '', email: '"><script>x', phone: 'none', message: 'x</textarea>\n2', website: '' };
  const response = await send({ ...typed, token });
  const page = await response.text();
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([400, 'no-store']);
  expect(facts(page)).toEqual({ fields: ['name', 'email', 'phone'], invalid: ['name', 'email', 'phone'] });
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;x"');
  expect(page).toContain('x&lt;/textarea&gt;\n2</textarea>');
  expect(page).not.toContain('<script');
  expect(tokenIn(page)).toBe(token);
  const noReply = await (await send({ ...filled, email: ' ', token })).text();
  expect(facts(noReply).fields).toEqual(['email']);
  expect(noReply).toContain('so that we can reply');
  const long = await send({ ...filled, message: '🐕'.repeat(2_001), token });
  expect(facts(await long.text()).fields).toEqual(['message']);
  expect(await stored()).toEqual([]);
  expect((await send({ ...filled, message: '🐕'.repeat(2_000), token })).status).toBe(303);
});

test('a program that fills the hidden field stores nothing', async () => {
  const token = await openForm();
  const trapped = await send({ ...filled, website: 'https://spam.example', token });
  expect([trapped.status, trapped.headers.get('Location')]).toEqual([303, `inquiry/sent/${linkIn(token)}`]);
  expect(await stored()).toEqual([]);
});

test('a form that a browser has filled in and sent at once is stored', async () => {
  expect((await send({ ...filled, token: tokenIn(await (await formAt()).text()) })).status).toBe(303);
  expect(await stored()).toHaveLength(1);
});

const spoil: Record<string, (token: string) => string | Promise<string>> = {
  without: () => '',
  'with a changed': (token) => token.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10)),
  'with an old': (token) => {
    service.now += 25 * 60 * 60 * 1_000;
    return token;
  },
  "with another animal's": async () =>
    openForm((await bodyOf<PetBody>(await service.post('/v1/pets', '{"name":"Rex","categoryId":3}'))).id),
};
test.each(Object.entries(spoil))('a form %s token is shown again with another one', async (_, change) => {
  const response = await send({ ...filled, token: await change(await openForm()) });
  const page = await response.text();
  expect([response.status, page.includes('May I\nvisit?</textarea>')]).toEqual([400, true]);
  expect(await stored()).toEqual([]);
  expect((await send({ ...filled, token: tokenIn(page) })).status).toBe(303);
});

test('a form that another site has sent is not accepted', async () => {
  const token = await openForm();
  const foreign: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site', Origin: origin },
    { Origin: 'https://elsewhere.example' },
    { Origin: 'null' },
  ];
  for (const headers of foreign) expect((await send({ ...filled, token }, headers)).status).toBe(400);
  expect(await stored()).toEqual([]);
  expect((await send({ ...filled, token }, { 'Sec-Fetch-Site': 'same-origin', Origin: origin })).status).toBe(303);
});

test('another node accepts a form of this one', async () => {
  const token = await openForm();
  const node = service.startNode(withForm);
  const body = new URLSearchParams({ ...filled, token });
  const response = await node.fetch(new Request(`${origin}/adopt/${petId}/inquiry`, { method: 'POST', body }));
  expect(response.status).toBe(303);
  expect(await stored()).toHaveLength(1);
});

test('there is no form for an animal that is not shown, and no other body or method is accepted', async () => {
  const token = await openForm();
  await service.send('PATCH', `/v1/pets/${petId}`, { status: 'sold' });
  expect([(await formAt()).status, (await send({ ...filled, token })).status]).toEqual([404, 404]);
  expect((await formAt(99_999)).status).toBe(404);
  await service.send('PATCH', `/v1/pets/${petId}`, { status: 'available' });
  expect((await send({ ...filled, token }, { 'Content-Type': 'application/json' })).status).toBe(415);
  expect((await send({ ...filled, message: 'x'.repeat(40_000), token })).status).toBe(413);
  const put = await open(`/adopt/${petId}/inquiry`, { method: 'PUT', body: '' });
  expect([put.status, put.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect((await open(`/adopt/${petId}`, { method: 'POST', body: '' })).headers.get('Allow')).toBe('GET, HEAD');
  expect(await stored()).toEqual([]);
});

test('an animal with very many open inquiries gets no more, and says so kindly', async () => {
  const draft = JSON.stringify({ petId, name: 'Ada', email: 'ada@example.org', message: 'Hi' });
  await Promise.all(Array.from({ length: maxOpenOfPetByForms }, () => service.post('/v1/inquiries', draft)));
  const response = await send({ ...filled, token: await openForm() });
  expect(response.status).toBe(409);
  expect(await response.text()).toContain('Very many people ask about this animal');
  expect(service.app.measure()).toMatchObject({ 'petstore_errors_total{code="too_many_inquiries"}': 1 });
  // Strangers have not taken the room of those with a key.
  expect((await service.post('/v1/inquiries', draft)).status).toBe(201);
});

test('neither logs nor events tell what was sent', async () => {
  await send({ ...filled, token: await openForm() });
  await send({ ...filled, email: 'ada@', token: await openForm() });
  await service.untilSettled();
  const events = await (await service.fetch('/v1/events?limit=100')).text();
  expect(events).toContain('inquiry.created');
  expect(service.logged.join('') + events).not.toMatch(/Ada|ada@|visit/);
});

test.each([
  ['an IPv6 site', (index: number) => ({ 'X-Forwarded-For': `2001:db8:7:${index}::1` })],
  ['a proxy on this machine that is not trusted', () => ({})],
])('%s sends 30 inquiries a day', async (client, headersOf: (index: number) => Record<string, string>) => {
  const trustedProxies = client.includes('not trusted') ? [] : ['127.0.0.1'];
  service.restart({ ...withForm, anonymous: { rateLimit: 0, trustedProxies, peerOf: () => '127.0.0.1' } });
  const answers: Response[] = [];
  for (let index = 0; index < 31; index++) {
    const token = await openForm();
    service.now += 20_000;
    answers.push(await send({ ...filled, token }, headersOf(index)));
  }
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 30 }, () => 303), 429]);
  expect(Number(answers[30]?.headers.get('Retry-After'))).toBeGreaterThan(80_000);
  expect(await answers[30]?.text()).toContain('tomorrow');
  service.now += 24 * 60 * 60 * 1_000;
  expect((await send({ ...filled, token: await openForm() }, headersOf(0))).status).toBe(303);
  service.restart(withForm);
});

test('one address sends five inquiries a minute, and no form exists where the operator wants none', async () => {
  const anonymous = { rateLimit: 1_000, trustedProxies: ['192.0.2.7'], peerOf: () => '192.0.2.7' };
  const measureAll = async () => service.app.measure();
  const shared = { rateLimitMemory: new Uint8Array(rateLimitMemoryBytes), measureAll };
  service.restart({ ...withForm, anonymous, shared });
  const from = async (address: string) =>
    await send({ ...filled, token: await openForm() }, { 'X-Forwarded-For': address });
  const forms = await Promise.all([1, 2, 3, 4, 5, 6].map(() => formAt()));
  const tokens = await Promise.all(forms.map(async (form) => tokenIn(await form.text())));
  service.now += 5_000;
  const answers = [];
  for (const token of tokens) {
    answers.push(await send({ ...filled, token }, { 'X-Forwarded-For': '198.51.100.1' }));
    // Another worker counts on.
    service.restart({ ...withForm, anonymous, shared });
  }
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 429]);
  expect(answers[5]?.headers.get('Retry-After')).toMatch(/^\d+$/);
  expect(await answers[5]?.text()).toContain('Please wait a minute');
  expect((await from('198.51.100.2')).status).toBe(303);
  service.restart({ inquiryForm: undefined });
  expect((await formAt()).status).toBe(404);
  expect(await (await open(`/adopt/${petId}`)).text()).not.toContain('/inquiry');
  service.restart(withForm);
});
