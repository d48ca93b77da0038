import { Notification, Stack } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type FocusEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { restoreFocus } from './focus.ts';

interface Toast {
  readonly message: ReactNode;
  readonly title?: ReactNode;
  readonly color: 'green' | 'orange' | 'red';
  /** How long it shows, in milliseconds, as long as neither the pointer nor the focus is in it; without one until it is closed. */
  readonly showsMs?: number;
}

let toasts: readonly (Toast & { id: number })[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: typeof toasts): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** As many as stand beside the content, or on a phone below it, and cover nothing. Failures stay. */
const mostPassing = () => (matchMedia('(width < 48em), (height < 840px)').matches ? 1 : 2);

export function showToast(toast: Toast): number {
  const id = ++lastId;
  const passing = toasts.filter(({ showsMs }) => showsMs !== undefined);
  const gone = toast.showsMs === undefined ? [] : passing.slice(0, Math.max(0, passing.length + 1 - mostPassing()));
  set([...toasts.filter((old) => !gone.includes(old)), { ...toast, id }]);
  return id;
}

export function hideToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

/** As long as the service takes back the end of a reservation. */
const undoableMs = 15 * 60_000;
let latest: { readonly undo: () => void; readonly until: number } | undefined;

/** Lets Ctrl-Z take back what was done last, also after its message is gone. */
export function offerUndo(undo: () => void): void {
  latest = { undo, until: Date.now() + undoableMs };
}

/** Of one session nothing is left for the next. */
export function forgetToasts(): void {
  latest = undefined;
  set([]);
}

const textFields = 'input:not([type=checkbox], [type=radio]), textarea, select, [role=dialog]';

/** The messages, in the order in which they came. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  const list = useRef<HTMLDivElement>(null);
  const [isPointed, setPointed] = useState(false);
  const [isEntered, setEntered] = useState(false);
  const before = useRef<Element>(null);
  useEffect(() => measure(list.current), []);
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
    // A field takes back what was typed.
    if (target instanceof Element && target.closest(textFields) !== null) return;
    const { undo, until = 0 } = latest ?? {};
    latest = undefined;
    if (undo === undefined || Date.now() > until) return;
    event.preventDefault();
    undo();
  });
  // The focus goes back to where it was, when what has it is gone.
  useEffect(() => {
    if (!isEntered || list.current?.contains(document.activeElement)) return;
    setEntered(false);
    restoreFocus(before.current);
  });
  const enter = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
    setEntered(true);
  };
  return (
    <Stack
      ref={list}
      className="toasts"
      gap="xs"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={enter}
      // Without a target it may be gone.
      onBlur={({ relatedTarget }) => relatedTarget && setEntered(list.current?.contains(relatedTarget) === true)}
    >
      {shown.map((toast) => (
        <ToastView key={toast.id} {...toast} isHeld={isPointed || isEntered} />
      ))}
    </Stack>
  );
}

function ToastView({ id, title, message, color, showsMs, isHeld }: Toast & { id: number; isHeld: boolean }) {
  useEffect(() => {
    if (isHeld || showsMs === undefined) return undefined;
    const timer = setTimeout(() => hideToast(id), showsMs);
    return () => clearTimeout(timer);
  }, [id, isHeld, showsMs]);
  return (
    <Notification title={title} color={color} onClose={() => hideToast(id)}>
      {message}
    </Notification>
  );
}

/** Tells the styles how high the messages are that show: as much room stays free of what can be pressed. */
function measure(list: HTMLDivElement | null) {
  if (list === null) return undefined;
  const observer = new ResizeObserver(() => {
    document.documentElement.style.setProperty('--toasts', `${list.clientHeight}px`);
  });
  observer.observe(list);
  return () => observer.disconnect();
}
