import type { PageRange } from '../keyset.ts';
import { longStatement, type Param, type Position, type Reader, sourceOf, statement, whereAll } from '../statement.ts';
import { inSteps, ofEach } from '../steps.ts';
import {
  allConditions,
  type Condition,
  type IndexRange,
  type RowSet,
  type RowTest,
  type SortedPage,
  type SortedSelection,
  selectRange,
} from './sorted-selection.ts';
import { and, conditionTexts, findHits, termCondition, where } from './word-hits.ts';

/** A row begins with its id. That of a list in another order ends with the column of the order. */
export type SortedRow = readonly [id: bigint, ...unknown[]];

interface Part {
  conditions: readonly string[];
  anyOf?: readonly string[] | undefined;
  orderBy: string;
  params: readonly Param[];
}

type PartLimit = Parameters<typeof selectRange>[1];

/** The statements for one page of a list. */
export class SortedQuery<Row extends SortedRow> {
  /** Those that all rows meet, whatever the order. */
  readonly conditions: readonly Condition[];
  readonly #db: Reader;
  readonly #selection: SortedSelection;
  readonly #range: PageRange;
  readonly #isById: boolean;
  readonly #orderBy: string;
  readonly #columns: string;
  /** What is read in the order of the list: the table, or a relation that only has ids and the column of the order. */
  readonly #source: string;

  constructor(db: Reader, selection: SortedSelection, range: PageRange) {
    const { columns, order } = selection;
    this.conditions = allConditions(selection);
    const direction = order.isDescending ? ' DESC' : '';
    this.#db = db;
    this.#selection = selection;
    this.#range = range;
    this.#isById = order.column === 'id';
    this.#orderBy = this.#isById ? `id${direction}` : `${order.column}${direction}, id${direction}`;
    this.#columns = this.#isById ? columns : `${columns}, ${order.column}`;
    const { dialect } = db;
    const keys =
      order.from &&
      `(SELECT ${order.from.id} AS id, ${order.column} FROM ${order.from.table} WHERE ${[`${order.column} IS NOT NULL`, ...order.from.bounds].join(' AND ')}) AS keys`;
    this.#source = this.#isById
      ? sourceOf(dialect, selection)
      : (keys ?? ((dialect.defersIndexes && order.view) || selection.table));
  }

  get limit(): number {
    return this.#range.limit;
  }

