export { type Client, type ClientOptions, createClient, type StringIdsOptions } from './client.ts';
export type { Categories, Category, ListCategoriesOptions } from './resources/categories.ts';
export {
  type Deliveries,
  type Delivery,
  type DeliveryStatus,
  deliveryStatuses,
  type ListDeliveriesOptions,
} from './resources/deliveries.ts';
export {
  type Events,
  type EventType,
  eventTypes,
  type FollowEventsOptions,
  type ListEventsOptions,
  type PetstoreEvent,
} from './resources/events.ts';
export {
  type CountInquiriesOptions,
  type Inquiries,
  type Inquiry,
  type InquiryStatus,
  inquiryStatuses,
  type ListInquiriesOptions,
  type NewInquiry,
} from './resources/inquiries.ts';
export type {
  CategoryInventory,
  CategoryInventoryOptions,
  Inventory,
  InventoryCounts,
  InventoryOptions,
} from './resources/inventory.ts';
export {
  type IssuedKey,
  type Key,
  type KeyRotation,
  type KeyStatus,
  type Keys,
  keyStatuses,
  type NewKey,
  type RevokeOptions,
  type Role,
  roles,
  type Scope,
  scopes,
} from './resources/keys.ts';
export type {
  FacetedPage,
  ListPetListingsOptions,
  NewPetListing,
  PetListing,
  PetListingFacets,
  PetListingFilters,
  PetListings,
} from './resources/listings.ts';
export {
  type CountOrdersOptions,
  type ListOrdersOptions,
  type NewOrder,
  type Order,
  type OrderStatus,
  type Orders,
  orderStatuses,
} from './resources/orders.ts';
export {
  type CountPetsOptions,
  type ListPetsOptions,
  type NewPet,
  type Pet,
  type PetChanges,
  type PetSort,
  type PetStatus,
  type Pets,
  petStatuses,
} from './resources/pets.ts';
export type { AddPhotoOptions, Photo, PhotoChanges, Photos } from './resources/photos.ts';
export {
  type DatePrecision,
  datePrecisions,
  type PetSex,
  type PetSize,
  type Profile,
  type ProfileChanges,
  type ProfileDraft,
  type Profiles,
  petSexes,
  petSizes,
} from './resources/profiles.ts';
export type { CategoryStatistics, PeriodStatistics, Statistics, StatisticsOptions } from './resources/statistics.ts';
export { type ReceivedWebhook, verifyWebhook, WebhookVerificationError } from './resources/webhook-signature.ts';
export {
  type IssuedWebhook,
  type ListWebhooksOptions,
  type NewWebhook,
  type Webhook,
  type WebhookAttempt,
  type WebhookChanges,
  type WebhookRotation,
  type WebhookStatus,
  type Webhooks,
  webhookStatuses,
} from './resources/webhooks.ts';
export type { StringIds } from './string-ids.ts';
export { type ErrorCode, NoAnswerError, PetstoreError, type ValidationError } from './transport/errors.ts';
export type { Listing, ListOptions, Page } from './transport/paging.ts';
export type { RawAnswer, RawRequest } from './transport/raw.ts';
export type { Answer } from './transport/response.ts';
export type { Fetch } from './transport/send-with-retry.ts';
export type { OrNewer } from './transport/shape.ts';
export type { CallOptions, ChangeOptions, WriteOptions } from './transport/transport.ts';
export type { UploadProgress } from './transport/upload.ts';
