import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { type Pet, PetstoreError, type Photo } from '../../client/index.ts';
import { useFormMutation } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { PhotoPicture } from './photo-picture.tsx';
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
          <TileButton
            label={`Move ${title} forward`}
            isDisabled={place.number === 1}
            onPress={() => onMove(photo.position - 1n)}
          >
            ←
          </TileButton>
          <TileButton
            label={`Move ${title} back`}
            isDisabled={place.number === place.of}
            onPress={() => onMove(photo.position + 1n)}
          >
            →
          </TileButton>
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

interface TileButtonProps {
  label: string;
  isDisabled: boolean;
  onPress: () => Promise<void>;
  children: string;
}

function TileButton({ label, isDisabled, onPress, children }: TileButtonProps) {
  return (
    <ActionButton
      subject={label}
      size="compact-sm"
      variant="default"
      aria-label={label}
      disabled={isDisabled}
      onClick={() => void onPress()}
    >
      {children}
    </ActionButton>
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
  const form = useFormMutation(async () => {
    await client.photos.remove(pet.id, photo.id).catch(unlessGone);
    onClose();
    await refresh();
  });
  return (
    <FormDialog
      title="Remove this photo?"
      submitLabel="Remove"
      cancelLabel="Keep it"
      isDangerous
      state={form}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <PhotoPicture photo={photo} alt={photo.alternativeText} {...size} />
    </FormDialog>
  );
}

/** An earlier attempt without an answer may have removed it. */
function unlessGone(error: unknown): void {
  if (!(error instanceof PetstoreError) || error.status !== 404) throw error;
}
