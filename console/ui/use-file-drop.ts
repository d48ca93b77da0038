import { useEffect, useRef, useState } from 'react';

/**
 * Takes files that are dropped anywhere on the page, and tells whether some are being held above it. Without `onDrop`
 * nothing is taken; nor does the browser leave the page for the file.
 */
export function useFileDrop(onDrop: ((files: readonly [File, ...File[]]) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      if (latest.current === undefined) event.dataTransfer.dropEffect = 'none';
      setOver(latest.current !== undefined);
    };
    const letGo = (event: DragEvent) => {
      // Moving between two elements of the page is not leaving it.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(false);
      const [file, ...others] = event.dataTransfer.files;
      if (file !== undefined) latest.current?.([file, ...others]);
    };
    window.addEventListener('dragover', hold);
    window.addEventListener('dragleave', letGo);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', hold);
      window.removeEventListener('dragleave', letGo);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}
