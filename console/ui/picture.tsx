import type { Photo } from '../../client/index.ts';

interface PhotoPictureProps {
  photo: Photo;
  alt: string;
  /** How wide it is on the page, in pixels. */
  width: number;
  /** Its height there; that of the whole photo if it is missing. */
  height?: number | '100%';
  /** `eager` where it is needed before it is seen. */
  loading?: 'lazy' | 'eager';
}

/** A photo in the size and format that suit the screen. Its preview shows until it is loaded. */
export function PhotoPicture(props: PhotoPictureProps) {
  const { photo, alt, width, loading = 'lazy' } = props;
  const { x, y } = focalPointOf(photo);
  const { height = (width * Number(photo.height)) / Number(photo.width) } = props;
  const files = (type: string) => photo.sources.filter((source) => source.type === type);
  const srcSet = (type: string) =>
    files(type)
      .map((source) => `${source.url} ${source.width}w`)
      .join(', ');
  return (
    <picture style={{ display: 'contents' }}>
      <source type="image/webp" srcSet={srcSet('image/webp')} sizes={`${width}px`} />
      <img
        src={files('image/jpeg')[0]?.url}
        srcSet={srcSet('image/jpeg')}
        sizes={`${width}px`}
        alt={alt}
        loading={loading}
        decoding="async"
        draggable={false}
        style={{
          display: 'block',
          width: '100%',
          maxWidth: width,
          height,
          objectFit: 'cover',
          objectPosition: `${x}% ${y}%`,
          borderRadius: 8,
          background: `${photo.color} url("${photo.placeholder}") center / cover`,
        }}
      />
    </picture>
  );
}

/** What must be seen of a photo, in percent from the left and from the top: without anything else heads, which are in the upper part. */
export function focalPointOf({ focalPoint: { x, y } = { x: 50n, y: 20n } }: Photo): { x: number; y: number } {
  return { x: Number(x), y: Number(y) };
}

/** Heads of animals in 24 units, and a paw for all others. */
const shapes: readonly (readonly [species: RegExp, path: string])[] = [
  [
    /\b(cat|cats|kitten|katzen?|feline)\b/i,
    'M4 3.5c0-.9 1-1.3 1.7-.7L9 5.6c1-.3 2-.4 3-.4s2 .1 3 .4l3.3-2.8c.7-.6 1.7-.2 1.7.7V13c0 4.4-3.6 7.5-8 7.5S4 17.4 4 13z',
  ],
  [
    /\b(dog|dogs|puppy|hunde?|canine)\b/i,
    'M8 4.2C9.2 3.4 10.5 3 12 3s2.8.4 4 1.2c2-.9 4.4-.3 5.2 1.8 1 2.7.3 6.8-1.5 8.3-.8.7-1.7.3-2-.5-.2 3.9-2.6 7.2-5.7 7.2s-5.5-3.3-5.7-7.2c-.3.8-1.2 1.2-2 .5C2.5 12.8 1.8 8.7 2.8 6 3.6 3.9 6 3.3 8 4.2z',
  ],
  [
    /\b(rabbit|rabbits|bunny|kaninchen|hare)\b/i,
    'M8.5 1.5C10.3 1.5 11 4.8 11.2 8h1.6C13 4.8 13.7 1.5 15.5 1.5c2.2 0 2.3 4.7.9 8.1 1.7 1.2 2.6 3.1 2.6 5.2 0 4.1-3.1 7.2-7 7.2s-7-3.1-7-7.2c0-2.1.9-4 2.6-5.2C6.2 6.2 6.3 1.5 8.5 1.5z',
  ],
  [
    /\b(birds?|parrots?|chickens?|vogel|vögel)\b/i,
    'M9.5 4C12.6 4 15 6.3 15.3 9.3L22 19.5l-6.2-1.2C14.5 20 12.6 21 10.5 21v-2.5C6.6 18.5 4 15.4 4 11.5V9.8L1.5 8.7 4.2 7.6C4.9 5.5 7 4 9.5 4z',
  ],
];
const paw =
  'M5 9.2c1.3-.3 2.5.8 2.8 2.4s-.5 3.1-1.8 3.4-2.5-.8-2.8-2.4S3.7 9.5 5 9.2zm4.2-5.7c1.4-.2 2.7 1.2 3 3s-.6 3.5-2 3.7-2.7-1.2-3-3 .6-3.5 2-3.7zm5.6 0c1.4.2 2.3 1.9 2 3.7s-1.6 3.2-3 3-2.3-1.9-2-3.7 1.6-3.2 3-3zM19 9.2c1.3.3 2.1 1.8 1.8 3.4s-1.5 2.7-2.8 2.4-2.1-1.8-1.8-3.4 1.5-2.7 2.8-2.4zM12 11.5c2.8 0 5.7 3.6 5.7 6.3 0 1.9-1.2 2.7-2.7 2.7-1.2 0-1.9-.6-3-.6s-1.8.6-3 .6c-1.5 0-2.7-.8-2.7-2.7 0-2.7 2.9-6.3 5.7-6.3z';

/** Stands where there is no photo of an animal. `kind` is its species, and then what else is known of that. */
export function Silhouette({ kind }: { kind: string }) {
  // What is said first: a dog in a category “Cats and dogs” is a dog.
  const placeOf = ([species]: (typeof shapes)[number]) => kind.search(species);
  const found = shapes.filter((shape) => placeOf(shape) >= 0).sort((one, other) => placeOf(one) - placeOf(other));
  const path = found[0]?.[1] ?? paw;
  return (
    <svg viewBox="0 0 24 24" aria-hidden className="silhouette">
      <path d={path} />
    </svg>
  );
}
