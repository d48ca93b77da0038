import { maxPixels, maxSide } from '../../contract/limits.ts';
import { photoFileName, photoFormats, type Size, storedSizes } from '../animals/photos/model.ts';
import { asJpeg, ServiceError } from '../errors/service-error.ts';
import { errorCodeOf } from '../lib/errors.ts';
import { withCommas } from '../lib/format.ts';
import type { PhotoFile } from './photo-store.ts';
import { dominantColor, onWhite, orientationOf, withoutTexts, withoutUnusualProfile } from './png.ts';
import { countScans, filler, hasWholeFrame, withEnd, withoutAnimation } from './structure.ts';

/** The media types of images that can be uploaded. The bytes tell which of them an image has, whatever a client says. */
export const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** Of a JPEG image: the decoder goes over all pixels in each, for which a few bytes suffice. Cameras make up to 10 or so. */
const maxScans = 100;

const endsTooEarly = 'The JPEG image ends too early.';
const uncompressed = { compressionLevel: 0 };
const webpQuality = 80;
const jpegQuality = 82;
/** Side of the image of which the colors are counted. */
const colorSide = 16;
const placeholderWidth = 16;
const maxPlaceholderHeight = 64;

/** An image as it is stored: upright, in several sizes, and without metadata. */
export interface ProcessedImage extends Size {
  readonly color: string;
  readonly placeholder: string;
  readonly files: readonly PhotoFile[];
}

/**
 * Decodes an image and encodes it anew in the stored sizes and formats. Decoding and encoding happen in other threads.
 * @throws ServiceError `unsupported_media_type`, `image_too_large`, `invalid_image`
 */
export async function processImage(uploaded: Uint8Array): Promise<ProcessedImage> {
  const whole = Buffer.from(uploaded.buffer, uploaded.byteOffset, uploaded.byteLength);
  const isJpeg = whole.toString('latin1', 0, 2) === '\xff\xd8';
  const bytes = prepared(whole, isJpeg);
  const orientation = orientationOf(bytes);
  const size = turnedSize(await readSize(bytes), orientation);
  const sizes = storedSizes(size);
  const largest = sizes.at(-1) ?? size;
  try {
    // Decoded once: the other sizes are made from the largest one.
    const decode = (image: Buffer) => {
      const decoded = new Bun.Image(image, { maxPixels });
      const lying = resize(decoded, turnedSize(size, orientation), turnedSize(largest, orientation));
      return lying.png(uncompressed).buffer();
    };
    const lying = await decode(bytes);
    const isEndless = isJpeg && bytes !== whole;
    if (isEndless && !lying.equals(await decode(withEnd(whole, filler)))) throw invalid(endsTooEarly);
    const base = await turned(withoutUnusualProfile(lying), orientation);
    const opaque = isJpeg ? base : onWhite(base);
    const files: PhotoFile[] = [];
    for (const stored of sizes) {
      for (const format of photoFormats) {
        const isWebp = format.extension === 'webp';
        const image = resize(new Bun.Image(isWebp ? base : opaque), largest, stored);
        const encoded = isWebp ? image.webp({ quality: webpQuality }) : image.jpeg({ quality: jpegQuality });
        files.push({ name: photoFileName(stored, format), bytes: await encoded.bytes() });
      }
    }
    const [smallest] = files;
    const few = new Bun.Image(base).resize(colorSide, colorSide, { filter: 'box' });
    return {
      ...size,
      color: dominantColor(await few.png(uncompressed).bytes()),
      placeholder: await makePlaceholder(smallest?.bytes ?? base, size),
      files,
    };
  } catch (error) {
    throw toServiceError(error);
  }
}

/** As the decoder can read it. */
function prepared(image: Buffer, isJpeg: boolean): Buffer {
  if (isJpeg) return withEnd(image);
  return image.toString('latin1', 8, 12) === 'WEBP' ? withoutAnimation(image) : withoutTexts(image);
}

/** From 5 on, the sides change places. */
function turnedSize({ width, height }: Size, orientation: number): Size {
  return orientation < 5 ? { width, height } : { width: height, height: width };
}

