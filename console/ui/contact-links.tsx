import { Anchor, Group } from '@mantine/core';
import { numbersOf } from '../../contract/phone.ts';

interface ContactLinksProps {
  email: string | undefined;
  phone: string | undefined;
  /** What a message to them is about. */
  subject: string | undefined;
}

/** Links that begin a message (RFC 6068) and a call (RFC 3966). */
export function ContactLinks({ email, phone, subject }: ContactLinksProps) {
  if (email === undefined && phone === undefined) return null;
  const about = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`;
  return (
    <Group gap="md">
      {email !== undefined && (
        <Anchor href={`mailto:${encodeURIComponent(email)}${about}`} className="name touch">
          {email}
        </Anchor>
      )}
      {phone !== undefined && (
        <Anchor href={`tel:${numbersOf(phone)[0]}`} className="touch">
          {phone}
        </Anchor>
      )}
    </Group>
  );
}
