import { foldReference } from '../../../contract/references.ts';
import { scopesOf } from '../../../contract/scopes.ts';
import { findKeyValidity } from '../../access/keys/sql.ts';
import { fieldError } from '../../errors/faults.ts';
import { found, ServiceError, validationFailed } from '../../errors/service-error.ts';
import { isEqual, withoutNulls } from '../../lib/objects.ts';
import { dayMs } from '../../lib/timestamp.ts';
import { nameActors, nameActorsOf } from '../../record/events/actor-sql.ts';
import { type MemberChange, namesOfChanges, type Stamp } from '../../record/events/model.ts';
import { insertEvents } from '../../record/events/sql.ts';
import type { PageRange } from '../../store/keyset.ts';
import type { Queryable, Reader, Transaction } from '../../store/statement.ts';
import { contactsOfOrders, deleteContact, findContact, findContacts, saveContact } from './contact-sql.ts';
import { type Contact, type Order, type OrderChanges, type OrderDetails, orderActors } from './model.ts';
import { type ContactSearch, type Found, findPeople } from './search-rules.ts';
import { findOrder, findOrderIdByReference, findOrders, type OrderFilters, saveOrderDetails } from './sql.ts';

/** An order with the names of its actors, without its contact. @throws ServiceError `order_not_found` */
export async function requireOrder(db: Queryable, id: bigint): Promise<Order> {
  const order = await found(findOrder(db, id), 'order_not_found', () => `There is no order with the id ${id}.`);
  return await nameActorsOf(db, order, orderActors);
}

export async function readOrders(db: Reader, filters: OrderFilters, range: PageRange): Promise<Order[]> {
  return await nameActors(db, await findOrders(db, filters, range), orderActors);
}

/** Adds to orders the contacts that are known. */
export async function withContacts(db: Queryable, orders: readonly Order[]): Promise<Order[]> {
  const ids = orders.map(({ id }) => id);
  const contacts = await findContacts(db, ids);
  return orders.map((order) => {
    const contact = contacts.get(order.id);
    return contact === undefined ? order : { ...order, contact };
  });
}

export function searchByContact(db: Queryable, asked: ContactSearch): Promise<Found<Order>> {
  return findPeople(db, asked, contactsOfOrders, async (id) => {
    const order = await findOrder(db, id);
    return order && (await withContacts(db, [await nameActorsOf(db, order, orderActors)]))[0];
  });
}

/** An order as the caller of a write sees it: with its contact, if the caller has the scope `contacts:read` by now. */
export async function showOrder(tx: Queryable, order: Order, { callerId }: { callerId: bigint }): Promise<Order> {
  const contact = await findContact(tx, order.id);
  if (contact === undefined) return order;
  return (await scopesOfCaller(tx, callerId)).has('contacts:read') ? { ...order, contact } : order;
}

/** An order as the caller of an action sees it: without `orders:read` by now, only what has become of it. */
export async function showEnded(tx: Queryable, order: Order, { callerId }: { callerId: bigint }): Promise<Order> {
  return (await scopesOfCaller(tx, callerId)).has('orders:read') ? order : inBrief(order);
}

export function inBrief(order: Order): Order {
  const { reference: _, note: __, placedBy: ___, endedBy: ____, returnedBy: _____, ...brief } = order;
  return brief;
}

async function scopesOfCaller(tx: Queryable, callerId: bigint): Promise<ReadonlySet<string>> {
  const { grants = '' } = (await findKeyValidity(tx, callerId)) ?? {};
  return scopesOf(grants);
}

/**
 * Changes what an order says. If nothing changes, nothing is written and there is no event. Returns it without its contact.
 * `order` has its contact if the caller may see that.
 * @throws ServiceError `order_reference_taken`, `validation_failed`, `order_closed` for another expiry of one that is not open
 */
