import { getCategory, listCategories, putCategory } from './categories.ts';
import { listEvents } from './events.ts';
import { getInventory } from './inventory.ts';
import type { Operation } from './operation.ts';
import { cancelOrder, completeOrder, getOrder, listOrders, placeOrder } from './orders.ts';
import { createPet, deletePet, getPet, listPets, updatePet } from './pets.ts';

/** Everything that can be called under `/v1`. */
export const operations: readonly Operation[] = [
  listPets,
  createPet,
  getPet,
  updatePet,
  deletePet,
  listCategories,
  getCategory,
  putCategory,
  listOrders,
  placeOrder,
  getOrder,
  completeOrder,
  cancelOrder,
  getInventory,
  listEvents,
];
