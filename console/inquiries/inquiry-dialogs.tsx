import { Text } from '@mantine/core';
import type { Inquiry } from '../../client/index.ts';
import { useReload } from '../lib/queries.ts';
import { unlessGone } from '../lib/unless-gone.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { ConfirmDialog, TextDialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { useChangeInquiry } from './use-inquiries.tsx';

const words = pageTexts.inquiries;

/** Asks before an inquiry is erased. */
export function EraseInquiryDialog({ inquiry: { id, name } }: { inquiry: Inquiry }) {
  const { client } = useSession();
  const refresh = useReload('inquiries');
  const erase = async () => {
    await client.inquiries.remove(id).catch(unlessGone('inquiry_not_found'));
    void refresh();
    return words.wasErased(<Name>{name}</Name>);
  };
  return (
    <ConfirmDialog title={`${words.eraseOne(name)}?`} submitLabel={words.eraseIt} act={erase}>
      <Text>{words.eraseText(<b className="name">{name}</b>)}</Text>
    </ConfirmDialog>
  );
}

/** Writes the note of those who work with an inquiry. */
export function NoteDialog({ inquiry }: { inquiry: Inquiry }) {
  const { change } = useChangeInquiry(inquiry);
  return (
    <TextDialog
      title={words.noteOf(<Name>{inquiry.name}</Name>)}
      submitLabel={pageTexts.ui.save}
      label={words.note}
      description={words.noteHint}
      before={inquiry.note}
      field="note"
      hasLines
      save={(note) => change({ note: note || null })}
    />
  );
}
