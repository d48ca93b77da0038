import { Badge, Box, Group, Text } from '@mantine/core';
import { environment } from '../lib/environment.ts';

/** Which server this is, where its animals are not real. */
export function EnvironmentBadge() {
  if (environment === 'production') return null;
  return (
    <Group gap="xs" wrap="nowrap">
      <Badge color="orange.5" autoContrast miw="max-content" data-environment={environment}>
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
