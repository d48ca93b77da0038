import type { components } from '../schema.gen.ts';
import type { ListOptions, PagedList } from '../transport/paging.ts';
import type { CallOptions, ChangeOptions, WriteOptions } from '../transport/transport.ts';
import type {
  AdminEvent,
  Device,
  DeviceKey,
  NewPerson,
  NewSignIn,
  OwnSignInLink,
  Person,
  PersonChanges,
  SignInLink,
} from '../types.gen.ts';

/** Options of {@link People.events}. */
export type AdminEventOptions = ListOptions & components['schemas']['listAuditEventsQuery'];

/** People who sign in. */
export interface People {
  /**
   * Lists the people by ascending id.
   * @example for await (const { id, name, role } of client.people.list()) console.log(id, name, role);
   */
  list(options?: ListOptions): PagedList<Person>;
  /**
   * Reads one person.
   * @throws PetstoreError `person_not_found`
   * @example const { name, role } = await client.people.get(1n);
   */
  get(id: bigint, options?: CallOptions): Promise<Person>;
  /**
   * Reads the person whose device has the client's own key.
   * @throws PetstoreError `person_not_found` when that is the key of a program
   * @example const { name } = await client.people.self();
   */
  self(options?: CallOptions): Promise<Person>;
  /**
   * Adds a person, who can have no scope that the client's own key lacks.
   * @throws PetstoreError `insufficient_scope`; `too_many_people`
   * @example const { id } = await client.people.create({ name: 'Ana Moreno', role: 'editor' });
   */
  create(person: NewPerson, options?: WriteOptions): Promise<Person>;
  /**
   * Changes a person. Her devices get her new role; one with more scopes ends them and her links, and she signs in anew.
   * @throws PetstoreError `person_not_found`; `insufficient_scope`; `last_admin_key` when nobody else may make keys
   * @example await client.people.update(1n, { role: 'staff' });
   */
  update(id: bigint, changes: PersonChanges, options?: ChangeOptions): Promise<Person>;
  /**
   * Ends a person, and erases her with her devices.
   * @throws PetstoreError `person_not_found`; `insufficient_scope`; `last_admin_key` when nobody else may make keys
   * @example await client.people.remove(1n);
   */
  remove(id: bigint, options?: ChangeOptions): Promise<void>;
  /**
   * Makes a link by which a person signs in on a device, once and within 24 hours. It is shown this once.
   * @throws PetstoreError `person_not_found`; `insufficient_scope` when she has a scope that the client's own key lacks
   * @example const { url } = await client.people.invite(1n);
   */
  invite(id: bigint, options?: WriteOptions & ChangeOptions): Promise<SignInLink>;
  /**
   * Tells whom a link signs in, and leaves it good. The client's own key is the secret of the link.
   * @throws PetstoreError `invalid_api_key` when the link was used or has expired
   * @example const { name } = await client.people.ownLink();
   */
  ownLink(options?: CallOptions): Promise<OwnSignInLink>;
  /**
   * Signs in on a device. The client's own key is the secret of a link: what stands behind `#sign-in=` in its address.
   * @throws PetstoreError `invalid_api_key` when the link was used or has expired; `too_many_devices`
   * @example const { secret } = await client.people.signIn({ device: 'Laptop', isTrusted: true });
   */
  signIn(device: NewSignIn, options?: WriteOptions): Promise<DeviceKey>;
  /**
   * Lists what was done to keys and people.
   * @example for await (const { at, type, actor } of client.people.events({ sort: '-id' })) console.log(at, type, actor.name);
   */
  events(options?: AdminEventOptions): PagedList<AdminEvent>;
}

/** Where people are signed in. */
export interface Devices {
  /**
   * Lists the devices of a person by ascending id. Everybody sees her own.
   * @throws PetstoreError `person_not_found`; `insufficient_scope`
   * @example for await (const { id, device, expiresAt } of client.devices.list(1n)) console.log(id, device, expiresAt);
   */
  list(personId: bigint, options?: ListOptions): PagedList<Device>;
  /**
   * Signs a device out. Everybody can sign out her own.
   * @throws PetstoreError `person_not_found`; `device_not_found`; `insufficient_scope`
   * @example await client.devices.remove(1n, 2n);
   */
  remove(personId: bigint, id: bigint, options?: ChangeOptions): Promise<void>;
}
