import type { Operation } from '../api/operation.ts';
import { getCategory, listCategories, putCategory } from './categories/operations.ts';
import { listEvents } from './events/operations.ts';
import { closeInquiry, createInquiry, deleteInquiry, getInquiry, listInquiries } from './inquiries/operations.ts';
import { getInventory } from './inventory/operations.ts';
import { createKey, getKey, getOwnKey, listKeys, revokeKey, rotateKey } from './keys/operations.ts';
import { createListing, getListing, listListings } from './listings/operations.ts';
import { cancelOrder, completeOrder, getOrder, listOrders, placeOrder } from './orders/operations.ts';
import { createPet, deletePet, getPet, listPets, updatePet } from './pets/operations.ts';
import { addPhoto, deletePhoto, getPhoto, listPhotos, updatePhoto } from './photos/operations.ts';
import { getProfile, putProfile, updateProfile } from './profiles/operations.ts';
import { getStatistics } from './statistics/operations.ts';
import { listDeliveries, retryDelivery } from './webhooks/delivery-operations.ts';
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
} from './webhooks/operations.ts';

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
