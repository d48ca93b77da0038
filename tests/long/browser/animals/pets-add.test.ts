import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { laptop, phone, setView, untilFocused } from '../../../support/browser/browser.ts';
import { goTo } from '../../../support/browser/console-keys.ts';
import { describeConsole, type TestConsole } from '../../../support/browser/describe-console.ts';
import { runBeside } from '../../../support/browser/event-log.ts';
import { go, inOneTab } from '../../../support/browser/one-tab.ts';
import { clickUntilTaken, press } from '../../../support/browser/press.ts';
import { expectSoon } from '../../../support/expect-soon.ts';

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const categoryField = (page: Page) => page.getByRole('dialog').getByRole('combobox', { name: 'Category' });
const openForm = (page: Page) => page.getByRole('button', { name: 'Add an animal' }).click();
const anyDialog = (page: Page) => page.getByRole('dialog');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add an animal' });

const largest = '9223372036854775807';
const smallest = '-9223372036854775808';
/** A right-to-left override: it reverses all text after it that is not isolated from it. */
const turning = '\u202eevil';
/** Letters that run from right to left, and such a character: either alone would reverse what is not isolated. */
const name = `قطة ${turning}`;

async function fill({ client }: TestConsole): Promise<void> {
  await client.categories.put(5n, { name: 'Birds' });
  await client.categories.put(7n, { name: 'Dogs' });
  await client.categories.put(45n, { name: `Cats ${turning}` });
  // Ids get two digits, because a single digit cannot be reversed.
  for (let count = 1; count < 12; count++) await client.pets.create({ name: 'Bella', categoryId: 45n });
}

