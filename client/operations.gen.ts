// Generated from openapi.json by scripts/generate-client.ts. Do not edit.

import * as guards from './guards.gen.ts';
import { isEmptyBody } from './transport/shape.ts';

export const operations = {
  pets: {
    list: { kind: 'list', path: '/pets', accepts: guards.isPets, query: { status: 'status', categoryId: 'categoryId', reference: 'reference', ids: 'id', q: 'q', sort: 'sort' } },
    count: { kind: 'count', path: '/pets', accepts: guards.isPets, query: { status: 'status', categoryId: 'categoryId', reference: 'reference', ids: 'id', q: 'q', sort: 'sort' } },
    create: { kind: 'call', method: 'POST', path: '/pets', accepts: guards.isPet, query: {}, body: 'NewPet' },
    get: { kind: 'call', method: 'GET', path: '/pets/{petId}', accepts: guards.isPet, query: {} },
    update: { kind: 'call', method: 'PATCH', path: '/pets/{petId}', accepts: guards.isPet, query: {}, body: 'PetChanges' },
    remove: { kind: 'call', method: 'DELETE', path: '/pets/{petId}', accepts: isEmptyBody, query: {} },
  },
  profiles: {
    get: { kind: 'call', method: 'GET', path: '/pets/{petId}/profile', accepts: guards.isProfile, query: {} },
    put: { kind: 'call', method: 'PUT', path: '/pets/{petId}/profile', accepts: guards.isProfile, query: {}, body: 'ProfileDraft' },
    update: { kind: 'call', method: 'PATCH', path: '/pets/{petId}/profile', accepts: guards.isProfile, query: {}, body: 'ProfileChanges' },
  },
  photos: {
    list: { kind: 'call', method: 'GET', path: '/pets/{petId}/photos', accepts: guards.isPhotos, query: {} },
    add: { kind: 'call', method: 'POST', path: '/pets/{petId}/photos', accepts: guards.isPhoto, query: {} },
    get: { kind: 'call', method: 'GET', path: '/pets/{petId}/photos/{photoId}', accepts: guards.isPhoto, query: {} },
    update: { kind: 'call', method: 'PATCH', path: '/pets/{petId}/photos/{photoId}', accepts: guards.isPhoto, query: {}, body: 'PhotoChanges' },
    remove: { kind: 'call', method: 'DELETE', path: '/pets/{petId}/photos/{photoId}', accepts: isEmptyBody, query: {} },
  },
  listings: {
    list: { kind: 'list', path: '/listings', accepts: guards.isListings, query: { status: 'status', categoryId: 'categoryId', species: 'species', breed: 'breed', color: 'color', sex: 'sex', size: 'size', neutered: 'neutered', vaccinated: 'vaccinated', houseTrained: 'houseTrained', specialNeeds: 'specialNeeds', location: 'location', publicLocation: 'publicLocation', whereabouts: 'whereabouts', intakeType: 'intakeType', outcomeType: 'outcomeType', bornAfter: 'bornAfter', bornBefore: 'bornBefore', arrivedAfter: 'arrivedAfter', goodWith: 'goodWith', tags: 'tag', onHold: 'onHold', changedSince: 'changedSince', ids: 'id', q: 'q', sort: 'sort' } },
    create: { kind: 'call', method: 'POST', path: '/listings', accepts: guards.isListing, query: {}, body: 'NewListing' },
    changes: { kind: 'call', method: 'GET', path: '/listings/changes', accepts: guards.isListingChanges, query: { after: 'after', limit: 'limit' } },
    get: { kind: 'call', method: 'GET', path: '/listings/{petId}', accepts: guards.isListing, query: {} },
  },
  categories: {
    list: { kind: 'list', path: '/categories', accepts: guards.isCategories, query: { ids: 'id' } },
    get: { kind: 'call', method: 'GET', path: '/categories/{categoryId}', accepts: guards.isCategory, query: {} },
    put: { kind: 'call', method: 'PUT', path: '/categories/{categoryId}', accepts: guards.isCategory, query: {}, body: 'CategoryDraft' },
  },
  orders: {
    list: { kind: 'list', path: '/store/orders', accepts: guards.isOrders, query: { status: 'status', petId: 'petId', reference: 'reference', createdAfter: 'createdAfter', sort: 'sort' } },
    count: { kind: 'count', path: '/store/orders', accepts: guards.isOrders, query: { status: 'status', petId: 'petId', reference: 'reference', createdAfter: 'createdAfter', sort: 'sort' } },
    place: { kind: 'call', method: 'POST', path: '/store/orders', accepts: guards.isOrder, query: {}, body: 'NewOrder' },
    get: { kind: 'call', method: 'GET', path: '/store/orders/{orderId}', accepts: guards.isOrder, query: {} },
    update: { kind: 'call', method: 'PATCH', path: '/store/orders/{orderId}', accepts: guards.isOrder, query: {}, body: 'OrderChanges' },
    complete: { kind: 'call', method: 'POST', path: '/store/orders/{orderId}/complete', accepts: guards.isOrder, query: {} },
    cancel: { kind: 'call', method: 'POST', path: '/store/orders/{orderId}/cancel', accepts: guards.isOrder, query: {} },
    reopen: { kind: 'call', method: 'POST', path: '/store/orders/{orderId}/reopen', accepts: guards.isOrder, query: {} },
    return: { kind: 'call', method: 'POST', path: '/store/orders/{orderId}/return', accepts: guards.isOrder, query: {}, body: 'OrderReturn' },
    eraseContact: { kind: 'call', method: 'DELETE', path: '/store/orders/{orderId}/contact', accepts: isEmptyBody, query: {} },
  },
  inquiries: {
    list: { kind: 'list', path: '/inquiries', accepts: guards.isInquiries, query: { status: 'status', stage: 'stage', petId: 'petId', assigneeId: 'assigneeId', assigned: 'assigned', sort: 'sort' } },
    count: { kind: 'count', path: '/inquiries', accepts: guards.isInquiries, query: { status: 'status', stage: 'stage', petId: 'petId', assigneeId: 'assigneeId', assigned: 'assigned', sort: 'sort' } },
    create: { kind: 'call', method: 'POST', path: '/inquiries', accepts: guards.isInquiry, query: {}, body: 'NewInquiry' },
    get: { kind: 'call', method: 'GET', path: '/inquiries/{inquiryId}', accepts: guards.isInquiry, query: {} },
    update: { kind: 'call', method: 'PATCH', path: '/inquiries/{inquiryId}', accepts: guards.isInquiry, query: {}, body: 'InquiryChanges' },
    remove: { kind: 'call', method: 'DELETE', path: '/inquiries/{inquiryId}', accepts: isEmptyBody, query: {} },
    close: { kind: 'call', method: 'POST', path: '/inquiries/{inquiryId}/close', accepts: guards.isInquiry, query: {} },
    order: { kind: 'call', method: 'POST', path: '/inquiries/{inquiryId}/order', accepts: guards.isOrder, query: {}, body: 'OrderDetails' },
  },
  inventory: {
    get: { kind: 'call', method: 'GET', path: '/store/inventory', accepts: guards.isInventory, query: { groupBy: 'groupBy', limit: 'limit' } },
  },
  statistics: {
    get: { kind: 'call', method: 'GET', path: '/store/statistics', accepts: guards.isStatistics, query: { from: 'from', to: 'to', by: 'by', categoryId: 'categoryId', groupBy: 'groupBy' } },
    matrix: { kind: 'call', method: 'GET', path: '/store/statistics/matrix', accepts: guards.isStatisticsMatrix, query: { month: 'month' } },
  },
  keys: {
    list: { kind: 'list', path: '/keys', accepts: guards.isKeys, query: { status: 'status' } },
    create: { kind: 'call', method: 'POST', path: '/keys', accepts: guards.isIssuedKey, query: {}, body: 'NewKey' },
    get: { kind: 'call', method: 'GET', path: '/keys/{keyId}', accepts: guards.isKey, query: {} },
    update: { kind: 'call', method: 'PATCH', path: '/keys/{keyId}', accepts: guards.isKey, query: {}, body: 'KeyChanges' },
    revoke: { kind: 'call', method: 'DELETE', path: '/keys/{keyId}', accepts: isEmptyBody, query: { webhooks: 'webhooks' } },
    self: { kind: 'call', method: 'GET', path: '/keys/self', accepts: guards.isKey, query: {} },
    rotate: { kind: 'call', method: 'POST', path: '/keys/{keyId}/rotate', accepts: guards.isIssuedKey, query: {}, body: 'KeyRotation' },
  },
  people: {
    list: { kind: 'list', path: '/people', accepts: guards.isPeople, query: {} },
    create: { kind: 'call', method: 'POST', path: '/people', accepts: guards.isPerson, query: {}, body: 'NewPerson' },
    get: { kind: 'call', method: 'GET', path: '/people/{personId}', accepts: guards.isPerson, query: {} },
    update: { kind: 'call', method: 'PATCH', path: '/people/{personId}', accepts: guards.isPerson, query: {}, body: 'PersonChanges' },
    remove: { kind: 'call', method: 'DELETE', path: '/people/{personId}', accepts: isEmptyBody, query: {} },
    self: { kind: 'call', method: 'GET', path: '/people/self', accepts: guards.isPerson, query: {} },
    invite: { kind: 'call', method: 'POST', path: '/people/{personId}/sign-in-links', accepts: guards.isSignInLink, query: {} },
    ownLink: { kind: 'call', method: 'GET', path: '/sign-in-links/self', accepts: guards.isOwnSignInLink, query: {} },
    signIn: { kind: 'call', method: 'POST', path: '/sign-ins', accepts: guards.isDeviceKey, query: {}, body: 'NewSignIn' },
    events: { kind: 'list', path: '/audit-events', accepts: guards.isAdminEvents, query: { sort: 'sort', callerId: 'callerId' } },
  },
  devices: {
    list: { kind: 'list', path: '/people/{personId}/devices', accepts: guards.isDevices, query: {} },
    remove: { kind: 'call', method: 'DELETE', path: '/people/{personId}/devices/{deviceId}', accepts: isEmptyBody, query: {} },
  },
  events: {
    list: { kind: 'call', method: 'GET', path: '/events', accepts: guards.isEvents, query: { limit: 'limit', after: 'after', petId: 'petId', orderId: 'orderId', type: 'type', actor: 'actor', sort: 'sort' } },
  },
  webhooks: {
    list: { kind: 'list', path: '/webhooks', accepts: guards.isWebhooks, query: { createdBy: 'createdBy' } },
    create: { kind: 'call', method: 'POST', path: '/webhooks', accepts: guards.isIssuedWebhook, query: {}, body: 'NewWebhook' },
    get: { kind: 'call', method: 'GET', path: '/webhooks/{webhookId}', accepts: guards.isWebhook, query: {} },
    update: { kind: 'call', method: 'PATCH', path: '/webhooks/{webhookId}', accepts: guards.isWebhook, query: {}, body: 'WebhookChanges' },
    remove: { kind: 'call', method: 'DELETE', path: '/webhooks/{webhookId}', accepts: isEmptyBody, query: {} },
    pause: { kind: 'call', method: 'POST', path: '/webhooks/{webhookId}/pause', accepts: guards.isWebhook, query: {} },
    resume: { kind: 'call', method: 'POST', path: '/webhooks/{webhookId}/resume', accepts: guards.isWebhook, query: {} },
    rotate: { kind: 'call', method: 'POST', path: '/webhooks/{webhookId}/rotate', accepts: guards.isIssuedWebhook, query: {}, body: 'WebhookRotation' },
    test: { kind: 'call', method: 'POST', path: '/webhooks/{webhookId}/test', accepts: guards.isDelivery, query: {} },
    backlog: { kind: 'call', method: 'GET', path: '/webhooks/{webhookId}/backlog', accepts: guards.isWebhookBacklog, query: {} },
    redeliver: { kind: 'call', method: 'POST', path: '/webhooks/{webhookId}/events/{eventId}/redeliver', accepts: guards.isDelivery, query: {} },
    attempts: { kind: 'list', path: '/webhooks/{webhookId}/attempts', accepts: guards.isWebhookAttempts, query: {} },
    attempt: { kind: 'call', method: 'GET', path: '/webhooks/{webhookId}/attempts/{attemptId}', accepts: guards.isWebhookExchange, query: {} },
  },
  deliveries: {
    list: { kind: 'list', path: '/webhook-deliveries', accepts: guards.isDeliveries, query: { webhookId: 'webhookId', status: 'status' } },
    retry: { kind: 'call', method: 'POST', path: '/webhook-deliveries/{deliveryId}/retry', accepts: guards.isDelivery, query: {} },
  },
} as const;
