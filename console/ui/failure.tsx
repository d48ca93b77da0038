import { Alert, Group, Text } from '@mantine/core';
import { NoAnswerError, PetstoreError } from '../../client/index.ts';
import { messageOf } from '../../client/transport/errors.ts';
import type { ToldFault } from '../../contract/faults.ts';
import { UnusableFileError } from '../../importer/source/source.ts';
import { texts } from '../texts/texts.ts';
import { SmallButton } from './action-button.tsx';

export function explain(error: unknown): string {
  if (error instanceof NoAnswerError) {
    return texts.ui.noAnswerToChange;
  }
  if (error instanceof UnusableFileError) return texts.lib.said(error.fault);
  if (!(error instanceof PetstoreError)) return messageOf(error);
  return texts.failures[error.code] ?? texts.lib.refused(error.message, error.validationErrors);
}

/** Why a row of an import is refused. */
export function sayFaults(faults: readonly ToldFault[]): string {
  return faults.map((fault) => texts.failures[fault.reason ?? ''] ?? texts.lib.said(fault)).join(' ');
}

export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  return (
    <Alert color="red" title={texts.didNotWork} role="alert">
      <Text size="sm">{explain(error)}</Text>
      {retry !== undefined && (
        <Group mt="sm">
          <SmallButton onClick={retry}>{texts.tryAgain}</SmallButton>
        </Group>
      )}
    </Alert>
  );
}
