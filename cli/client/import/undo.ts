import type { Client, Import, KeptAnimal } from '../../../client/index.ts';
import { parseInt64 } from '../../../contract/int64.ts';
import { findNewestImport, undoImport } from '../../../importer/run/undo-import.ts';
import { escapeInvisible } from '../../../src/lib/visible-text.ts';
import { CommandError, exitCodes, unusable } from '../../exit.ts';
import { confirmOrRefuse, printJson } from '../../output.ts';
import { startProgressBar } from '../../progress.ts';
import { explainFailure } from '../connection.ts';

interface UndoOptions {
  /** The number of the import; `true` is the newest one. */
  undo: string | true | undefined;
  yes?: boolean;
  json?: boolean;
}

const reasons: Readonly<Record<string, string>> = {
  changed: 'was changed since',
  removed: 'was removed since',
  has_order: 'has got an order since',
  has_inquiry: 'has got an inquiry since',
  has_photo: 'has got a photo since',
  reference_in_use: 'had a reference that another animal has now',
};

/** Takes an import back, waits until it is done, and lists what stays as it is. */
export async function takeBackImport(client: Client, { undo, yes = false, json = false }: UndoOptions): Promise<void> {
  const id = typeof undo === 'string' ? parseInt64(undo) : undefined;
  if (typeof undo === 'string' && id === undefined)
    throw unusable(`--undo needs the number of an import, not ${undo}.`);
  try {
    const found = id === undefined ? await findNewestImport(client) : await client.imports.get(id);
    if (found === undefined) throw unusable('There is no import. Nothing was taken back.');
    if (!yes && found.state !== 'undone' && found.state !== 'undoing') confirmOrRefuse(ask(found), 'taken back');
    const undone = await waitForUndo(client, found);
    const kept = await Array.fromAsync(client.imports.kept(found.id));
    if (json) {
      printJson({ import: undone.id, fileName: undone.fileName, takenBack: undone.takenBack, kept });
    } else process.stdout.write(`${report(undone, kept).join('\n')}\n`);
    if (kept.length > 0) process.exitCode = exitCodes.failed;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof CommandError) throw error;
    throw new CommandError(explainFailure(error));
  }
}

async function waitForUndo(client: Client, { id, added, updated }: Import): Promise<Import> {
  using bar = startProgressBar('taking back', Number(added + updated));
  return await undoImport(client, id, { onProgress: ({ takenBack, kept }) => bar.update(Number(takenBack + kept)) });
}

function nameOf({ id, fileName, createdAt }: Import): string {
  return `the import ${id} of ${escapeInvisible(fileName)} at ${createdAt}`;
}

function ask(found: Import): string {
  const { added, updated } = found;
  return `Take back ${nameOf(found)}: remove what it has added (${added}), and restore what it has changed (${updated})?`;
}

function report(undone: Import, kept: readonly KeptAnimal[]): string[] {
  return [
    `taken back     ${undone.takenBack}, of ${nameOf(undone)}`,
    `kept           ${kept.length}`,
    ...kept.map(({ petId, reason }) => `  the animal ${petId} ${reasons[reason] ?? reason}`),
  ];
}
