import { Group, Stack, Title } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { useFocusFallback } from './focus.ts';

interface SectionProps {
  title: string;
  /** What can be done here, beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a page under a title of its own. It gets the focus when what had it in there is gone. */
export function Section({ title, actions, children }: SectionProps) {
  const id = useId();
  const section = useRef<HTMLDivElement>(null);
  const focusHandlers = useFocusFallback(section);
  return (
    <Stack ref={section} tabIndex={-1} component="section" gap="sm" aria-labelledby={id} {...focusHandlers}>
      <Group justify="space-between" mih={36}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}
