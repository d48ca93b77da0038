import { Button, type ButtonProps, type ElementProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { type SteadinessWatch, watchSteadiness } from './watch-steadiness.ts';

interface ActionButtonProps extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  /** What it does something to, and in which state that is: when this changes, the button means something else. */
  subject: string;
}

/**
 * A button that changes something. A pointer cannot press it in the moment after it has appeared, moved, become another
 * or been pressed, so that the second half of a double click does nothing. The keyboard can, for the focus does not move
 * by itself; but a key that is held down presses it once.
 */
export function ActionButton({ subject, onClick, onPointerDown, onKeyDown, ...props }: ActionButtonProps) {
  const element = useRef<HTMLButtonElement>(null);
  const watch = useRef<SteadinessWatch>(undefined);
  const pressedAt = useRef(0);
  const isDisabled = props.disabled === true || props.loading === true;

  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const current = watchSteadiness(element.current);
    watch.current = current;
    return () => current.end();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what it means, and nothing else tells of it
  useLayoutEffect(() => watch.current?.change(), [subject, isDisabled]);

  return (
    <Button
      ref={element}
      {...props}
      onPointerDown={(event) => {
        // When it was pressed, not when a page that is busy comes to it.
        pressedAt.current = event.timeStamp;
        onPointerDown?.(event);
      }}
      onKeyDown={(event) => {
        if (event.repeat && event.key === 'Enter') event.preventDefault();
        onKeyDown?.(event);
      }}
      onClick={(event) => {
        const isPointed = event.detail > 0;
        if (isPointed && watch.current?.isSteadyAt(pressedAt.current) !== true) return event.preventDefault();
        watch.current?.change();
        onClick?.(event);
      }}
    />
  );
}
