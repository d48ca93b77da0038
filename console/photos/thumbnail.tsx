import type { Photo } from '../../client/index.ts';
import { PhotoPicture } from './photo-picture.tsx';

/** A small photo beside the name of its animal, which says what it shows; its room if there is none. */
export function Thumbnail({ photo }: { photo: Photo | undefined }) {
  return (
    <span style={{ display: 'block', flex: 'none', width: 40, height: 30, margin: '-4px 0' }}>
      {photo !== undefined && <PhotoPicture photo={photo} alt="" width={40} height={30} />}
    </span>
  );
}
