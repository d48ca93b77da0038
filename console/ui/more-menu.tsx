import { Button, Popover, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { keepFocus } from './focus.ts';

export interface MenuEntry {
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly start: () => void;
}

interface MoreMenuProps {
  label: string;
  entries: readonly MenuEntry[];
  size?: 'sm' | 'md';
}

/** A button that opens a list of what else can be done. The library's menu would be part of the first load. */
export function MoreMenu({ label, entries, size = 'sm' }: MoreMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const choose = (start: () => void) => {
    setOpen(false);
    // A dialog that opens returns the focus to where it was.
    button.current?.focus();
    start();
  };
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') button.current?.focus();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled')];
    all[(all.findIndex((one) => one.matches(':focus')) + step + all.length) % all.length]?.focus();
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      preventPositionChangeWhenVisible={false}
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <Button
          ref={button}
          size={size}
          variant="default"
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          •••
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={4} miw={240}>
        <div role="menu" tabIndex={-1} aria-label={label} onKeyDown={walk} onFocusCapture={keepFocus}>
          {entries.map(({ label: entry, isDisabled = false, start }) => (
            <UnstyledButton
              key={entry}
              role="menuitem"
              className="menu-item"
              disabled={isDisabled}
              onClick={() => choose(start)}
            >
              {entry}
            </UnstyledButton>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
