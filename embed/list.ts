import { createCard, element } from './cards.ts';
import { loadBatch, Refusal } from './listings.ts';
import type { Options } from './options.ts';
import { styleSheet } from './styles.ts';

/** An element with the cards in a shadow tree, which the styles of the page do not reach. Loads the first ones. */
export function createList(options: Options): HTMLElement {
  const { texts, theme } = options;
  const host = element('div', { lang: texts.lang });
  if (theme !== undefined) host.dataset['theme'] = theme;
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [styleSheet];
  const section = element('section', { 'aria-label': texts.list });
  const list = element('ul', { role: 'list' });
  const note = element('p', { class: 'note' }, texts.loading);
  const button = element('button', { type: 'button', hidden: '' }, texts.more);
  const told = element('p', { class: 'quiet', role: 'status' });
  section.append(list, note, button, told);
  root.append(section);

  let next: string | undefined = options.query;
  let isLoading = false;
  const setLoading = (is: boolean) => {
    isLoading = is;
    section.setAttribute('aria-busy', String(is));
    button.setAttribute('aria-disabled', String(is));
  };
  const load = async () => {
    if (isLoading || next === undefined) return;
    setLoading(true);
    try {
      const batch = await loadBatch(options, next);
      next = batch.next;
      show(batch.animals.map((animal) => createCard(animal, options, Date.now())));
    } catch (error) {
      refuse(error);
    }
    setLoading(false);
  };

  function show(cards: HTMLLIElement[]): void {
    const isFirst = list.childElementCount === 0;
    const hadFocus = root.activeElement === button;
    list.append(...cards);
    note.hidden = list.childElementCount > 0 || next !== undefined;
    note.textContent = note.hidden ? '' : texts.none;
    note.removeAttribute('role');
    button.textContent = texts.more;
    button.hidden = next === undefined;
    if (isFirst) return;
    told.textContent = `${texts.added}${cards.length}`;
    const [first] = cards;
    if (hadFocus) (first?.querySelector('a') ?? first)?.focus();
  }

  function refuse(error: unknown): void {
    const { reason, message, isPassing } = error instanceof Refusal ? error : new Refusal('busy', `${error}`);
    console.error(`petstore: ${message}`);
    note.hidden = false;
    note.textContent = texts.refusals[reason];
    note.setAttribute('role', 'alert');
    button.textContent = texts.retry;
    button.hidden = !isPassing;
  }

  button.addEventListener('click', () => void load());
  void load();
  return host;
}
