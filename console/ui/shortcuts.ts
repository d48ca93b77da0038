import { useWindowEvent } from '@mantine/hooks';
import { type RefObject, useState } from 'react';

/** The keys j and k go from one row of a list to the next; others press what can be done in a row, with or without shift. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useWindowEvent('keydown', (event) => {
    if (isForOthers(event)) return;
    const rows = [...(list.current?.children ?? [])];
    const here = rows.findIndex((row) => row.contains(document.activeElement));
    const key = event.key.toLowerCase();
    const step = { j: 1, k: -1 }[key];
    if (step !== undefined) {
      rows[Math.max(0, here + step)]?.querySelector<HTMLElement>('a')?.focus();
    } else {
      const click = new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: event.shiftKey });
      rows[here]?.querySelector(`[aria-keyshortcuts="${CSS.escape(key)}"]`)?.dispatchEvent(click);
    }
  });
}

const shortcutsKey = 'petstore-shortcuts';

/** Whether single keys do something in this browser: who speaks to the computer switches that off (WCAG 2.1.4). */
export function useShortcuts() {
  const [areOn, set] = useState(areShortcutsOn);
  const toggle = () => {
    localStorage.setItem(shortcutsKey, areOn ? 'off' : 'on');
    set(!areOn);
  };
  return { areOn, toggle };
}

/** Whether a key is typed into a field or a dialog, is a command of the browser, or single keys are switched off. */
export function isForOthers({ target, altKey, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent): boolean {
  const isInField =
    target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, [role=dialog]') !== null;
  const isCommand = altKey || ctrlKey || metaKey || defaultPrevented;
  return isInField || isCommand || !!document.querySelector('[role=dialog]') || !areShortcutsOn();
}

function areShortcutsOn(): boolean {
  return localStorage.getItem(shortcutsKey) !== 'off';
}
