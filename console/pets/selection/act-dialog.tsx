import { Autocomplete, Group, Progress, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useRefresh } from '../../data/queries.ts';
import type { Animal } from '../../lib/animals.ts';
import { useCloseDialog } from '../../lib/dialog-host.tsx';
import { formatCount } from '../../lib/formats.ts';
import { useSession } from '../../session/session.tsx';
import { texts } from '../../texts/page-texts.ts';
import { ActionButton, QuietButton } from '../../ui/action-button.tsx';
import { AnimalRow, AnimalRows } from '../../ui/animal-row.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { explain, Failure } from '../../ui/failure.tsx';
import { useFocusOnMount } from '../../ui/focus.ts';
import { isolated } from '../../ui/inline.tsx';
import { notifyDone, notifyUndoable } from '../../ui/notify.tsx';
import type { TakeBack } from '../change-status.ts';
import { type Act, countOf } from './acts.ts';
import { BulkRun, useBulkRun } from './bulk-run.ts';
import { type Chosen, only, readChosen } from './selection.ts';

const said = texts.selection;

/** Few enough to leave the server to others. */
const concurrency = 4;

interface ActDialogProps {
  act: Act;
  chosen: Chosen;
  /** What others have that are shown beside them, for a field. */
  suggestions: readonly string[];
  /** Told the animals for which it was not done, if it came to its end. */
  onEnd: ((refused: readonly bigint[]) => void) | undefined;
}

export function ActDialog({ act, chosen, suggestions, onEnd }: ActDialogProps) {
  const closeDialog = useCloseDialog();
  const session = useSession();
  const refresh = useRefresh();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(chosen);
  const { run, isRunning, begin } = useBulkRun();

  const start = async (wanted: Chosen) => {
    setAsked(wanted);
    const { each, end } = act.begin(session, text.trim());
    const takeBacks = new Map<Animal, TakeBack | undefined>();
    const ended = await begin({
      read: (options) => readChosen(session, wanted, options),
      act: async (animal) => takeBacks.set(animal, await each(animal)),
      concurrency: act.isReading ? 1 : concurrency,
    });
    void refresh();
    if (ended.isStopped) return;
    end?.();
    if (ended.refusals.length > 0) return;
    const done = act.done(ended.done, formatCount(ended.done), isolated(text.trim()));
    if (act.isReading || act.isFinal) notifyDone(done);
    else notifyUndoable(done, { run: () => undo(takeBacks, refresh), failed: said.notUndone });
    onEnd?.([]);
    closeDialog();
  };
  const refused = run?.refusals.map(({ animal }) => animal.id) ?? [];
  const close = () => {
    if (isRunning) return run?.stop();
    if (run?.isStopped === false) onEnd?.(refused);
    closeDialog();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (act.field === undefined || text.trim() !== '') void start(chosen);
  };
  return (
    <Dialog title={act.title(countOf(chosen.count))} onClose={close}>
      {run === undefined && (
        <form onSubmit={submit}>
          <Stack>
            {act.meaning !== undefined && <Text size="sm">{act.meaning}</Text>}
            {act.field !== undefined && (
              <Autocomplete
                label={act.field}
                {...(act.isDay && { type: 'date', max: '9999-12-31' })}
                maxLength={act.maxLength}
                data={[...suggestions]}
                value={text}
                onChange={setText}
                required
                data-autofocus
              />
            )}
            <Group justify="flex-end">
              <QuietButton onClick={close} {...(act.isFinal && { 'data-autofocus': true })}>
                {act.isFinal ? texts.ui.keepIt : texts.cancel}
              </QuietButton>
              <ActionButton
                subject={act.label}
                type="submit"
                {...(act.isFinal ? { color: 'red.9' } : act.field === undefined && { 'data-autofocus': true })}
              >
                {act.label}
              </ActionButton>
            </Group>
          </Stack>
        </form>
      )}
      {run !== undefined && isRunning && <Running run={run} count={asked.count} />}
      {run !== undefined && !isRunning && (
        <Ended run={run} done={act.done(run.done, formatCount(run.done), isolated(text.trim()))}>
          <QuietButton onClick={close}>{texts.close}</QuietButton>
          {refused.length > 0 && (
            <ActionButton subject={String(refused.length)} onClick={() => void start(only(refused))}>
              {texts.tryAgain}
            </ActionButton>
          )}
        </Ended>
      )}
    </Dialog>
  );
}

async function undo(takeBacks: ReadonlyMap<Animal, TakeBack | undefined>, refresh: () => unknown): Promise<ReactNode> {
  const undoing = new BulkRun({
    read: async function* () {
      yield* takeBacks.keys();
    },
    act: (animal) => takeBacks.get(animal)?.(),
    concurrency,
  });
  await undoing.work();
  void refresh();
  const error = undoing.failure ?? undoing.refusals[0]?.error;
  if (error !== undefined) throw error;
  return said.undone(undoing.done, formatCount(undoing.done));
}

export function Running({ run, count }: { run: BulkRun; count: number | undefined }) {
  const here = useFocusOnMount<HTMLDivElement>();
  const seen = run.done + run.refusals.length;
  const percent = count === undefined ? 100 : Math.floor((seen / Math.max(1, count)) * 100);
  return (
    <Stack ref={here} tabIndex={-1} className="focused">
      <Progress value={percent} animated={count === undefined} size="lg" aria-label={said.progress} />
      <Text>{said.doneOf(formatCount(seen), count === undefined ? undefined : formatCount(count))}</Text>
      <Text role="status" c="dimmed" size="sm">
        {run.isWaiting && said.waiting}
      </Text>
      <Group justify="flex-end">
        <QuietButton onClick={() => run.stop()}>{said.stop}</QuietButton>
      </Group>
    </Stack>
  );
}

const mostListed = 100;

function Ended({ run, done, children }: { run: BulkRun; done: string; children: ReactNode }) {
  const here = useFocusOnMount<HTMLDivElement>();
  const { refusals, failure, isStopped } = run;
  const heading = said.refused(formatCount(refusals.length));
  return (
    <Stack ref={here} tabIndex={-1} className="focused">
      <Text>
        {isStopped && said.stopped} {done}
      </Text>
      {failure !== undefined && <Failure error={failure} />}
      {refusals.length > 0 && (
        <>
          <Text fw={600}>{heading}</Text>
          <AnimalRows label={heading}>
            {refusals.slice(0, mostListed).map(({ animal, error }) => (
              <AnimalRow key={String(animal.id)} petId={animal.id} animal={animal} facts={explain(error)} since="" />
            ))}
          </AnimalRows>
          {refusals.length > mostListed && <Text size="sm">{said.andOthers}</Text>}
        </>
      )}
      <Group justify="flex-end">{children}</Group>
    </Stack>
  );
}
