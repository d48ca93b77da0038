/** A photo of an animal, as it is stored. */
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
}

/** A photo before it has an id and a place. */
export type NewPhoto = Omit<Photo, 'id' | 'petId' | 'position'>;

/** How many photos an animal can have. */
export const maxPhotos = 24;
