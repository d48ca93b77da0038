import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Photo } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { FormDialog, useClosingForm } from '../ui/dialog.tsx';
import { focalPointOf, PhotoPicture } from '../ui/picture.tsx';
import { useRefreshPhotos } from './use-photos.ts';

const words = texts.photos;

/** Says what must be seen of a photo where it is cropped: with a press on it, or with two sliders. */
export function FocalPointDialog({ photo }: { photo: Photo }) {
  const { client } = useSession();
  const refresh = useRefreshPhotos(photo.petId);
  const [point, setPoint] = useState(focalPointOf(photo));
  const form = useClosingForm(async () => {
    const focalPoint = { x: BigInt(point.x), y: BigInt(point.y) };
    await client.photos.update(photo.petId, photo.id, { focalPoint });
    await refresh();
    return undefined;
  });
  return (
    <FormDialog title={words.focus} submitLabel={texts.ui.save} state={form} onSubmit={form.submit}>
      <Text size="sm">{words.focusHint}</Text>
      <button
        type="button"
        tabIndex={-1}
        className="focal-point"
        aria-label={words.focus}
        onClick={({ clientX, clientY, currentTarget }) => {
          const { left, top, width, height } = currentTarget.getBoundingClientRect();
          setPoint({ x: percent((clientX - left) / width), y: percent((clientY - top) / height) });
        }}
      >
        <PhotoPicture photo={photo} alt="" width={400} height="100%" loading="eager" />
        <span style={{ left: `${point.x}%`, top: `${point.y}%` }} />
      </button>
      {(['x', 'y'] as const).map((axis) => (
        <label key={axis}>
          <Text size="sm">{words.focusAxes[axis]}</Text>
          <input
            type="range"
            className="focal-range"
            value={point[axis]}
            onChange={({ currentTarget }) => setPoint({ ...point, [axis]: Number(currentTarget.value) })}
          />
        </label>
      ))}
    </FormDialog>
  );
}

function percent(share: number): number {
  return Math.min(100, Math.max(0, Math.round(share * 100)));
}
