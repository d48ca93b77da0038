import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Profile } from '../../../client/index.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { laptop, phone } from '../../support/browser/browser.ts';
import { describeConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { makePng } from '../../support/data/images.ts';
import { drawAnimal } from '../../support/data/picture.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { adminKey } from '../../support/process/server.ts';
import { makeScratchFolder } from '../../support/scratch.ts';
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
const pictures = (page: Page) => page.getByRole('region', { name: 'Photos' }).getByRole('img');

/** Does something with the photo that is shown. */
const edit = async (page: Page, photo: string, what: string) => {
  await press(page.getByRole('button', { name: photo }));
  await page.getByRole('menuitem', { name: what }).press('Enter');
};

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
      await page.getByText('No photos yet.').waitFor();
      await choose(page, [image(1), image(2)]);
      await tiles(page).nth(1).waitFor();
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
      await page.setViewportSize({ width: laptop.width, height: laptop.height });
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

  test('can be dragged to another place, dropped as files on the page, and moved on with the keyboard', async () => {
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

  test('that cannot be used say why, and the others are added', async () => {
    const petId = await add();
    await onPage(`/animals/${petId}`, async (page) => {
      await page.getByText('No photos yet.').waitFor();
      await choose(page, [
        { ...image(1), name: 'broken.png', buffer: Buffer.from('no image') },
        { ...image(2), name: 'misnamed.jpg', mimeType: 'image/jpeg' },
      ]);
      await pictures(page).first().waitFor();
      const line = page.getByRole('listitem').filter({ hasText: 'broken.png' });
      await line.getByText('This is not a JPEG, PNG, WebP or GIF image.').waitFor();
      expect(await line.getByRole('button').allTextContents()).toEqual(['Leave it out']);
      await press(line.getByRole('button', { name: 'Leave it out' }));
      await line.waitFor({ state: 'detached' });
      await expectSoon(() => ids(petId)).toHaveLength(1);
    });
  });

  test('are uploaded by the SDK in a browser, which reports how much was sent, and are shown without a key', async () => {
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
});

/** Drops a file on the page, as somebody would from another window. */
function dropFile(page: Page, { name, mimeType, buffer }: ReturnType<typeof image>): Promise<void> {
  return page.evaluate(`{
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(${JSON.stringify([...buffer])})], '${name}', { type: '${mimeType}' }));
    for (const type of ['dragover', 'drop']) window.dispatchEvent(new DragEvent(type, { dataTransfer: data }));
  }`);
}

/** A script that makes the SDK available as `sdk`. */
async function bundleSdk(): Promise<string> {
  const folder = makeScratchFolder();
  const entry = join(folder.path, 'entry.ts');
  const sdk = join(import.meta.dir, '../../../client/index.ts');
  writeFileSync(
    entry,
    `import { createClient } from '${sdk}';\nObject.assign(globalThis, { sdk: { createClient } });\n`,
  );
  const { outputs } = await Bun.build({ entrypoints: [entry], target: 'browser', format: 'iife' });
  folder.remove();
  return (await outputs[0]?.text()) ?? '';
}

/** What happens in the browser, which has nothing of this file. */
interface Outcome {
  photo: string;
  code: string;
  sent: number[];
  totals: number[];
  isShown: boolean;
}

async function uploadInBrowser({ apiKey, petId, image }: { apiKey: string; petId: string; image: string }) {
  const { sdk, location, Image } = globalThis as unknown as {
    sdk: typeof import('../../../client/index.ts');
    location: { origin: string };
    Image: new () => { src: string; onload: () => void; onerror: () => void };
  };
  const client = sdk.createClient({ baseUrl: location.origin, apiKey });
  const bytes = Uint8Array.from(atob(image), (character) => character.charCodeAt(0));
  const sent: number[] = [];
  const totals: number[] = [];
  const onProgress = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) => {
    sent.push(sentBytes);
    totals.push(totalBytes);
  };
  const photo = await client.photos.add(BigInt(petId), new Blob([bytes], { type: 'image/png' }), { onProgress });
  const isShown = await new Promise<boolean>((resolve) => {
    const shown = new Image();
    shown.onload = () => resolve(true);
    shown.onerror = () => resolve(false);
    shown.src = photo.sources[0]?.url ?? '';
  });
  const refused = await client.photos
    .add(BigInt(petId), new Blob([bytes], { type: 'image/gif' }), { onProgress: () => undefined })
    .catch((error: { code: string }) => error);
  return { photo: String(photo.id), code: 'code' in refused ? String(refused.code) : '', sent, totals, isShown };
}
