import { Button, Group, Stack, Text } from '@mantine/core';
import { ActionButton } from '../ui/action-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PageFrame } from '../ui/page.tsx';
import { useFileDrop } from '../ui/use-file-drop.ts';
import { FilePicker, ReadingFile } from './file/file-views.tsx';
import { MappingForm } from './mapping/mapping-form.tsx';
import { ImportResult } from './run/import-result.tsx';
import { RunningImport } from './run/running-import.tsx';
import { type LeaveGuard, useLeaveGuard } from './run/use-leave-guard.ts';
import { useImport } from './use-import.ts';

/** Imports animals from a CSV file. The file is read in the browser and sent row by row. */
export function ImportPage() {
  const { phase, choose, readAs, change, start, reset } = useImport();
  const isOver = useFileDrop(phase.name === 'running' ? undefined : ([file]) => choose(file));
  const guard = useLeaveGuard(phase.name === 'running');
  return (
    <PageFrame title="Import">
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
    <Dialog title="Stop the import?" onClose={guard.stay}>
      <Stack>
        <Text>If you leave this page, the import stops. Animals that were added stay, and you can resume later.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={guard.stay} data-autofocus>
            Stay here
          </Button>
          <ActionButton subject="" color="red.9" onClick={guard.leave}>
            Leave and stop
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
