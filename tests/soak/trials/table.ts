import type { Trial } from '../trial.ts';
import { differential } from './differential.ts';
import { eventLag } from './event-lag.ts';
import { overload, overloadPostgres } from './overload.ts';
import { postgresFailover } from './postgres-failover.ts';
import { postgresKills, postgresOutages } from './postgres-nodes.ts';
import { rolling, rollingWorkers } from './rolling.ts';
import { sqliteDisk } from './sqlite-disk.ts';
import { sqliteKills } from './sqlite-kills.ts';
import { sqlitePower } from './sqlite-power.ts';
import { sqliteWorkers } from './sqlite-workers.ts';
import { webhookFairness } from './webhook-fairness.ts';

/** Every trial. To add one, write its file and add it here. */
export const trials: readonly Trial[] = [
  sqliteKills,
  sqliteWorkers,
  sqliteDisk,
  sqlitePower,
  postgresKills,
  postgresOutages,
  postgresFailover,
  differential,
  overload,
  overloadPostgres,
  eventLag,
  webhookFairness,
  rolling,
  rollingWorkers,
];
