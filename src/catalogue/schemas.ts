import { ErrorBody, Problem, type TSchema } from '../api/schemas.ts';
import { Categories, Category, CategoryDraft } from './categories/schemas.ts';
import { Event, Events, EventType } from './events/schemas.ts';
import { Inventory } from './inventory/schemas.ts';
import { IssuedKey, Key, KeyRotation, KeyStatus, Keys, NewKey, Role, Scope } from './keys/schemas.ts';
import { Listing, Listings, NewListing } from './listings/schemas.ts';
import { NewOrder, Order, OrderStatus, Orders } from './orders/schemas.ts';
import { NewPet, Pet, PetChanges, PetStatus, Pets } from './pets/schemas.ts';
import { Photo, PhotoChanges, PhotoSource, Photos } from './photos/schemas.ts';
import { DateParts, PetSex, PetSize, Profile, ProfileChanges, ProfileDraft } from './profiles/schemas.ts';
import { Statistics, StatisticsPeriod } from './statistics/schemas.ts';
import { Deliveries, Delivery, DeliveryStatus } from './webhooks/delivery-schemas.ts';
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
} from './webhooks/schemas.ts';

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
