import { Badge, Box, Group } from '@mantine/core';
import { environment } from '../lib/environment.ts';
import { texts } from '../texts/texts.ts';
import { Note } from './page.tsx';

/** Which server this is, where its animals are not real. */
export function EnvironmentBadge() {
  if (environment === 'production') return null;
  return (
    <Group gap="xs" wrap="nowrap">
      <Badge color="orange.5" autoContrast miw="max-content" data-environment={environment}>
        {texts.environments[environment]}
      </Badge>
      <Note truncate visibleFrom="sm">
        {location.host}
      </Note>
    </Group>
  );
}

export const stagingBarHeight = environment === 'production' ? 0 : 24;

/** Runs across the top of every page of a staging server and of a demo, so that nobody takes its animals for real ones. */
export function StagingBar() {
  if (environment === 'production') return null;
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
      {texts.ui.serverBar[environment]}
    </Box>
  );
}
