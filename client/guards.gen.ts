// Generated from openapi.json by scripts/generate-client.ts. Do not edit.

import type { components } from './schema.gen.ts';
import { type Guard, isArrayOf, isBoolean, isInt32, isInteger, isMapOf, isOneOf, isShape, isString, isWord, optional } from './transport/shape.ts';

type Schemas = components['schemas'];

export const lists = {
  PetStatus: ["available","pending","sold"],
  PetSex: ["female","male","unknown"],
  PetSize: ["small","medium","large","extra_large"],
  DatePrecision: ["day","month","year"],
  OrderStatus: ["placed","completed","cancelled"],
  ActorType: ["person","key","public","system"],
  InquiryStatus: ["open","closed"],
  Role: ["reader","editor","staff","monitor","public","admin"],
  Scope: ["pets:read","pets:write","listings:read","orders:read","orders:write","inquiries:read","inquiries:write","events:read","webhooks:read","webhooks:write","metrics:read","keys:admin","people:admin"],
  KeyStatus: ["active","expired","revoked"],
  PersonRole: ["reader","editor","staff","admin"],
  AdminEventType: ["key.created","key.updated","key.rotated","key.revoked","person.created","person.updated","person.ended","sign_in.invited","sign_in.created","device.ended"],
  EventType: ["pet.created","pet.updated","pet.deleted","pet.profile_changed","pet.photos_changed","category.created","category.updated","order.placed","order.completed","order.cancelled","order.reopened","webhook.disabled","inquiry.created","inquiry.closed","inquiry.deleted"],
  WebhookStatus: ["active","paused","disabled"],
  DeliveryStatus: ["waiting","dead"],
} as const;

