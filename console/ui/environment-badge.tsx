import { Badge, Group, Text } from '@mantine/core';
import { environment } from '../lib/environment.ts';

/** Which server this is: everybody shall see at a glance whether animals are real here. */
export function EnvironmentBadge() {
  const isStaging = environment === 'staging';
  return (
    <Group gap="xs" wrap="nowrap">
      <Badge
        color={isStaging ? 'orange.5' : 'brand'}
        variant={isStaging ? 'filled' : 'light'}
        autoContrast
        miw="max-content"
        data-environment={environment}
      >
        {environment}
      </Badge>
      <Text size="sm" c="dimmed" truncate>
        {location.host}
      </Text>
    </Group>
  );
}
