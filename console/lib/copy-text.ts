/**
 * Puts the text of an element into the clipboard; tells whether that was possible. Pages that came over plain HTTP have
 * no clipboard but that of the selection.
 */
export async function copyText(element: HTMLElement): Promise<boolean> {
  if ('clipboard' in navigator) {
    const isDone = await navigator.clipboard.writeText(element.textContent).then(
      () => true,
      () => false,
    );
    if (isDone) return true;
  }
  getSelection()?.selectAllChildren(element);
  return document.execCommand('copy');
}
