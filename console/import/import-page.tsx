import { Group, Stack, Text } from '@mantine/core';
import { useFileDrop } from '../lib/use-file-drop.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { texts } from '../texts/texts.ts';
import { ActionButton, QuietButton } from '../ui/action-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PageFrame } from '../ui/page.tsx';
import { FilePicker, ReadingFile } from './file/file-views.tsx';
import { MappingForm } from './mapping/mapping-form.tsx';
import { ImportResult } from './run/import-result.tsx';
import { RunningImport } from './run/running-import.tsx';
import { type LeaveGuard, useLeaveGuard } from './run/use-leave-guard.ts';
import { useImport } from './use-import.ts';

const words = pageTexts.import;

/** Imports animals from a CSV file. The file is read in the browser and sent row by row. */
export function ImportPage() {
  const { phase, choose, readAs, change, start, reset } = useImport();
  const drop = (files: readonly [File, ...File[]]) => {
    const table = files.find(({ name }) => /\.(csv|tsv|txt)$/i.test(name));
    if (phase.name === 'mapping' && table === undefined) change(phase.source, { ...phase.choices, photos: files });
    else choose(table ?? files[0]);
  };
  const isOver = useFileDrop(phase.name === 'running' ? undefined : drop);
  const guard = useLeaveGuard(phase.name === 'running');
  return (
    <PageFrame title={texts.pages['/import']}>
      {phase.name === 'choosing' && <FilePicker failure={phase.failure} isOver={isOver} onChoose={choose} />}
      {phase.name === 'reading' && <ReadingFile file={phase.file} doneBytes={phase.doneBytes} onCancel={reset} />}
      {phase.name === 'mapping' && (
        <MappingForm
          source={phase.source}
          choices={phase.choices}
          failure={phase.failure}
          onChange={(choices) => change(phase.source, choices)}
          onDelimiter={(delimiter) => void readAs(delimiter, phase.source, phase.choices)}
          onStart={() => void start(phase.source, phase.choices)}
          onReset={reset}
        />
      )}
      {phase.name === 'running' && <RunningImport {...phase.started} />}
      {phase.name === 'ended' && (
        <ImportResult
          started={phase.started}
          onResume={() => void start(phase.started.source, phase.choices)}
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
