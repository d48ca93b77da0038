import { readEventsAtBegin } from './requests.ts';
import type { LoadScenario } from './scenario.ts';

export const eventsBegin: LoadScenario = {
  kind: 'load',
  name: 'events-begin',
  about: 'the first 100 of 100,000 events',
  engine: 'sqlite',
  hasPeers: false,
  animals: 100_000,
  request: readEventsAtBegin,
  disk: { kind: 'plain' },
  goals: [],
};
