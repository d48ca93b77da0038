import { Button, FileButton, Group } from '@mantine/core';
import { useIsNarrow } from '../listing/list-skeleton.tsx';
import { pageTexts } from '../texts/page-texts.ts';

const accepted = 'image/jpeg,image/png,image/webp,image/gif';

/** On a phone, a photo can also be taken at once. */
export function AddButtons({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const isPhone = useIsNarrow();
  return (
    <Group gap="xs">
      {isPhone && (
        <FileButton accept={accepted} capture="environment" onChange={(file) => file && onChoose([file])}>
          {(props) => (
            <Button {...props} variant="default">
              {pageTexts.photos.take}
            </Button>
          )}
        </FileButton>
      )}
      <FileButton accept={accepted} multiple onChange={onChoose}>
        {(props) => (
          <Button {...props} variant="default">
            {pageTexts.photos.add}
          </Button>
        )}
      </FileButton>
    </Group>
  );
}
