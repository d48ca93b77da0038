import { Box } from '@mantine/core';
import { environment } from '../lib/environment.ts';

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
