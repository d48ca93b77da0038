import { describe, expect, test } from 'bun:test';
import { groupChanges } from './changes.ts';
import { checkThings, inquiriesAbout } from './check-things.ts';
import { attempt } from './example-history.ts';
import { type Attempt, gone, type Outcome, type Sight } from './history.ts';
import type { Rule, ThingRule } from './rules.ts';

const acknowledged: Outcome = { kind: 'acknowledged', id: 1 };

/** A change that begins at a time, and ends one later. */
function set(at: number, thing: string, state: string, outcome = acknowledged, key = `${at}`): Attempt {
  return attempt(at, { kind: 'set', key, states: { [thing]: state } }, outcome);
}

const sight = (startedAt: number, rule: ThingRule, thing: string, state: string): Sight => ({
  ...{ client: 'ann', rule, thing, state, startedAt, endedAt: startedAt + 1 },
});

function violated(attempts: readonly Attempt[], sights: readonly Sight[]): Rule[] {
  const rules: Rule[] = [];
  checkThings(groupChanges(attempts), sights, (rule) => void rules.push(rule));
  return rules;
}

const photos = '/v1/pets/1/photos';
const upload = [set(0, photos, '3'), set(2, photos, '3 4')];
const person = [set(0, 'ana', 'reader'), set(2, 'phone', 'reader'), set(1_000, 'phone', gone), set(1_010, 'ana', gone)];

test('what clients see of their own changes violates nothing', () => {
  const lost: Outcome = { kind: 'unknown' };
  const order = attempt(4, { kind: 'order', petId: 1, key: 'o', inquiryId: 2 }, acknowledged);
  expect(violated(upload, [sight(1, 'photos', photos, '3'), sight(4, 'photos', photos, '3 4')])).toEqual([]);
  expect(violated(person, [sight(999, 'access', 'phone', 'reader'), sight(2_000, 'access', 'phone', gone)])).toEqual(
    [],
  );
  // Another node has cached the key.
  expect(violated(person, [sight(1_400, 'access', 'phone', 'reader')])).toEqual([]);
  const unknown = [set(0, 'ana', 'reader', lost)];
  for (const state of [gone, 'reader']) expect(violated(unknown, [sight(9, 'people', 'ana', state)])).toEqual([]);
  expect(violated([order], [sight(9, 'inquiries', inquiriesAbout(1), 'approved')])).toEqual([]);
});

describe('the checker finds', () => {
  const used: Outcome = { kind: 'refused', code: 'invalid_api_key' };
  const inquiry = set(0, inquiriesAbout(1), 'new');
  const cases: [what: string, violated: Rule, attempts: readonly Attempt[], ...sights: readonly Sight[]][] = [
    ['a photo that is missing', 'photos', upload, sight(4, 'photos', photos, '3')],
    ['another image', 'photos', upload, sight(4, 'photos', photos, '4 3')],
    ['a damaged file', 'photos', upload, sight(4, 'photos', photos, '3 -1')],
    ['a file that is served after its removal', 'photos', [], sight(4, 'photos', '/media/a/320.webp', 'served')],
    ['a photo that was made twice', 'repeated', [...upload, set(9, photos, '3', { kind: 'acknowledged', id: 2 }, '0')]],
    ['a person who is missing', 'people', person, sight(5, 'people', 'ana', gone)],
    ['a person who is there twice', 'people', person, sight(5, 'people', 'ana', 'reader reader')],
    ['a person who is there after her end', 'people', person, sight(1_020, 'people', 'ana', 'reader')],
    ['a device that is let in after its end', 'access', person, sight(1_600, 'access', 'phone', 'reader')],
    ['a device that is kept out before', 'access', person, sight(5, 'access', 'phone', gone)],
    [
      'a link that was good twice',
      'repeated',
      [...person, set(4, 'phone', 'reader', { kind: 'acknowledged', id: 2 }, '2')],
    ],
    ['a link that was never good', 'access', [set(0, 'phone', 'reader', used)]],
    ['an inquiry that is missing', 'inquiries', [inquiry], sight(4, 'inquiries', inquiriesAbout(1), gone)],
    ['an inquiry at another stage', 'inquiries', [inquiry], sight(4, 'inquiries', inquiriesAbout(1), 'closed')],
    [
      'an import that is not complete',
      'imports',
      [set(0, 'a.csv', '9 animals')],
      sight(4, 'imports', 'a.csv', '8 animals'),
    ],
  ];

  test.each(cases)('%s', (_, rule, attempts, ...sights) => {
    expect(violated(attempts, sights)).toEqual([rule]);
  });
});