describeConsole('the form for a new animal, and names and numbers', { fill }, (service) => {
  const onPage = inOneTab(service);

  test('works with the keyboard alone, and returns the focus when it closes', async () => {
    await onPage('/animals', async (page) => {
      await pressUntil(page, 'Tab', 'Add an animal');
      await page.keyboard.press('Enter');
      await untilFocused(page, 'data-autofocus');
      await page.keyboard.type(`Keys`);
      await page.keyboard.press('Tab');
      // A whole name, too, is what is chosen.
      await page.keyboard.type('Dogs');
      await page.getByRole('listbox').getByRole('option', { name: 'Birds' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expectSoon(() => categoryField(page).inputValue()).toBe('Dogs');
      await page.keyboard.press('Tab');
      await page.keyboard.press('n');
      await pressUntil(page, 'Tab', 'Add the animal');
      await page.keyboard.press('Enter');
      await dialog(page).waitFor({ state: 'detached' });
      await page.getByRole('alert').getByRole('link', { name: `Keys` }).waitFor();
      await untilFocused(page, '>Add an animal');
    });
    const added = (await Array.fromAsync(service.client.pets.list())).find(({ name }) => name === `Keys`);
    expect(added).toMatchObject({ categoryId: 7n, status: 'sold' });
  });

  test('has its buttons above a notice that stays, on a phone', async () => {
    const { id } = await service.client.pets.create({ name: 'Covered', categoryId: 7n });
    await onPage(`/animals/${id}`, async (page) => {
      await setView(page, phone);
      const refusal = { code: 'insufficient_scope', message: 'Refused.', status: 403 };
      await page.route(`**/v1/pets/${id}`, (route) => route.fulfill({ status: 403, json: refusal }));
      await press(page.getByRole('button', { name: 'More that can be done' }));
      await page.getByRole('menuitem', { name: 'Make unavailable' }).press('Enter');
      const notice = page.getByRole('alert').filter({ hasText: 'fewer permissions' });
      await notice.waitFor();
      await page.unroute(`**/v1/pets/${id}`);
      await press(page.getByRole('button', { name: 'Edit' }));
      await page.getByRole('dialog').getByLabel('Place', { exact: true }).fill('Aachen');
      await clickUntilTaken(page.getByRole('button', { name: 'Save' }));
      await page.getByText('Aachen', { exact: true }).waitFor();
      await expectSoon(() => notice.count()).toBe(1);
    });
  });

  test('leaves the focus where the user has moved it, as a menu does, even if the page sets the focus late', async () => {
    const { id } = await service.client.pets.create({ name: 'Late', categoryId: 7n });
    await onPage('/animals', async (page) => {
      await page.evaluate(holdShortTimers);
      await page.getByRole('button', { name: 'Add an animal' }).waitFor();
      await page.evaluate('holdTimers()');
      await openForm(page);
      await nameField(page).fill('Quick');
      await categoryField(page).focus();
      expect(await page.evaluate<number>('releaseTimers()')).toBeGreaterThan(0);
      await page.keyboard.type('7');
      await expectSoon(async () => [
        await nameField(page).inputValue(),
        await categoryField(page).inputValue(),
      ]).toEqual(['Quick', '7']);
      await page.keyboard.press('Escape');
      await go(page, `/animals/${id}`);
      const menu = page.getByRole('button', { name: 'More that can be done' });
      await menu.waitFor();
      await page.evaluate('holdTimers()');
      await press(menu);
      await page.getByRole('menuitem', { name: 'Print' }).focus();
      expect(await page.evaluate<number>('releaseTimers()')).toBeGreaterThan(0);
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Print');
    });
  });

  test('a name that runs from right to left reverses no text beside it, on a laptop and on a phone, and is isolated in the page title and in fields', async () => {
    const pet = await service.client.pets.create({ name, categoryId: 45n });
    await service.client.orders.place({ petId: pet.id });
    const key = await service.client.keys.create({ name, role: 'reader' });
    const use = async (page: Page) => {
      const { promise: isOpen, resolve: release } = Promise.withResolvers<void>();
      const expectUpright = async () => expect(await turnedRound(page)).toEqual([]);
      const expectUprightOnBoth = async () => {
        await setView(page, phone);
        await expectUpright();
        await setView(page, laptop);
        await expectUpright();
      };
      const done = (what: string) => page.getByRole('alert').filter({ hasText: what }).last().waitFor();
      const choose = async (what: string) => {
        await press(page.getByRole('button', { name: 'More that can be done' }));
        await page.getByRole('menuitem', { name: what }).press('Enter');
      };
      await page.route(/\/v1\/categories/, async (route) => {
        await isOpen;
        await route.continue();
      });
      await go(page, `/animals/${pet.id}`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await expectSoon(() => page.title()).toBe(`\u2068${name}\u2069 · Petstore`);
      await press(page.getByRole('button', { name: 'Edit', exact: true }));
      const category = anyDialog(page).getByRole('combobox', { name: 'Category' });
      // The form may be there before the categories are.
      await expectSoon(() => category.inputValue()).toBe('45');
      release();
      await expectSoon(() => category.inputValue()).toBe(`\u2068Cats ${turning}\u2069`);
      await expectUpright();
      await page.getByLabel('Place', { exact: true }).fill('Kennel 7');
      await press(page.getByRole('button', { name: 'Save' }));
      await page.getByText('The change was saved.').waitFor();
      expect((await service.client.pets.list({ ids: [pet.id] }).page()).items[0]?.categoryId).toBe(45n);
      await goTo(page, 'Today');
      await page.getByRole('region', { name: 'Recent activity' }).getByText('was reserved').first().waitFor();
      await expectUpright();

      await goTo(page, 'Reservations');
      const link = page.locator('#content').getByRole('link', { name });
      await link.waitFor();
      await expectUprightOnBoth();
      await press(page.getByRole('button', { name: `Adopted: ${name}` }));
      await done('was adopted');
      await expectUpright();

      await link.click();
      await press(page.getByRole('button', { name: 'Undo', exact: true }).first());
      await done('is reserved again');
      await expectUpright();
      await choose('Cancel the reservation');
      await done('is available again');
      await choose('Remove');
      await anyDialog(page).waitFor();
      await expectUpright();
      await press(anyDialog(page).getByRole('button', { name: 'Remove' }));
      await done('was removed');
      await expectUpright();

      await press(page.getByRole('button', { name: 'Add an animal' }));
      await page.getByRole('textbox', { name: 'Name' }).fill(name);
      await anyDialog(page).getByRole('combobox', { name: 'Category' }).fill('45');
      await press(page.getByRole('button', { name: 'Add the animal' }));
      await done('was added');
      await expectUpright();

      await goTo(page, 'Keys');
      await press(page.getByRole('button', { name: `Revoke ${name}` }));
      await anyDialog(page).waitFor();
      await expectUpright();
      await press(anyDialog(page).getByRole('button', { name: 'Revoke it' }));
      await done('is revoked');
      await expectUprightOnBoth();
    };
    // Its tab has not loaded the categories yet.
    const { secret } = await service.client.keys.create({ name: 'all', role: 'admin' });
    await onPage('/no/such/page', use, secret);
    expect((await service.client.keys.get(key.id)).status).toBe('revoked');
  });

  test('the largest and the smallest id and category are shown and changed with all digits', async () => {
    runBeside(
      { url: service.server.databaseUrl },
      `INSERT INTO pets (id, name, category_id, status) VALUES
        (${largest}, 'Omega', ${smallest}, 'available'), (${smallest}, 'Alpha', ${largest}, 'available')`,
    );
    await onPage(`/animals?category=${smallest}`, async (page) => {
      const hold = async (name: string) => {
        await press(page.getByRole('button', { name: 'More that can be done' }));
        await page.getByRole('menuitem', { name: 'Make unavailable' }).press('Enter');
        await page.getByRole('alert').getByText(`${name} is not available.`).waitFor();
      };
      await page.getByText('1 animal', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Omega' }).press('Enter');
      await page.waitForURL(`**/animals/${largest}`);
      await hold('Omega');
      await go(page, `/animals/${smallest}`);
      await hold('Alpha');
    });
    const ids = [BigInt(largest), BigInt(smallest)];
    const held = (await service.client.pets.list({ ids }).page()).items.map(({ id, status }) => [id, status]);
    expect(new Map(held as [bigint, string][])).toEqual(new Map(ids.map((id) => [id, 'pending'])));
  });
});

/** The texts, except the names themselves, whose letters do not run from left to right. */
async function turnedRound(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(`(() => {
    const isName = (element) => element !== null && /[\\u202e\\u0600-\\u06ff]/.test(element.textContent);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const turned = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.data;
      if (text.trim().length < 2 || isName(node) || !node.parentElement.checkVisibility()) continue;
      const places = [...text].map((_, at) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect();
      });
      const isTurned = places.some(({ left, top, width }, at) => {
        const next = places[at + 1];
        return next !== undefined && width > 0 && next.width > 0 && next.top === top && next.left < left;
      });
      if (isTurned) turned.push(text);
    }
    return turned;
  })()`);
}

/** Delays short timers, as a busy machine does. `releaseTimers` runs the held ones and returns their number. */
const holdShortTimers = `
  const setTimer = window.setTimeout;
  let held;
  window.setTimeout = (run, delayMs = 0, ...rest) =>
    held !== undefined && delayMs < 20 ? held.push(run) && 0 : setTimer(run, delayMs, ...rest);
  window.holdTimers = () => { held = []; };
  window.releaseTimers = () => {
    const late = held;
    held = undefined;
    for (const run of late) run();
    return late.length;
  };
`;

/** Presses a key until the element with this text has the focus. */
async function pressUntil(page: Page, key: string, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).waitFor();
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press(key);
    if ((await page.evaluate('document.activeElement.innerText')) === name) return;
  }
  throw new Error(`${key} does not lead to ${name}`);
}
