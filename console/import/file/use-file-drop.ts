import { useEffect, useState } from 'react';

/**
 * Takes a file that is dropped anywhere on the page, and tells whether one is being held above it. Without `onDrop`
 * nothing is taken; nor does the browser leave the page for the file.
 */
export function useFileDrop(onDrop: ((file: File) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const hold = (event: DragEvent) => {
      event.preventDefault();
      if (event.dataTransfer !== null && onDrop === undefined) event.dataTransfer.dropEffect = 'none';
      setOver(onDrop !== undefined);
    };
    const letGo = (event: DragEvent) => {
      // Moving between two elements of the page is not leaving it.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) onDrop?.(file);
    };
    window.addEventListener('dragover', hold);
    window.addEventListener('dragleave', letGo);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', hold);
      window.removeEventListener('dragleave', letGo);
      window.removeEventListener('drop', drop);
    };
  }, [onDrop]);
  return isOver;
}
