import { Text } from '@mantine/core';
import type { Person } from '../../client/index.ts';
import { useReload } from '../lib/queries.ts';
import { unlessGone } from '../lib/unless-gone.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { isolated, Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';

/** Asks before a person is ended. */
export function RemovePersonDialog({ person: { id, name }, onClose }: { person: Person; onClose: () => void }) {
  const { client, key, signOut } = useSession();
  const reload = useReload('people');
  const words = pageTexts.people;
  const remove = async () => {
    await client.people.remove(id).catch(unlessGone('person_not_found'));
    if (id === key.personId) return signOut(words.removedYourself);
    onClose();
    notifyDone(words.removed(<Name>{name}</Name>));
    void reload();
  };
  return (
    <ConfirmDialog
      title={words.remove.title(isolated(name))}
      submitLabel={words.removeIt}
      act={remove}
      onClose={onClose}
    >
      <Text>{words.removeText(<Name>{name}</Name>)}</Text>
    </ConfirmDialog>
  );
}
