import { asObject, execute } from '../../store/queries.ts';
import { erasableStatement, placeholders, type Queryable, statement, type Transaction } from '../../store/statement.ts';
import type { Row } from '../../store/tables.ts';
import type { Contact, ContactRow } from './model.ts';

const columns = 'order_id, name, email, phone, address';
const readContact = asObject<Contact & { orderId: bigint }>(columns);
const save = erasableStatement<never>(
  `INSERT INTO order_contacts (${columns}) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (order_id)
   DO UPDATE SET name = excluded.name, email = excluded.email, phone = excluded.phone, address = excluded.address`,
);

/** The contacts of orders that have one. */
export async function findContacts(db: Queryable, orderIds: readonly bigint[]): Promise<Map<bigint, Contact>> {
  if (orderIds.length === 0) return new Map();
  const find = statement<Row>(
    `SELECT ${columns} FROM order_contacts WHERE order_id IN ${placeholders(1, orderIds.length)}`,
  );
  const found = (await db.query(find, orderIds)).map(readContact);
  return new Map(found.map(({ orderId, ...contact }) => [orderId, contact]));
}

/** The contact of an order. */
export async function findContact(db: Queryable, orderId: bigint): Promise<Contact | undefined> {
  return (await findContacts(db, [orderId])).get(orderId);
}

/** Contacts of orders before one of them, the newest first. */
export const contactsOfOrders = statement<ContactRow>(
  'SELECT order_id, name, email, phone FROM order_contacts WHERE order_id < $1 ORDER BY order_id DESC LIMIT $2',
);

export async function saveContact(tx: Transaction, orderId: bigint, contact: Contact): Promise<void> {
  const { name, email = null, phone = null, address = null } = contact;
  await tx.query(save, [orderId, name, email, phone, address]);
}

export const deleteContact = execute<[orderId: bigint]>(
  erasableStatement('DELETE FROM order_contacts WHERE order_id = $1'),
);
