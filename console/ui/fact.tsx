import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FactProps {
  label: string;
  /** In pixels, so that facts below each other begin at one line. */
  labelWidth: number;
  children: ReactNode;
}

/** A line of a description list. */
export function Fact({ label, labelWidth, children }: FactProps) {
  return (
    <Group wrap="nowrap" align="flex-start">
      <Text component="dt" size="sm" c="dimmed" w={labelWidth} flex="none" className="name">
        {label}
      </Text>
      <Text component="dd" m={0} miw={0} className="name">
        {children}
      </Text>
    </Group>
  );
}
