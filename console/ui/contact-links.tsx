import { Anchor, Group } from '@mantine/core';
import { numbersOf } from '../../contract/phone.ts';

interface ContactLinksProps {
  email: string | undefined;
  phone: string | undefined;
  /** What a message to them is about. */
  subject: string | undefined;
  /** How the message begins. */
  body?: string;
  /** Called when a message or a call is begun. */
  onReply?: (() => void) | undefined;
}

/** Links that begin a message (RFC 6068) and a call (RFC 3966). */
export function ContactLinks({ email, phone, subject, body, onReply }: ContactLinksProps) {
  if (email === undefined && phone === undefined) return null;
  const given = { ...(subject !== undefined && { subject }), ...(body !== undefined && { body }) };
  // A plus would be a plus.
  const about = new URLSearchParams(given).toString().replaceAll('+', '%20');
  return (
    <Group gap="md">
      {email !== undefined && (
        <Anchor
          href={`mailto:${encodeURIComponent(email)}${about && `?${about}`}`}
          onClick={onReply}
          className="name touch"
        >
          {email}
        </Anchor>
      )}
      {phone !== undefined && (
        <Anchor href={`tel:${numbersOf(phone)[0]}`} onClick={onReply} className="touch">
          {phone}
        </Anchor>
      )}
    </Group>
  );
}
