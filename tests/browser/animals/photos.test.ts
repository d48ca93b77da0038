import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Profile } from '../../../client/index.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { untilFocused } from '../../support/browser/browser.ts';
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
const chooseFiles = (page: Page, files: ReturnType<typeof image>[]) =>
  page.locator('input[type=file][multiple]').setInputFiles(files);
const profile: Profile = {
  description: 'Calm.\nLikes walks.',
  breed: 'Beagle',
  sex: 'male',
  goodWith: { cats: false },
  fee: { amountMinor: 12_500n, currency: 'EUR' },
  attributes: { weight: '14 kg' },
};
const tiles = (page: Page) => page.getByRole('button', { name: /^Show photo/ });
const pictures = (page: Page) => page.getByRole('region', { name: 'Photos' }).getByRole('img');

/** Does something with the photo that is shown. */
const editPhoto = async (page: Page, photo: string, what: string) => {
  await press(page.getByRole('button', { name: photo }));
  await page.getByRole('menuitem', { name: what }).press('Enter');
};

describeConsole('the photos of an animal', { env: { PETSTORE_CURRENCY: 'EUR' } }, (service) => {
  const onPage = inOneTab(service);
  const add = (name: string) => service.client.pets.create({ name, categoryId: 7n });
  const ids = async (petId: bigint) => (await service.client.photos.list(petId)).map(({ id }) => id);

  test('photos are added, except for those that cannot be used, which say why, and are ordered, described and removed', async () => {
    const { id: petId } = await add('Frank');
    await service.client.profiles.put(petId, profile);
    await service.client.orders.cancel((await service.client.orders.place({ petId })).id);
    await onPage(`/animals/${petId}`, async (page) => {
      await page.getByText('No photos yet.').waitFor();
      await chooseFiles(page, [
        { ...image(3), name: 'broken.png', buffer: Buffer.from('no image') },
        image(1),
        { ...image(2), name: 'misnamed.jpg', mimeType: 'image/jpeg' },
      ]);
      await tiles(page).nth(1).waitFor();
      const line = page.getByRole('listitem').filter({ hasText: 'broken.png' });
      await line.getByText('This is not a JPEG, PNG, WebP or GIF image.').waitFor();
      expect(await line.getByRole('button').allTextContents()).toEqual(['Leave it out']);
      await press(line.getByRole('button', { name: 'Leave it out' }));
      await line.waitFor({ state: 'detached' });
      const [first = 0n, second = 0n] = await ids(petId);
      await until(
        'the photo to load',
        () =>
          pictures(page)
            .first()
            .evaluate((image: object) => 'naturalWidth' in image && Number(image.naturalWidth) > 0),
        (isLoaded) => isLoaded,
      );
      await expectAccessible(page, 'animal', '#content');

      await press(page.getByRole('button', { name: 'Frank, photo 1 of 2' }));
      const large = page.getByRole('dialog', { name: 'Frank' });
      await large.getByRole('img', { name: 'Frank, photo 1 of 2' }).waitFor();
      await page.keyboard.press('Escape');
      await untilFocused(page, 'title="Enlarge"');

      await editPhoto(page, 'Change photo 1 of 2', 'Move back');
      await until(
        'the photos to change places',
        () => ids(petId),
        (now) => now[0] === second,
      );
      await editPhoto(page, 'Change photo 2 of 2', 'Describe');
      await page.getByRole('textbox', { name: 'Description' }).fill('A grey bear');
      await press(page.getByRole('button', { name: 'Save' }));
      await page.getByRole('img', { name: 'A grey bear' }).waitFor();
      await editPhoto(page, 'Change photo 2 of 2', 'What must be seen');
      await page.locator('.focal-point').click({ position: { x: 0, y: 0 } });
      await page.getByRole('slider', { name: 'From the left' }).press('ArrowRight');
      await press(page.getByRole('button', { name: 'Save' }));
      await until(
        'the focal point to be stored',
        () => service.client.photos.list(petId),
        ([, shown]) => shown?.focalPoint?.x === 1n && shown.focalPoint.y === 0n,
      );
      await press(page.getByRole('button', { name: 'Show photo 1 of 2' }));
      await editPhoto(page, 'Change photo 1 of 2', 'Remove');
      await press(page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expectSoon(() => ids(petId)).toEqual([first]);
    });
  });
});
