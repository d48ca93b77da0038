import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Inquiry } from '../../client/index.ts';
import { useAnimals } from '../data/animals.ts';
import { By } from '../data/by.tsx';
import type { Animal } from '../lib/animals.ts';
import { useReload } from '../lib/queries.ts';
import { unlessGone } from '../lib/unless-gone.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { ActionButton, SmallActionButton } from '../ui/action-button.tsx';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { List } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { TagBadge } from '../ui/tags.tsx';
import { Moment } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import { statusWord } from '../ui/words.ts';

/** Inquiries with all that people have written, and the ways to reply to them. */
export function InquiryList({ inquiries }: { inquiries: readonly Inquiry[] }) {
  const [erased, setErased] = useState<Inquiry>();
  const animalOf = useAnimals(inquiries.map(({ petId }) => petId));
  return (
    <>
      <List>
        {inquiries.map((inquiry, place) => (
          <InquiryCard
            key={String(inquiry.id)}
            inquiry={inquiry}
            place={place}
            animal={animalOf(inquiry.petId)}
            onErase={() => setErased(inquiry)}
          />
        ))}
      </List>
      {erased !== undefined && <EraseDialog inquiry={erased} onClose={() => setErased(undefined)} />}
    </>
  );
}

interface InquiryCardProps {
  inquiry: Inquiry;
  place: number;
  /** `null` if it is gone, `undefined` as long as it is not known. */
  animal: Animal | null | undefined;
  onErase: () => void;
}

function InquiryCard({ inquiry, place, animal, onErase }: InquiryCardProps) {
  const { id, petId, name, email, phone, message, status, createdAt, createdBy, closedAt, closedBy } = inquiry;
  const { can } = useSession();
  const subject = `${id} ${place}`;
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} size="h5" miw={0}>
            <Name>{name}</Name>
          </Title>
          <TagBadge color={status === 'open' ? 'blue' : 'gray'}>{pageTexts.inquiries.statuses[status]}</TagBadge>
        </Group>
        <Text size="sm">
          {pageTexts.inquiries.asked(
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
        <AnimalRows label={pageTexts.inquiries.animal}>
          <AnimalRow
            petId={petId}
            animal={animal}
            status={animal && <Status status={animal.status}>{statusWord(animal)}</Status>}
          />
        </AnimalRows>
        <Text dir="auto" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        <Group gap="md">
          {email !== undefined && (
            <Anchor href={mailAddress(email, animal?.name)} className="name">
              {email}
            </Anchor>
          )}
          {phone !== undefined && <Anchor href={`tel:${phone.replaceAll(/[^0-9+]/g, '')}`}>{phone}</Anchor>}
        </Group>
        {can('inquiries:write') && (
          <Group gap="xs">
            {status === 'open' && <CloseButton inquiry={inquiry} subject={subject} />}
            <SmallActionButton subject={subject} aria-label={pageTexts.inquiries.eraseOne(name)} onClick={onErase}>
              {pageTexts.inquiries.erase}
            </SmallActionButton>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function CloseButton({ inquiry: { id, name }, subject }: { inquiry: Inquiry; subject: string }) {
  const { client } = useSession();
  const refresh = useReload('inquiries');
  const closing = useAction(
    () => client.inquiries.close(id).then(() => pageTexts.inquiries.wasClosed(<Name>{name}</Name>)),
    {
      failed: () => pageTexts.inquiries.notClosed(<Name>{name}</Name>),
      settled: () => void refresh(),
    },
  );
  return (
    <ActionButton
      subject={subject}
      size="xs"
      aria-label={pageTexts.inquiries.closeOne(name)}
      loading={closing.isPending}
      onClick={() => closing.start()}
    >
      {pageTexts.inquiries.close}
    </ActionButton>
  );
}

function EraseDialog({ inquiry: { id, name }, onClose }: { inquiry: Inquiry; onClose: () => void }) {
  const { client } = useSession();
  const refresh = useReload('inquiries');
  const erase = async () => {
    await client.inquiries.remove(id).catch(unlessGone('inquiry_not_found'));
    onClose();
    notifyDone(pageTexts.inquiries.wasErased(<Name>{name}</Name>));
    void refresh();
  };
  return (
    <ConfirmDialog
      title={`${pageTexts.inquiries.eraseOne(name)}?`}
      submitLabel={pageTexts.inquiries.eraseIt}
      act={erase}
      onClose={onClose}
    >
      <Text>{pageTexts.inquiries.eraseText(<b className="name">{name}</b>)}</Text>
    </ConfirmDialog>
  );
}

/** A link that begins a reply (RFC 6068). */
function mailAddress(email: string, petName: string | undefined): string {
  const subject = petName === undefined ? '' : `?subject=${encodeURIComponent(petName)}`;
  return `mailto:${encodeURIComponent(email)}${subject}`;
}
