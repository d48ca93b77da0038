import { isPet, isPets, lists } from '../guards.gen.ts';
import type { components } from '../schema.gen.ts';
import { pathTo } from '../transport/int64.ts';
import { countEntries, type Listing, type ListOptions, listByCursor } from '../transport/paging.ts';
import { isEmptyBody } from '../transport/shape.ts';
import { type CallOptions, type ChangeOptions, Resource, type WriteOptions } from '../transport/transport.ts';

/** An animal. */
export type Pet = components['schemas']['Pet'];
/** An animal to add. */
export type NewPet = components['schemas']['NewPet'];
/** What is to change of an animal. */
export type PetChanges = components['schemas']['PetChanges'];
/** The availability of an animal. */
export type PetStatus = components['schemas']['PetStatus'];

/** An order of animals; with `-` it is descending. */
export type PetSort = components['schemas']['PetSort'];

/** Every availability there is. */
export const petStatuses = lists.PetStatus;

/** Which animals are counted. */
export interface CountPetsOptions extends CallOptions {
  /**
   * Only animals with this availability.
   * @example { status: 'available' }
   */
  status?: PetStatus | undefined;
  /**
   * Only animals of this category.
   * @example { categoryId: 3n }
   */
  categoryId?: bigint | undefined;
  /**
   * Only the animal with this reference in its profile.
   * @example { reference: 'A706918' }
   */
  reference?: string | undefined;
}

/** Which animals are listed, and how. */
export interface ListPetsOptions extends CountPetsOptions, ListOptions {
  /**
   * Only these animals, at most 100; those that do not exist are left out.
   * @example { ids: [17n, 4711n] }
   */
  ids?: readonly bigint[] | undefined;
  /**
   * Only animals whose names have words that begin with each of these words. Case and accents do not matter.
   * @example { q: 'ros' }
   */
  q?: string | undefined;
  /**
   * The order; by ascending id if it is missing. A cursor is valid for the order that it was issued for.
   * @example { sort: '-createdAt' }
   */
  sort?: PetSort | undefined;
}

/** The animals of the catalogue. Every method throws `PetstoreError` for an error response and `NoAnswerError` when there is no response. */
export class Pets extends Resource {
  /**
   * Lists animals by ascending id, or in another order. The pages are requested one by one, as they are read. A page of a
   * search can have fewer animals than `limit`, or none, and still a next one.
   * @example for await (const pet of client.pets.list({ status: 'available' })) console.log(pet.name);
   * @example const { items, next } = await client.pets.list({ limit: 20 }).page();
   * @example for await (const pet of client.pets.list({ q: 'ros', sort: 'name' })) console.log(pet.name);
   */
  list({ status, categoryId, reference, ids, q, sort, ...options }: ListPetsOptions = {}): Listing<Pet> {
    const filters = { status, categoryId, reference, id: ids, q, sort };
    return listByCursor(this.transport, { path: '/pets', filters, accepts: isPets }, options);
  }

  /**
   * Counts animals.
   * @example const free = await client.pets.count({ status: 'available' });
   */
  async count({ status, categoryId, reference, ...options }: CountPetsOptions = {}): Promise<number> {
    const filters = { status, categoryId, reference };
    return await countEntries(this.transport, { path: '/pets', filters, accepts: isPets }, options);
  }

  /**
   * Adds an animal. When this resolves, the animal is on the server's disk.
   * @example const { id } = await client.pets.create({ name: 'Frank', categoryId: 3n });
   */
  async create(newPet: NewPet, options: WriteOptions = {}): Promise<Pet> {
    return await this.transport.call('POST', '/pets', isPet, options, { body: newPet });
  }

  /**
   * Changes what is named of an animal, and gives it as it is then. Repeated, the call has the same effect.
   * @throws PetstoreError `invalid_transition` when it cannot get this status from the one it has; `pet_has_open_order`
   *   when an open order holds its status
   * @example await client.pets.update(17n, { status: 'sold' });
   */
  async update(id: bigint, changes: PetChanges, options: ChangeOptions = {}): Promise<Pet> {
    return await this.transport.call('PATCH', pathTo`/pets/${id}`, isPet, options, { body: changes });
  }

  /**
   * Removes an animal for good.
   * @throws PetstoreError `pet_not_found` when it is not there; also when an attempt that was left without an answer has
   *   removed it; `pet_has_open_order`
   * @example await client.pets.remove(17n);
   */
  async remove(id: bigint, options: ChangeOptions = {}): Promise<void> {
    await this.transport.call('DELETE', pathTo`/pets/${id}`, isEmptyBody, options);
  }

  /**
   * Reads one animal.
   * @deprecated The operation is removed on 5 December 2030. Use `list({ ids: [id] })`.
   * @example const { name } = await client.pets.get(17n);
   */
  async get(id: bigint, options: CallOptions = {}): Promise<Pet> {
    return await this.transport.call('GET', pathTo`/pets/${id}`, isPet, options);
  }
}
