import { Button, Group, Text } from '@mantine/core';
import type { Key } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';

/** An action on a key. */
export interface KeyAction {
  readonly kind: 'rotate' | 'revoke';
  readonly key: Key;
}

interface KeyActionsProps {
  value: Key;
  onChoose(action: KeyAction): void;
}

/** What can be done with a key: nothing with one that has ended or may do more than one's own. */
export function KeyActions({ value, onChoose }: KeyActionsProps) {
  const { key } = useSession();
  if (value.status === 'revoked') return null;
  if (!value.scopes.every((scope) => key.scopes.includes(scope))) {
    return (
      <Text size="sm" c="dimmed">
        Has more permissions than your key, so you cannot change it.
      </Text>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap">
      {value.status === 'active' && (
        <Button
          size="xs"
          variant="default"
          aria-label={`New secret for ${value.name}`}
          onClick={() => onChoose({ kind: 'rotate', key: value })}
        >
          New secret
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        aria-label={`Revoke ${value.name}`}
        onClick={() => onChoose({ kind: 'revoke', key: value })}
      >
        Revoke
      </Button>
    </Group>
  );
}