export async function changeOrder(tx: Transaction, order: Order, changes: OrderChanges, stamp: Stamp): Promise<Order> {
  const { reference, note, expiresAt, contact: seen, ...rest } = order;
  const { contact: contactChanges, ...detailChanges } = changes;
  const known: Order = { ...rest, ...withoutNulls({ reference, note, expiresAt }) };
  const changed: Order = { ...rest, ...withoutNulls({ reference, note, expiresAt, ...detailChanges }) };
  const contact = await findContact(tx, order.id);
  // One that the caller does not see is replaced whole: a change of a part could put her number in its place, and tell of it.
  const changedContact = contactChanges === undefined ? contact : mergeContact(seen, contactChanges);
  // A contact that the caller does not see always counts as changed: otherwise she could guess it.
  const isSameContact = contactChanges === undefined || (isEqual(contact, seen) && isEqual(contact, changedContact));
  if (isEqual(known, changed) && isSameContact) return known;
  if (changed.expiresAt !== expiresAt && order.status !== 'placed') {
    const message = `The order ${order.id} is ${order.status} and cannot expire. Nothing was changed.`;
    throw new ServiceError('order_closed', message);
  }
  await requireDetails(tx, changed, known, stamp.at);
  if (changedContact !== undefined) await saveContact(tx, order.id, changedContact);
  else await deleteContact(tx, order.id);
  const changedMembers = namesOfChanges(known, changed);
  if (!isSameContact) changedMembers.push({ field: 'contact' });
  return await recordChange(tx, changed, stamp, changedMembers);
}

/** Erases the contact of an order. Without one, nothing is written and there is no event. */
export async function eraseContact(tx: Transaction, { contact: _, ...order }: Order, stamp: Stamp): Promise<void> {
  if ((await findContact(tx, order.id)) === undefined) return;
  await deleteContact(tx, order.id);
  await recordChange(tx, order, stamp, [{ field: 'contact' }]);
}

/** The event has no animal: it has not changed, and may be gone. */
async function recordChange(
  tx: Transaction,
  order: Order,
  stamp: Stamp,
  changes: readonly MemberChange[],
): Promise<Order> {
  const changed = { ...order, updatedAt: stamp.at };
  await saveOrderDetails(tx, changed);
  await insertEvents(tx, [{ type: 'order.updated', ...stamp, orderId: order.id, changes }]);
  return changed;
}

/** @throws ServiceError `validation_failed` for a contact without a name */
function mergeContact(
  contact: Contact | undefined,
  changes: Exclude<OrderChanges['contact'], undefined>,
): Contact | undefined {
  if (changes === null) return undefined;
  const { name, ...ways } = withoutNulls({ ...contact, ...changes });
  if (name === undefined) throw validationFailed([fieldError('#/contact/name', 'required')]);
  return { name, ...ways };
}

/** An order can expire this much later. */
export const maxExpiryDays = 366;

/**
 * Refuses a reference of another order, and an expiry that is not in the future, where they differ from those of before.
 * @throws ServiceError `order_reference_taken`, `validation_failed`
 */
export async function requireDetails(
  tx: Transaction,
  { reference, expiresAt }: OrderDetails,
  before: OrderDetails,
  now: bigint,
): Promise<void> {
  const isExpiry = expiresAt === undefined || (expiresAt > now && expiresAt <= now + BigInt(maxExpiryDays * dayMs));
  if (!isExpiry && expiresAt !== before.expiresAt) {
    throw validationFailed([fieldError('#/expiresAt', 'expiry', maxExpiryDays)]);
  }
  const key = reference === undefined ? undefined : foldReference(reference);
  if (key === undefined || (before.reference !== undefined && foldReference(before.reference) === key)) return;
  // Of two concurrent writes of one reference, the second violates its unique index, is run again, and finds it here.
  const owner = await findOrderIdByReference(tx, key);
  if (owner === undefined) return;
  throw new ServiceError(
    'order_reference_taken',
    `The order ${owner} already has the reference ${JSON.stringify(reference)}. Nothing was changed.`,
  );
}