export const isPetStatus: Guard<Schemas['PetStatus']> = isOneOf(lists.PetStatus);
export const isPet: Guard<Schemas['Pet']> = isShape({ id: isInteger, name: isString, categoryId: isInteger, status: isPetStatus });
export const isPets: Guard<Schemas['Pets']> = isArrayOf(isPet);
export const isPetSex: Guard<Schemas['PetSex']> = isOneOf(lists.PetSex);
export const isPetSize: Guard<Schemas['PetSize']> = isOneOf(lists.PetSize);
export const isDatePrecision: Guard<Schemas['DatePrecision']> = isOneOf(lists.DatePrecision);
export const isProfile: Guard<Schemas['Profile']> = isShape({ description: optional(isString), species: optional(isString), breed: optional(isString), color: optional(isString), coat: optional(isString), sex: optional(isPetSex), size: optional(isPetSize), birthDate: optional(isString), birthDatePrecision: optional(isDatePrecision), neutered: optional(isBoolean), vaccinated: optional(isBoolean), houseTrained: optional(isBoolean), specialNeeds: optional(isBoolean), goodWith: optional(isShape({ children: optional(isBoolean), dogs: optional(isBoolean), cats: optional(isBoolean) })), tags: optional(isArrayOf(isString)), location: optional(isString), arrivedOn: optional(isString), fee: optional(isShape({ amountMinor: isInteger, currency: isString })), reference: optional(isString), attributes: optional(isMapOf(isString)) });
export const isPhotoSource: Guard<Schemas['PhotoSource']> = isShape({ url: isString, type: isOneOf(["image/webp","image/jpeg"]), width: isInt32, height: isInt32 });
export const isPhoto: Guard<Schemas['Photo']> = isShape({ id: isInteger, petId: isInteger, position: isInt32, alternativeText: isString, width: isInt32, height: isInt32, color: isString, placeholder: isString, sources: isArrayOf(isPhotoSource), createdAt: isString });
export const isPhotos: Guard<Schemas['Photos']> = isArrayOf(isPhoto);
export const isListing: Guard<Schemas['Listing']> = isShape({ id: isInteger, name: isString, category: isShape({ id: isInteger, name: optional(isString) }), status: isPetStatus, profile: isProfile, photos: isPhotos, createdAt: optional(isString), updatedAt: optional(isString), statusSince: optional(isString) });
export const isListings: Guard<Schemas['Listings']> = isArrayOf(isListing);
export const isListingFacets: Guard<Schemas['ListingFacets']> = isShape({ status: isShape({ isComplete: isBoolean, values: isArrayOf(isShape({ value: isPetStatus, count: isInteger })) }), categoryId: isShape({ isComplete: isBoolean, values: isArrayOf(isShape({ value: isInteger, name: optional(isString), count: isInteger })) }), species: isShape({ isComplete: isBoolean, values: isArrayOf(isShape({ value: isString, count: isInteger })) }), sex: isShape({ isComplete: isBoolean, values: isArrayOf(isShape({ value: isPetSex, count: isInteger })) }), size: isShape({ isComplete: isBoolean, values: isArrayOf(isShape({ value: isPetSize, count: isInteger })) }), goodWith: isShape({ isComplete: isBoolean, values: isArrayOf(isShape({ value: isOneOf(["children","dogs","cats"]), count: isInteger })) }), tag: isShape({ isComplete: isBoolean, values: isArrayOf(isShape({ value: isString, count: isInteger })) }) });
export const isFacetedListings: Guard<Schemas['FacetedListings']> = isShape({ items: isListings, facets: isListingFacets });
export const isCategory: Guard<Schemas['Category']> = isShape({ id: isInteger, name: isString });
export const isCategories: Guard<Schemas['Categories']> = isArrayOf(isCategory);
export const isOrderStatus: Guard<Schemas['OrderStatus']> = isOneOf(lists.OrderStatus);
export const isActorType: Guard<Schemas['ActorType']> = isWord<Schemas['ActorType']>();
export const isActor: Guard<Schemas['Actor']> = isShape({ type: isActorType, id: optional(isInteger), name: optional(isString) });
export const isOrder: Guard<Schemas['Order']> = isShape({ id: isInteger, petId: isInteger, status: isOrderStatus, createdAt: isString, updatedAt: isString, placedBy: optional(isActor), endedBy: optional(isActor) });
export const isOrders: Guard<Schemas['Orders']> = isArrayOf(isOrder);
export const isInquiryStatus: Guard<Schemas['InquiryStatus']> = isOneOf(lists.InquiryStatus);
export const isInquiry: Guard<Schemas['Inquiry']> = isShape({ id: isInteger, status: isInquiryStatus, petId: isInteger, name: isString, email: optional(isString), phone: optional(isString), message: isString, createdAt: isString, closedAt: optional(isString), createdBy: optional(isActor), closedBy: optional(isActor) });
export const isInquiries: Guard<Schemas['Inquiries']> = isArrayOf(isInquiry);
export const isInventory: Guard<Schemas['Inventory']> = isShape({ available: isInteger, pending: isInteger, sold: isInteger, categories: optional(isArrayOf(isShape({ categoryId: isInteger, available: isInteger, pending: isInteger, sold: isInteger }))) });
export const isStatistics: Guard<Schemas['Statistics']> = isArrayOf(isShape({ start: isString, added: isInteger, adopted: isInteger, returned: isInteger, removed: isInteger, categories: optional(isArrayOf(isShape({ categoryId: isInteger, added: isInteger, adopted: isInteger, returned: isInteger, removed: isInteger }))) }));
export const isRole: Guard<Schemas['Role']> = isWord<Schemas['Role']>();
export const isScope: Guard<Schemas['Scope']> = isWord<Schemas['Scope']>();
export const isWebOrigins: Guard<Schemas['WebOrigins']> = isArrayOf(isString);
export const isKeyStatus: Guard<Schemas['KeyStatus']> = isWord<Schemas['KeyStatus']>();
export const isDeprecatedUse: Guard<Schemas['DeprecatedUse']> = isShape({ operation: isString, count: isInteger, lastUsedAt: isString });
export const isKey: Guard<Schemas['Key']> = isShape({ id: isInteger, name: isString, role: optional(isRole), scopes: isArrayOf(isScope), origins: optional(isWebOrigins), hint: isString, status: isKeyStatus, createdAt: isString, expiresAt: optional(isString), lastUsedAt: optional(isString), revokedAt: optional(isString), personId: optional(isInteger), deprecatedUses: optional(isArrayOf(isDeprecatedUse)) });
export const isKeys: Guard<Schemas['Keys']> = isArrayOf(isKey);
export const isIssuedKey: Guard<Schemas['IssuedKey']> = isShape({ id: isInteger, name: isString, role: optional(isRole), scopes: isArrayOf(isScope), origins: optional(isWebOrigins), hint: isString, status: isKeyStatus, createdAt: isString, expiresAt: optional(isString), lastUsedAt: optional(isString), revokedAt: optional(isString), personId: optional(isInteger), secret: isString });
export const isPersonRole: Guard<Schemas['PersonRole']> = isWord<Schemas['PersonRole']>();
export const isPerson: Guard<Schemas['Person']> = isShape({ id: isInteger, name: isString, role: isPersonRole, email: optional(isString), createdAt: isString });
export const isPeople: Guard<Schemas['People']> = isArrayOf(isPerson);
export const isSignInLink: Guard<Schemas['SignInLink']> = isShape({ expiresAt: isString, url: isString });
export const isDeviceKey: Guard<Schemas['DeviceKey']> = isShape({ id: isInteger, personId: isInteger, device: isString, isTrusted: isBoolean, expiresAt: isString, secret: isString });
export const isDevice: Guard<Schemas['Device']> = isShape({ id: isInteger, device: isString, isTrusted: isBoolean, createdAt: isString, expiresAt: isString, lastUsedAt: optional(isString) });
export const isDevices: Guard<Schemas['Devices']> = isArrayOf(isDevice);
export const isAdminEventType: Guard<Schemas['AdminEventType']> = isWord<Schemas['AdminEventType']>();
export const isAdminEvent: Guard<Schemas['AdminEvent']> = isShape({ id: isInteger, type: isAdminEventType, at: isString, actor: isActor, keyId: optional(isInteger), personId: optional(isInteger) });
export const isAdminEvents: Guard<Schemas['AdminEvents']> = isArrayOf(isAdminEvent);
export const isEventType: Guard<Schemas['EventType']> = isWord<Schemas['EventType']>();
export const isEvent: Guard<Schemas['Event']> = isShape({ id: isInteger, type: isEventType, at: isString, petId: optional(isInteger), orderId: optional(isInteger), pet: optional(isPet), category: optional(isCategory), webhookId: optional(isInteger), inquiryId: optional(isInteger), actor: optional(isActor) });
export const isEvents: Guard<Schemas['Events']> = isArrayOf(isEvent);
export const isWebhookStatus: Guard<Schemas['WebhookStatus']> = isWord<Schemas['WebhookStatus']>();
export const isWebhook: Guard<Schemas['Webhook']> = isShape({ id: isInteger, url: isString, types: optional(isArrayOf(isEventType)), description: optional(isString), status: isWebhookStatus, reason: optional(isString), createdBy: optional(isInteger), personId: optional(isInteger), createdAt: isString, failingSince: optional(isString) });
export const isWebhooks: Guard<Schemas['Webhooks']> = isArrayOf(isWebhook);
export const isIssuedWebhook: Guard<Schemas['IssuedWebhook']> = isShape({ id: isInteger, url: isString, types: optional(isArrayOf(isEventType)), description: optional(isString), status: isWebhookStatus, reason: optional(isString), createdBy: optional(isInteger), personId: optional(isInteger), createdAt: isString, failingSince: optional(isString), secret: isString });
export const isDeliveryStatus: Guard<Schemas['DeliveryStatus']> = isWord<Schemas['DeliveryStatus']>();
export const isDelivery: Guard<Schemas['Delivery']> = isShape({ id: isInteger, webhookId: isInteger, eventId: isInteger, status: isDeliveryStatus, attempts: isInt32, dueAt: optional(isString), failure: optional(isString) });
export const isWebhookBacklog: Guard<Schemas['WebhookBacklog']> = isShape({ waiting: isInt32, since: optional(isString), isMore: isBoolean });
export const isWebhookAttempt: Guard<Schemas['WebhookAttempt']> = isShape({ id: isInteger, eventId: isInteger, at: isString, durationMs: isInteger, status: optional(isInt32), failure: optional(isString) });
export const isWebhookAttempts: Guard<Schemas['WebhookAttempts']> = isArrayOf(isWebhookAttempt);
export const isWebhookExchange: Guard<Schemas['WebhookExchange']> = isShape({ id: isInteger, eventId: isInteger, at: isString, durationMs: isInteger, status: optional(isInt32), failure: optional(isString), request: isShape({ url: isString, headers: isArrayOf(isShape({ name: isString, value: isString })), body: optional(isString) }), response: optional(isShape({ headers: isArrayOf(isShape({ name: isString, value: isString })), body: isString, isCut: isBoolean })) });
export const isDeliveries: Guard<Schemas['Deliveries']> = isArrayOf(isDelivery);
