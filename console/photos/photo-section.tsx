import { Button, FileButton, Group, Paper, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import type { Pet, Photo } from '../../client/index.ts';
import { useIsNarrow } from '../listing/list-skeleton.tsx';
import { useSession } from '../session/session.tsx';
import { SmallButton } from '../ui/action-button.tsx';
import { Name } from '../ui/name.tsx';
import { notifyFailed } from '../ui/notify.tsx';
import { List, Section } from '../ui/page.tsx';
import { Readable } from '../ui/readable.tsx';
import { useFileDrop } from '../ui/use-file-drop.ts';
import { PhotoTile } from './photo-tile.tsx';
import { usePhotos, useRefreshPhotos } from './use-photos.ts';
import { type PhotoUpload, type Uploads, useUploads } from './use-uploads.ts';

const accepted = 'image/jpeg,image/png,image/webp,image/gif';

/** The photos of an animal, in their order. Who may change the animal can add, order, describe and remove them. */
export function PhotoSection({ pet }: { pet: Pet }) {
  const { can } = useSession();
  const canWrite = can('pets:write');
  const uploads = useUploads(pet.id);
  const isOver = useFileDrop(canWrite ? uploads.add : undefined);
  return (
    <Section title="Photos" actions={canWrite && <AddButtons onChoose={uploads.add} />}>
      <Readable query={usePhotos(pet.id)} height={120}>
        {(photos) => {
          if (photos.length > 0) return <PhotoGrid pet={pet} photos={photos} canWrite={canWrite} />;
          if (uploads.list.length > 0) return null;
          const advice = canWrite ? ' Take or choose one.' : '';
          return <Text c="dimmed">No photos yet.{advice}</Text>;
        }}
      </Readable>
      <UploadList uploads={uploads} />
      {isOver && (
        <Paper p="md" bd="2px dashed var(--mantine-color-brand-5)" ta="center">
          Drop them here
        </Paper>
      )}
    </Section>
  );
}

/** On a phone, a photo can also be taken at once. */
function AddButtons({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const isPhone = useIsNarrow();
  return (
    <Group gap="xs">
      {isPhone && (
        <FileButton accept={accepted} capture="environment" onChange={(file) => file && onChoose([file])}>
          {(props) => (
            <Button {...props} variant="default">
              Take a photo
            </Button>
          )}
        </FileButton>
      )}
      <FileButton accept={accepted} multiple onChange={onChoose}>
        {(props) => (
          <Button {...props} variant="default">
            Add photos
          </Button>
        )}
      </FileButton>
    </Group>
  );
}

interface PhotoGridProps {
  pet: Pet;
  photos: readonly Photo[];
  canWrite: boolean;
}

function PhotoGrid({ pet, photos, canWrite }: PhotoGridProps) {
  const { client } = useSession();
  const refresh = useRefreshPhotos(pet.id);
  const [dragged, setDragged] = useState<bigint>();
  const move = async (id: bigint, position: bigint) => {
    try {
      await client.photos.update(pet.id, id, { position });
    } catch (error) {
      notifyFailed('The photo was not moved', error);
    }
    await refresh();
  };
  return (
    <Group component="ul" gap="md" p={0} m={0} align="flex-start" style={{ listStyle: 'none' }}>
      {photos.map((photo, index) => (
        <PhotoTile
          key={String(photo.id)}
          pet={pet}
          photo={photo}
          place={{ number: index + 1, of: photos.length }}
          canWrite={canWrite}
          onMove={(position) => move(photo.id, position)}
          drag={{
            begin: () => setDragged(photo.id),
            end: () => setDragged(undefined),
            drop: () => dragged !== undefined && dragged !== photo.id && void move(dragged, photo.position),
          }}
        />
      ))}
    </Group>
  );
}

function UploadList({ uploads }: { uploads: Uploads }) {
  if (uploads.list.length === 0) return null;
  return (
    <List gap="xs" aria-label="Photos on their way">
      {uploads.list.map((upload) => (
        <li key={upload.key}>
          <UploadLine upload={upload} uploads={uploads} />
        </li>
      ))}
    </List>
  );
}

function UploadLine({ upload, uploads }: { upload: PhotoUpload; uploads: Uploads }) {
  const { file, state, share, failure } = upload;
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between">
        <Text size="sm">
          <Name>{file.name}</Name>
        </Text>
        {state === 'failed' && (
          <Group gap="xs">
            <SmallButton onClick={() => uploads.retry(upload)}>Try again</SmallButton>
            <Button size="xs" variant="subtle" onClick={() => uploads.dismiss(upload)}>
              Leave it out
            </Button>
          </Group>
        )}
      </Group>
      {state === 'failed' ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {failure}
        </Text>
      ) : (
        <Progress value={Math.round(100 * share)} aria-label={`Sending ${file.name}`} mt="xs" />
      )}
    </Paper>
  );
}
