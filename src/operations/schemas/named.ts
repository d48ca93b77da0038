import { ErrorBody, Problem, type TSchema } from '../../api/schemas.ts';
import { Categories, Category, CategoryDraft } from '../../catalogue/categories/schemas.ts';
import { Event, Events, EventType } from '../../catalogue/events/schemas.ts';
import { Inventory } from '../../catalogue/inventory/schemas.ts';
import { IssuedKey, Key, KeyRotation, KeyStatus, Keys, NewKey, Role, Scope } from '../../catalogue/keys/schemas.ts';
import { Listing, Listings, NewListing } from '../../catalogue/listings/schemas.ts';
import { NewOrder, Order, OrderStatus, Orders } from '../../catalogue/orders/schemas.ts';
import { NewPet, Pet, PetChanges, PetStatus, Pets } from '../../catalogue/pets/schemas.ts';
import { Photo, PhotoChanges, PhotoSource, Photos } from '../../catalogue/photos/schemas.ts';
import { DateParts, PetSex, PetSize, Profile, ProfileChanges, ProfileDraft } from '../../catalogue/profiles/schemas.ts';
import { Statistics, StatisticsPeriod } from '../../catalogue/statistics/schemas.ts';
import { Deliveries, Delivery, DeliveryStatus } from '../../catalogue/webhooks/delivery-schemas.ts';
import {
  IssuedWebhook,
  NewWebhook,
  Webhook,
  WebhookAttempt,
  WebhookAttempts,
  WebhookChanges,
  WebhookRotation,
  WebhookStatus,
  Webhooks,
} from '../../catalogue/webhooks/schemas.ts';

/** Every schema with a name of its own, in the order of the document. */
export const namedSchemas: readonly TSchema[] = [
  Pet,
  NewPet,
  PetChanges,
  PetStatus,
  Pets,
  Profile,
  ProfileDraft,
  ProfileChanges,
  PetSex,
  PetSize,
  DateParts,
  Photo,
  PhotoChanges,
  PhotoSource,
  Photos,
  Listing,
  Listings,
  NewListing,
  Category,
  CategoryDraft,
  Categories,
  Order,
  NewOrder,
  OrderStatus,
  Orders,
  Inventory,
  Statistics,
  StatisticsPeriod,
  Key,
  NewKey,
  IssuedKey,
  KeyRotation,
  KeyStatus,
  Keys,
  Role,
  Scope,
  Event,
  EventType,
  Events,
  Webhook,
  NewWebhook,
  WebhookChanges,
  IssuedWebhook,
  WebhookRotation,
  WebhookStatus,
  Webhooks,
  WebhookAttempt,
  WebhookAttempts,
  Delivery,
  DeliveryStatus,
  Deliveries,
  ErrorBody,
  Problem,
];
