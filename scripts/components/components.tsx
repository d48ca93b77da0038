import '@mantine/core/styles.css';
import '../../console/console.css';
import {
  Button,
  DirectionProvider,
  Group,
  MantineProvider,
  NativeSelect,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  useDirection,
  useMantineColorScheme,
} from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Animal } from '../../console/lib/animals.ts';
import { DialogHost, PageDialog, useOpenDialog } from '../../console/lib/dialog-host.tsx';
import { ActionButton, SmallActionButton, SmallButton } from '../../console/ui/action-button.tsx';
import { AnimalRow, AnimalRows } from '../../console/ui/animal-row.tsx';
import { RadioList, TickList } from '../../console/ui/choice-list.tsx';
import { ContactLinks } from '../../console/ui/contact-links.tsx';
import { ConfirmDialog, FormDialog, TextDialog } from '../../console/ui/dialog.tsx';
import { StagingBar } from '../../console/ui/environment.tsx';
import { Failure } from '../../console/ui/failure.tsx';
import { Day, Moment, Name, Status, statusChoices, statusWord, TagBadge } from '../../console/ui/inline.tsx';
import { notifyDone, notifyFailed, notifyUndoable } from '../../console/ui/notify.tsx';
import { EmptyState, PageFrame, Section } from '../../console/ui/page.tsx';
import { Readable } from '../../console/ui/readable.tsx';
import { useShowSecret } from '../../console/ui/secret-dialog.tsx';
import { theme } from '../../console/ui/theme.ts';
import { Toasts } from '../../console/ui/toasts.tsx';

/** Draws every component of `console/ui` in its states, for who changes one: docs/changing.md says what each must pass. */

const at = '2026-03-31T09:30:00Z';
const long = 'Princess Anastasia Wilhelmina of the Lower Meadows';
const problem = new Error('The name has 256 characters, and may have 255.');
const later = () => new Promise<undefined>((resolve) => setTimeout(resolve, 1_000));
const refuse = () => later().then(() => Promise.reject(problem));

function animal(id: bigint, name: string, species: string, status: Animal['status']): Animal {
  const profile = { species, breed: `${species}, mixed`, sex: 'female', birthDate: '2019-05-01', location: 'Kennel 7' };
  const category = { id: 1n, name: species };
  return { id, name, category, status, profile: { ...profile, sex: 'female' }, photos: [], createdAt: at };
}

const animals = [
  animal(1n, 'Bella', 'Cat', 'available'),
  animal(2n, long, 'Dog', 'pending'),
  animal(3n, 'نورا', 'Rabbit', 'sold'),
  animal(4n, 'Coco', 'Parrot', 'available'),
];

function Rows() {
  const [checked, setChecked] = useState<readonly bigint[]>([2n]);
  return (
    <AnimalRows label="Animals">
      {animals.map((one) => {
        const isChecked = checked.includes(one.id);
        const onToggle = () => setChecked(isChecked ? checked.filter((id) => id !== one.id) : [...checked, one.id]);
        return (
          <AnimalRow
            key={String(one.id)}
            petId={one.id}
            animal={one}
            status={<Status status={one.status}>{statusWord(one)}</Status>}
            check={{ label: `Choose ${one.name}`, isChecked, onToggle }}
            actions={<SmallActionButton subject="">Reserve</SmallActionButton>}
            hasActions={one.id === 1n}
          />
        );
      })}
      <AnimalRow petId={5n} animal={undefined} />
      <AnimalRow petId={6n} animal={null} />
      <AnimalRow petId={undefined} animal={undefined} title="12 animals were added" since={<Day at={at} />} />
    </AnimalRows>
  );
}

function Buttons() {
  return (
    <Group>
      <Button>Main action</Button>
      <Button variant="default">Other action</Button>
      <Button disabled>Not now</Button>
      <ActionButton subject="">Changes something</ActionButton>
      <ActionButton subject="" loading>
        Under way
      </ActionButton>
      <ActionButton subject="" color="red.9">
        Removes something
      </ActionButton>
      <SmallButton>Small</SmallButton>
      <SmallActionButton subject="">Small, changes something</SmallActionButton>
    </Group>
  );
}

function Forms() {
  const [role, setRole] = useState<'reader' | 'editor'>('reader');
  const [scopes, setScopes] = useState<('read' | 'write')[]>(['read']);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Name" description="What the animal is called" placeholder="Bella" />
      <TextInput label="Name" defaultValue="x" error="The name has 256 characters, and may have 255." />
      <NativeSelect label="Status" data={statusChoices()} />
      <TextInput label="Not now" disabled defaultValue="Bella" />
      <RadioList<'reader' | 'editor'>
        label="Role"
        choices={[
          { value: 'reader', label: 'Reader', meaning: 'Sees everything' },
          { value: 'editor', label: 'Editor', meaning: 'Changes animals' },
        ]}
        chosen={role}
        onChange={setRole}
      />
      <TickList
        label="Permissions"
        choices={[
          { value: 'read', label: 'Read' },
          { value: 'write', label: 'Write' },
        ]}
        ticked={scopes}
        error={scopes.length === 0 ? 'Tick at least one.' : undefined}
        onChange={setScopes}
      />
    </SimpleGrid>
  );
}

