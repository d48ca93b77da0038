import type { Photo } from '../../client/index.ts';

interface PhotoPictureProps {
  photo: Photo;
  /** What it shows. */
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
  const { photo, alt, width, height = heightOf(photo, width), loading = 'lazy' } = props;
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
          borderRadius: 8,
          background: `${photo.color} url("${photo.placeholder}") center / cover`,
        }}
      />
    </picture>
  );
}

function heightOf({ width, height }: Photo, shownWidth: number): number {
  return (shownWidth * Number(height)) / Number(width);
}
