import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Pet, Photo } from '../../client/index.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { unlessGone } from '../lib/unless-gone.ts';
import { useFileDrop } from '../lib/use-file-drop.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { SmallButton } from '../ui/action-button.tsx';
import { ConfirmDialog, Dialog, TextDialog } from '../ui/dialog.tsx';
import { useFocusFallback } from '../ui/focus.ts';
import { Name } from '../ui/inline.tsx';
import { MoreMenu } from '../ui/more-menu.tsx';
import { notifyFailed } from '../ui/notify.tsx';
import { List } from '../ui/page.tsx';
import { PhotoPicture, Silhouette } from '../ui/picture.tsx';
import { AddButtons } from './chosen-photos.tsx';
import { FocalPointDialog } from './focal-point-dialog.tsx';
import { type Uploads, usePhotos, useRefreshPhotos, useUploads } from './use-photos.ts';

const words = texts.photos;

/** The photos of an animal: one large, the others in a strip. Who may change the animal can add, order, describe and remove them. */
export function PhotoSection({ pet, kind }: { pet: Pet; kind: string }) {
  const { client, can } = useSession();
  const canWrite = can('pets:write');
  const uploads = useUploads(pet.id);
  const isOver = useFileDrop(canWrite ? uploads.add : undefined);
  const { data: photos } = usePhotos(pet.id);
  const refresh = useRefreshPhotos(pet.id);
  const [chosen, setChosen] = useState<bigint>();
  const section = useRef<HTMLDivElement>(null);
  const focusHandlers = useFocusFallback(section);
  const index = Math.max(0, photos?.findIndex(({ id }) => id === chosen) ?? 0);
  const photo = photos?.[index];
  const open = useOpenDialog();
  const enlarge = () => photo && open(<LargePhoto pet={pet} photo={photo} alt={describe(pet, photo, index, photos)} />);
  const move = async (id: bigint, position: bigint) => {
    try {
      await client.photos.update(pet.id, id, { position });
      setChosen(id);
    } catch (error) {
      notifyFailed(words.notMoved, error);
    }
    await refresh();
  };
  return (
    <Stack component="section" ref={section} tabIndex={-1} gap="xs" aria-label={words.photos} {...focusHandlers}>
      <div className="pet-picture">
        {photo === undefined ? (
          <Silhouette kind={kind} />
        ) : (
          <button type="button" title={words.enlarge} onClick={enlarge}>
            <PhotoPicture photo={photo} alt={describe(pet, photo, index, photos)} width={400} height="100%" />
          </button>
        )}
      </div>
      {photos !== undefined && photos.length > 1 && (
        <PhotoStrip photos={photos} shown={index} canWrite={canWrite} onChoose={setChosen} onMove={move} />
      )}
      {photos?.length === 0 && uploads.list.length === 0 && <Text c="dimmed">{words.none}</Text>}
      {canWrite && (
        <Group gap="xs" className="photo-steps">
          <AddButtons onChoose={uploads.add} />
          {photo !== undefined && (
            <PhotoMenu
              pet={pet}
              photo={photo}
              place={{ number: index + 1, of: photos?.length ?? 1 }}
              onMove={(position) => void move(photo.id, position)}
            />
          )}
        </Group>
      )}
      <UploadList uploads={uploads} />
      {isOver && (
        <Paper p="md" bd="2px dashed var(--mantine-color-brand-5)" ta="center">
          {words.drop}
        </Paper>
      )}
    </Stack>
  );
}

function describe(pet: Pet, photo: Photo, index: number, photos: readonly Photo[] = []): string {
  return photo.alternativeText || words.of(pet.name, index + 1, photos.length);
}

/** As large as the window lets it be. */
function LargePhoto({ pet, photo, alt }: { pet: Pet; photo: Photo; alt: string }) {
  const [width, height] = [Number(photo.width), Number(photo.height)];
  const shown = Math.min(width, window.innerWidth - 64, ((window.innerHeight - 160) * width) / height);
  return (
    <Dialog title={pet.name} size={shown + 32} isClosedOutside>
      <PhotoPicture photo={photo} alt={alt} width={shown} loading="eager" />
    </Dialog>
  );
}