function Dialogs() {
  const open = useOpenDialog();
  const showSecret = useShowSecret();
  const close = () => open(undefined);
  const form = (error: Error | null, isRestored = false) => (
    <FormDialog
      draft={{ isRestored, leave: close, close }}
      title={<>Change {<Name>{long}</Name>}</>}
      submitLabel="Save"
      state={{ isPending: false, error, fieldErrors: {} }}
      onSubmit={close}
    >
      <TextInput label="Name" data-autofocus />
    </FormDialog>
  );
  const removal = (act: () => Promise<undefined>) => (
    <ConfirmDialog title="Remove Bella?" submitLabel="Remove" act={act}>
      <Text>Her photos are removed, too.</Text>
    </ConfirmDialog>
  );
  const dialogs: Record<string, ReactNode> = {
    form: form(null),
    'draft that failed': form(problem, true),
    removal: removal(later),
    'removal that fails': removal(refuse),
    text: (
      <TextDialog
        title="Note on Bella"
        submitLabel="Save"
        label="Note"
        description="For you and who works with you."
        field="note"
        hasLines
        save={later}
      />
    ),
  };
  return (
    <Group>
      {Object.entries(dialogs).map(([name, dialog]) => (
        <SmallButton key={name} onClick={() => open(dialog)}>
          {name}
        </SmallButton>
      ))}
      <SmallButton
        onClick={({ currentTarget: opener }) =>
          showSecret({ title: 'The key', advice: 'Copy it.', secret: 'pk_7f', opener })
        }
      >
        secret
      </SmallButton>
    </Group>
  );
}

function Messages() {
  return (
    <Group>
      <SmallButton onClick={() => notifyDone('Bella was adopted')}>done</SmallButton>
      <SmallButton
        onClick={() =>
          notifyUndoable(`${long} was adopted`, { run: async () => 'Taken back', failed: 'Not taken back' })
        }
      >
        with Undo
      </SmallButton>
      <SmallButton onClick={() => notifyFailed('Bella was not adopted', problem)}>failed</SmallButton>
    </Group>
  );
}

function States() {
  const query = { refetch: () => Promise.reject(problem) };
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <EmptyState title="There are no animals yet" actions={<Button>Add an animal</Button>}>
        Add the first one.
      </EmptyState>
      <Failure error={problem} retry={() => undefined} />
      <Readable query={{ ...query, data: undefined, error: null }} height={96}>
        {() => null}
      </Readable>
      <Readable query={{ ...query, data: undefined, error: problem }} height={96}>
        {() => null}
      </Readable>
    </SimpleGrid>
  );
}

function Words() {
  return (
    <Group>
      <ContactLinks email="ada@example.org" phone="+1 512 555 0100" subject="Bella" />
      {(['available', 'pending', 'sold', 'placed', 'completed', 'cancelled'] as const).map((status) => (
        <Status key={status} status={status}>
          {status}
        </Status>
      ))}
      <TagBadge color="green">active</TagBadge>
      <TagBadge color="red">failing</TagBadge>
      <Moment at={at} />
      <Day at={at} />
      <Text>
        <Name>نورا</Name> and <Name>{long}</Name>
      </Text>
    </Group>
  );
}

const sections: readonly (readonly [title: string, Content: () => ReactNode])[] = [
  ['Words', Words],
  ['Rows', Rows],
  ['Buttons', Buttons],
  ['Forms', Forms],
  ['Dialogs', Dialogs],
  ['Messages', Messages],
  ['Empty, failed and loading', States],
];

function Components() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { dir, setDirection } = useDirection();
  return (
    <Stack component="main" p="md" maw={1120} mx="auto">
      <StagingBar />
      <PageFrame
        title="Components"
        actions={
          <>
            <SegmentedControl
              aria-label="Colour scheme"
              data={['light', 'dark', 'auto']}
              value={colorScheme}
              onChange={(value) => setColorScheme(value === 'dark' || value === 'light' ? value : 'auto')}
            />
            <SegmentedControl
              aria-label="Direction"
              data={['ltr', 'rtl']}
              value={dir}
              onChange={(value) => {
                // The bundler writes some styles of either direction for its languages.
                document.documentElement.lang = value === 'rtl' ? 'ar' : 'en';
                setDirection(value === 'rtl' ? 'rtl' : 'ltr');
              }}
            />
          </>
        }
      >
        {sections.map(([title, Content]) => (
          <Section key={title} title={title}>
            <Content />
          </Section>
        ))}
      </PageFrame>
    </Stack>
  );
}

const element = document.getElementById('console');
if (element === null) throw new Error('the page has no element for the components');
createRoot(element).render(
  <DirectionProvider>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <Toasts />
      <QueryClientProvider client={new QueryClient()}>
        <DialogHost>
          <Components />
          <PageDialog />
        </DialogHost>
      </QueryClientProvider>
    </MantineProvider>
  </DirectionProvider>,
);
