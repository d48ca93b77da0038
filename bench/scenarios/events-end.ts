import { readEventsAtEnd } from './requests.ts';
import type { LoadScenario } from './scenario.ts';

export const eventsEnd: LoadScenario = {
  kind: 'load',
  name: 'events-end',
  about: 'the last 100 of 100,000 events',
  engine: 'sqlite',
  hasPeers: false,
  animals: 100_000,
  request: readEventsAtEnd,
  disk: { kind: 'plain' },
  goals: [],
};
