import { Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Import } from '../../../client/index.ts';
import { dayMs, importDays, maxPageSize } from '../../../contract/limits.ts';
import { undoImport } from '../../../importer/run/undo-import.ts';
import { By } from '../../data/by.tsx';
import { useAnimals } from '../../data/queries.ts';
import { useCloseDialog, useOpenDialog } from '../../lib/dialog-host.tsx';
import { formatCount } from '../../lib/formats.ts';
import { useFormMutation } from '../../lib/mutations.ts';
import { useReload } from '../../lib/queries.ts';
import { useSession } from '../../session/session.tsx';
import { texts } from '../../texts/page-texts.ts';
import { SmallButton } from '../../ui/action-button.tsx';
import { Dialog, FormDialog } from '../../ui/dialog.tsx';
import { Moment, Name } from '../../ui/inline.tsx';
import { Card, Note, List as Rows } from '../../ui/page.tsx';
import { Readable } from '../../ui/readable.tsx';

const words = texts.import;
/** So many of the animals that stay are listed. */
const maxKept = 100;

/** Takes an import back, after a question. */
export function TakeBackButton({ importId }: { importId: bigint }) {
  const { can } = useSession();
  const open = useOpenDialog();
  if (!can('pets:write') || !can('pets:read')) return null;
  return <SmallButton onClick={() => open(<TakeBackDialog importId={importId} />)}>{words.takeBack}</SmallButton>;
}

/** The imports that can be taken back, and those that were, the newest first. */
export function EarlierImports() {
  const { client } = useSession();
  const query = useQuery({
    queryKey: ['imports', 'all'],
    queryFn: async ({ signal }) =>
      (await client.imports.list({ sort: '-id', limit: maxPageSize, signal }).page()).items,
    select: (imports) => imports.filter(({ createdAt }) => Date.parse(createdAt) > Date.now() - importDays * dayMs),
  });
  return (
    <Readable query={query} height={0}>
      {(imports) =>
        imports.length > 0 && (
          <Card title={words.earlierImports(importDays)}>
            <Rows>
              {imports.map((one) => (
                <EarlierImport key={String(one.id)} {...one} />
              ))}
            </Rows>
          </Card>
        )
      }
    </Readable>
  );
}

function EarlierImport({ id, fileName, createdAt, createdBy, added, updated, state, takenBack }: Import) {
  return (
    <Group component="li" justify="space-between">
      <div>
        <Name>{fileName}</Name>
        <Note>
          <By actor={createdBy}>
            <Moment at={createdAt} />
          </By>
          {` · ${words.counts.added}: ${formatCount(added)} · ${words.counts.updated}: ${formatCount(updated)}`}
        </Note>
      </div>
      {state === 'undone' ? <Note>{words.takenBack(formatCount(takenBack))}</Note> : <TakeBackButton importId={id} />}
    </Group>
  );
}

function TakeBackDialog({ importId }: { importId: bigint }) {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['imports', String(importId)],
    queryFn: ({ signal }) => client.imports.get(importId, { signal }),
  });
  const [undoing, setUndoing] = useState<Import>();
  const reload = useReload('imports');
  const form = useFormMutation(() => undoImport(client, importId, { onProgress: setUndoing }).then(() => reload()));
  const found = undoing ?? data;
  if (found === undefined) return null;
  if (found.state === 'undone') return <TakenBack undone={found} />;
  const { fileName, added, updated, takenBack, kept } = found;
  const percent = Math.min(100, (Number(takenBack + kept) / Math.max(1, Number(added + updated))) * 100);
  return (
    <FormDialog
      title={words.takeBackTitle(<Name>{fileName}</Name>)}
      submitLabel={words.takeBack}
      isDangerous
      state={form}
      onSubmit={form.submit}
    >
      <Text>{words.takeBackText(formatCount(added), formatCount(updated))}</Text>
      {form.isPending && <Progress value={percent} aria-label={words.takeBack} />}
    </FormDialog>
  );
}

function TakenBack({ undone: { id, fileName, takenBack, kept: count } }: { undone: Import }) {
  const { client } = useSession();
  const close = useCloseDialog();
  const { data: kept = [] } = useQuery({
    queryKey: ['imports', String(id), 'kept'],
    queryFn: async ({ signal }) => (await client.imports.kept(id, { limit: maxKept, signal }).page()).items,
  });
  const animalOf = useAnimals(kept.map(({ petId }) => petId));
  const reasons: Readonly<Record<string, string>> = words.keptReasons;
  return (
    <Dialog title={words.takenBackOf(<Name>{fileName}</Name>)}>
      <Stack>
        <Text>{words.takenBack(formatCount(takenBack))}</Text>
        {kept.length > 0 && (
          <>
            <Text>{words.kept(formatCount(count))}</Text>
            <List size="sm">
              {kept.map(({ petId, reason }) => (
                <List.Item key={String(petId)}>
                  <Link href={`/animals/${petId}`}>
                    <Name>{animalOf(petId)?.name ?? texts.ui.animalNumber(String(petId))}</Name>
                  </Link>{' '}
                  {reasons[reason] ?? reason}
                </List.Item>
              ))}
            </List>
          </>
        )}
        {count > kept.length && <Text size="sm">{words.otherAnimals(formatCount(count - BigInt(kept.length)))}</Text>}
        <Group justify="flex-end">
          <Button onClick={close}>{texts.close}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
