import { test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Profile } from '../../../client/index.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { laptop, phone } from '../../support/browser/browser.ts';
import { describeConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { drawAnimal } from '../../support/data/picture.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { until } from '../../support/until.ts';

const image = (number: number) => ({
  name: `photo-${number}.png`,
  mimeType: 'image/png',
  buffer: Buffer.from(drawAnimal(number, 64, 48).bytes),
});
const choose = (page: Page, files: ReturnType<typeof image>[]) =>
  page.locator('input[type=file][multiple]').setInputFiles(files);
const profile: Profile = {
  description: 'Calm.\nLikes walks.',
  breed: 'Beagle',
  sex: 'male',
  goodWith: { cats: false },
  fee: { amountMinor: 12_500n, currency: 'EUR' },
  attributes: { weight: '14 kg' },
};
const tiles = (page: Page) => page.getByRole('region', { name: 'Photos' }).getByRole('listitem');
const pictures = (page: Page) => page.getByRole('region', { name: 'Photos' }).getByRole('img');

describeConsole('photos of an animal', {}, (service) => {
  const onPage = inOneTab(service);
  const add = async () => (await service.client.pets.create({ name: 'Frank', categoryId: 3n })).id;
  const ids = async (petId: bigint) => (await service.client.photos.list(petId)).map(({ id }) => id);

  test('are added, ordered, described and removed, on a phone as on a laptop', async () => {
    const petId = await add();
    await service.client.profiles.put(petId, profile);
    await service.client.orders.cancel((await service.client.orders.place({ petId })).id);
    await onPage(`/animals/${petId}`, async (page) => {
      await page.setViewportSize({ width: phone.width, height: phone.height });
      await page.getByText(/^No photos yet\./).waitFor();
      await choose(page, [image(1), image(2)]);
      await pictures(page).nth(1).waitFor();
      const [first = 0n, second = 0n] = await ids(petId);
      await until(
        'the photo to load',
        () =>
          pictures(page)
            .first()
            .evaluate((image: object) => 'naturalWidth' in image && Number(image.naturalWidth) > 0),
        (isLoaded) => isLoaded,
      );
      await expectAccessible(page, 'animal');

      await press(page.getByRole('button', { name: 'Move photo 1 of 2 back' }));
      await until(
        'the photos to change places',
        () => ids(petId),
        (now) => now[0] === second,
      );
      await page.setViewportSize({ width: laptop.width, height: laptop.height });
      await press(page.getByRole('button', { name: 'Describe photo 2 of 2' }));
      await page.getByRole('textbox', { name: 'Description' }).fill('A grey bear');
      await press(page.getByRole('button', { name: 'Save' }));
      await page.getByRole('img', { name: 'A grey bear' }).waitFor();
      await press(page.getByRole('button', { name: 'Remove photo 1 of 2' }));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expectSoon(() => ids(petId)).toEqual([first]);
    });
  });

  test('can be dragged to another place, and dropped as files on the page', async () => {
    const petId = await add();
    for (const number of [1, 2]) {
      const { bytes } = drawAnimal(number, 64, 48);
      await service.client.photos.add(petId, new Blob([bytes], { type: 'image/png' }));
    }
    const [first = 0n, second = 0n] = await ids(petId);
    await onPage(`/animals/${petId}`, async (page) => {
      await pictures(page).nth(1).waitFor();
      await tiles(page).nth(1).dragTo(tiles(page).first());
      await until(
        'the photos to change places',
        () => ids(petId),
        (now) => now[0] === second && now[1] === first,
      );
      await dropFile(page, image(3));
      await pictures(page).nth(2).waitFor();
    });
  });

  test('that cannot be used say why, and the others are added', async () => {
    const petId = await add();
    await onPage(`/animals/${petId}`, async (page) => {
      await page.getByText(/^No photos yet\./).waitFor();
      await choose(page, [
        { ...image(1), name: 'broken.png', buffer: Buffer.from('no image') },
        { ...image(2), name: 'misnamed.jpg', mimeType: 'image/jpeg' },
      ]);
      await pictures(page).first().waitFor();
      const line = page.getByRole('listitem').filter({ hasText: 'broken.png' });
      await line.getByText('This is not a JPEG, PNG, WebP or GIF image.').waitFor();
      await line.getByRole('button', { name: 'Leave it out' }).click();
      await line.waitFor({ state: 'detached' });
      await expectSoon(() => ids(petId)).toHaveLength(1);
    });
  });
});

/** Drops a file on the page, as somebody would from another window. */
function dropFile(page: Page, { name, mimeType, buffer }: ReturnType<typeof image>): Promise<void> {
  return page.evaluate(`{
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(${JSON.stringify([...buffer])})], '${name}', { type: '${mimeType}' }));
    for (const type of ['dragover', 'drop']) window.dispatchEvent(new DragEvent(type, { dataTransfer: data }));
  }`);
}
