import { isDeepStrictEqual } from 'node:util';
import type { EventBody } from '../../support/data/events.ts';
import type { Report } from './rules.ts';

/** A request to a webhook receiver. */
export interface Arrival {
  /** The header `webhook-id`. */
  readonly webhookId: string;
  readonly body: string;
}

/** A receiver may get an event again, but never another one under its id, and misses none. */
export function checkArrivals(arrivals: readonly Arrival[], events: readonly EventBody[], report: Report): void {
  const stored = new Map(events.map((event) => [`evt_${event.id}`, event]));
  const missing = new Set(stored.keys());
  for (const { webhookId, body } of arrivals) {
    missing.delete(webhookId);
    const event = stored.get(webhookId);
    if (!isDeepStrictEqual(parse(body), event))
      report('webhooks', `${webhookId} arrived as ${body}, and the log has ${JSON.stringify(event)}`);
  }
  for (const webhookId of missing) report('webhooks', `${webhookId} has not arrived`);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
