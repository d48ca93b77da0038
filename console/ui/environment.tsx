import { Badge, Box, Group, Text } from '@mantine/core';
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

export const stagingBarHeight = environment === 'staging' ? 24 : 0;

/** Runs across the top of every page of a staging server, so that nobody takes its animals for real ones. */
export function StagingBar() {
  if (environment !== 'staging') return null;
  return (
    <Box
      h={stagingBarHeight}
      lh={`${stagingBarHeight}px`}
      bg="orange.5"
      c="black"
      fz="sm"
      fw={600}
      ta="center"
      className="staging"
    >
      Staging: for trying things out
    </Box>
  );
}
