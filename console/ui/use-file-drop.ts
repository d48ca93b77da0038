import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';

/**
 * Takes files that are dropped anywhere on the page, and tells whether some are being held above it. Without `onDrop`
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
    const [file, ...others] = event.dataTransfer.files;
    if (file !== undefined) onDrop?.([file, ...others]);
  });
  return isOver;
}
