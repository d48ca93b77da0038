import type { Attempted } from './changes.ts';
import { describeChange } from './changes.ts';
import type { History, Read, Walk } from './history.ts';
import type { Report } from './rules.ts';
import { byId, type State } from './state.ts';

const gone = Symbol('gone');
/** The names that an animal may have. */
type Possible = ReadonlySet<string | typeof gone>;

/** Checks that animals are as their clients have left them, and that clients have read what they wrote. */
export function checkAnimals(changes: readonly Attempted[], history: History, state: State, report: Report): void {
  checkCreates(changes, state, report);
  const pets = byId(state.pets);
  const changesByPet = groupByPet(changes);
  for (const [petId, own] of changesByPet) {
    const possible = possibleNames(own, Number.POSITIVE_INFINITY);
    const name = pets.get(petId)?.name ?? gone;
    if (!possible.has(name)) report('lost', `animal ${petId} is ${show([name])}, not ${show(possible)}`);
  }
  for (const read of history.reads) checkRead(read, changesByPet.get(read.petId) ?? [], report);
  const byCategory = Map.groupBy(changesByPet, ([, [created]]) => categoryOf(created));
  for (const walk of history.walks) checkWalk(walk, byCategory.get(walk.categoryId) ?? [], report);
}

function categoryOf(created: Attempted | undefined): number | undefined {
  return created?.change.kind === 'create' ? created.change.categoryId : undefined;
}

function checkCreates(changes: readonly Attempted[], state: State, report: Report): void {
  const created = Map.groupBy(
    state.events.filter(({ type }) => type === 'pet.created'),
    ({ pet }) => pet?.name,
  );
  const sent = new Set<string | undefined>();
  const nameById = new Map<number, string>();
  for (const attempted of changes) {
    const { change, ids, isUncertain } = attempted;
    if (change.kind !== 'create') continue;
    sent.add(change.name);
    const count = created.get(change.name)?.length ?? 0;
    if (ids.length > 1) report('repeated', `${describeChange(attempted)} has the ids ${ids.join(', ')}`);
    else if (count > 1) report('repeated', `${describeChange(attempted)} made ${count} animals`);
    else if (ids.length === 0 && !isUncertain && count > 0) report('refused', describeChange(attempted));
    for (const id of ids) {
      const known = nameById.get(id);
      if (known !== undefined) report('idTwice', `animal ${id} is ${known} and ${change.name}`);
      nameById.set(id, change.name);
    }
  }
  for (const name of created.keys()) if (!sent.has(name)) report('unknownOrigin', `an animal was created as ${name}`);
  const names = Map.groupBy(state.pets, ({ id }) => id);
  for (const [id, { length }] of names) if (length > 1) report('idTwice', `${length} animals have the id ${id}`);
}

/** The changes of each animal whose creation was acknowledged, by ascending start. Orders change no name. */
function groupByPet(changes: readonly Attempted[]): Map<number, Attempted[]> {
  const byPet = new Map<number, Attempted[]>();
  for (const attempted of changes) {
    const { change, ids } = attempted;
    if (change.kind === 'create') for (const id of ids) byPet.set(id, [attempted]);
    if (change.kind === 'rename' || change.kind === 'remove') byPet.get(change.petId)?.push(attempted);
  }
  return byPet;
}

/** The names that an animal may have at a time, if its client made one change after the other. */
function possibleNames(changes: readonly Attempted[], until: number): Possible {
  let possible = new Set<string | typeof gone>([gone]);
  for (const { change, ids, acknowledgedAt, isUncertain, startedAt } of changes) {
    if (startedAt > until) break;
    const result = change.kind === 'create' || change.kind === 'rename' ? change.name : gone;
    if (ids.length > 0 && acknowledgedAt <= until) possible = new Set([result]);
    else if (isUncertain) possible.add(result);
  }
  return possible;
}

function checkRead({ petId, name, startedAt, client }: Read, changes: readonly Attempted[], report: Report): void {
  const possible = possibleNames(changes, startedAt);
  if (!possible.has(name ?? gone)) {
    report('stale', `${client} read animal ${petId} as ${show([name ?? gone])}, not ${show(possible)}`);
  }
}

function checkWalk(walk: Walk, pets: readonly [petId: number, changes: Attempted[]][], report: Report): void {
  const { client, categoryId, ids, startedAt, endedAt } = walk;
  const seen = new Set(ids);
  if (ids.some((id, index) => index > 0 && id <= (ids[index - 1] ?? 0))) {
    report('stale', `${client} listed category ${categoryId} out of order, or an animal twice`);
  }
  for (const [petId, changes] of pets) {
    const wasCreated = changes.some(({ change, acknowledgedAt: at }) => change.kind === 'create' && at <= startedAt);
    const mayBeRemoved = changes.some(({ change, startedAt: at }) => change.kind === 'remove' && at <= endedAt);
    if (wasCreated && !mayBeRemoved && !seen.has(petId)) {
      report('stale', `${client} listed category ${categoryId} without animal ${petId}`);
    }
    const wasRemoved = changes.some(({ change, acknowledgedAt: at }) => change.kind === 'remove' && at <= startedAt);
    if (wasRemoved && seen.has(petId)) report('stale', `${client} listed animal ${petId} after its removal`);
  }
}

function show(names: Iterable<string | typeof gone>): string {
  return [...names].map((name) => (name === gone ? 'gone' : `"${String(name)}"`)).join(' or ');
}
