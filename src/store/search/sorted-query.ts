import {
  allConditions,
  type Bind,
  type Condition,
  conditionTexts,
  type IdRange,
  type PageRange,
  selectRange,
} from '../keyset.ts';
import { longStatement, type Param, type Position, type Reader, statement, whereAll } from '../statement.ts';
import { inSteps, ofEach } from '../steps.ts';
import type { RowSet, SortedPage, SortedSelection } from './sorted-selection.ts';
import { and, findHits, termCondition, where } from './word-hits.ts';

/** A row begins with its id. That of a list in another order ends with the column of the order. */
export type SortedRow = readonly [id: bigint, ...unknown[]];

type PartLimit = { readonly limit: number; readonly offset?: number };

/** A SELECT for rows of a part of the list, in its order. Its parameters are the first ones. */
type Part = (columns: string, limit: PartLimit, params: Param[]) => string;

/** The statements for one page of a list. */
export class SortedQuery<Row extends SortedRow> {
  readonly #db: Reader;
  readonly #selection: SortedSelection;
  readonly #range: PageRange;
  readonly #isById: boolean;
  readonly #orderBy: string;
  readonly #columns: string;
  /** The rows in the order of ids. */
  readonly #byId: RowSet;
  /** The rows that the conditions of the table leave. */
  readonly own: RowSet;
  /** Those conditions, whatever the order. */
  readonly #conditions: readonly Condition[];
  /** What is read in another order: the table, or a relation that only has ids and the column of the order. */
  readonly #source: string;

  constructor(db: Reader, selection: SortedSelection, range: PageRange) {
    const { columns, order, table, conditions = [], indexed, anyOf, driver } = selection;
    const { column, isDescending, from } = order;
    this.#db = db;
    this.#selection = selection;
    this.#range = range;
    this.#isById = column === 'id';
    this.#orderBy = this.#isById ? direct(isDescending, 'id') : direct(isDescending, column, 'id');
    this.own = { table, id: 'id', columns: 'id', conditions, indexed, anyOf };
    this.#byId = { ...(driver ?? { ...this.own, columns }), isDescending };
    this.#columns = this.#isById ? this.#byId.columns : `${columns}, ${column}`;
    this.#conditions = allConditions(selection);
    this.#source = from
      ? `(SELECT ${from.id} AS id, ${column} FROM ${from.table} WHERE ${[`${column} IS NOT NULL`, ...from.bounds].join(' AND ')}) AS keys`
      : db.dialect.indexed(table, column);
  }

  get limit(): number {
    return this.#range.limit;
  }

