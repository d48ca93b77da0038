import { expect, test } from 'bun:test';
import type { Page, Response } from 'playwright-core';
import type { Profile } from '../../../client/index.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { describeConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { bundleSdk, type Outcome, uploadInBrowser } from '../../support/browser/sdk-upload.ts';
import { makePng } from '../../support/data/images.ts';
import { drawAnimal } from '../../support/data/picture.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { adminKey } from '../../support/process/server.ts';
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
const tiles = (page: Page) => page.getByRole('button', { name: /^Show photo/ });
const editProfile = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const pictures = (page: Page) => page.getByRole('region', { name: 'Photos' }).getByRole('img');

/** Does something with the photo that is shown. */
const edit = async (page: Page, photo: string, what: string) => {
  await press(page.getByRole('button', { name: photo }));
  await page.getByRole('menuitem', { name: what }).press('Enter');
};

describeConsole('the photos and the profile of an animal', {}, (service) => {
  const onPage = inOneTab(service);
  const add = async () => (await service.client.pets.create({ name: 'Frank', categoryId: 3n })).id;
  const ids = async (petId: bigint) => (await service.client.photos.list(petId)).map(({ id }) => id);

  test('photos are added, except for those that cannot be used, which say why, and are ordered, described and removed', async () => {
    const petId = await add();
    await service.client.profiles.put(petId, profile);
    await service.client.orders.cancel((await service.client.orders.place({ petId })).id);
    await onPage(`/animals/${petId}`, async (page) => {
      await page.getByText('No photos yet.').waitFor();
      await choose(page, [
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
      await expectAccessible(page, 'animal');

      await edit(page, 'Change photo 1 of 2', 'Move back');
      await until(
        'the photos to change places',
        () => ids(petId),
        (now) => now[0] === second,
      );
      await edit(page, 'Change photo 2 of 2', 'Describe');
      await page.getByRole('textbox', { name: 'Description' }).fill('A grey bear');
      await press(page.getByRole('button', { name: 'Save' }));
      await page.getByRole('img', { name: 'A grey bear' }).waitFor();
      await press(page.getByRole('button', { name: 'Show photo 1 of 2' }));
      await edit(page, 'Change photo 1 of 2', 'Remove');
      await press(page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expectSoon(() => ids(petId)).toEqual([first]);
    });
  });

  test('photos can be dragged to another place, dropped as files on the page, and moved on with the keyboard', async () => {
    const petId = await add();
    for (const number of [1, 2]) {
      const { bytes } = drawAnimal(number, 64, 48);
      await service.client.photos.add(petId, new Blob([bytes], { type: 'image/png' }));
    }
    const [first = 0n, second = 0n] = await ids(petId);
    await onPage(`/animals/${petId}`, async (page) => {
      await tiles(page).nth(1).waitFor();
      await tiles(page).nth(1).dragTo(tiles(page).first());
      await until(
        'the photos to change places',
        () => ids(petId),
        (now) => now[0] === second && now[1] === first,
      );
      await dropFile(page, image(3));
      await tiles(page).nth(2).waitFor();

      await press(page.getByRole('button', { name: 'Show photo 3 of 3' }));
      await edit(page, 'Change photo 3 of 3', 'Move forward');
      // So that the keyboard moves it on.
      await expectSoon(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Change photo 2 of 3');
    });
  });

  test('photos are uploaded by the SDK in a browser, which reports how much was sent, and are shown without a key', async () => {
    const { id } = await service.client.pets.create({ name: 'Frank', categoryId: 3n });
    let state = 1;
    const noise = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 24;
    };
    const image = makePng(900, 700, () => [noise(), noise(), noise()]);
    await service.inTab(async (page) => {
      await page.goto('/livez');
      await page.evaluate(await bundleSdk());
      const outcome: Outcome = await page.evaluate(uploadInBrowser, {
        apiKey: adminKey,
        petId: String(id),
        image: image.toString('base64'),
      });
      expect(outcome.sent.at(-1)).toBe(image.length);
      expect(outcome.sent).toEqual(outcome.sent.toSorted((a, b) => a - b));
      expect(new Set(outcome.totals)).toEqual(new Set([image.length]));
      expect(outcome.isShown).toBe(true);
      // An error response arrives as one of fetch does.
      expect(outcome.code).toBe('unsupported_media_type');
      const [photo] = await service.client.photos.list(id);
      expect(outcome.photo).toBe(String(photo?.id));
    });
  });

  test('the profile is written, corrected where it cannot be understood or another animal has the reference, and shown', async () => {
    const petId = await add();
    await service.client.listings.create({ name: 'Rex', categoryId: 3n, profile: { reference: 'B-1' } });
    await onPage(`/animals/${petId}`, async (page) => {
      await page.getByText('Nothing is written about this animal yet.').waitFor();
      await editProfile(page).click();
      await page.getByLabel('Description').fill('Calm.\nLikes walks.');
      await page.getByLabel('Breed').fill('Beagle');
      expect(await page.getByLabel('Sex').locator('option').allTextContents()).toEqual(['not known', 'female', 'male']);
      await page.getByLabel('Sex').selectOption('male');
      await page.getByLabel('Date of birth').fill('May 2022');
      await page.getByLabel('Good with cats').selectOption('no');
      await page.getByLabel('Adoption fee').fill('125 EUR');
      await page.getByLabel('Further facts').fill('weight: 14 kg');
      await press(save(page));
      await page.getByText('This is not a date, such as 2026-03-31').waitFor();
      await page.getByLabel('Date of birth').fill('2022-05');
      await page.getByLabel('Reference number').fill('B-1');
      await press(save(page));
      await page.getByRole('alert').filter({ hasText: 'already has the reference' }).waitFor();
      await page.getByLabel('Reference number').fill('');
      await press(save(page));
      await page.getByText('Likes walks.').waitFor();
      await page.getByText('€125').waitFor();
    });
    expect(await service.client.profiles.get(petId)).toEqual({
      description: 'Calm.\nLikes walks.',
      breed: 'Beagle',
      sex: 'male',
      birthDate: '2022-05-01',
      birthDatePrecision: 'month',
      goodWith: { cats: false },
      fee: { amountMinor: 12_500n, currency: 'EUR' },
      attributes: { weight: '14 kg' },
    });
  });

  test('the profile asks about fields that two people have changed, and keeps what only one of them has', async () => {
    const petId = await add();
    const { profiles } = service.client;
    await profiles.put(petId, { location: 'Kennel 1', description: 'Calm.', color: 'black' });
    await onPage(`/animals/${petId}`, async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this animal' });
      const saved = async () => {
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };
      const write = async (texts: Record<string, string>) => {
        await editProfile(page).click();
        for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text);
      };
      await write({ Location: 'Kennel 7', Description: 'Calm.\nLikes walks.', Breed: 'Beagle' });
      await profiles.update(petId, { location: 'Kennel 4', description: 'Shy.', coat: 'short' });
      await press(save(page));
      await dialog.waitFor();
      expect(await dialog.getByRole('row').allTextContents()).toEqual([
        'FieldAs it is nowWith your change',
        'DescriptionShy.Calm.\nLikes walks.',
        'LocationKennel 4Kennel 7',
      ]);
      await press(dialog.getByRole('button', { name: 'Use mine' }));
      await saved();
      const both = { description: 'Calm.\nLikes walks.', breed: 'Beagle', color: 'black', coat: 'short' };
      expect(await profiles.get(petId)).toEqual({ ...both, location: 'Kennel 7' });

      // The profile is removed and written anew, after the page has seen what was saved.
      await page.getByRole('definition').filter({ hasText: 'Beagle' }).waitFor();
      await write({ Location: 'Kennel 9', Breed: 'Collie', Species: 'Dog' });
      await profiles.put(petId, { location: 'Kennel 8' });
      await press(save(page));
      await dialog.getByRole('row', { name: 'Breed nothing Collie' }).waitFor();
      await press(dialog.getByRole('button', { name: 'Keep theirs' }));
      await saved();
    });
    expect(await profiles.get(petId)).toEqual({ location: 'Kennel 8', species: 'Dog' });
  });

  test('the profile notices a change between reading and writing, and merges what the other has changed', async () => {
    const petId = await add();
    await onPage(`/animals/${petId}`, async (page) => {
      const statuses: number[] = [];
      const note = (response: Response) => {
        if (response.request().method() === 'PATCH') statuses.push(response.status());
      };
      page.on('response', note);
      await editProfile(page).click();
      await page.getByLabel('Adoption fee').fill('125 EUR');
      const profile = `**/v1/pets/${petId}/profile`;
      await page.route(profile, async (route) => {
        const isFirst = route.request().method() === 'PATCH' && statuses.length === 0;
        if (isFirst) await service.client.profiles.update(petId, { color: 'black' });
        await route.continue();
      });
      await press(save(page));
      await page.getByText('€125').waitFor();
      await page.unroute(profile);
      page.off('response', note);
      expect(statuses).toEqual([412, 200]);
    });
    const fee = { amountMinor: 12_500n, currency: 'EUR' };
    expect(await service.client.profiles.get(petId)).toEqual({ color: 'black', fee });
  });

  test('the page says that nothing was sent while the browser is offline, and saves the profile when it is online', async () => {
    const petId = await add();
    await onPage(`/animals/${petId}`, async (page) => {
      const reserve = page.getByRole('button', { name: 'Reserve', exact: true });
      for (const button of [reserve, editProfile(page)]) await button.waitFor();
      await page.context().setOffline(true);
      await press(reserve);
      await page.getByText('You are offline, so nothing was sent.').waitFor();
      await editProfile(page).click();
      await page.getByLabel('Breed').fill('Beagle');
      await press(save(page));
      await page.getByRole('alert').filter({ hasText: 'Nothing was sent. Press “Save” again' }).waitFor();
      await page.context().setOffline(false);
      await press(save(page));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
    expect(await service.client.profiles.get(petId)).toEqual({ breed: 'Beagle' });
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
