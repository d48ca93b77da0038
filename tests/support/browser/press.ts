import type { Locator, Page } from 'playwright-core';

/**
 * Presses a button with the keyboard when it is enabled. An `ActionButton` refuses a pointer for a moment after it has
 * appeared or changed: tests use this wherever the pointer is not the subject.
 */
export async function press(button: Locator): Promise<void> {
  await button.and(button.page().locator(':enabled')).press('Enter');
}

/**
 * Clicks an `ActionButton` until it takes a click: one that it refuses, or that misses it because it moves between the
 * press and the release, does nothing.
 * @param clickCount 2 for a double click, of which it may take either
 */
export async function clickUntilTaken(button: Locator, clickCount = 1): Promise<void> {
  const page = button.page();
  do {
    // Clicks bubble to the window last, when the button has decided.
    await page.evaluate(`{
      window.hasTakenClick = false;
      addEventListener('click', ({ target, defaultPrevented }) => {
        window.hasTakenClick ||= target.closest('button') !== null && !defaultPrevented;
      });
    }`);
    await button.click({ clickCount });
  } while (!(await page.evaluate('window.hasTakenClick')));
}

/** The label of the button under the pointer before and after. */
interface Arrival {
  readonly before: string;
  readonly after: string;
}

/**
 * Points at a button and clicks whatever else appears under the pointer, or becomes of the button, as soon as it appears: like
 * the second half of a double click, or a user who aims while somebody else changes the list.
 * @param begin makes something appear: clicks the button, or changes something elsewhere
 */
export async function pressWhatComes(page: Page, button: Locator, begin: () => Promise<unknown>): Promise<Arrival> {
  const label = (await button.getAttribute('aria-label')) ?? (await button.textContent());
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
  const point = { x: x + width / 2, y: y + height / 2 };
  const arrival = page.evaluate<Arrival>(`new Promise((resolve) => {
    const [x, y] = [${point.x}, ${point.y}];
    const nameOf = (button) => button?.ariaLabel ?? button?.innerText ?? '';
    const standing = () => [...document.querySelectorAll('button')].find((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      return left <= x && x <= right && top <= y && y <= bottom && button.checkVisibility();
    });
    const first = standing();
    const before = nameOf(first);
    const look = () => {
      const now = standing();
      if (now === undefined || (now === first && nameOf(now) === before) || now.disabled) return;
      changes.disconnect();
      const target = document.elementFromPoint(x, y);
      const options = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, detail: 2 };
      target.dispatchEvent(new PointerEvent('pointerdown', options));
      target.dispatchEvent(new PointerEvent('pointerup', options));
      target.dispatchEvent(new MouseEvent('click', options));
      resolve({ before, after: nameOf(now) });
    };
    // Not in the next frame: on a busy machine that may come later than a button lets itself be pressed.
    const changes = new MutationObserver(look);
    changes.observe(document.body, { attributes: true, characterData: true, childList: true, subtree: true });
    look();
  })`);
  await page.evaluate('new Promise((done) => requestAnimationFrame(done))');
  await begin();
  const { before, after } = await arrival;
  if (before !== label) throw new Error(`expected the button "${label}" under the pointer, found "${before}"`);
  return { before, after };
}
