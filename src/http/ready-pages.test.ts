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
  const bodyOf = (answer: Answer | Promise<Answer>) => (answer instanceof Promise ? undefined : answer.body);

  test('an answer is given again while the revision stands still, and made anew when it moves', () => {
    const pages = new ReadyPages();
    const { make, made } = maker();
    pages.findOrMake('list', 0, make);
    const bodies = [1, 1, 2, 2, 1].map((revision) => bodyOf(pages.findOrMake('list', revision, make)));
    expect(bodies).toEqual(['answer 1', 'answer 1', 'answer 2', 'answer 2', 'answer 3']);
    expect(made).toHaveLength(4);
  });

  test('what is asked for once is not kept, so that it takes no room from what is asked for again', () => {
    const pages = new ReadyPages();
    const { make } = maker();
    const bodies = ['list', 'once', 'list', 'list'].map((name) => bodyOf(pages.findOrMake(name, 1, make)));
    expect(bodies).toEqual(['answer 0', 'answer 1', 'answer 2', 'answer 2']);
  });

  test('an answer that was made while the revision moved is not kept', async () => {
    const pages = new ReadyPages();
    const { make, makeLater, made } = maker();
    pages.findOrMake('list', 0, make);
    const late = pages.findOrMake('list', 1, makeLater);
    pages.findOrMake('other', 2, make);
    await late;
    pages.findOrMake('list', 2, make);
    expect(made).toHaveLength(4);
  });
});

describe('without a revision', () => {
  test('the requests of one turn that ask the same share one answer, and those of the next have another', async () => {
    const pages = new ReadyPages();
    const { makeLater, made } = maker();
    const [one, two, other] = ['list', 'list', 'other'].map((name) => pages.findOrMake(name, undefined, makeLater));
    expect(one).toBe(two);
    expect(other).not.toBe(one);
    // Whoever arrives in the turn may know of a change of this moment.
    expect(made).toHaveLength(0);
    await Promise.all([one, other]);
    await pages.findOrMake('list', undefined, makeLater);
    expect(made).toHaveLength(3);
  });
});
