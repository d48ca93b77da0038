import { expect, test } from 'bun:test';
import { makeDraft, parseDraft, restoreDraft } from './draft-format.ts';

const initial = { name: 'Ben', role: 'admin', email: '' };
const stored = (fields: typeof initial, how?: { isWhole?: boolean; isPutAside?: boolean }) =>
  parseDraft(JSON.stringify(makeDraft(initial, fields, how)));

test('a draft has the fields that were changed, and nothing is stored if none was', () => {
  expect(makeDraft(initial, { ...initial })).toBeUndefined();
  expect(makeDraft(initial, { ...initial }, { isWhole: true, isPutAside: true })).toBeUndefined();
  expect(stored({ ...initial, name: 'Benedict' }, { isPutAside: true })).toEqual({
    fields: { name: { before: 'Ben', typed: 'Benedict' } },
    isPutAside: true,
  });
});

test('what others changed meanwhile stays, both in fields that were not touched and in those that were', () => {
  const draft = stored({ name: 'Benedict', role: 'admin', email: 'mine@example.com' });
  expect(restoreDraft(initial, draft, false)).toEqual({ name: 'Benedict', role: 'admin', email: 'mine@example.com' });
  const now = { name: 'Ben', role: 'reader', email: 'theirs@example.com' };
  expect(restoreDraft(now, draft, false)).toEqual({ ...now, name: 'Benedict' });
});

test('a form that merges gets back all that stood in it', () => {
  const typed = { ...initial, name: 'Benedict' };
  const now = { name: 'Benno', role: 'reader', email: 'theirs@example.com' };
  expect(restoreDraft(now, stored(typed, { isWhole: true }), true)).toEqual(typed);
});

test('a field that the form does not have is not restored', () => {
  const { email: _, ...fewer } = initial;
  expect(restoreDraft(fewer, stored({ ...initial, email: 'mine@example.com' }), true)).toEqual(fewer);
});

test.each([
  '',
  'null',
  '"Ben"',
  '{"name":"Benedict","role":"admin","email":""}',
  '{"name":"Benedict","isPutAside":"yes"}',
  '{"fields":"all"}',
  '{"fields":{"name":"Benedict"}}',
  '{"fields":{"name":{"typed":"Benedict"}}}',
])('a draft of another form is ignored: %s', (text) => {
  expect(parseDraft(text)).toBeUndefined();
});
