import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Pet } from '../../../client/index.ts';
import { laptop, phone, setView } from '../../support/browser/browser.ts';
import { goTo } from '../../support/browser/console-keys.ts';
import { describeConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { clickUntilTaken, pressWhatComes } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';

const adopted = (page: Page, name: string) => page.getByRole('button', { name: `Adopted: ${name}` });
const cancel = (page: Page, name: string) => page.getByRole('button', { name: `Cancel the reservation of ${name}` });

describeConsole('protection against accidental presses', {}, (service) => {
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

  test('two presses at the same moment send one request', async () => {
    const order = await orderOf('Coco');
    const pet = await add('Milo', 'pending');
    await onPage('/orders', async (page) => {
      await adopted(page, 'Coco').waitFor();
      const changes = noteChanges(page);
      await pressTwice(page, 'Adopted: Coco');
      // The row stays; the message goes away by itself.
      await page.getByRole('listitem').filter({ hasText: 'Coco' }).getByText('completed', { exact: true }).waitFor();
      expect(changes).toEqual([`POST /v1/store/orders/${order}/complete`]);
      changes.length = 0;
      await goTo(page, 'Animals');
      await page.getByRole('link', { name: pet.name }).click();
      await page.getByRole('button', { name: 'Adopt', exact: true }).waitFor();
      await pressTwice(page, 'Adopt');
      await page.getByText('Milo was adopted.').waitFor();
      expect(changes).toEqual([`PATCH /v1/pets/${pet.id}`]);
      changes.length = 0;
      await goTo(page, 'Reservations');
      await page.getByRole('button', { name: 'Reserve an animal' }).click();
      await add('Tom');
      await page.getByRole('combobox', { name: 'Animal', exact: true }).fill('tom');
      await page.getByRole('option', { name: 'Tom' }).click();
      await pressTwice(page, 'Reserve it');
      await page.getByText('is reserved').waitFor();
      expect(changes).toEqual(['POST /v1/store/orders']);
      changes.length = 0;
      await goTo(page, 'Animals');
      await page.getByRole('button', { name: 'Add an animal' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Mia');
      await page.getByRole('dialog').getByRole('combobox', { name: 'Category' }).fill('1');
      await pressTwice(page, 'Add the animal');
      await page.getByText('was added.').waitFor();
      expect(changes).toEqual(['POST /v1/listings']);
      await expectSoon(() => page.getByText('This did not work').or(page.getByText('did not become')).count()).toBe(0);
    });
  });
});

/** Clicks a button twice from a script, before the page can render the first click. */
async function pressTwice(page: Page, name: string): Promise<void> {
  await page.evaluate(`{
    const named = [...document.querySelectorAll('button')];
    const button = named.find(({ ariaLabel, textContent }) => (ariaLabel ?? textContent) === ${JSON.stringify(name)});
    button.click();
    button.click();
  }`);
}
