import { Button, type ButtonProps, type ElementProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';

/** How buttons look that stand beside what they are about. */
const small = { size: 'xs', variant: 'default' } as const;

export const SmallButton = Button.withProps(small);

/** A button beside the one that is meant most often. */
export const QuietButton = Button.withProps({ variant: 'default' });

/** A press is decided upon some time before it is made: what was not there by then was not meant. */
const settleMs = 300;

interface ActionButtonProps extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  /** What it does something to, in which state and place that is: when this changes, the button means something else. */
  subject: string;
}

/**
 * A button that changes something. A pointer cannot press it in the moment after it has appeared, become another or been
 * pressed, so that the second half of a double click does nothing. The keyboard can, for the focus does not move by itself;
 * but a key that is held down presses it once.
 */
export function ActionButton({ subject, onClick, onKeyDown, ...props }: ActionButtonProps) {
  const changedAt = useRef(0);
  const pressedAt = useRef(0);
  const isDisabled = props.disabled === true || props.loading === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what it means, and nothing else tells of it
  useLayoutEffect(() => {
    changedAt.current = performance.now();
  }, [subject, isDisabled]);
  return (
    <Button
      {...props}
      onPointerDown={(event) => {
        // When it was pressed, not when a page that is busy comes to it.
        pressedAt.current = event.timeStamp;
      }}
      onKeyDown={(event) => {
        if (event.repeat && event.key === 'Enter') event.preventDefault();
        onKeyDown?.(event);
      }}
      onClick={(event) => {
        const isPointed = event.detail > 0;
        if (isPointed && pressedAt.current < changedAt.current + settleMs) return event.preventDefault();
        changedAt.current = performance.now();
        onClick?.(event);
      }}
    />
  );
}

export function SmallActionButton(props: ActionButtonProps) {
  return <ActionButton {...small} {...props} />;
}
