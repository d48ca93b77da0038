import { hourMs, minuteMs } from '../../lib/timestamp.ts';

const [second, minute, hour] = [1_000n, BigInt(minuteMs), BigInt(hourMs)];

/** The delays before the next attempt, by the number of failures. After one more failure the delivery is dead. */
export const retryDelaysMs: readonly bigint[] = [
  ...[5n * second, minute, 5n * minute, 30n * minute],
  ...[2n * hour, 8n * hour, 24n * hour],
];
