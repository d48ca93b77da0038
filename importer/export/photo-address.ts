import { stringifyJson } from '../../client/transport/json.ts';
import { isRecord } from '../../client/transport/shape.ts';

/** The address of the largest JPEG file of a photo, or the text that stands for the photo. */
export function addressOf(photo: unknown): string {
  if (!isRecord(photo) || !Array.isArray(photo['sources'])) return textOf(photo);
  const files = photo['sources'].filter(isRecord).filter((file) => file['type'] === 'image/jpeg');
  const [widest] = files.toSorted((one, other) => Number(other['width']) - Number(one['width']));
  return textOf(widest?.['url'] ?? null);
}

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : stringifyJson(value);
}
