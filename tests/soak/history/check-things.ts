import { type Attempted, describeChange } from './changes.ts';
import { type Change, gone, type Sight } from './history.ts';
import type { Report } from './rules.ts';

/** How long another node may let somebody in whose key has ended. */
export const cachedMs = 500;

/** The address at which the inquiries about an animal are seen. */
export const inquiriesAbout = (petId: number) => `/v1/inquiries?petId=${petId}`;

/** Checks that clients have seen the things that only they change as they have left them. */
export function checkThings(changes: readonly Attempted[], sights: readonly Sight[], report: Report): void {
  const byThing = new Map<string, { attempted: Attempted; state: string }[]>();
  for (const attempted of changes) {
    const { change, ids, attempts } = attempted;
    if (change.kind === 'set' && ids.length > 1)
      report('repeated', `${describeChange(attempted)} has the ids ${ids.join(', ')}`);
    // The secret of a sign-in link.
    if (attempts.every(({ outcome }) => outcome.kind === 'refused' && outcome.code === 'invalid_api_key'))
      report('access', describeChange(attempted));
    for (const [thing, state] of Object.entries(statesAfter(change))) {
      byThing.set(thing, [...(byThing.get(thing) ?? []), { attempted, state }]);
    }
  }
  for (const { rule, client, thing, state, startedAt } of sights) {
    const own = byThing.get(thing) ?? [];
    const possible = possibleStates(own, startedAt);
    const earlier =
      rule === 'access' ? [...possibleStates(own, startedAt - cachedMs)].filter((one) => one !== gone) : [];
    if (![...possible, ...earlier].includes(state))
      report(rule, `${client} saw ${thing} as "${state}", not as "${[...possible].join('" or "')}"`);
  }
}

function statesAfter(change: Change): Readonly<Record<string, string>> {
  if (change.kind === 'set') return change.states;
  const isForInquiry = change.kind === 'order' && change.inquiryId !== undefined;
  return isForInquiry ? { [inquiriesAbout(change.petId)]: 'approved' } : {};
}

/** How a thing may look at a time, if its client made one change after the other. */
function possibleStates(changes: readonly { attempted: Attempted; state: string }[], until: number): Set<string> {
  let possible = new Set([gone]);
  for (const { attempted, state } of changes) {
    const { ids, acknowledgedAt, isUncertain, startedAt } = attempted;
    if (startedAt > until) break;
    if (ids.length > 0 && acknowledgedAt <= until) possible = new Set([state]);
    else if (isUncertain) possible.add(state);
  }
  return possible;
}