interface PhotoMenuProps {
  pet: Pet;
  photo: Photo;
  place: { number: number; of: number };
  onMove: (position: bigint) => void;
}

function PhotoMenu({ pet, photo, place, onMove }: PhotoMenuProps) {
  const { client } = useSession();
  const open = useOpenDialog();
  const refresh = useRefreshPhotos(pet.id);
  const describe = async (alternativeText: string) => {
    await client.photos.update(pet.id, photo.id, { alternativeText });
    void refresh();
    return undefined;
  };
  const describing = (
    <TextDialog
      title={words.whatItShows}
      submitLabel={texts.ui.save}
      label={words.description}
      description={words.descriptionHint}
      before={photo.alternativeText}
      field="alternativeText"
      save={describe}
    />
  );
  const remove = async () => {
    await client.photos.remove(pet.id, photo.id).catch(unlessGone('photo_not_found', 'pet_not_found'));
    void refresh();
    return undefined;
  };
  const removing = (
    <ConfirmDialog title={words.removeIt} submitLabel={texts.ui.remove} act={remove}>
      <PhotoPicture photo={photo} alt={photo.alternativeText} width={240} height={180} />
    </ConfirmDialog>
  );
  return (
    <MoreMenu
      label={words.change(place.number, place.of)}
      entries={[
        { label: words.forward, isDisabled: place.number === 1, start: () => onMove(photo.position - 1n) },
        { label: words.back, isDisabled: place.number === place.of, start: () => onMove(photo.position + 1n) },
        { label: words.describe, start: () => open(describing) },
        { label: words.focus, start: () => open(<FocalPointDialog photo={photo} />) },
        { label: texts.ui.remove, start: () => open(removing) },
      ]}
    />
  );
}

interface PhotoStripProps {
  photos: readonly Photo[];
  shown: number;
  canWrite: boolean;
  onChoose: (id: bigint) => void;
  onMove: (id: bigint, position: bigint) => Promise<void>;
}

function PhotoStrip({ photos, shown, canWrite, onChoose, onMove }: PhotoStripProps) {
  const [dragged, setDragged] = useState<bigint>();
  return (
    <ul className="pet-strip">
      {photos.map((photo, index) => (
        <li
          key={String(photo.id)}
          draggable={canWrite}
          onDragStart={() => setDragged(photo.id)}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            if (dragged !== undefined && dragged !== photo.id) void onMove(dragged, photo.position);
          }}
        >
          <button
            type="button"
            aria-label={words.show(index + 1, photos.length)}
            aria-pressed={index === shown}
            onClick={() => onChoose(photo.id)}
          >
            <PhotoPicture photo={photo} alt="" width={72} height={54} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function UploadList({ uploads: { list, retry, dismiss } }: { uploads: Uploads }) {
  if (list.length === 0) return null;
  return (
    <List gap="xs" aria-label={words.onTheirWay}>
      {list.map((upload) => (
        <Paper key={upload.key} component="li" withBorder p="sm">
          <Group justify="space-between">
            <Text size="sm">
              <Name>{upload.file.name}</Name>
            </Text>
            {upload.failure !== undefined && (
              <Group gap="xs">
                {upload.isRefused !== true && <SmallButton onClick={() => retry(upload)}>{texts.tryAgain}</SmallButton>}
                <Button size="xs" variant="subtle" onClick={() => dismiss(upload)}>
                  {words.leaveOut}
                </Button>
              </Group>
            )}
          </Group>
          {upload.failure !== undefined ? (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {upload.failure}
            </Text>
          ) : (
            <Progress value={Math.round(100 * upload.share)} aria-label={words.sending(upload.file.name)} mt="xs" />
          )}
        </Paper>
      ))}
    </List>
  );
}
