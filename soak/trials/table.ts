import type { Trial } from '../trial.ts';
import { sqliteKills } from './sqlite-kills.ts';

/** Every trial. To add one, write its file and add it here. */
export const trials: readonly Trial[] = [sqliteKills];
