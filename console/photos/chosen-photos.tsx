import { FileButton, Group, Text } from '@mantine/core';
import { texts } from '../texts/page-texts.ts';
import { QuietButton, SmallButton } from '../ui/action-button.tsx';
import { Name } from '../ui/inline.tsx';
import { List, useIsNarrow } from '../ui/page.tsx';
import { type ChosenPhoto, choosePhotos } from './use-photos.ts';

interface ChosenPhotosProps {
  photos: readonly ChosenPhoto[];
  onChange: (photos: readonly ChosenPhoto[]) => void;
}

/** Photos for an animal that is not there yet. */
export function ChosenPhotos({ photos, onChange }: ChosenPhotosProps) {
  return (
    <div>
      <AddButtons onChoose={(files) => onChange([...photos, ...choosePhotos(files)])} />
      <List gap={4} mt="xs" aria-label={texts.photos.chosen}>
        {photos.map((photo) => (
          <Group key={photo.key} component="li" justify="space-between">
            <Text size="sm">
              <Name>{photo.file.name}</Name>
            </Text>
            <SmallButton
              aria-label={texts.photos.leaveOutWhich(photo.file.name)}
              onClick={() => onChange(photos.filter((other) => other !== photo))}
            >
              {texts.photos.leaveOut}
            </SmallButton>
          </Group>
        ))}
      </List>
    </div>
  );
}

const accepted = 'image/jpeg,image/png,image/webp,image/gif';

/** On a phone, a photo can also be taken at once. */
export function AddButtons({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const isPhone = useIsNarrow();
  return (
    <Group gap="xs">
      {isPhone && (
        <FileButton accept={accepted} capture="environment" onChange={(file) => file && onChoose([file])}>
          {(props) => <QuietButton {...props}>{texts.photos.take}</QuietButton>}
        </FileButton>
      )}
      <FileButton accept={accepted} multiple onChange={onChoose}>
        {(props) => <QuietButton {...props}>{texts.photos.add}</QuietButton>}
      </FileButton>
    </Group>
  );
}
