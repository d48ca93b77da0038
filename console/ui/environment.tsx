import { Badge, Box, Group, Text } from '@mantine/core';
import { environment } from '../lib/environment.ts';

/** Which server this is: everybody shall see at a glance whether animals are real here. */
export function EnvironmentBadge() {
  const isProduction = environment === 'production';
  return (
    <Group gap="xs" wrap="nowrap">
      <Badge
        color={isProduction ? 'brand' : 'orange.5'}
        variant={isProduction ? 'light' : 'filled'}
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

const barTexts = {
  production: undefined,
  staging: 'Staging: for trying things out',
  demo: 'Demo: everything here is invented',
} as const;

export const stagingBarHeight = barTexts[environment] === undefined ? 0 : 24;

/** Runs across the top of every page of a staging server and of a demo, so that nobody takes its animals for real ones. */
export function StagingBar() {
  const text = barTexts[environment];
  if (text === undefined) return null;
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
      {text}
    </Box>
  );
}
