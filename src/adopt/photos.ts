import { type Photo, photoFileName, photoFormats, type Size, storedSizes } from '../animals/photos/model.ts';
import { html, type Markup } from './html.ts';
import type { PreviewImage } from './page.ts';

const [webp, jpeg] = photoFormats;
/** Shown where no size fits a screen better, and in previews. */
const usualWidth = 640;

export interface PhotoOptions {
  readonly root: string;
  readonly alternativeText: string;
  /** How wide the image is shown (the attribute `sizes`). */
  readonly sizes: string;
  /** `first` for the image that visitors see first, `early` for others that need no scrolling. */
  readonly loading: 'first' | 'early' | 'lazy';
}

/** A photo in all of its sizes. Its space has its color until it is loaded. */
export function renderPhoto(photo: Photo, { root, alternativeText, sizes, loading }: PhotoOptions): Markup {
  const stored = storedSizes(sizeOf(photo));
  const address = (size: Size, format: typeof webp | typeof jpeg) =>
    `${root}media/${photo.mediaKey}/${photoFileName(size, format)}`;
  const sources = stored.map((size) => `${address(size, webp)} ${size.width}w`).join(', ');
  const usual = usualSize(photo);
  return html`<picture><source type="${webp.mediaType}" srcset="${sources}" sizes="${sizes}"><img src="${address(usual, jpeg)}" width="${usual.width}" height="${usual.height}" alt="${alternativeText}" class="${colorClass(photo)}${focusClass(photo)}"${loading === 'lazy' ? html` loading="lazy" decoding="async"` : loading === 'first' && html` fetchpriority="high"`}></picture>`;
}

/** The address of the largest file of a photo, relative to the page. */
function largestPhoto(photo: Photo, root: string): string {
  return `${root}media/${photo.mediaKey}/${photoFileName(largestSize(photo), jpeg)}`;
}

/** The photo as previews and search engines get it: as JPEG, which all of them know. */
export function previewOf(photo: Photo, origin: string, alternativeText: string): PreviewImage {
  return { url: largestPhoto(photo, `${origin}/`), ...largestSize(photo), alternativeText };
}

/** The rules for the colors and the focal points of photos. A page has them in an element, because its policy admits no inline styles. */
export function photoRules(photos: readonly Photo[]): string {
  const rules = photos.flatMap((photo) =>
    colorForm.test(photo.color) ? `.${colorClass(photo)}{background:${photo.color}}` : [],
  );
  const points = photos.flatMap((photo) =>
    photo.focalX === undefined
      ? []
      : `img.${focusClass(photo).trim()}{object-position:${photo.focalX}% ${photo.focalY}%}`,
  );
  return [...new Set([...rules, ...points])].join('');
}

const colorForm = /^#[0-9a-f]{6}$/;

function colorClass({ color }: Photo): string {
  return `c${color.slice(1)}`;
}

function focusClass({ focalX, focalY }: Photo): string {
  return focalX === undefined ? '' : ` f${focalX}-${focalY}`;
}

function usualSize(photo: Photo): Size {
  return storedSizes(sizeOf(photo)).find(({ width }) => width >= usualWidth) ?? largestSize(photo);
}

function largestSize(photo: Photo): Size {
  return storedSizes(sizeOf(photo)).at(-1) ?? sizeOf(photo);
}

function sizeOf({ width, height }: Photo): Size {
  return { width: Number(width), height: Number(height) };
}