  from({ id, key }: Position, limit = this.limit): SortedQuery<Row> {
    return new SortedQuery(this.#db, this.#selection, { limit, after: id, key });
  }

  /** The page of a list that an index gives as it is. */
  async read(): Promise<SortedPage<Row>> {
    const rows: Row[] = [];
    for (const part of this.#parts()) {
      const params = [...part.params];
      const limit = { limit: this.#wanted(rows) };
      const text = this.#isDirect
        ? this.#readPart(this.#columns, part, limit, params)
        : this.#joinPart(part, limit, [], params);
      rows.push(...(await this.#db.query(statement<Row>(text), params)));
      if (rows.length > this.#range.limit) break;
    }
    return this.#toPage(rows);
  }

  /** Whether the index of the order also has what a search looks at: that costs a tenth of reading the rows. */
  get isCovered(): boolean {
    const { search, order } = this.#selection;
    return search?.indexes.length === 1 && search.indexes[0].column === order.column;
  }

  /** The wanted ones among the next `maxRows` rows in the order of the list. */
  async scan(maxRows: number): Promise<SortedPage<Row>> {
    const rows: Row[] = [];
    for (const part of this.#parts()) {
      rows.push(...(await this.#scanPart(part, maxRows, this.#wanted(rows))));
      if (rows.length > this.#range.limit) break;
      const end = await this.#endOf(part, maxRows);
      if (end !== undefined) return { rows, next: end };
    }
    return this.#toPage(rows);
  }

  async #scanPart(part: Part, maxRows: number, wanted: bigint): Promise<Row[]> {
    const { search, tests = [] } = this.#selection;
    const params = [...part.params];
    const limit = { limit: maxRows };
    const { isCovered } = this;
    const wantedOnes = [
      ...(this.#isById ? [] : this.conditions),
      ...tests,
      ...(search ? [termCondition(search, isCovered ? 'folded' : undefined)] : []),
    ];
    const text =
      this.#isDirect && !isCovered
        ? `SELECT ${this.#columns} FROM (${this.#readPart(this.#scannedColumns(), part, limit, params)}) AS scanned
           ${where(wantedOnes, params)} ORDER BY ${this.#orderBy}`
        : this.#joinPart(part, limit, wantedOnes, params);
    return await this.#db.query(longStatement<Row>(`${text} LIMIT $${params.push(wanted)}`), params);
  }

  /** Whether the table itself is read in the order of the list. */
  get #isDirect(): boolean {
    return this.#isById || this.#source === this.#selection.table;
  }

  #readPart(columns: string, { conditions, anyOf, orderBy }: Part, limit: PartLimit, params: Param[]): string {
    const order = { order: orderBy, mergedOrder: this.#orderBy };
    const rows: IndexRange = { columns, table: this.#source, wanted: conditions, anyOf, ...order };
    return selectRange(rows, limit, (value) => `$${params.push(value)}`);
  }

  /** The wanted ones among up to `limit` rows of a part, of which only ids and the column of the order are read in order. */
  #joinPart(part: Part, limit: PartLimit, wanted: readonly (Condition | RowTest)[], params: Param[]): string {
    const { table, columns, order } = this.#selection;
    const ids = this.#readPart(`id AS hit, ${order.column} AS folded`, part, limit, params);
    return `SELECT ${columns}, folded FROM (${ids}) AS scanned CROSS JOIN ${table}
      WHERE ${table}.id = hit${and(wanted, params)} ORDER BY ${direct('folded', 'hit', order.isDescending)}`;
  }

  #scannedColumns(): string {
    const searched = this.#selection.search?.indexes[0].column;
    const columns = this.#columns.split(', ');
    return [...new Set(searched === undefined ? columns : [...columns, searched])].join(', ');
  }

  /** The last of the `maxRows` rows of a scan; `undefined` if there are fewer. */
  async #endOf(part: Part, maxRows: number): Promise<Position | undefined> {
    const params = [...part.params];
    const columns = this.#isById ? 'id' : `id, ${this.#selection.order.column}`;
    const text = this.#readPart(columns, part, { limit: 1, offset: maxRows - 1 }, params);
    const [last] = await this.#db.query(longStatement<SortedRow>(text), params);
    return last && this.#positionOf(last);
  }

  /** The wanted ones among the next `limit` hits of an index, which have the order of the list. */
  async follow(words: readonly string[], limit: number, rowsOfStep: number): Promise<SortedPage<Row>> {
    const { search, order, table } = this.#selection;
    if (search === undefined) throw new Error('there are no words to follow');
    const range = { after: this.#range.after, isDescending: order.isDescending, limit };
    const { rows: hits, next } = await findHits(this.#db, table, search, words, range);
    const steps = Math.ceil(hits.length / rowsOfStep);
    const { rows } = await inSteps<Row, number>(steps, this.limit + 1, async (from = 0) => {
      const end = from + rowsOfStep;
      return { rows: await this.#firstOf(hits.slice(from, end)), next: end };
    });
    return rows.length > this.limit
      ? this.#toPage(rows)
      : { rows, next: next === undefined ? undefined : { id: next } };
  }

  /** Sorts the wanted ones among some rows: those of each step, and then the first ones of all steps. */
  async sort(ids: readonly bigint[], rowsOfStep: number): Promise<SortedPage<Row>> {
    const first = await ofEach(ids, rowsOfStep, (some) => this.#firstOf(some));
    return this.#toPage(first.length > 1 ? await this.#firstOf(first.flat().map(([id]) => id)) : first.flat());
  }

  /** The ids of a set that has at most `limit` rows. */
  async idsOf(set: RowSet, limit: number): Promise<bigint[]> {
    const params: Param[] = [];
    const text = setText(this.#db, set, limit, params);
    return (await this.#db.query(statement<readonly [bigint]>(text), params)).map(([id]) => id);
  }

  /** A set of at most `limit` rows that holds all wanted ones, whatever their words are. */
  async findSmallSet(limit: number): Promise<RowSet | undefined> {
    const { table, view, supersets = [] } = this.#selection;
    const { conditions } = this;
    const sets = conditions.length === 0 ? supersets : [...supersets, { table, view, id: 'id', conditions }];
    for (const set of sets) {
      const params: Param[] = [];
      const text = `SELECT count(*) FROM (${setText(this.#db, set, limit + 1, params)}) AS found`;
      const [row] = await this.#db.query(longStatement<readonly [bigint]>(text), params);
      if ((row?.[0] ?? 0n) <= BigInt(limit)) return set;
    }
    return undefined;
  }

  /** The first of the wanted ones among some rows. */
  async #firstOf(ids: readonly bigint[]): Promise<Row[]> {
    const { table, tests = [], search, order } = this.#selection;
    const params: Param[] = [];
    const hits = this.#db.dialect.idsOf(ids, params);
    const [keys, isKey] = order.from
      ? [
          ` CROSS JOIN ${order.from.table}`,
          ` AND ${order.from.table}.${order.from.id} = hit AND ${order.column} IS NOT NULL`,
        ]
      : ['', ''];
    const searched = search ? [termCondition(search)] : [];
    const wanted = and([...this.conditions, ...tests, ...searched, ...this.#afterConditions()], params);
    const orderBy = this.#isById ? `hit${order.isDescending ? ' DESC' : ''}` : this.#orderBy;
    const text =
      `SELECT ${this.#columns} FROM (${hits}) AS found CROSS JOIN ${table}${keys} WHERE ${table}.id = hit${isKey}${wanted} ` +
      `ORDER BY ${orderBy} LIMIT $${params.push(this.#wanted([]))}`;
    return await this.#db.query(longStatement<Row>(text), params);
  }

  #afterConditions(): Condition[] {
    const { after, key } = this.#range;
    const { column, isDescending } = this.#selection.order;
    const beyond = isDescending ? '<' : '>';
    if (after === undefined) return [];
    return key === undefined ? [[`id ${beyond} ?`, after]] : [[`(${column}, id) ${beyond} (?, ?)`, key, after]];
  }

  #parts(): Part[] {
    const { order, conditions } = this.#selection;
    const { after, key } = this.#range;
    if (this.#isById) return [this.#partById(conditions, after)];
    if (after === undefined || key === undefined) return [{ conditions: [], orderBy: this.#orderBy, params: [] }];
    return this.#db.dialect
      .splitAfter(order, { id: after, key })
      .map(({ condition, params }) => ({ conditions: [condition], orderBy: this.#orderBy, params }));
  }

  #partById(conditions: readonly Condition[], after: bigint | undefined): Part {
    const { anyOf, order } = this.#selection;
    const { isDescending } = order;
    const params: Param[] = [];
    const indexed = conditions.find(([text]) => text.endsWith(' = ?'));
    const others = conditionTexts(
      conditions.filter((condition) => condition !== indexed),
      params,
    );
    if (indexed !== undefined) {
      const [text, value = null] = indexed;
      const seek = this.#db.dialect.seek(text.slice(0, -' = ?'.length), value, after, params, { isDescending });
      return { conditions: [...others, seek.condition], anyOf, orderBy: seek.order, params };
    }
    if (after !== undefined) others.push(`id ${isDescending ? '<' : '>'} $${params.push(after)}`);
    return { conditions: others, anyOf, orderBy: this.#orderBy, params };
  }

  /** One row more than the page has tells whether there is a next page. */
  #wanted(rows: readonly Row[]): bigint {
    return BigInt(this.#range.limit + 1 - rows.length);
  }

  #toPage(found: readonly Row[]): SortedPage<Row> {
    const rows = found.slice(0, this.#range.limit);
    const last = rows.at(-1);
    return { rows, next: found.length > this.#range.limit && last !== undefined ? this.#positionOf(last) : undefined };
  }

  #positionOf(row: SortedRow): Position {
    return { id: row[0], key: this.#isById ? undefined : (row.at(-1) as bigint | string) };
  }
}

function setText(db: Reader, { id, conditions, indexed, ...relation }: RowSet, limit: number, params: Param[]): string {
  const texts = conditionTexts(conditions, params);
  let order = '';
  if (indexed !== undefined) {
    const seek = db.dialect.seek(...indexed, undefined, params, { id });
    texts.push(seek.condition);
    order = ` ORDER BY ${seek.order}`;
  }
  return `SELECT ${id} AS hit FROM ${sourceOf(db.dialect, relation)}${whereAll(texts)}${order} LIMIT $${params.push(BigInt(limit))}`;
}

function direct(first: string, second: string, isDescending: boolean): string {
  return isDescending ? `${first} DESC, ${second} DESC` : `${first}, ${second}`;
}
