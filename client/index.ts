export type { Answer } from './answer.ts';
export type { Categories, Category } from './categories.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export {
  type Deliveries,
  type Delivery,
  type DeliveryStatus,
  deliveryStatuses,
  type ListDeliveriesOptions,
} from './deliveries.ts';
export { type ErrorCode, type Fault, NoAnswerError, PetstoreError } from './errors.ts';
export {
  type Events,
  type EventType,
  eventTypes,
  type FollowEventsOptions,
  type ListEventsOptions,
  type PetstoreEvent,
} from './events.ts';
export type { Fetch } from './exchange.ts';
export type { CategoryInventory, Inventory, InventoryCounts, InventoryOptions } from './inventory.ts';
export {
  type IssuedKey,
  type Key,
  type KeyRotation,
  type KeyStatus,
  type Keys,
  keyStatuses,
  type NewKey,
  type Role,
  roles,
  type Scope,
  scopes,
} from './keys.ts';
export {
  type CountOrdersOptions,
  type ListOrdersOptions,
  type NewOrder,
  type Order,
  type OrderStatus,
  type Orders,
  orderStatuses,
} from './orders.ts';
export type { Listing, ListOptions, Page } from './paging.ts';
export {
  type CountPetsOptions,
  type ListPetsOptions,
  type NewPet,
  type Pet,
  type PetChanges,
  type PetStatus,
  type Pets,
  petStatuses,
} from './pets.ts';
export type { OrNewer } from './shape.ts';
export type { CategoryStatistics, PeriodStatistics, Statistics, StatisticsOptions } from './statistics.ts';
export type { CallOptions, ChangeOptions, WriteOptions } from './transport.ts';
export {
  type IssuedWebhook,
  type NewWebhook,
  type Webhook,
  type WebhookStatus,
  type Webhooks,
  webhookStatuses,
} from './webhooks.ts';
