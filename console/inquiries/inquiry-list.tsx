import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Inquiry } from '../../client/index.ts';
import { useAnimals, useReservations } from '../data/animals.ts';
import { useReload } from '../lib/queries.ts';
import { unlessGone } from '../lib/unless-gone.ts';
import { ReservationDialog } from '../orders/reservation-dialog.tsx';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { List } from '../ui/page.tsx';
import { TextDialog } from '../ui/text-dialog.tsx';
import { type AskedOfInquiry, InquiryCard } from './inquiry-card.tsx';
import { useChangeInquiry } from './use-inquiries.tsx';

const words = pageTexts.inquiries;

/** Inquiries with all that people have written, and the ways to reply to them. */
export function InquiryList({ inquiries }: { inquiries: readonly Inquiry[] }) {
  const [asked, setAsked] = useState<{ what: AskedOfInquiry; inquiry: Inquiry }>();
  const animalOf = useAnimals(inquiries.map(({ petId }) => petId));
  const reservations = useReservations()?.byAnimal;
  const orderOf = ({ petId, orderId }: Inquiry) => {
    const order = reservations?.get(petId);
    return order?.id === orderId ? order : undefined;
  };
  const close = () => setAsked(undefined);
  const { what, inquiry } = asked ?? {};
  return (
    <>
      <List>
        {inquiries.map((one, place) => (
          <InquiryCard
            key={String(one.id)}
            inquiry={one}
            place={place}
            animal={animalOf(one.petId)}
            order={orderOf(one)}
            onAsk={(wanted) => setAsked({ what: wanted, inquiry: one })}
          />
        ))}
      </List>
      {inquiry && what === 'erase' && <EraseDialog inquiry={inquiry} onClose={close} />}
      {inquiry && what === 'note' && <NoteDialog inquiry={inquiry} onClose={close} />}
      {inquiry && what === 'reservation' && <ReservationDialog order={orderOf(inquiry)} onClose={close} />}
    </>
  );
}

function EraseDialog({ inquiry: { id, name }, onClose }: { inquiry: Inquiry; onClose: () => void }) {
  const { client } = useSession();
  const refresh = useReload('inquiries');
  const erase = async () => {
    await client.inquiries.remove(id).catch(unlessGone('inquiry_not_found'));
    onClose();
    notifyDone(words.wasErased(<Name>{name}</Name>));
    void refresh();
  };
  return (
    <ConfirmDialog title={`${words.eraseOne(name)}?`} submitLabel={words.eraseIt} act={erase} onClose={onClose}>
      <Text>{words.eraseText(<b className="name">{name}</b>)}</Text>
    </ConfirmDialog>
  );
}

/** Writes the note of those who work with an inquiry. */
function NoteDialog({ inquiry, onClose }: { inquiry: Inquiry; onClose: () => void }) {
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
      onClose={onClose}
    />
  );
}
