import type { OptionalMembers } from '../transport/operation.ts';
import type { ListOptions, PagedList } from '../transport/paging.ts';
import type { CallOptions, ChangeOptions, WriteOptions } from '../transport/transport.ts';
import type { NewPet, Pet, PetChanges } from '../types.gen.ts';

/** How a list of animals is sorted; with `-` it is descending. */
export type PetSort = NonNullable<OptionalMembers<'listPetsQuery'>['sort']>;

/** Which animals are counted. */
export interface CountPetsOptions
  extends CallOptions,
    Pick<OptionalMembers<'listPetsQuery'>, 'status' | 'categoryId' | 'reference'> {}

/** Which animals are listed, and how. */
export interface ListPetsOptions extends OptionalMembers<'listPetsQuery'>, ListOptions {
  /**
   * Only these animals, at most 100; those that do not exist are left out.
   * @example { ids: [17n, 4711n] }
   */
  ids?: readonly bigint[] | undefined;
  /**
   * How the list is sorted; by ascending id if it is missing. A cursor is valid for the order that it was issued for.
   * @example { sort: '-createdAt' }
   */
  sort?: PetSort | undefined;
}

/** The animals of the catalogue. */
export interface Pets {
  /**
   * Lists animals by ascending id, or in another order. The pages are requested one by one, as they are read. A page of a
   * search can have fewer animals than `limit`, or none, and still a next one.
   * @example for await (const pet of client.pets.list({ status: 'available' })) console.log(pet.name);
   * @example const { items, next } = await client.pets.list({ limit: 20 }).page();
   * @example for await (const pet of client.pets.list({ q: 'ros', sort: 'name' })) console.log(pet.name);
   */
  list(options?: ListPetsOptions): PagedList<Pet>;
  /**
   * Counts animals.
   * @example const free = await client.pets.count({ status: 'available' });
   */
  count(options?: CountPetsOptions): Promise<number>;
  /**
   * Adds an animal. When this resolves, the animal is on the server's disk.
   * @example const { id } = await client.pets.create({ name: 'Frank', categoryId: 3n });
   */
  create(newPet: NewPet, options?: WriteOptions): Promise<Pet>;
  /**
   * Changes what is named of an animal, and gives it as it is then. Repeated, the call has the same effect.
   * @throws PetstoreError `invalid_transition` when it cannot get this status from the one it has; `pet_has_open_order`
   *   when an open order holds its status
   * @example await client.pets.update(17n, { status: 'sold' });
   */
  update(id: bigint, changes: PetChanges, options?: ChangeOptions): Promise<Pet>;
  /**
   * Removes an animal for good.
   * @throws PetstoreError `pet_not_found` when it is not there; also when an attempt that was left without an answer has
   *   removed it; `pet_has_open_order`
   * @example await client.pets.remove(17n);
   */
  remove(id: bigint, options?: ChangeOptions): Promise<void>;
  /**
   * Reads one animal.
   * @deprecated The operation is removed on 5 December 2030. Use `list({ ids: [id] })`.
   * @example const { name } = await client.pets.get(17n);
   */
  get(id: bigint, options?: CallOptions): Promise<Pet>;
}
