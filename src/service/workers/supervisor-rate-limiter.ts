import { type Allowance, type RateLimiter, rateLimitPolicy } from '../../http/auth/rate-limit.ts';
import { unavailable } from '../../store/errors.ts';
import { type Channel, ChannelError } from './channel.ts';
import type { AskedOfSupervisor, AskedOfWorker } from './messages.ts';

/** Counts at the supervisor, so that all workers together let through what one would. */
export class SupervisorRateLimiter implements RateLimiter {
  readonly policy: string;
  readonly #channel: Channel<AskedOfSupervisor, AskedOfWorker>;

  constructor(quota: number, channel: Channel<AskedOfSupervisor, AskedOfWorker>) {
    this.policy = rateLimitPolicy(quota);
    this.#channel = channel;
  }

  /** By the supervisor's clock: by clocks that are read in several places a window could end before it began. */
  take(principalId: bigint): Promise<Allowance> {
    if (this.#channel.isSilent) throw unavailable('the supervisor does not answer');
    return this.#channel.ask('takeRequest', principalId).catch((error) => {
      throw error instanceof ChannelError ? unavailable(error) : error;
    });
  }
}
