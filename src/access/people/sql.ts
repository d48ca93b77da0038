import { listOf } from '../../store/keyset.ts';
import { allRows, asObject, execute, oneRow } from '../../store/queries.ts';
import { erasableStatement, type Param, type Transaction } from '../../store/statement.ts';
import type { Row } from '../../store/tables.ts';
import type { Device, Link, NewPerson, OwnLink, Person, PersonRole } from './model.ts';

const columns = 'id, name, role, email, created_at';
const toPerson = asObject<Person>(columns);
const insert = erasableStatement<never>('INSERT INTO people (name, role, email, created_at) VALUES ($1, $2, $3, $4)');
const save = erasableStatement<never>('UPDATE people SET name = $1, role = $2, email = $3 WHERE id = $4');

export async function insertPerson(tx: Transaction, person: NewPerson, createdAt: bigint): Promise<Person> {
  const { name, role, email = null } = person;
  return { ...person, id: await tx.insert(insert, [name, role, email, createdAt]), createdAt };
}

export async function savePerson(tx: Transaction, { id, name, role, email }: Person): Promise<void> {
  await tx.query(save, [name, role, email ?? null, id]);
}

export const findPerson = oneRow<[id: bigint], Person>(`SELECT ${columns} FROM people WHERE id = $1`, toPerson);

/** The first person with a name. */
export const findPersonByName = oneRow<[name: string], Person>(
  `SELECT ${columns} FROM people WHERE name = $1 ORDER BY id LIMIT 1`,
  toPerson,
);

export const { find: findPeople, count: countPeople } = listOf(() => ({ table: 'people', columns }), toPerson);

/** Those of a role who are signed in, or have an open link, at a time (epoch ms). */
export const findPresent = allRows<[role: PersonRole, now: bigint], Person>(
  `SELECT ${columns} FROM people WHERE role = $1 AND (
     EXISTS (SELECT 1 FROM keys WHERE person_id = people.id AND expires_at > $2) OR
     EXISTS (SELECT 1 FROM sign_in_links WHERE person_id = people.id AND expires_at > $2)) ORDER BY id`,
  toPerson,
);

/** Writes the row as it is, so that concurrent writes of the person conflict. */
export const touchPerson = execute<[id: bigint]>('UPDATE people SET role = role WHERE id = $1');

export const deletePersonRow = execute<[id: bigint]>(erasableStatement('DELETE FROM people WHERE id = $1'));

const linkColumns = 'person_id, secret_hash, created_at, expires_at, key_id';
export const insertLink = execute<
  [personId: bigint, secretHash: string, createdAt: bigint, expiresAt: bigint, keyId: bigint | null]
>(`INSERT INTO sign_in_links (${linkColumns}) VALUES ($1, $2, $3, $4, $5)`);

export const findLinkByHash = oneRow<[secretHash: string], Link>(
  'SELECT id, person_id, expires_at, key_id FROM sign_in_links WHERE secret_hash = $1',
  asObject('id, person_id, expires_at, key_id'),
);

export const findLinkWithPerson = oneRow<[id: bigint], OwnLink>(
  `SELECT person_id, name, expires_at FROM sign_in_links JOIN people ON people.id = person_id WHERE sign_in_links.id = $1`,
  asObject('person_id, name, expires_at'),
);

export const deleteLink = execute<[id: bigint]>('DELETE FROM sign_in_links WHERE id = $1');

/** Deletes the links that a key has made. */
export const deleteLinksBy = execute<[keyId: bigint]>('DELETE FROM sign_in_links WHERE key_id = $1');
/** The same of the devices of a person. */
export const deleteLinksByDevicesOf = execute<[personId: bigint]>(
  'DELETE FROM sign_in_links WHERE key_id IN (SELECT id FROM keys WHERE person_id = $1)',
);

/** Deletes all links of a person but the newest ones. */
export const deleteOldLinks = execute<[personId: bigint, kept: bigint]>(
  `DELETE FROM sign_in_links WHERE person_id = $1 AND id NOT IN
   (SELECT id FROM sign_in_links WHERE person_id = $1 ORDER BY id DESC LIMIT $2)`,
);

const deviceColumns = 'id, name, is_trusted, created_at, expires_at, last_used_at';
const readDevice = asObject<Omit<Device, 'device' | 'isTrusted'> & { name: string; isTrusted: bigint }>(deviceColumns);

/** The devices that are signed in at a time (epoch ms). */
export const { find: findDevices, count: countDevices } = listOf(
  ({ personId, now }: { personId: bigint; now: bigint }) => ({
    table: 'keys',
    columns: deviceColumns,
    conditions: [(bind) => `expires_at > ${bind(now)}`],
    indexed: ['person_id', personId],
  }),
  toDevice,
);

export const findDevice = oneRow<[id: bigint, personId: bigint], Device>(
  `SELECT ${deviceColumns} FROM keys WHERE id = $1 AND person_id = $2`,
  toDevice,
);

function toDevice(row: Row): Device {
  const { name, isTrusted, ...device } = readDevice(row);
  return { ...device, device: name, isTrusted: isTrusted === 1n };
}

export const saveRoleOfDevices = execute<[role: string, personId: bigint]>(
  erasableStatement('UPDATE keys SET grants = $1 WHERE person_id = $2'),
);

/** Deletes the devices and links of all people. */
export async function signEverybodyOut(tx: Transaction): Promise<void> {
  await deleteAllDevices(tx);
  await deleteAllLinks(tx);
}

const deleteAllLinks = execute<[]>('DELETE FROM sign_in_links');
const deleteAllDevices = deleteDevicesWhere<[]>('person_id IS NOT NULL');
export const deleteDevicesOf = deleteDevicesWhere<[personId: bigint]>('person_id = $1');
export const deleteDevice = deleteDevicesWhere<[id: bigint]>('id = $1');
/** Deletes the devices of a person that have expired by a time (epoch ms). Links that were made on them stay good. */
export const deleteExpiredDevices = deleteDevicesWhere<[personId: bigint, now: bigint]>(
  'person_id = $1 AND expires_at <= $2',
  ['deprecated_uses'],
);

function deleteDevicesWhere<Params extends readonly Param[]>(
  condition: string,
  tables = ['deprecated_uses', 'sign_in_links'],
) {
  const of = `WHERE key_id IN (SELECT id FROM keys WHERE ${condition})`;
  const deletions = [
    ...tables.map((table) => execute<Params>(`DELETE FROM ${table} ${of}`)),
    execute<Params>(erasableStatement(`DELETE FROM keys WHERE ${condition}`)),
  ];
  return async (tx: Transaction, ...params: Params): Promise<void> => {
    for (const run of deletions) await run(tx, ...params);
  };
}
