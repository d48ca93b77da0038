export type { Answer } from './answer.ts';
export type { Categories, Category, ListCategoriesOptions } from './categories.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export { type ErrorCode, NoAnswerError, PetstoreError } from './errors.ts';
export type { Listing, Page } from './paging.ts';
export {
  type CountPetsOptions,
  type ListPetsOptions,
  type NewPet,
  type Pet,
  type PetChanges,
  type PetStatus,
  type Pets,
  petStatuses,
} from './pets.ts';
export type { CallOptions, ChangeOptions, Fetch, WriteOptions } from './transport.ts';
