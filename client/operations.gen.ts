// Generated from openapi.json by scripts/generate-client.ts. Do not edit.

import { isCategories, isCategory, isDeliveries, isDelivery, isEvents, isInquiries, isInquiry, isInventory, isIssuedKey, isIssuedWebhook, isKey, isKeys, isListing, isListings, isOrder, isOrders, isPet, isPets, isPhoto, isPhotos, isProfile, isStatistics, isWebhook, isWebhookAttempts, isWebhooks } from './guards.gen.ts';
import { isEmptyBody } from './transport/shape.ts';

export const operations = {
  pets: {
    list: { kind: 'list', path: '/pets', accepts: isPets, query: { status: 'status', categoryId: 'categoryId', reference: 'reference', ids: 'id', q: 'q', sort: 'sort' } },
    count: { kind: 'count', path: '/pets', accepts: isPets, query: { status: 'status', categoryId: 'categoryId', reference: 'reference', ids: 'id', q: 'q', sort: 'sort' } },
    create: { kind: 'call', method: 'POST', path: '/pets', accepts: isPet, query: {}, hasBody: true },
    get: { kind: 'call', method: 'GET', path: '/pets/{petId}', accepts: isPet, query: {}, hasBody: false },
    update: { kind: 'call', method: 'PATCH', path: '/pets/{petId}', accepts: isPet, query: {}, hasBody: true },
    remove: { kind: 'call', method: 'DELETE', path: '/pets/{petId}', accepts: isEmptyBody, query: {}, hasBody: false },
  },
  profiles: {
    get: { kind: 'call', method: 'GET', path: '/pets/{petId}/profile', accepts: isProfile, query: {}, hasBody: false },
    put: { kind: 'call', method: 'PUT', path: '/pets/{petId}/profile', accepts: isProfile, query: {}, hasBody: true },
    update: { kind: 'call', method: 'PATCH', path: '/pets/{petId}/profile', accepts: isProfile, query: {}, hasBody: true },
  },
  photos: {
    list: { kind: 'call', method: 'GET', path: '/pets/{petId}/photos', accepts: isPhotos, query: {}, hasBody: false },
    add: { kind: 'call', method: 'POST', path: '/pets/{petId}/photos', accepts: isPhoto, query: {}, hasBody: false },
    get: { kind: 'call', method: 'GET', path: '/pets/{petId}/photos/{photoId}', accepts: isPhoto, query: {}, hasBody: false },
    update: { kind: 'call', method: 'PATCH', path: '/pets/{petId}/photos/{photoId}', accepts: isPhoto, query: {}, hasBody: true },
    remove: { kind: 'call', method: 'DELETE', path: '/pets/{petId}/photos/{photoId}', accepts: isEmptyBody, query: {}, hasBody: false },
  },
  listings: {
    list: { kind: 'list', path: '/listings', accepts: isListings, query: { status: 'status', categoryId: 'categoryId', species: 'species', sex: 'sex', size: 'size', goodWith: 'goodWith', tags: 'tag', changedSince: 'changedSince', ids: 'id', q: 'q', sort: 'sort' } },
    create: { kind: 'call', method: 'POST', path: '/listings', accepts: isListing, query: {}, hasBody: true },
    get: { kind: 'call', method: 'GET', path: '/listings/{petId}', accepts: isListing, query: {}, hasBody: false },
  },
  categories: {
    list: { kind: 'list', path: '/categories', accepts: isCategories, query: { ids: 'id' } },
    get: { kind: 'call', method: 'GET', path: '/categories/{categoryId}', accepts: isCategory, query: {}, hasBody: false },
    put: { kind: 'call', method: 'PUT', path: '/categories/{categoryId}', accepts: isCategory, query: {}, hasBody: true },
  },
  orders: {
    list: { kind: 'list', path: '/store/orders', accepts: isOrders, query: { status: 'status', petId: 'petId' } },
    count: { kind: 'count', path: '/store/orders', accepts: isOrders, query: { status: 'status', petId: 'petId' } },
    place: { kind: 'call', method: 'POST', path: '/store/orders', accepts: isOrder, query: {}, hasBody: true },
    get: { kind: 'call', method: 'GET', path: '/store/orders/{orderId}', accepts: isOrder, query: {}, hasBody: false },
    complete: { kind: 'call', method: 'POST', path: '/store/orders/{orderId}/complete', accepts: isOrder, query: {}, hasBody: false },
    cancel: { kind: 'call', method: 'POST', path: '/store/orders/{orderId}/cancel', accepts: isOrder, query: {}, hasBody: false },
  },
  inquiries: {
    list: { kind: 'list', path: '/inquiries', accepts: isInquiries, query: { status: 'status', petId: 'petId' } },
    count: { kind: 'count', path: '/inquiries', accepts: isInquiries, query: { status: 'status', petId: 'petId' } },
    create: { kind: 'call', method: 'POST', path: '/inquiries', accepts: isInquiry, query: {}, hasBody: true },
    get: { kind: 'call', method: 'GET', path: '/inquiries/{inquiryId}', accepts: isInquiry, query: {}, hasBody: false },
    remove: { kind: 'call', method: 'DELETE', path: '/inquiries/{inquiryId}', accepts: isEmptyBody, query: {}, hasBody: false },
    close: { kind: 'call', method: 'POST', path: '/inquiries/{inquiryId}/close', accepts: isInquiry, query: {}, hasBody: false },
  },
  inventory: {
    get: { kind: 'call', method: 'GET', path: '/store/inventory', accepts: isInventory, query: { groupBy: 'groupBy', limit: 'limit', cursor: 'cursor' }, hasBody: false },
  },
  statistics: {
    get: { kind: 'call', method: 'GET', path: '/store/statistics', accepts: isStatistics, query: { from: 'from', to: 'to', by: 'by', categoryId: 'categoryId', groupBy: 'groupBy' }, hasBody: false },
  },
  keys: {
    list: { kind: 'list', path: '/keys', accepts: isKeys, query: {} },
    create: { kind: 'call', method: 'POST', path: '/keys', accepts: isIssuedKey, query: {}, hasBody: true },
    get: { kind: 'call', method: 'GET', path: '/keys/{keyId}', accepts: isKey, query: {}, hasBody: false },
    revoke: { kind: 'call', method: 'DELETE', path: '/keys/{keyId}', accepts: isEmptyBody, query: { webhooks: 'webhooks' }, hasBody: false },
    self: { kind: 'call', method: 'GET', path: '/keys/self', accepts: isKey, query: {}, hasBody: false },
    rotate: { kind: 'call', method: 'POST', path: '/keys/{keyId}/rotate', accepts: isIssuedKey, query: {}, hasBody: true },
  },
  events: {
    list: { kind: 'call', method: 'GET', path: '/events', accepts: isEvents, query: { limit: 'limit', after: 'after' }, hasBody: false },
  },
  webhooks: {
    list: { kind: 'list', path: '/webhooks', accepts: isWebhooks, query: { createdBy: 'createdBy' } },
    create: { kind: 'call', method: 'POST', path: '/webhooks', accepts: isIssuedWebhook, query: {}, hasBody: true },
    get: { kind: 'call', method: 'GET', path: '/webhooks/{webhookId}', accepts: isWebhook, query: {}, hasBody: false },
    update: { kind: 'call', method: 'PATCH', path: '/webhooks/{webhookId}', accepts: isWebhook, query: {}, hasBody: true },
    remove: { kind: 'call', method: 'DELETE', path: '/webhooks/{webhookId}', accepts: isEmptyBody, query: {}, hasBody: false },
    pause: { kind: 'call', method: 'POST', path: '/webhooks/{webhookId}/pause', accepts: isWebhook, query: {}, hasBody: false },
    resume: { kind: 'call', method: 'POST', path: '/webhooks/{webhookId}/resume', accepts: isWebhook, query: {}, hasBody: false },
    rotate: { kind: 'call', method: 'POST', path: '/webhooks/{webhookId}/rotate', accepts: isIssuedWebhook, query: {}, hasBody: true },
    test: { kind: 'call', method: 'POST', path: '/webhooks/{webhookId}/test', accepts: isDelivery, query: {}, hasBody: false },
    attempts: { kind: 'list', path: '/webhooks/{webhookId}/attempts', accepts: isWebhookAttempts, query: {} },
  },
  deliveries: {
    list: { kind: 'list', path: '/webhook-deliveries', accepts: isDeliveries, query: { webhookId: 'webhookId', status: 'status' } },
    retry: { kind: 'call', method: 'POST', path: '/webhook-deliveries/{deliveryId}/retry', accepts: isDelivery, query: {}, hasBody: false },
  },
} as const;
