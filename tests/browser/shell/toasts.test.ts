import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { laptop, phone, setView } from '../../support/browser/browser.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { clickUntilTaken } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';

const animals = 12;

async function fill({ client }: TestConsole): Promise<void> {
  for (let index = 1; index <= animals; index++) {
    const { id } = await client.pets.create({ name: `Rex ${index}`, categoryId: 1n });
    await client.orders.place({ petId: id });
  }
  await client.pets.create({ name: 'Bella', categoryId: 1n });
}

/** What can be pressed and has a point at which a message is over it. */
const covered = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const toast = document.querySelector('.toasts [role="alert"]').getBoundingClientRect();
    const others = [...document.querySelectorAll('a[href], button, input, select, summary, label')];
    const found = others.filter((element) => {
      if (element.closest('.toasts')) return false;
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const [fromX, toX] = [Math.max(left, toast.left), Math.min(right, toast.right)];
      const [fromY, toY] = [Math.max(top, toast.top), Math.min(bottom, toast.bottom)];
      for (let x = fromX + 1; x < toX; x += 8)
        for (let y = fromY + 1; y < toY; y += 4) if (document.elementsFromPoint(x, y).includes(element)) return true;
      return false;
    });
    return found.map((element) => element.outerHTML.slice(0, 120));
  })()`);
/** At its end, which moves when the page has measured the message. */
const expectFreeEnd = (page: Page) =>
  expectSoon(async () => {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    return await covered(page);
  }).toEqual([]);
const toast = (page: Page) => page.locator('.toasts').getByRole('alert');
/** A failure, which stays, with more to say than any message. */
const fail = async (page: Page, name: string) => {
  await page.route('**/cancel', (route) => route.fulfill({ status: 500, json: { message: 'No. '.repeat(60) } }));
  await clickUntilTaken(page.getByRole('button', { name, exact: true }).first());
  await toast(page).waitFor();
};

describeConsole('a message', { fill }, (service) => {
  const onPage = inOneTab(service, phone);

  test('is a bar of the frame on a phone: it lies over nothing at the end of a list, and what is above comes out from under it', () =>
    onPage('/orders', async (page) => {
      await clickUntilTaken(page.getByRole('button', { name: 'Cancel the reservation of Rex 1', exact: true }));
      // It stays as long as the pointer is on it.
      await toast(page).hover();
      const bar = await page
        .locator('.toasts')
        .filter({ has: page.getByRole('alert') })
        .boundingBox();
      expect(bar).toEqual({
        x: 0,
        width: phone.width,
        y: phone.height - (bar?.height ?? 0),
        height: expect.any(Number),
      });
      await expectFreeEnd(page);
      // As the focus does.
      await page.evaluate('scrollTo(0, 0)');
      const hidden = await page.evaluate<string[]>(`[...document.querySelectorAll('#content li a')].flatMap((link) => {
        link.scrollIntoView({ block: 'nearest' });
        const { left, bottom } = link.getBoundingClientRect();
        return document.elementFromPoint(left + 4, bottom - 2)?.closest('a') === link ? [] : [link.textContent];
      })`);
      expect(hidden).toEqual([]);
      expect(await page.locator('#content li a').count()).toBeGreaterThanOrEqual(animals - 2);
    }));

  test('lies over nothing at the end of a list on a phone, however much it says', () =>
    onPage('/orders', async (page) => {
      await fail(page, 'Cancel the reservation of Rex 2');
      await expectFreeEnd(page);
    }));

  test('stands above what comes next of an animal on a phone', () =>
    onPage(`/animals/${animals + 1}`, async (page) => {
      await clickUntilTaken(page.getByRole('button', { name: 'Reserve', exact: true }));
      await toast(page).hover();
      const next = await page.locator('.pet-next button').all();
      expect(next.length).toBeGreaterThan(0);
      // Of both it is the foot that is in view.
      await page.evaluate('scrollTo(0, 0)');
      for (const button of next) await button.click({ trial: true });
      await expectFreeEnd(page);
    }));

  test('lies over no link of the navigation on a laptop and a touch tablet', () =>
    onPage('/orders', async (page) => {
      const session = await page.context().newCDPSession(page);
      for (const isTouched of [false, true]) {
        await session.send('Emulation.setTouchEmulationEnabled', { enabled: isTouched, maxTouchPoints: 1 });
        for (const height of [600, 768, 1080]) {
          await setView(page, { ...laptop, width: 1024, height });
          await expectSoon(() => page.evaluate("matchMedia('(pointer: coarse)').matches")).toBe(isTouched);
          await fail(page, `Cancel the reservation of Rex ${isTouched ? 4 : 5}`);
          await expectSoon(async () => [isTouched, height, await covered(page)]).toEqual([isTouched, height, []]);
          await page.getByRole('button', { name: 'Close this message' }).click();
        }
      }
      await session.detach();
    }));
});
