import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { pageTexts } from '../texts/page-texts.ts';
import { texts } from '../texts/texts.ts';
import { SmallButton } from '../ui/action-button.tsx';
import { DevicesDialog } from './devices-dialog.tsx';
import { useSession } from './session.tsx';

/** Which person is signed in, and where else. */
export function Account({ personId }: { personId: bigint }) {
  const { client } = useSession();
  const [isOpen, devices] = useDisclosure(false);
  const { data } = useQuery({
    queryKey: ['people', 'self'],
    queryFn: ({ signal }) => client.people.self({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <Text size="sm">{texts.shell.signedInAs(<b className="name">{data?.name}</b>)}</Text>
      <SmallButton onClick={devices.open}>{pageTexts.session.ownDevices}</SmallButton>
      {isOpen && <DevicesDialog title={pageTexts.session.ownDevices} personId={personId} onClose={devices.close} />}
    </>
  );
}
