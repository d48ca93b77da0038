import { Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { type Inquiry, inquiryStages, type Order } from '../../client/index.ts';
import { By } from '../data/by.tsx';
import type { Animal } from '../lib/animals.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { shelterName } from '../lib/environment.ts';
import { useReload } from '../lib/queries.ts';
import { unlessGone } from '../lib/unless-gone.ts';
import { reservationLine } from '../orders/order-list.tsx';
import { ReservationDialog } from '../orders/reservation-dialog.tsx';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { ContactLinks } from '../ui/contact-links.tsx';
import { ConfirmDialog, TextDialog } from '../ui/dialog.tsx';
import { AnimalStatus, Moment, Name, Status } from '../ui/inline.tsx';
import { MoreMenu } from '../ui/more-menu.tsx';
import { stageWord, toStage } from './stages.ts';
import { useChangeInquiry, usePeople, useReserveFor } from './use-inquiries.tsx';

const words = texts.inquiries;

interface InquiryCardProps {
  inquiry: Inquiry;
  place: number;
  /** `null` if it is gone, `undefined` as long as it is not known. */
  animal: Animal | null | undefined;
  /** The open reservation that was made from it. */
  order: Order | undefined;
}

export function InquiryCard({ inquiry, place, animal, order }: InquiryCardProps) {
  const { id, petId, name, email, phone, message, status, stage, note, createdAt, createdBy, closedAt, closedBy } =
    inquiry;
  const { can } = useSession();
  const { take } = useChangeInquiry(inquiry);
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} size="h5" miw={0}>
            <Name>{name}</Name>
          </Title>
          <Status status={status === 'open' ? 'pending' : 'sold'}>{stageWord(stage)}</Status>
        </Group>
        <Text size="sm">
          {words.asked(
            <By actor={createdBy}>
              <Moment at={createdAt} />
            </By>,
            closedAt && (
              <By actor={closedBy}>
                <Moment at={closedAt} />
              </By>
            ),
          )}
        </Text>
        <AnimalRows label={words.animal}>
          <AnimalRow
            petId={petId}
            animal={animal}
            facts={order && reservationLine(order, animal)}
            status={<AnimalStatus animal={animal} />}
          />
        </AnimalRows>
        <Text dir="auto" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        <ContactLinks
          email={email}
          phone={phone}
          subject={animal ? words.letterSubject(animal.name) : undefined}
          body={words.letter(name, shelterName)}
          onReply={stage === 'new' && can('inquiries:write') ? take : undefined}
        />
        {inquiry.reason === 'animal_adopted' && <Text size="sm">{words.animalAdopted}</Text>}
        {note !== undefined && (
          <Text size="sm" dir="auto" className="name">
            {note}
          </Text>
        )}
        {can('inquiries:write') && (
          <InquirySteps inquiry={inquiry} subject={`${id} ${stage} ${place}`} animal={animal} order={order} />
        )}
      </Stack>
    </Paper>
  );
}

function InquirySteps({ inquiry, subject, animal, order }: Omit<InquiryCardProps, 'place'> & { subject: string }) {
  const { client, can, key } = useSession();
  const open = useOpenDialog();
  const refresh = useReload('inquiries');
  const people = usePeople(inquiry.assignee);
  const { change, start, take } = useChangeInquiry(inquiry);
  const reserving = useReserveFor(inquiry, animal?.name ?? texts.ui.theAnimal);
  const { id, name, status, stage, assignee } = inquiry;
  const isOpen = status === 'open';
  const canTake = isOpen && assignee === undefined && key.personId !== undefined;
  const canReserve = isOpen && can('orders:write') && animal?.status === 'available';
  const steps = [
    ...(canTake ? [{ label: words.take, title: words.takeOne(name), isNext: true, start: take }] : []),
    ...(canReserve ? [{ label: words.reserveFor(name), isNext: !canTake, start: () => reserving.start() }] : []),
    ...(isOpen ? [{ label: words.close, title: words.closeOne(name), start: () => start({ stage: 'closed' }) }] : []),
  ];
  const noting = (
    <TextDialog
      title={words.noteOf(<Name>{name}</Name>)}
      submitLabel={texts.ui.save}
      label={words.note}
      description={words.noteHint}
      before={inquiry.note}
      field="note"
      hasLines
      save={(note) => change({ note: note || null })}
    />
  );
  const erase = async () => {
    await client.inquiries.remove(id).catch(unlessGone('inquiry_not_found'));
    void refresh();
    return words.wasErased(<Name>{name}</Name>);
  };
  const erasing = (
    <ConfirmDialog title={`${words.eraseOne(name)}?`} submitLabel={words.eraseIt} act={erase}>
      <Text>{words.eraseText(<b className="name">{name}</b>)}</Text>
    </ConfirmDialog>
  );
  return (
    <>
      <Group gap="xs" grow align="flex-end" maw="28rem">
        <NativeSelect
          label={words.stage}
          data={inquiryStages.map((value) => ({ value, label: stageWord(value) }))}
          value={stage}
          onChange={({ currentTarget }) => start(toStage(currentTarget.value))}
        />
        <NativeSelect
          label={words.who}
          data={[{ value: '', label: words.nobody }, ...people]}
          value={String(assignee?.id ?? '')}
          onChange={({ currentTarget: { value } }) => start({ assigneeId: value === '' ? null : BigInt(value) })}
        />
      </Group>
      <Group gap="xs">
        {steps.map(({ label, title, isNext, start: begin }) => (
          <ActionButton
            key={label}
            subject={subject}
            size="xs"
            variant={isNext ? 'filled' : 'default'}
            aria-label={title}
            onClick={begin}
          >
            {label}
          </ActionButton>
        ))}
        <MoreMenu
          label={words.more(name)}
          entries={[
            { label: words.note, start: () => open(noting) },
            ...(order && can('orders:write')
              ? [{ label: texts.orders.change, start: () => open(<ReservationDialog order={order} />) }]
              : []),
            { label: words.erase, start: () => open(erasing) },
          ]}
        />
      </Group>
    </>
  );
}
