import { workerFaults } from '../soak/faults.ts';
import { describeRounds } from '../support/faults/short-rounds.ts';

describeRounds([
  {
    what: 'workers of which one is killed, and on a disk that fails and is full,',
    trial: 'sqlite-disk',
    script: ['kill -9 of a worker', 'flushes fail, and the process is killed', 'writes fail', 'the disk is full'],
    moreFaults: workerFaults,
    env: { PETSTORE_WORKERS: '2' },
    // So many at once that writes share transactions.
    load: { catalogues: 12, markets: 1, followers: 1, pauseMs: 50 },
  },
]);
