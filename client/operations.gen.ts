// Generated from openapi.json by scripts/generate-client.ts. Do not edit.

import * as guards from './guards.gen.ts';
import { isEmptyBody } from './transport/shape.ts';

export const operations = {
  pets: {
    list: { kind: 'list', path: '/pets', accepts: guards.isPets, query: { status: 'status', categoryId: 'categoryId', reference: 'reference', ids: 'id', q: 'q', sort: 'sort' } },
    count: { kind: 'count', path: '/pets', accepts: guards.isPets, query: { status: 'status', categoryId: 'categoryId', reference: 'reference', ids: 'id', q: 'q', sort: 'sort' } },
    create: { kind: 'call', method: 'POST', path: '/pets', accepts: guards.isPet, query: {}, hasBody: true },
    get: { kind: 'call', method: 'GET', path: '/pets/{petId}', accepts: guards.isPet, query: {}, hasBody: false },
    update: { kind: 'call', method: 'PATCH', path: '/pets/{petId}', accepts: guards.isPet, query: {}, hasBody: true },
    remove: { kind: 'call', method: 'DELETE', path: '/pets/{petId}', accepts: isEmptyBody, query: {}, hasBody: false },
  },
  profiles: {
    get: { kind: 'call', method: 'GET', path: '/pets/{petId}/profile', accepts: guards.isProfile, query: {}, hasBody: false },
    put: { kind: 'call', method: 'PUT', path: '/pets/{petId}/profile', accepts: guards.isProfile, query: {}, hasBody: true },
    update: { kind: 'call', method: 'PATCH', path: '/pets/{petId}/profile', accepts: guards.isProfile, query: {}, hasBody: true },
  },
  photos: {
    list: { kind: 'call', method: 'GET', path: '/pets/{petId}/photos', accepts: guards.isPhotos, query: {}, hasBody: false },
    add: { kind: 'call', method: 'POST', path: '/pets/{petId}/photos', accepts: guards.isPhoto, query: {}, hasBody: false },
    get: { kind: 'call', method: 'GET', path: '/pets/{petId}/photos/{photoId}', accepts: guards.isPhoto, query: {}, hasBody: false },
    update: { kind: 'call', method: 'PATCH', path: '/pets/{petId}/photos/{photoId}', accepts: guards.isPhoto, query: {}, hasBody: true },
    remove: { kind: 'call', method: 'DELETE', path: '/pets/{petId}/photos/{photoId}', accepts: isEmptyBody, query: {}, hasBody: false },
  },
  listings: {
    list: { kind: 'list', path: '/listings', accepts: guards.isListings, query: { status: 'status', categoryId: 'categoryId', species: 'species', sex: 'sex', size: 'size', goodWith: 'goodWith', tags: 'tag', changedSince: 'changedSince', ids: 'id', q: 'q', sort: 'sort' } },
    create: { kind: 'call', method: 'POST', path: '/listings', accepts: guards.isListing, query: {}, hasBody: true },
    get: { kind: 'call', method: 'GET', path: '/listings/{petId}', accepts: guards.isListing, query: {}, hasBody: false },
  },
  categories: {
    list: { kind: 'list', path: '/categories', accepts: guards.isCategories, query: { ids: 'id' } },
    get: { kind: 'call', method: 'GET', path: '/categories/{categoryId}', accepts: guards.isCategory, query: {}, hasBody: false },
    put: { kind: 'call', method: 'PUT', path: '/categories/{categoryId}', accepts: guards.isCategory, query: {}, hasBody: true },
  },
  orders: {
    list: { kind: 'list', path: '/store/orders', accepts: guards.isOrders, query: { status: 'status', petId: 'petId' } },
    count: { kind: 'count', path: '/store/orders', accepts: guards.isOrders, query: { status: 'status', petId: 'petId' } },
    place: { kind: 'call', method: 'POST', path: '/store/orders', accepts: guards.isOrder, query: {}, hasBody: true },
    get: { kind: 'call', method: 'GET', path: '/store/orders/{orderId}', accepts: guards.isOrder, query: {}, hasBody: false },
    complete: { kind: 'call', method: 'POST', path: '/store/orders/{orderId}/complete', accepts: guards.isOrder, query: {}, hasBody: false },
    cancel: { kind: 'call', method: 'POST', path: '/store/orders/{orderId}/cancel', accepts: guards.isOrder, query: {}, hasBody: false },
  },
  inquiries: {
    list: { kind: 'list', path: '/inquiries', accepts: guards.isInquiries, query: { status: 'status', petId: 'petId' } },
    count: { kind: 'count', path: '/inquiries', accepts: guards.isInquiries, query: { status: 'status', petId: 'petId' } },
    create: { kind: 'call', method: 'POST', path: '/inquiries', accepts: guards.isInquiry, query: {}, hasBody: true },
    get: { kind: 'call', method: 'GET', path: '/inquiries/{inquiryId}', accepts: guards.isInquiry, query: {}, hasBody: false },
    remove: { kind: 'call', method: 'DELETE', path: '/inquiries/{inquiryId}', accepts: isEmptyBody, query: {}, hasBody: false },
    close: { kind: 'call', method: 'POST', path: '/inquiries/{inquiryId}/close', accepts: guards.isInquiry, query: {}, hasBody: false },
  },
  inventory: {
    get: { kind: 'call', method: 'GET', path: '/store/inventory', accepts: guards.isInventory, query: { groupBy: 'groupBy', limit: 'limit', cursor: 'cursor' }, hasBody: false },
  },
  statistics: {
    get: { kind: 'call', method: 'GET', path: '/store/statistics', accepts: guards.isStatistics, query: { from: 'from', to: 'to', by: 'by', categoryId: 'categoryId', groupBy: 'groupBy' }, hasBody: false },
  },
  keys: {
    list: { kind: 'list', path: '/keys', accepts: guards.isKeys, query: {} },
    create: { kind: 'call', method: 'POST', path: '/keys', accepts: guards.isIssuedKey, query: {}, hasBody: true },
    get: { kind: 'call', method: 'GET', path: '/keys/{keyId}', accepts: guards.isKey, query: {}, hasBody: false },
    revoke: { kind: 'call', method: 'DELETE', path: '/keys/{keyId}', accepts: isEmptyBody, query: { webhooks: 'webhooks' }, hasBody: false },
    self: { kind: 'call', method: 'GET', path: '/keys/self', accepts: guards.isKey, query: {}, hasBody: false },
    rotate: { kind: 'call', method: 'POST', path: '/keys/{keyId}/rotate', accepts: guards.isIssuedKey, query: {}, hasBody: true },
  },
  events: {
    list: { kind: 'call', method: 'GET', path: '/events', accepts: guards.isEvents, query: { limit: 'limit', after: 'after' }, hasBody: false },
  },
  webhooks: {
    list: { kind: 'list', path: '/webhooks', accepts: guards.isWebhooks, query: { createdBy: 'createdBy' } },
    create: { kind: 'call', method: 'POST', path: '/webhooks', accepts: guards.isIssuedWebhook, query: {}, hasBody: true },
    get: { kind: 'call', method: 'GET', path: '/webhooks/{webhookId}', accepts: guards.isWebhook, query: {}, hasBody: false },
    update: { kind: 'call', method: 'PATCH', path: '/webhooks/{webhookId}', accepts: guards.isWebhook, query: {}, hasBody: true },
    remove: { kind: 'call', method: 'DELETE', path: '/webhooks/{webhookId}', accepts: isEmptyBody, query: {}, hasBody: false },
    pause: { kind: 'call', method: 'POST', path: '/webhooks/{webhookId}/pause', accepts: guards.isWebhook, query: {}, hasBody: false },
    resume: { kind: 'call', method: 'POST', path: '/webhooks/{webhookId}/resume', accepts: guards.isWebhook, query: {}, hasBody: false },
    rotate: { kind: 'call', method: 'POST', path: '/webhooks/{webhookId}/rotate', accepts: guards.isIssuedWebhook, query: {}, hasBody: true },
    test: { kind: 'call', method: 'POST', path: '/webhooks/{webhookId}/test', accepts: guards.isDelivery, query: {}, hasBody: false },
    attempts: { kind: 'list', path: '/webhooks/{webhookId}/attempts', accepts: guards.isWebhookAttempts, query: {} },
  },
  deliveries: {
    list: { kind: 'list', path: '/webhook-deliveries', accepts: guards.isDeliveries, query: { webhookId: 'webhookId', status: 'status' } },
    retry: { kind: 'call', method: 'POST', path: '/webhook-deliveries/{deliveryId}/retry', accepts: guards.isDelivery, query: {}, hasBody: false },
  },
} as const;
