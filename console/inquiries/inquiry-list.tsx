import { Anchor, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Inquiry } from '../../client/index.ts';
import { usePetsById } from '../data/queries.ts';
import { useOneAtATime } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone, notifyFailed } from '../ui/notify.tsx';
import { Moment } from '../ui/time.tsx';
import { EraseInquiryDialog } from './erase-inquiry-dialog.tsx';
import { useCloseInquiry } from './use-inquiries.ts';

/** Inquiries with all that people have written, and the ways to reply to them. */
export function InquiryList({ inquiries }: { inquiries: readonly Inquiry[] }) {
  const [erased, setErased] = useState<Inquiry>();
  const pets = usePetsById(inquiries.map(({ petId }) => petId));
  return (
    <>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {inquiries.map((inquiry) => (
          <InquiryCard
            key={String(inquiry.id)}
            inquiry={inquiry}
            petName={pets && (pets.get(inquiry.petId)?.name ?? null)}
            onErase={() => setErased(inquiry)}
          />
        ))}
      </Stack>
      {erased !== undefined && <EraseInquiryDialog inquiry={erased} onClose={() => setErased(undefined)} />}
    </>
  );
}

interface InquiryCardProps {
  inquiry: Inquiry;
  /** What the animal is called; `null` if it is gone, `undefined` as long as it is not known. */
  petName: string | null | undefined;
  onErase: () => void;
}

function InquiryCard({ inquiry, petName, onErase }: InquiryCardProps) {
  const { id, name, email, phone, message, status, createdAt, closedAt } = inquiry;
  const { can } = useSession();
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} size="h5" miw={0}>
            <Name>{name}</Name>
          </Title>
          <Badge
            color={status === 'open' ? 'blue' : 'gray'}
            variant="light"
            c="var(--mantine-color-text)"
            miw="max-content"
          >
            {status}
          </Badge>
        </Group>
        <Text size="sm">
          Asks about <AskedPet petId={inquiry.petId} name={petName} />, <Moment at={createdAt} />
          {closedAt !== undefined && (
            <>
              , closed <Moment at={closedAt} />
            </>
          )}
        </Text>
        <Text dir="auto" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        <Group gap="md">
          {email !== undefined && (
            <Anchor href={mailAddress(email, petName)} className="name">
              {email}
            </Anchor>
          )}
          {phone !== undefined && <Anchor href={`tel:${phone.replaceAll(/[^0-9+]/g, '')}`}>{phone}</Anchor>}
        </Group>
        {can('inquiries:write') && (
          <Group gap="xs">
            {status === 'open' && <CloseButton id={id} />}
            <ActionButton
              subject={String(id)}
              size="xs"
              variant="default"
              aria-label={`Erase inquiry ${id}`}
              onClick={onErase}
            >
              Erase
            </ActionButton>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function CloseButton({ id }: { id: bigint }) {
  const { mutateAsync, isPending } = useCloseInquiry();
  const oneAtATime = useOneAtATime();
  const close = async () => {
    try {
      await mutateAsync(id);
      notifyDone(`Inquiry ${id} was closed.`);
    } catch (error) {
      notifyFailed(`Inquiry ${id} was not closed`, error);
    }
  };
  return (
    <ActionButton
      subject={String(id)}
      size="xs"
      aria-label={`Close inquiry ${id}`}
      loading={isPending}
      onClick={() => void oneAtATime(close)}
    >
      Close
    </ActionButton>
  );
}

function AskedPet({ petId, name }: { petId: bigint; name: string | null | undefined }) {
  const number = <span className="id">{String(petId)}</span>;
  if (name === undefined) return <>the animal {number}</>;
  if (name === null) return <>the animal {number} (removed)</>;
  return (
    <Anchor component={Link} href={`/animals/${petId}`} className="name" inherit fw={500}>
      {name}
    </Anchor>
  );
}

/** A link that begins a reply (RFC 6068). */
function mailAddress(email: string, petName: string | null | undefined): string {
  const subject = petName == null ? '' : `?subject=${encodeURIComponent(petName)}`;
  return `mailto:${encodeURIComponent(email)}${subject}`;
}
