import './paper.css';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Animal } from '../../lib/animals.ts';
import { useCloseDialog } from '../../lib/dialog-host.tsx';
import { formatCount } from '../../lib/formats.ts';
import { useSession } from '../../session/session.tsx';
import { texts } from '../../texts/page-texts.ts';
import { QuietButton } from '../../ui/action-button.tsx';
import { RadioList } from '../../ui/choice-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useFocusOnMount } from '../../ui/focus.ts';
import { Running } from '../selection/act-dialog.tsx';
import { countOf } from '../selection/acts.ts';
import { useBulkRun } from '../selection/bulk-run.ts';
import { type Chosen, readChosen } from '../selection/selection.ts';
import { KennelCards, RoundList } from './sheets.tsx';

const said = texts.paper;

const papers = [
  {
    value: 'cards',
    label: said.cards,
    meaning: said.cardsMeaning,
    most: 200,
    Sheet: KennelCards,
  },
  {
    value: 'round',
    label: said.round,
    meaning: said.roundMeaning,
    most: 2_000,
    Sheet: RoundList,
  },
] as const;

const mostPrinted = Math.max(...papers.map(({ most }) => most));

type PaperName = (typeof papers)[number]['value'];

/** Reads the chosen animals, and prints them. As long as it is open, they are what the browser prints of the page. */
export function PrintDialog({ chosen }: { chosen: Chosen }) {
  const session = useSession();
  const [animals, setAnimals] = useState<readonly Animal[]>();
  const { run, isRunning, begin } = useBulkRun();
  const { count } = chosen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads once what was chosen when it opened
  useEffect(() => {
    const read: Animal[] = [];
    void begin({
      read: (options) => readChosen(session, chosen, options),
      act: (animal) => read.length <= mostPrinted && read.push(animal),
      concurrency: 1,
    }).then(({ isStopped }) => {
      if (!isStopped) setAnimals(read);
    });
  }, []);
  return (
    <Dialog title={said.title(countOf(count))}>
      {run !== undefined && isRunning && <Running run={run} count={count} />}
      {run?.failure !== undefined && <Failure error={run.failure} />}
      {animals !== undefined && <PaperChoice animals={animals} />}
    </Dialog>
  );
}

function PaperChoice({ animals }: { animals: readonly Animal[] }) {
  const close = useCloseDialog();
  const [paper, setPaper] = useState<PaperName>(animals.length === 1 ? 'cards' : 'round');
  const { most, Sheet } = papers.find(({ value }) => value === paper) ?? papers[0];
  const sheet = useRef<HTMLDivElement>(null);
  const button = useFocusOnMount<HTMLButtonElement>();
  const print = async () => {
    const images = [...(sheet.current?.querySelectorAll('img') ?? [])];
    await Promise.allSettled(images.map((image) => image.decode()));
    window.print();
  };
  return (
    <Stack>
      <RadioList<PaperName> label={said.which} choices={papers} chosen={paper} onChange={setPaper} />
      {animals.length > most && (
        <Text size="sm" role="status">
          {said.most(formatCount(most))}
        </Text>
      )}
      {createPortal(
        <div ref={sheet} className="paper">
          <Sheet animals={animals.slice(0, most)} />
        </div>,
        document.body,
      )}
      <Group justify="flex-end">
        <QuietButton onClick={close}>{texts.close}</QuietButton>
        <Button ref={button} onClick={() => void print()}>
          {texts.ui.print}
        </Button>
      </Group>
    </Stack>
  );
}
