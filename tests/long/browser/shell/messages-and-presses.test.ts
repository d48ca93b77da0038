import { beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Pet } from '../../../../client/index.ts';
import { laptop, phone, setView } from '../../../support/browser/browser.ts';
import { describeConsole, type TestConsole } from '../../../support/browser/describe-console.ts';
import { inOneTab } from '../../../support/browser/one-tab.ts';
import { clickUntilTaken, press, pressWhatComes } from '../../../support/browser/press.ts';
import { expectSoon } from '../../../support/expect-soon.ts';

const adopted = (page: Page, name: string) => page.getByRole('button', { name: `Adopted: ${name}` });
const cancel = (page: Page, name: string) => page.getByRole('button', { name: `Cancel the reservation of ${name}` });

const animals = 12;

/** Adds a long list of reservations and an animal without one, of which it returns the id. */
async function fill({ client }: TestConsole): Promise<bigint> {
  for (let index = 1; index <= animals; index++) {
    const { id } = await client.pets.create({ name: `Rex ${index}`, categoryId: 1n });
    await client.orders.place({ petId: id });
  }
  return (await client.pets.create({ name: 'Bella', categoryId: 1n })).id;
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

describeConsole('where messages and buttons come and go', {}, (service) => {
  const add = (name: string, status: Pet['status'] = 'available') =>
    service.client.pets.create({ name, categoryId: 1n, ...(status && { status }) });
  const orderOf = async (name: string) => (await service.client.orders.place({ petId: (await add(name)).id })).id;
  const statusesOf = async (...ids: bigint[]) =>
    await Promise.all(ids.map(async (id) => (await service.client.orders.get(id)).status));
  /** Method and path of each request from now on that is not a GET. */
  const noteChanges = (page: Page) => {
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') changes.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    return changes;
  };

  const onPage = inOneTab(service);

  describe.each([laptop, phone])('on a $name', (view) => {
    const { name } = view;
    test('a double click does not take back what it did', async () => {
      const [first, second] = [await orderOf(`Rex on a ${name}`), await orderOf(`Bella on a ${name}`)];
      await onPage('/orders', async (page) => {
        await setView(page, view);
        const changes = noteChanges(page);
        for (const [button, way, order] of [
          [adopted(page, `Rex on a ${name}`), 'complete', first],
          [cancel(page, `Bella on a ${name}`), 'cancel', second],
        ] as const) {
          const { after } = await pressWhatComes(page, button, () => clickUntilTaken(button));
          expect(after).toMatch(/^Undo/);
          await page
            .getByRole('alert')
            .filter({ hasText: way === 'complete' ? 'was adopted' : 'is available again' })
            .waitFor();
          expect(changes.splice(0)).toEqual([`POST /v1/store/orders/${order}/${way}`]);
        }
      });
      expect(await statusesOf(first, second)).toEqual(['completed', 'cancelled']);
    });

    test('an ended order stays under the pointer instead of making room for the next one', async () => {
      await orderOf(`Rudi on a ${name}`);
      const second = await orderOf(`Betty on a ${name}`);
      await onPage('/orders', async (page) => {
        await setView(page, view);
        await adopted(page, `Rudi on a ${name}`).waitFor();
        const listed = page.waitForResponse((response) => response.url().includes('/v1/store/orders?'));
        await clickUntilTaken(adopted(page, `Rudi on a ${name}`));
        await listed;
        const entry = page.getByRole('listitem').filter({ hasText: `Rudi on a ${name}` });
        await entry.getByText('completed', { exact: true }).waitFor();
        await expectSoon(() => entry.getByRole('button').count()).toBe(2);
        await entry.getByRole('button', { name: /^Undo/ }).waitFor();
        await adopted(page, `Betty on a ${name}`).waitFor();
      });
      expect(await statusesOf(second)).toEqual(['placed']);
      await service.client.orders.cancel(second);
    });
  });

  test('a click ends no order when the list has just moved under the pointer', async () => {
    const [first, second, third] = [await orderOf('Ruby'), await orderOf('Bonnie'), await orderOf('Max')];
    await onPage('/orders', async (page) => {
      const changes = noteChanges(page);
      const { after } = await pressWhatComes(page, adopted(page, 'Bonnie'), () =>
        service.client.orders.complete(first),
      );
      expect(after).toBe('Adopted: Max');
      await page.getByRole('link', { name: 'Ruby' }).waitFor({ state: 'detached' });
      expect(changes).toEqual([]);
    });
    expect(await statusesOf(second, third)).toEqual(['placed', 'placed']);
    for (const id of [second, third]) await service.client.orders.cancel(id);
  });

  test('a double click on what comes next for an animal does not do what comes after', async () => {
    const pet = await add('Luna');
    await onPage(`/animals/${pet.id}`, async (page) => {
      const changes = noteChanges(page);
      const reserve = page.getByRole('button', { name: 'Reserve' });
      const { after } = await pressWhatComes(page, reserve, () => clickUntilTaken(reserve));
      expect(after).toBe('Adopt');
      await page.getByText('Luna is reserved.').waitFor();
      await clickUntilTaken(page.getByRole('button', { name: 'Adopt' }));
      await page.getByText('Luna was adopted.').waitFor();
      expect(changes).toEqual(['POST /v1/store/orders', expect.stringMatching(/complete$/)]);
    });
  });

  test('a press shows what becomes of an animal before the server answers, and goes back if that is refused', async () => {
    const { id } = await add('Odin');
    await onPage(`/animals/${id}`, async (page) => {
      const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/v1/store/orders', async (route) => {
        await isReleased;
        await route.fulfill({ status: 409, json: { status: 409, code: 'pet_not_available', message: 'No.' } });
      });
      const status = page.locator('.pet-status');
      await press(page.getByRole('button', { name: 'Reserve', exact: true }));
      await status.getByText('reserved', { exact: true }).waitFor();
      release();
      await status.getByText('available', { exact: true }).waitFor();
      await toast(page).filter({ hasText: 'Somebody else was faster' }).waitFor();
    });
  });

  describe('a message', () => {
    let bella = 0n;
    beforeAll(async () => {
      bella = await fill(service);
    });

    test('is a bar of the frame on a phone: it lies over nothing at the end of a list, and what is above comes out from under it', () =>
      onPage('/orders', async (page) => {
        await setView(page, phone);
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
        const hidden = await page.evaluate<
          string[]
        >(`[...document.querySelectorAll('#content li a')].flatMap((link) => {
        link.scrollIntoView({ block: 'nearest' });
        const { left, bottom } = link.getBoundingClientRect();
        return document.elementFromPoint(left + 4, bottom - 2)?.closest('a') === link ? [] : [link.textContent];
      })`);
        expect(hidden).toEqual([]);
        expect(await page.locator('#content li a').count()).toBeGreaterThanOrEqual(animals - 2);
      }));

    test('lies over nothing at the end of a list on a phone, however much it says', () =>
      onPage('/orders', async (page) => {
        await setView(page, phone);
        await fail(page, 'Cancel the reservation of Rex 2');
        await expectFreeEnd(page);
      }));

    test('stands above what comes next of an animal on a phone', () =>
      onPage(`/animals/${bella}`, async (page) => {
        await setView(page, phone);
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
        await setView(page, phone);
        const session = await page.context().newCDPSession(page);
        for (const isTouched of [false, true]) {
          await session.send('Emulation.setTouchEmulationEnabled', { enabled: isTouched, maxTouchPoints: 1 });
          // The lowest has the least room beside the links, which are the largest for a finger.
          for (const height of isTouched ? [600] : [600, 1080]) {
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
});
