import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Inquiry } from '../../client/index.ts';
import { useAnimals } from '../data/animals.ts';
import type { Animal } from '../lib/animals.ts';
import { useReload } from '../lib/queries.ts';
import { unlessGone } from '../lib/unless-gone.ts';
import { useSession } from '../session/session.tsx';
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
  const { id, petId, name, email, phone, message, status, createdAt, closedAt } = inquiry;
  const { can } = useSession();
  const subject = `${id} ${place}`;
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} size="h5" miw={0}>
            <Name>{name}</Name>
          </Title>
          <TagBadge color={status === 'open' ? 'blue' : 'gray'}>{status}</TagBadge>
        </Group>
        <Text size="sm">
          Asked <Moment at={createdAt} />
          {closedAt !== undefined && (
            <>
              , closed <Moment at={closedAt} />
            </>
          )}
        </Text>
        <AnimalRows label="About">
          <AnimalRow
            petId={petId}
            animal={animal}
            status={animal && <Status status={animal.status}>{statusWord(animal.status)}</Status>}
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
            {status === 'open' && <CloseButton id={id} subject={subject} />}
            <SmallActionButton subject={subject} aria-label={`Erase inquiry ${id}`} onClick={onErase}>
              Erase
            </SmallActionButton>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function CloseButton({ id, subject }: { id: bigint; subject: string }) {
  const { client } = useSession();
  const refresh = useReload('inquiries');
  const closing = useAction(() => client.inquiries.close(id).then(() => `Inquiry ${id} was closed.`), {
    failed: () => `Inquiry ${id} was not closed`,
    settled: () => void refresh(),
  });
  return (
    <ActionButton
      subject={subject}
      size="xs"
      aria-label={`Close inquiry ${id}`}
      loading={closing.isPending}
      onClick={() => closing.start()}
    >
      Close
    </ActionButton>
  );
}

function EraseDialog({ inquiry: { id, name }, onClose }: { inquiry: Inquiry; onClose: () => void }) {
  const { client } = useSession();
  const refresh = useReload('inquiries');
  const erase = async () => {
    await client.inquiries.remove(id).catch(unlessGone('inquiry_not_found'));
    onClose();
    notifyDone(`Inquiry ${id} was erased.`);
    void refresh();
  };
  return (
    <ConfirmDialog title={`Erase inquiry ${id}?`} submitLabel="Erase it" act={erase} onClose={onClose}>
      <Text>
        What <b className="name">{name}</b> has written is erased at once. This cannot be undone.
      </Text>
    </ConfirmDialog>
  );
}

/** A link that begins a reply (RFC 6068). */
function mailAddress(email: string, petName: string | undefined): string {
  const subject = petName === undefined ? '' : `?subject=${encodeURIComponent(petName)}`;
  return `mailto:${encodeURIComponent(email)}${subject}`;
}
