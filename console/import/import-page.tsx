import { Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useFileDrop } from '../lib/use-file-drop.ts';
import { texts } from '../texts/page-texts.ts';
import { ActionButton, QuietButton } from '../ui/action-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PageFrame } from '../ui/page.tsx';
import { FilePicker, ReadingFile } from './file/file-views.tsx';
import { MappingForm } from './mapping/mapping-form.tsx';
import { ImportResult, RunningImport } from './run/run-views.tsx';
import { EarlierImports } from './run/take-back.tsx';
import { useImport } from './use-import.ts';

const words = texts.import;

/** Imports animals from a CSV file. The file is read in the browser and sent 100 rows at a time. */
export function ImportPage() {
  const { phase, choose, readAs, change, start, resume, reset } = useImport();
  const drop = (files: readonly [File, ...File[]]) => {
    const table = files.find(({ name }) => /\.(csv|tsv|txt|ndjson|jsonl|json)$/i.test(name));
    if (phase.name === 'mapping' && table === undefined) change(phase.source, { ...phase.choices, photos: files });
    else choose(table ?? files[0]);
  };
  const isOver = useFileDrop(phase.name === 'running' ? undefined : drop);
  const guard = useLeaveGuard(phase.name === 'running');
  return (
    <PageFrame title={texts.pages['/import']}>
      {phase.name === 'choosing' && (
        <>
          <FilePicker failure={phase.failure} isOver={isOver} onChoose={choose} />
          <EarlierImports />
        </>
      )}
      {phase.name === 'reading' && <ReadingFile file={phase.file} doneBytes={phase.doneBytes} onCancel={reset} />}
      {phase.name === 'mapping' && (
        <MappingForm
          source={phase.source}
          choices={phase.choices}
          failure={phase.failure}
          onChange={(choices) => change(phase.source, choices)}
          onForm={(form) => void readAs(form, phase.source, phase.choices)}
          onStart={(checked) => void start(phase.source, phase.choices, checked)}
          onReset={reset}
        />
      )}
      {phase.name === 'running' && <RunningImport {...phase.started} />}
      {phase.name === 'ended' && (
        <ImportResult
          started={phase.started}
          check={phase.check}
          comparison={phase.comparison}
          onResume={() => resume(phase.started, phase.choices, phase.check)}
          onBack={() => change(phase.started.source, phase.choices)}
          onReset={reset}
        />
      )}
      {guard.isAsking && <LeaveDialog guard={guard} />}
    </PageFrame>
  );
}

function LeaveDialog({ guard }: { guard: LeaveGuard }) {
  return (
    <Dialog title={words.stopTitle} onClose={guard.stay}>
      <Stack>
        <Text>{words.stopText}</Text>
        <Group justify="flex-end">
          <QuietButton onClick={guard.stay} data-autofocus>
            {words.stay}
          </QuietButton>
          <ActionButton subject="" color="red.9" onClick={guard.leave}>
            {words.leave}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  );
}

type LeaveGuard = ReturnType<typeof useLeaveGuard>;

/** Intercepts links, going back and closing the tab, so that the user can be asked first. */
function useLeaveGuard(isActive: boolean) {
  const [go, setGo] = useState<() => void>();
  const isLeaving = useRef(false);

  useEffect(() => {
    if (!isActive) return undefined;
    isLeaving.current = false;
    const here = location.pathname;
    const onClick = (event: MouseEvent) => {
      const way = findWayOut(event, here);
      if (way === undefined || isLeaving.current) return;
      event.preventDefault();
      event.stopPropagation();
      setGo(() => () => way.click());
    };
    // Going back leads from a second history entry of this page to the first, which does not change the route.
    const holdEntry = () => history.pushState(null, '', here);
    const onPopState = () => {
      if (location.pathname !== here || isLeaving.current) return;
      holdEntry();
      setGo(() => () => history.go(-2));
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault();
    };
    holdEntry();
    // Before any other handler.
    document.addEventListener('click', onClick, true);
    window.addEventListener('popstate', onPopState);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, true);
      window.removeEventListener('popstate', onPopState);
      window.removeEventListener('beforeunload', onUnload);
      setGo(undefined);
      if (location.pathname === here && !isLeaving.current) history.back();
    };
  }, [isActive]);

  return {
    isAsking: go !== undefined,
    stay: () => setGo(undefined),
    leave() {
      isLeaving.current = true;
      setGo(undefined);
      go?.();
    },
  };
}

/** The clicked element, if it leads to another page: a link, or a button of the navigation. */
function findWayOut(event: MouseEvent, here: string): HTMLElement | undefined {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || !(event.target instanceof Element)) return undefined;
  const link = event.target.closest('a');
  if (link !== null) return link.pathname === here || link.download !== '' || link.target !== '' ? undefined : link;
  return event.target.closest<HTMLElement>('#navigation button') ?? undefined;
}
