import { describeRounds, patient } from '../support/faults/short-rounds.ts';

describeRounds([
  {
    what: 'workers that are killed, and their supervisor',
    trial: 'sqlite-workers',
    script: ['kill -9 of a worker', 'kill -9 of the supervisor'],
    env: { PETSTORE_WORKERS: '2' },
  },
  {
    what: 'nodes that refuse nothing when they are killed, PostgreSQL restarts and crashes, and connections break',
    trial: 'postgres-outages',
    script: ['kill -9 of a node', 'PostgreSQL is restarted', 'PostgreSQL crashes', 'connections to PostgreSQL are cut'],
    env: patient,
    forbids: ['refused'],
  },
  {
    what: 'two services with workers of which one is restarted behind a balancer, also those that add photos and sign in,',
    trial: 'rolling-workers',
    script: ['a node is stopped, and started again'],
  },
  {
    what: 'nodes that refuse nothing when connections break, and their primary crashes and its standby is promoted',
    trial: 'postgres-failover',
    script: ['connections to PostgreSQL are cut'],
    env: patient,
    forbids: ['refused'],
  },
]);
