import { TextInput, VisuallyHidden } from '@mantine/core';
import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { consoleAddress, linkTo } from '../addresses.ts';
import { MethodBadge } from '../parts/heading.tsx';
import { filterEntries, type NavigationEntry, type NavigationGroup } from './entries.ts';

export function Navigation({ groups, onChoose }: { groups: readonly NavigationGroup[]; onChoose(): void }) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const anchors = useMemo(() => groups.flatMap(({ entries }) => entries.map(({ anchor }) => anchor)), [groups]);
  const current = useCurrentAnchor(anchors);
  const found = filterEntries(groups, text);
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0);

  useHotkeys([['mod+K', () => field.current?.focus()]], []);
  useEffect(() => {
    if (current === undefined) return;
    showEntry(list.current, list.current?.querySelector('[aria-current]'));
  }, [current]);

  const goByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text !== '') setText('');
    if (event.key === 'Enter' && text !== '') list.current?.querySelector('a')?.click();
  };
  return (
    <div className="reference-navigation">
      <TextInput
        ref={field}
        type="search"
        size="xs"
        aria-label="Filter the navigation"
        placeholder="Filter (Ctrl K)"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={goByKey}
      />
      <VisuallyHidden role="status">{text === '' ? '' : `${count} found`}</VisuallyHidden>
      <div ref={list} className="entries">
        {count === 0 && <p>Nothing matches “{text}”.</p>}
        {found.map(({ label, entries }) => (
          <details key={`${label} ${text !== ''}`} open>
            <summary>{label}</summary>
            <ul>
              {entries.map((entry) => (
                <li key={entry.anchor}>
                  <EntryLink entry={entry} isCurrent={entry.anchor === current} onChoose={onChoose} />
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
      <a href={consoleAddress}>Open the console</a>
    </div>
  );
}

/** Not by `scrollIntoView`, which also moves where the Tab key goes on from. */
function showEntry(list: Element | null, entry: Element | null | undefined): void {
  if (list === null || entry === null || entry === undefined) return;
  const [frame, box] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (box.top < frame.top) list.scrollTop += box.top - frame.top;
  else if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom;
}

interface EntryLinkProps {
  entry: NavigationEntry;
  isCurrent: boolean;
  onChoose(): void;
}

function EntryLink({ entry: { anchor, label, method, isDeprecated }, isCurrent, onChoose }: EntryLinkProps) {
  return (
    <a href={linkTo(anchor)} aria-current={isCurrent ? 'location' : undefined} onClick={onChoose}>
      {method !== undefined && <MethodBadge method={method} />}
      <span className={isDeprecated ? 'deprecated' : undefined}>{label}</span>
      {isDeprecated && <VisuallyHidden>, deprecated</VisuallyHidden>}
    </a>
  );
}

/** The part of the window, from its top, in which a heading counts as read. */
const readPart = 0.3;

/** The last anchor whose heading has come into the upper part of the window. */
function useCurrentAnchor(anchors: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const frame = useRef(0);
  const update = () => {
    const limit = innerHeight * readPart;
    const isRead = (anchor: string) => (document.getElementById(anchor)?.getBoundingClientRect().top ?? limit) < limit;
    setCurrent(anchors.findLast(isRead));
  };
  const schedule = () => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(update);
  };
  useEffect(update, [anchors]);
  useWindowEvent('scroll', schedule, { passive: true });
  useWindowEvent('resize', schedule);
  return current;
}
