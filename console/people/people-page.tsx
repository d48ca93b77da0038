import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Person } from '../../client/index.ts';
import { readDraft } from '../lib/drafts.tsx';
import { usePages } from '../lib/queries.ts';
import { useIsNarrow } from '../listing/list-skeleton.tsx';
import { DevicesDialog } from '../session/devices-dialog.tsx';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { texts } from '../texts/texts.ts';
import { isolated } from '../ui/name.tsx';
import { EmptyState, PageFrame } from '../ui/page.tsx';
import { ReadablePages } from '../ui/readable.tsx';
import { PeopleTable, type PersonAction, peopleTableFrom } from './people-table.tsx';
import { newPersonDraft, PersonDialog, RemovePersonDialog } from './person-dialog.tsx';

const pageSize = 25;

/** Who works here, and who may do what. */
export function PeoplePage() {
  const { client } = useSession();
  const [action, setAction] = useState<{ kind: PersonAction; person: Person } | { kind: 'invite' } | undefined>(() =>
    readDraft(newPersonDraft) === undefined ? undefined : { kind: 'invite' },
  );
  const query = usePages({
    queryKey: ['people', 'list'],
    read: (cursor, signal) => client.people.list({ limit: pageSize, cursor, signal }).page(),
  });
  const close = () => setAction(undefined);
  const invite = <Button onClick={() => setAction({ kind: 'invite' })}>{pageTexts.people.invite}</Button>;
  const isEmpty = query.data?.pages[0]?.items.length === 0;
  return (
    <PageFrame title={texts.pages['/people']} actions={!isEmpty && invite}>
      <ReadablePages query={query} height={useIsNarrow(peopleTableFrom) ? 640 : 320}>
        {(people) =>
          people.length === 0 ? (
            <EmptyState title={pageTexts.people.none} actions={invite}>
              {pageTexts.people.noneText}
            </EmptyState>
          ) : (
            <PeopleTable people={people} onChoose={(kind, person) => setAction({ kind, person })} />
          )
        }
      </ReadablePages>
      {action?.kind === 'invite' && <PersonDialog onClose={close} />}
      {action?.kind === 'change' && <PersonDialog person={action.person} onClose={close} />}
      {action?.kind === 'remove' && <RemovePersonDialog person={action.person} onClose={close} />}
      {action?.kind === 'devices' && (
        <DevicesDialog
          title={pageTexts.people.devices.title(isolated(action.person.name))}
          personId={action.person.id}
          onClose={close}
        />
      )}
    </PageFrame>
  );
}
