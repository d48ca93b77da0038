import { Badge } from '@mantine/core';

const stabilityColors: Readonly<Record<string, string>> = { stable: 'brand', beta: 'blue', experimental: 'yellow' };

export function MethodBadge({ method }: { method: string }) {
  return (
    <span className="method" data-method={method}>
      {method}
    </span>
  );
}

/** The status of a response, in the colour of its class. */
export function StatusCode({ status, text = '' }: { status: string; text?: string }) {
  return (
    <code className="status" data-class={status.charAt(0)}>
      {`${status} ${text}`.trim()}
    </code>
  );
}

/** How far an operation can be relied on. */
export function StabilityBadge({ stability }: { stability: string }) {
  const color = stabilityColors[stability] ?? 'gray';
  return (
    <Badge variant="light" color={color} c="var(--mantine-color-text)" tt="none" data-stability={stability}>
      {stability}
    </Badge>
  );
}
