import { Center, Stack } from '@mantine/core';
import type { Person } from '../../client/index.ts';
import { basePath } from '../lib/base-path.ts';
import { QrCode } from '../lib/qr-code.tsx';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { isolated } from '../ui/name.tsx';
import { useShowSecret } from '../ui/secret-dialog.tsx';

/** Makes a link by which a person signs in, and shows it, also as a QR code. */
export function useInvite(): (person: Person, opener: Element | null) => Promise<undefined> {
  const { client } = useSession();
  const showOnce = useShowSecret();
  const words = pageTexts.people.link;
  return async ({ id, name }, opener) => {
    const { hash } = new URL((await client.people.invite(id)).url);
    // Where the console is reached, so is it by the person, whatever the service thinks its own address is.
    const address = `${location.origin}${basePath}/${hash}`;
    return showOnce({
      title: words.title(isolated(name)),
      secret: address,
      opener,
      note: words.once,
      advice: (
        <Stack>
          {words.advice}
          <Center>
            <QrCode text={address} aria-label={words.code} width={200} style={{ background: 'white' }} />
          </Center>
        </Stack>
      ),
    });
  };
}
