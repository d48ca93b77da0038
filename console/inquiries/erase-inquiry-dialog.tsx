import { Text } from '@mantine/core';
import { type Inquiry, PetstoreError } from '../../client/index.ts';
import { useFormMutation } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { useRefreshInquiries } from './use-inquiries.ts';

interface EraseInquiryDialogProps {
  inquiry: Inquiry;
  onClose: () => void;
}

/** Confirms that an inquiry is to be erased. */
export function EraseInquiryDialog({ inquiry: { id, name }, onClose }: EraseInquiryDialogProps) {
  const { client } = useSession();
  const refresh = useRefreshInquiries();
  const erasure = useFormMutation(async () => {
    await client.inquiries.remove(id).catch(unlessGone);
    onClose();
    notifyDone(`Inquiry ${id} was erased.`);
    void refresh();
  });
  return (
    <FormDialog
      title={`Erase inquiry ${id}?`}
      submitLabel="Erase it"
      cancelLabel="Keep it"
      isDangerous
      state={erasure}
      onSubmit={erasure.submit}
      onClose={onClose}
    >
      <Text>
        What{' '}
        <b>
          <Name>{name}</Name>
        </b>{' '}
        has written is erased at once. This cannot be undone.
      </Text>
    </FormDialog>
  );
}

/** An earlier attempt without an answer may have erased it. */
function unlessGone(error: unknown): void {
  if (!(error instanceof PetstoreError) || error.code !== 'inquiry_not_found') throw error;
}
