import { basePath } from './environment.ts';

// Apart from the forms, because the first script of the console needs no more of drafts.

/** What stored drafts are called, before the name of their form. */
export const draftPrefix = `petstore-draft${basePath}:`;

export function discardDrafts(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(draftPrefix)) sessionStorage.removeItem(name);
}
