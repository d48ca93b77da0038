import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Pet, Photo } from '../../client/index.ts';
import { useFormMutation } from '../lib/mutations.ts';
import { unlessGone } from '../lib/unless-gone.ts';
import { useSession } from '../session/session.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { ConfirmDialog, FormDialog } from '../ui/dialog.tsx';
import { PhotoPicture } from '../ui/photo-picture.tsx';
import { useRefreshPhotos } from './use-photos.ts';

const size = { width: 240, height: 180 };

interface PhotoTileProps {
  pet: Pet;
  photo: Photo;
  place: { number: number; of: number };
  canWrite: boolean;
  onMove: (position: bigint) => Promise<void>;
  /** Called while this or another tile is dragged with a pointer. */
  drag: { begin(): void; end(): void; drop(): void };
}

/** A photo. Its place can be changed by dragging it, or with its buttons. */
export function PhotoTile({ pet, photo, place, canWrite, onMove, drag }: PhotoTileProps) {
  const [isDescribing, describing] = useDisclosure(false);
  const [isRemoving, removing] = useDisclosure(false);
  const title = `photo ${place.number} of ${place.of}`;
  const picture = <PhotoPicture photo={photo} alt={photo.alternativeText || `${pet.name}, ${title}`} {...size} />;
  if (!canWrite) return <li>{picture}</li>;
  return (
    <li
      draggable
      onDragStart={drag.begin}
      onDragEnd={drag.end}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        drag.drop();
      }}
    >
      <Stack gap={4}>
        {picture}
        <Group gap={4}>
          {([-1n, 1n] as const).map((step) => {
            const label = `Move ${title} ${step < 0n ? 'forward' : 'back'}`;
            return (
              <ActionButton
                key={String(step)}
                subject={label}
                size="compact-sm"
                variant="default"
                aria-label={label}
                disabled={place.number === (step < 0n ? 1 : place.of)}
                onClick={() => void onMove(photo.position + step)}
              >
                {step < 0n ? '←' : '→'}
              </ActionButton>
            );
          })}
          <Button size="compact-sm" variant="default" onClick={describing.open} aria-label={`Describe ${title}`}>
            Describe
          </Button>
          <Button size="compact-sm" variant="default" onClick={removing.open} aria-label={`Remove ${title}`}>
            Remove
          </Button>
        </Group>
      </Stack>
      {isDescribing && <DescribeDialog pet={pet} photo={photo} onClose={describing.close} />}
      {isRemoving && <RemoveDialog pet={pet} photo={photo} onClose={removing.close} />}
    </li>
  );
}

interface DialogProps {
  pet: Pet;
  photo: Photo;
  onClose: () => void;
}

function DescribeDialog({ pet, photo, onClose }: DialogProps) {
  const { client } = useSession();
  const refresh = useRefreshPhotos(pet.id);
  const [text, setText] = useState(photo.alternativeText);
  const form = useFormMutation(
    async () => {
      await client.photos.update(pet.id, photo.id, { alternativeText: text.trim() });
      onClose();
      await refresh();
    },
    { fields: ['alternativeText'] },
  );
  return (
    <FormDialog
      title="What does the photo show?"
      submitLabel="Save"
      state={form}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TextInput
        label="Description"
        description="For people who cannot see it, such as “A grey cat on a window sill”"
        value={text}
        error={form.fieldErrors['alternativeText']}
        data-autofocus
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </FormDialog>
  );
}

function RemoveDialog({ pet, photo, onClose }: DialogProps) {
  const { client } = useSession();
  const refresh = useRefreshPhotos(pet.id);
  const remove = async () => {
    await client.photos.remove(pet.id, photo.id).catch(unlessGone('photo_not_found', 'pet_not_found'));
    onClose();
    await refresh();
  };
  return (
    <ConfirmDialog title="Remove this photo?" submitLabel="Remove" act={remove} onClose={onClose}>
      <PhotoPicture photo={photo} alt={photo.alternativeText} {...size} />
    </ConfirmDialog>
  );
}
