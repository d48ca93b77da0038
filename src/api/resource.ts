import type { AnyCommand } from '../store/store.ts';
import type { Operation } from './operation.ts';
import type { TSchema } from './schemas.ts';

/** What the service knows of a resource. */
export interface Resource {
  /** The section of the document in which its operations stand. */
  tag: string;
  /** What the section is about. Said by one of the resources in it. */
  about?: string;
  operations: readonly Operation[];
  /** The commands beside those of its operations. */
  commands?: readonly AnyCommand[];
  /** The requests that the service sends to webhooks. */
  sent?: readonly OutgoingRequest[];
}

/** A request to a webhook, with an event. */
export interface OutgoingRequest {
  /** The type of the event. */
  type: string;
  meaning: string;
  schema: TSchema;
  /** Only where none is recorded. */
  example?: unknown;
}
