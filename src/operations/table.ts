import type { Operation } from '../api/operation.ts';
import { getCategory, listCategories, putCategory } from '../catalogue/categories/operations.ts';
import { listEvents } from '../catalogue/events/operations.ts';
import {
  closeInquiry,
  createInquiry,
  deleteInquiry,
  getInquiry,
  listInquiries,
} from '../catalogue/inquiries/operations.ts';
import { getInventory } from '../catalogue/inventory/operations.ts';
import { createKey, getKey, getOwnKey, listKeys, revokeKey, rotateKey } from '../catalogue/keys/operations.ts';
import { createListing, getListing, listListings } from '../catalogue/listings/operations.ts';
import { cancelOrder, completeOrder, getOrder, listOrders, placeOrder } from '../catalogue/orders/operations.ts';
import { createPet, deletePet, getPet, listPets, updatePet } from '../catalogue/pets/operations.ts';
import { addPhoto, deletePhoto, getPhoto, listPhotos, updatePhoto } from '../catalogue/photos/operations.ts';
import { getProfile, putProfile, updateProfile } from '../catalogue/profiles/operations.ts';
import { getStatistics } from '../catalogue/statistics/operations.ts';
import { listDeliveries, retryDelivery } from '../catalogue/webhooks/delivery-operations.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookAttempts,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../catalogue/webhooks/operations.ts';

/** Every operation under `/v1`. */
export const operations: readonly Operation[] = [
  listPets,
  createPet,
  getPet,
  updatePet,
  deletePet,
  getProfile,
  putProfile,
  updateProfile,
  listPhotos,
  addPhoto,
  getPhoto,
  updatePhoto,
  deletePhoto,
  listListings,
  createListing,
  getListing,
  listCategories,
  getCategory,
  putCategory,
  listOrders,
  placeOrder,
  getOrder,
  completeOrder,
  cancelOrder,
  listInquiries,
  createInquiry,
  getInquiry,
  closeInquiry,
  deleteInquiry,
  getInventory,
  getStatistics,
  listKeys,
  createKey,
  getKey,
  getOwnKey,
  revokeKey,
  rotateKey,
  listEvents,
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookAttempts,
  listDeliveries,
  retryDelivery,
];
