import type { Pet, Photo } from '../../client/index.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { unlessGone } from '../lib/unless-gone.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { ConfirmDialog, TextDialog } from '../ui/dialog.tsx';
import { MoreMenu } from '../ui/more-menu.tsx';
import { PhotoPicture } from '../ui/picture.tsx';
import { useRefreshPhotos } from './use-photos.ts';

interface PhotoMenuProps {
  pet: Pet;
  photo: Photo;
  place: { number: number; of: number };
  onMove: (position: bigint) => void;
}

export function PhotoMenu({ pet, photo, place, onMove }: PhotoMenuProps) {
  const { client } = useSession();
  const open = useOpenDialog();
  const refresh = useRefreshPhotos(pet.id);
  const words = texts.photos;
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
        { label: texts.ui.remove, start: () => open(removing) },
      ]}
    />
  );
}