/** A PNG image, upright. */
async function turned(png: Uint8Array, orientation: number): Promise<Uint8Array> {
  if (orientation === 1) return png;
  const degrees = [0, 0, 180, 180, 90, 90, 270, 270][orientation - 1] ?? 0;
  const rotated = degrees === 0 ? png : await new Bun.Image(png).rotate(degrees).png(uncompressed).bytes();
  const isMirrored = [2, 4, 5, 7].includes(orientation);
  return isMirrored ? await new Bun.Image(rotated).flop().png(uncompressed).bytes() : rotated;
}

/** The image 16 pixels wide: a tenth of what the runtime's own placeholder takes. A very tall one is compressed in height. */
async function makePlaceholder(bytes: Uint8Array, { width, height }: Size): Promise<string> {
  const tinyHeight = Math.max(1, Math.min(Math.round((height * placeholderWidth) / width), maxPlaceholderHeight));
  const resized = new Bun.Image(bytes).resize(placeholderWidth, tinyHeight, { fit: 'fill' });
  const tiny = await resized.webp({ quality: 40 }).bytes();
  return `data:image/webp;base64,${tiny.toBase64()}`;
}

/** The size of an upright image, from its header. */
async function readSize(bytes: Buffer): Promise<Size> {
  if (bytes.length === 0) throw invalid('The body is empty.');
  const [, brand] = /^....ftyp(avi|hei|hev|mif|msf)/s.exec(bytes.toString('latin1', 0, 11)) ?? [];
  if (brand !== undefined) {
    throw unsupported(`The body is ${brand === 'avi' ? 'an AVIF' : 'a HEIC'} image, as phones take them. ${asJpeg}`);
  }
  const metadata = await new Bun.Image(bytes, { maxPixels }).metadata().catch((error) => {
    throw toServiceError(error);
  });
  const isSupported = imageTypes.includes(`image/${metadata.format}`);
  if (!isSupported) throw unsupported(`The body is an image in the format ${metadata.format}.`);
  requireSoundness(metadata.format, bytes);
  const { width, height } = metadata;
  if (width * height > maxPixels || Math.max(width, height) > maxSide) throw tooLarge();
  return { width, height };
}

function resize(image: Bun.Image, from: Size, { width, height }: Size): Bun.Image {
  return width === from.width && height === from.height ? image : image.resize(width, height, { fit: 'fill' });
}

/** @throws ServiceError `invalid_image` for what the decoder would take, or work at for minutes */
function requireSoundness(format: string, image: Buffer): void {
  if (format === 'gif' && !hasWholeFrame(image)) throw invalid('The GIF image ends too early.');
  if (format !== 'jpeg') return;
  const scans = countScans(image);
  if (scans === undefined) throw invalid(endsTooEarly);
  if (scans > maxScans) throw invalid(`The JPEG image has ${scans} scans, and may have ${maxScans} at most.`);
}

function toServiceError(error: unknown): unknown {
  const code = errorCodeOf(error);
  if (code === 'ERR_IMAGE_TOO_MANY_PIXELS') return tooLarge();
  if (code === 'ERR_IMAGE_UNKNOWN_FORMAT') return unsupported('The body is no image in a supported format.');
  if (code === 'ERR_IMAGE_FORMAT_UNSUPPORTED') return unsupported('The format of the image is not supported.');
  if (code === 'ERR_IMAGE_DECODE_FAILED') return invalid('The image is damaged or incomplete.', error);
  return error;
}

function tooLarge(): ServiceError {
  const limits = `${maxPixels / 1_000_000} million pixels, and ${withCommas(maxSide)} on a side`;
  return new ServiceError('image_too_large', `The image must have at most ${limits}. Nothing was changed.`);
}

function unsupported(reason: string): ServiceError {
  const known = imageTypes.join(', ');
  return new ServiceError('unsupported_media_type', `${reason} Supported: ${known}. Nothing was changed.`, {
    headers: { 'Accept-Post': known },
  });
}

function invalid(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_image', `${reason} Nothing was changed.`, { cause });
}
