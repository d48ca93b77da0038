import { errorCodesAnchor, headingAnchor, overviewAnchor, schemaAnchor } from '../addresses.ts';
import type { ReferenceDocument } from '../document/document.ts';
import { listHeadings } from '../parts/markdown.tsx';

export interface NavigationEntry {
  readonly anchor: string;
  readonly label: string;
  readonly method: string | undefined;
  readonly isDeprecated: boolean;
  /** What it is found by, in lower case. */
  readonly searched: string;
}

export interface NavigationGroup {
  readonly label: string;
  readonly entries: readonly NavigationEntry[];
}

/** What the page has: the headings of the description, the operations by tag, and the schemas. */
export function listEntries(document: ReferenceDocument): NavigationGroup[] {
  const headings = listHeadings(document.description).map(({ slug, text }) => plain(headingAnchor(slug), text));
  const schemas = document.schemas.map(({ name }) => plain(schemaAnchor(name), name));
  const operations = document.groups.map((group) => ({
    label: group.name,
    entries: group.operations.map(({ id, method, path, summary, isDeprecated }) => ({
      anchor: id,
      label: summary,
      method,
      isDeprecated,
      searched: [id, method, path, summary, group.name].join(' ').toLowerCase(),
    })),
  }));
  const codes = document.errorCodes.map(({ code }) => code);
  const errorCodes = { ...plain(errorCodesAnchor, 'Error codes'), searched: ['error codes', ...codes].join(' ') };
  const introduction = [plain(overviewAnchor, 'Overview'), ...headings, errorCodes];
  return [{ label: 'Introduction', entries: introduction }, ...operations, { label: 'Schemas', entries: schemas }];
}

export function filterEntries(groups: readonly NavigationGroup[], text: string): NavigationGroup[] {
  const words = text.toLowerCase().split(/\s+/);
  return groups
    .map(({ label, entries }) => ({
      label,
      entries: entries.filter(({ searched }) => words.every((word) => searched.includes(word))),
    }))
    .filter(({ entries }) => entries.length > 0);
}

function plain(anchor: string, label: string): NavigationEntry {
  return { anchor, label, method: undefined, isDeprecated: false, searched: label.toLowerCase() };
}
