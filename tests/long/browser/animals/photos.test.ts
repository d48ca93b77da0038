import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { describeConsole } from '../../../support/browser/describe-console.ts';
import { inOneTab } from '../../../support/browser/one-tab.ts';
import { press } from '../../../support/browser/press.ts';
import { bundleSdk, type Outcome, uploadInBrowser } from '../../../support/browser/sdk-upload.ts';
import { makePng } from '../../../support/data/images.ts';
import { drawAnimal } from '../../../support/data/picture.ts';
import { expectSoon } from '../../../support/expect-soon.ts';
import { adminKey } from '../../../support/process/server.ts';
import { until } from '../../../support/until.ts';

const image = (number: number) => ({
  name: `photo-${number}.png`,
  mimeType: 'image/png',
  buffer: Buffer.from(drawAnimal(number, 64, 48).bytes),
});
const tiles = (page: Page) => page.getByRole('button', { name: /^Show photo/ });

/** Does something with the photo that is shown. */
const editPhoto = async (page: Page, photo: string, what: string) => {
  await press(page.getByRole('button', { name: photo }));
  await page.getByRole('menuitem', { name: what }).press('Enter');
};

describeConsole('the photos of an animal', { env: { PETSTORE_CURRENCY: 'EUR' } }, (service) => {
  const onPage = inOneTab(service);
  const add = (name: string) => service.client.pets.create({ name, categoryId: 7n });
  const ids = async (petId: bigint) => (await service.client.photos.list(petId)).map(({ id }) => id);

  test('photos can be dragged to another place, dropped as files on the page, and moved on with the keyboard', async () => {
    const { id: petId } = await add('Frank');
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
      await editPhoto(page, 'Change photo 3 of 3', 'Move forward');
      // So that the keyboard moves it on.
      await expectSoon(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Change photo 2 of 3');
    });
  });

  test('photos are uploaded by the SDK in a browser, which reports how much was sent, and are shown without a key', async () => {
    const { id } = await add('Frank');
    let state = 1;
    const noise = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 24;
    };
    const image = makePng(300, 200, () => [noise(), noise(), noise()]);
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
});

/** Drops a file on the page, as somebody would from another window. */
function dropFile(page: Page, { name, mimeType, buffer }: ReturnType<typeof image>): Promise<void> {
  return page.evaluate(`{
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(${JSON.stringify([...buffer])})], '${name}', { type: '${mimeType}' }));
    for (const type of ['dragover', 'drop']) window.dispatchEvent(new DragEvent(type, { dataTransfer: data }));
  }`);
}
