import { describe, expect, test } from 'bun:test';
import type { Answer } from './answer.ts';
import { ReadyPages } from './ready-pages.ts';

/** Makes answers and counts them. */
function maker() {
  const made: Answer[] = [];
  const make = () => {
    const answer = { status: 200, headers: new Headers(), body: `answer ${made.length}` };
    made.push(answer);
    return answer;
  };
  return { made, make, makeLater: async () => make() };
}

describe('with a revision', () => {
  test('an answer is given again while the revision stands still, and made anew when it moves', () => {
    const pages = new ReadyPages();
    const { make, made } = maker();
    const bodies = [1, 1, 2, 2, 1].map((revision) => {
      const answer = pages.findOrMake('list', revision, make);
      return answer instanceof Promise ? undefined : answer.body;
    });
    expect(bodies).toEqual(['answer 0', 'answer 0', 'answer 1', 'answer 1', 'answer 2']);
    expect(made).toHaveLength(3);
  });

  test('an answer that was made while the revision moved is not kept', async () => {
    const pages = new ReadyPages();
    const { make, makeLater, made } = maker();
    const late = pages.findOrMake('list', 1, makeLater);
    pages.findOrMake('other', 2, make);
    await late;
    pages.findOrMake('list', 2, make);
    expect(made).toHaveLength(3);
  });
});

describe('without a revision', () => {
  test('the requests of one turn that ask the same share one answer, and those of the next have another', async () => {
    const pages = new ReadyPages();
    const { makeLater, made } = maker();
    const [one, two, other] = ['list', 'list', 'other'].map((name) => pages.findOrMake(name, undefined, makeLater));
    expect(one).toBe(two);
    expect(other).not.toBe(one);
    await new Promise((resolve) => setImmediate(resolve));
    await pages.findOrMake('list', undefined, makeLater);
    expect(made).toHaveLength(3);
  });
});
