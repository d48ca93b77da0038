import { Text } from '@mantine/core';
import { useLive } from '../live/live-events.tsx';

/** Whether what is shown changes by itself at this moment. */
export function LiveState() {
  const { isConnected } = useLive();
  return (
    <Text role="status" size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
      <Text span inherit c={isConnected ? 'green.6' : 'orange.7'} aria-hidden>
        {isConnected ? '●' : '○'}{' '}
      </Text>
      {isConnected ? 'Live' : 'Connecting again'}
    </Text>
  );
}
