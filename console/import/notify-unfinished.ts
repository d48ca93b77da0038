import { notifications } from '@mantine/notifications';
import { isolated } from '../ui/name.tsx';
import type { ImportRun } from './import-run.ts';
import type { SourceFile } from './source-file.ts';

/** Says how far an import has come whose page is gone. It stays until it is closed: it is the only trace. */
export function notifyUnfinished({ progress }: ImportRun, { file }: SourceFile): void {
  const { added, alreadyThere, rejected, rowCount } = progress;
  notifications.show({
    title: 'The import was stopped',
    message:
      `${added + alreadyThere + rejected} of the ${rowCount} rows of ${isolated(file.name)} were done. To go on, import the same ` +
      'file again with the same key: within 24 hours no animal is added twice. Another key would add them again.',
    color: 'orange',
    autoClose: false,
  });
}
