export interface Photo {
  id: bigint;
  petId: bigint;
  /** From 0 on, without gaps. The first photo stands for the animal. */
  position: bigint;
  /** Names the stored files. */
  mediaKey: string;
  alternativeText: string;
  /** In pixels, upright, as uploaded. */
  width: bigint;
  /** In pixels, upright, as uploaded. */
  height: bigint;
  /** The dominant color, as `#rrggbb`. */
  color: string;
  /** A blurred preview of at most 32 pixels a side, as a `data:` URL. */
  placeholder: string;
  /** Epoch milliseconds. */
  createdAt: bigint;
  /** What must be seen where the photo is cropped, in percent of its width from the left; missing if nobody has said it. */
  focalX?: bigint;
  /** In percent of its height from the top. */
  focalY?: bigint;
}

/** A photo before it has an id and a place. */
export type NewPhoto = Omit<Photo, 'id' | 'petId' | 'position'>;

export const maxPhotos = 24;

/** The widths in which a photo is stored. None of them is larger than the photo itself. */
export const widths = [320, 640, 1_280] as const;

/** The formats in which each width is stored, the smaller one first. */
export const photoFormats = [
  { extension: 'webp', mediaType: 'image/webp' },
  { extension: 'jpg', mediaType: 'image/jpeg' },
] as const;

/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The sizes in which a photo of this size is stored, by ascending width. */
export function storedSizes({ width, height }: Size): Size[] {
  return [...new Set(widths.map((most) => Math.min(most, width)))].map((stored) => ({
    width: stored,
    height: Math.max(1, Math.round((height * stored) / width)),
  }));
}

export function photoFileName({ width }: Size, { extension }: (typeof photoFormats)[number]): string {
  return `${width}.${extension}`;
}

export function photoFileNames(size: Size): string[] {
  return storedSizes(size).flatMap((stored) => photoFormats.map((format) => photoFileName(stored, format)));
}