  from({ id, key }: Position, limit = this.limit): SortedQuery<Row> {
    return new SortedQuery(this.#db, this.#selection, { limit, after: id, key });
  }

  /** Whether an index gives the list as it is. */
  get isIndexed(): boolean {
    const { search, driver, tests = [], filters = [] } = this.#selection;
    const isById = this.#isById && driver === undefined;
    return search === undefined && tests.length + filters.length + (isById ? 0 : this.#conditions.length) === 0;
  }

  /** Whether the index of the order also has what a search looks at: that costs a tenth of reading the rows. */
  get isCovered(): boolean {
    const { search, order } = this.#selection;
    return search?.indexes.length === 1 && search.indexes[0].column === order.column;
  }

  /** The page of a list that an index gives as it is. */
  async read(): Promise<SortedPage<Row>> {
    const rows: Row[] = [];
    for (const part of this.#parts()) {
      const params: Param[] = [];
      const limit = { limit: this.#wanted(rows) };
      const text = this.#isDirect ? part(this.#columns, limit, params) : this.#joinPart(part, limit, [], params);
      rows.push(...(await this.#db.query(statement<Row>(text), params)));
      if (rows.length > this.limit) break;
    }
    return this.#toPage(rows);
  }

  /** The wanted ones among the next `maxRows` rows in the order of the list. */
  async scan(maxRows: number): Promise<SortedPage<Row>> {
    if (this.#isById && this.#selection.search === undefined) return await this.#scanById(maxRows);
    const rows: Row[] = [];
    for (const part of this.#parts()) {
      rows.push(...(await this.#scanPart(part, maxRows, this.#wanted(rows))));
      if (rows.length > this.limit) break;
      const end = await this.#endOf(part, maxRows);
      if (end !== undefined) return { rows, next: end };
    }
    return this.#toPage(rows);
  }

  /** Seeks the last of the rows in the index first, so that none after the page is tested. */
  async #scanById(maxRows: number): Promise<SortedPage<Row>> {
    const [{ after }, { id }] = [this.#range, this.#byId];
    const { table, driver, tests = [], filters = [] } = this.#selection;
    const [end] = await this.#queryRange({ ...this.#byId, columns: id }, { after, limit: 1, offset: maxRows - 1 });
    const own = driver === undefined ? filters : [...this.#conditions, ...filters];
    // Not a join, for which PostgreSQL may read the whole table.
    const isWanted = (bind: Bind) =>
      `1 = (SELECT 1 FROM ${table}${whereAll([`${table}.id = ${id}`, ...conditionTexts(own, bind)])})`;
    const rows = await this.#queryRange(this.#byId, { after, upTo: end?.[0], limit: this.#wanted() }, [
      ...(driver === undefined || own.length === 0 ? own : [isWanted]),
      ...tests.map((test) => (bind: Bind) => test(bind, driver === undefined ? `${table}.id` : id)),
    ]);
    return rows.length > this.limit ? this.#toPage(rows) : { rows, next: end && { id: end[0] } };
  }

  async #queryRange(set: RowSet, range: IdRange, tests?: readonly Condition[]): Promise<Row[]> {
    const params: Param[] = [];
    return await this.#db.query(statement<Row>(selectRange(this.#db.dialect, set, range, params, tests)), params);
  }

  async #scanPart(part: Part, maxRows: number, wanted: number): Promise<Row[]> {
    const { search } = this.#selection;
    const params: Param[] = [];
    const limit = { limit: maxRows };
    const { isCovered } = this;
    const wantedOnes = [
      ...(this.#isById ? [] : this.#conditions),
      ...this.#testsOn(this.#isDirect && !isCovered ? 'scanned' : this.#selection.table),
      ...(search ? [termCondition(search, isCovered ? 'folded' : undefined)] : []),
    ];
    const text =
      this.#isDirect && !isCovered
        ? `SELECT ${this.#columns} FROM (${part(this.#scannedColumns(), limit, params)}) AS scanned
           ${where(wantedOnes, params)} ORDER BY ${this.#orderBy}`
        : this.#joinPart(part, limit, wantedOnes, params);
    return await this.#db.query(longStatement<Row>(`${text} LIMIT $${params.push(BigInt(wanted))}`), params);
  }

  /** Whether the table itself is read in the order of the list. */
  get #isDirect(): boolean {
    return this.#isById || this.#source === this.#selection.table;
  }

  #testsOn(table: string): Condition[] {
    const { tests = [], filters = [] } = this.#selection;
    return [...filters, ...tests.map((test) => (bind: Bind) => test(bind, `${table}.id`))];
  }

  /** The wanted ones among up to `limit` rows of a part, of which only ids and the column of the order are read in order. */
  #joinPart(part: Part, limit: PartLimit, wanted: readonly Condition[], params: Param[]): string {
    const { table, columns, order } = this.#selection;
    const ids = part(`id AS hit, ${order.column} AS folded`, limit, params);
    return `SELECT ${columns}, folded FROM (${ids}) AS scanned CROSS JOIN ${table}
      WHERE ${table}.id = hit${and(wanted, params)} ORDER BY ${direct(order.isDescending, 'folded', 'hit')}`;
  }

  #scannedColumns(): string {
    const { search, tested = [] } = this.#selection;
    const searched = search === undefined ? [] : [search.indexes[0].column];
    return [...new Set([...this.#columns.split(', '), ...tested, ...searched])].join(', ');
  }

  /** The last of the `maxRows` rows of a scan; `undefined` if there are fewer. */
  async #endOf(part: Part, maxRows: number): Promise<Position | undefined> {
    const params: Param[] = [];
    const columns = this.#isById ? 'id' : `id, ${this.#selection.order.column}`;
    const text = part(columns, { limit: 1, offset: maxRows - 1 }, params);
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
    return (await this.#queryRange(set, { limit })).map(([id]) => id);
  }

  /** Sets that hold all wanted rows, but not the rows that are read anyway. */
  get sets(): readonly RowSet[] {
    const { search, driver, supersets = [] } = this.#selection;
    if (driver !== undefined) return [];
    const readsOwn = (this.#isById && search === undefined) || this.#conditions.length === 0;
    return readsOwn ? supersets : [...supersets, this.own];
  }

  /** The first of some sets that has at most `limit` rows. */
  async findSmall(sets: readonly RowSet[], limit: number): Promise<RowSet | undefined> {
    for (const set of sets) {
      const params: Param[] = [];
      const text = `SELECT count(*) FROM (${selectRange(this.#db.dialect, set, { limit: limit + 1 }, params)}) AS found`;
      const [row] = await this.#db.query(longStatement<readonly [bigint]>(text), params);
      if ((row?.[0] ?? 0n) <= BigInt(limit)) return set;
    }
    return undefined;
  }

  /** The first of the wanted ones among some rows. */
  async #firstOf(ids: readonly bigint[]): Promise<Row[]> {
    const params: Param[] = [];
    const wanted = this.#wantedAmong(ids, params, true);
    const orderBy = this.#isById ? direct(this.#selection.order.isDescending, 'hit') : this.#orderBy;
    const text = `SELECT ${this.#columns} ${wanted} ORDER BY ${orderBy} LIMIT $${params.push(BigInt(this.#wanted()))}`;
    return await this.#db.query(longStatement<Row>(text), params);
  }

  /** The number of the wanted ones among some rows. */
  async count(ids: readonly bigint[], rowsOfStep: number): Promise<bigint> {
    const counts = await ofEach(ids, rowsOfStep, async (some) => {
      const params: Param[] = [];
      const text = longStatement<readonly [bigint]>(`SELECT count(*) ${this.#wantedAmong(some, params)}`);
      const [row] = await this.#db.query(text, params);
      return row?.[0] ?? 0n;
    });
    return counts.reduce((sum, one) => sum + one, 0n);
  }

  #wantedAmong(ids: readonly bigint[], params: Param[], isPage = false): string {
    const { table, search, order } = this.#selection;
    const keys = isPage ? order.from : undefined;
    const found = this.#db.dialect.idsOf(ids, params);
    const wanted = [
      ...(keys ? [`${keys.table}.${keys.id} = hit`, `${order.column} IS NOT NULL`] : []),
      ...[...this.#conditions, ...this.#testsOn(table), ...(search ? [termCondition(search)] : [])],
      ...(isPage ? this.#afterConditions() : []),
    ];
    const source = `(${found}) AS found CROSS JOIN ${table}${keys ? ` CROSS JOIN ${keys.table}` : ''}`;
    return `FROM ${source} WHERE ${table}.id = hit${and(wanted, params)}`;
  }

  #afterConditions(): Condition[] {
    const { after, key } = this.#range;
    const { column, isDescending } = this.#selection.order;
    const beyond = isDescending ? '<' : '>';
    if (after === undefined) return [];
    return [
      (bind) =>
        key === undefined ? `id ${beyond} ${bind(after)}` : `(${column}, id) ${beyond} (${bind(key)}, ${bind(after)})`,
    ];
  }

  /** The parts of the list after the begin of the page. */
  #parts(): Part[] {
    const { after, key } = this.#range;
    const byId: Part = (columns, limit, params) =>
      selectRange(this.#db.dialect, { ...this.#byId, columns }, { after, ...limit }, params);
    if (this.#isById) return [byId];
    const isFirst = after === undefined || key === undefined;
    const ranges = isFirst ? [undefined] : this.#db.dialect.splitAfter(this.#selection.order, { id: after, key });
    return ranges.map((range) => (columns, { limit, offset }, params) => {
      params.push(...(range?.params ?? []));
      const end = `LIMIT $${params.push(BigInt(limit))}${offset === undefined ? '' : ` OFFSET $${params.push(BigInt(offset))}`}`;
      const condition = whereAll(range === undefined ? [] : [range.condition]);
      return `SELECT ${columns} FROM ${this.#source}${condition} ORDER BY ${this.#orderBy} ${end}`;
    });
  }

  /** One row more than the page has tells whether there is a next page. */
  #wanted(rows: readonly Row[] = []): number {
    return this.limit + 1 - rows.length;
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

function direct(isDescending: boolean, ...columns: readonly string[]): string {
  return columns.map((column) => (isDescending ? `${column} DESC` : column)).join(', ');
}
