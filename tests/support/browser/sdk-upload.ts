import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratchFolder } from '../scratch.ts';

/** A script that makes the SDK available as `sdk`. */
export async function bundleSdk(): Promise<string> {
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
export interface Outcome {
  photo: string;
  code: string;
  sent: number[];
  totals: number[];
  isShown: boolean;
}

export async function uploadInBrowser({ apiKey, petId, image }: { apiKey: string; petId: string; image: string }) {
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
    .add(BigInt(petId), new Blob(['no image'], { type: 'image/gif' }), { onProgress: () => undefined })
    .catch((error: { code: string }) => error);
  return { photo: String(photo.id), code: 'code' in refused ? String(refused.code) : '', sent, totals, isShown };
}
