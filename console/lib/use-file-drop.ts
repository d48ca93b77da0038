import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';

/**
 * Takes files that are dropped anywhere on the page, also in folders, and tells whether some are being held above it. Without `onDrop`
 * nothing is taken; nor does the browser leave the page for the file.
 */
export function useFileDrop(onDrop: ((files: readonly [File, ...File[]]) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false);
  useWindowEvent('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    if (onDrop === undefined) event.dataTransfer.dropEffect = 'none';
    setOver(onDrop !== undefined);
  });
  useWindowEvent('dragleave', (event) => {
    // Moving between two elements of the page is not leaving it.
    if (event.relatedTarget === null) setOver(false);
  });
  useWindowEvent('drop', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    setOver(false);
    void readDropped(event.dataTransfer).then(([file, ...others]) => {
      if (file !== undefined) onDrop?.([file, ...others]);
    });
  });
  return isOver;
}

async function readDropped({ items, files }: DataTransfer): Promise<File[]> {
  const [own, entries] = [[...files], Array.from(items, (item) => item.webkitGetAsEntry())];
  if (!entries.some((entry) => entry?.isDirectory)) return own;
  return (await Promise.all(entries.map(filesIn))).flat();
}

async function filesIn(entry: FileSystemEntry | null): Promise<File[]> {
  if (entry instanceof FileSystemFileEntry) return [await new Promise<File>((...done) => entry.file(...done))];
  if (!(entry instanceof FileSystemDirectoryEntry)) return [];
  const reader = entry.createReader();
  const files: File[] = [];
  // It returns some of them each time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((...done) => reader.readEntries(...done));
    if (some.length === 0) return files;
    files.push(...(await Promise.all(some.map(filesIn))).flat());
  }
}
