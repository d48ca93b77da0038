import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeConsole } from '../../support/browser/describe-console.ts';
import { makePng } from '../../support/data/images.ts';
import { adminKey } from '../../support/process/server.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

let folder: ScratchFolder;
/** A script that makes the SDK available as `sdk`. */
let script = '';

beforeAll(async () => {
  folder = makeScratchFolder();
  const entry = join(folder.path, 'entry.ts');
  const sdk = join(import.meta.dir, '../../../client/index.ts');
  writeFileSync(
    entry,
    `import { createClient } from '${sdk}';\nObject.assign(globalThis, { sdk: { createClient } });\n`,
  );
  const { outputs } = await Bun.build({ entrypoints: [entry], target: 'browser', format: 'iife' });
  script = (await outputs[0]?.text()) ?? '';
});
afterAll(() => folder.remove());

/** What happens in the browser, which has nothing of this file. */
interface Outcome {
  photo: string;
  code: string;
  sent: number[];
  totals: number[];
  isShown: boolean;
}

describeConsole('the SDK in a browser', {}, (console) => {
  test('uploads a photo, reports how much was sent, and shows it without a key', async () => {
    const { id } = await console.client.pets.create({ name: 'Frank', categoryId: 3n });
    let state = 1;
    const noise = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 24;
    };
    const image = makePng(900, 700, () => [noise(), noise(), noise()]);
    await console.inTab(async (page) => {
      await page.goto('/livez');
      await page.evaluate(script);
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
      const [photo] = await console.client.photos.list(id);
      expect(outcome.photo).toBe(String(photo?.id));
    });
  });
});

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
