import { Center, Stack } from '@mantine/core';
import { basePath } from '../lib/environment.ts';
import { laterPart } from '../texts/later.ts';
import { texts } from '../texts/page-texts.ts';
import { isolated } from '../ui/inline.tsx';
import { useShowSecret } from '../ui/secret-dialog.tsx';
import { useSession } from './session.tsx';

const QrCode = laterPart(async () => (await import('../lib/qr-code.tsx')).QrCode);

/** Makes a link by which a person signs in, and shows it, also as a QR code. */
export function useInvite() {
  const { client, key } = useSession();
  const showOnce = useShowSecret();
  return async ({ id, name = '' }: { id: bigint; name?: string }, opener: Element | null): Promise<undefined> => {
    const { hash } = new URL((await client.people.invite(id)).url);
    const { linkFor, ownLink, linkCode } = texts.session;
    const { title, advice, once } = id === key.personId ? ownLink : linkFor(isolated(name));
    // Where the console is reached, so is it by the person, whatever the service thinks its own address is.
    const address = `${location.origin}${basePath}/${hash}`;
    return showOnce({
      title,
      secret: address,
      opener,
      note: once,
      advice: (
        <Stack>
          {advice}
          <Center mih={200}>
            <QrCode text={address} aria-label={linkCode} width={200} style={{ background: 'white' }} />
          </Center>
        </Stack>
      ),
    });
  };
}
