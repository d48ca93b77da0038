const prefix = 'PETSTORE_';

const maxEdits = 2;

/**
 * The variables that Kubernetes sets in every container for a service whose name begins with "petstore", such as
 * `PETSTORE_SERVICE_HOST` and `PETSTORE_PORT_8080_TCP_ADDR`.
 */
const injected = /_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;

const injectedPort = /^(tcp|udp|sctp):\/\//;

/** Environment variables with our prefix that are not settings. */
export interface UnknownVariables {
  /** Those that look like a misspelled setting. */
  misspelled: { name: string; suggestion: string }[];
  others: string[];
}

/** Finds variables that were probably meant as settings. An empty variable counts as missing. */
export function findUnknownVariables(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): UnknownVariables {
  const unknown: UnknownVariables = { misspelled: [], others: [] };
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith(prefix) || known.includes(name) || !text || isInjected(name, text)) continue;
    const suggestion = findSuggestion(known, name);
    if (suggestion === undefined) unknown.others.push(name);
    else unknown.misspelled.push({ name, suggestion });
  }
  return unknown;
}

function isInjected(name: string, text: string): boolean {
  return injected.test(name) || (name.endsWith('_PORT') && injectedPort.test(text));
}

function findSuggestion(known: readonly string[], name: string): string | undefined {
  const prefixed = known.find((candidate) => name === prefix + candidate);
  if (prefixed !== undefined) return prefixed;
  const [closest] = known
    .filter((candidate) => candidate.startsWith(prefix))
    .map((candidate) => ({ candidate, edits: countEdits(candidate, name) }))
    .filter(({ edits }) => edits <= maxEdits)
    .sort((a, b) => a.edits - b.edits);
  return closest?.candidate;
}

/** The Damerau-Levenshtein distance (optimal string alignment) of two texts. */
function countEdits(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row++) {
    const edits = [row];
    rows.push(edits);
    for (let column = 1; column <= to.length; column++) {
      const replaced = at(row - 1, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swapped = isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY;
      edits.push(Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, replaced, swapped));
    }
  }
  return at(from.length, to.length);
}
