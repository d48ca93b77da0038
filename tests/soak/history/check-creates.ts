import type { Outcome } from './history.ts';
import type { Report } from './rules.ts';

/** What a client observed when it added an animal, once, under a name that nobody else uses. */
export interface Create {
  readonly name: string;
  readonly outcome: Outcome;
}

/** Compares creates without `Idempotency-Key` with the ids and names that are stored in the end. */
export function checkCreates(
  creates: readonly Create[],
  stored: readonly (readonly [id: number, name: string])[],
  report: Report,
): void {
  const storedIds = Map.groupBy(stored, ([, name]) => name);
  const givenIds = new Map<number, string>();
  for (const { name, outcome } of creates) {
    const ids = (storedIds.get(name) ?? []).map(([id]) => id);
    storedIds.delete(name);
    if (ids.length > 1) report('repeated', `"${name}" is stored as ${ids.join(', ')}`);
    switch (outcome.kind) {
      case 'acknowledged': {
        const other = givenIds.get(outcome.id);
        if (other !== undefined) report('idTwice', `${outcome.id} was given to "${other}" and "${name}"`);
        givenIds.set(outcome.id, name);
        if (!ids.includes(outcome.id)) report('lost', `animal ${outcome.id} "${name}" is not stored`);
        break;
      }
      case 'refused':
        if (ids.length > 0) report('refused', `"${name}" is stored as ${ids.join(', ')}`);
        break;
      case 'unexpected':
        report('answers', `create of "${name}" returned ${outcome.status} ${outcome.text}`);
        break;
      case 'unknown':
        break;
    }
  }
  for (const name of storedIds.keys()) report('unknownOrigin', `"${name}" is stored`);
}
