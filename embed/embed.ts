import { createList } from './list.ts';
import { readOptions } from './options.ts';

/** Whether the service has a page for each animal. The service replaces this name by the value. */
declare const petstoreHasPublicPage: boolean;

const { currentScript } = document;
// A module has no current script.
if (currentScript instanceof HTMLScriptElement) start(currentScript);
else console.error('petstore: include embed.js with <script src>, and not as a module.');

/** Shows the list beside its script, or in the element that `data-target` selects. */
function start(script: HTMLScriptElement): void {
  const options = readOptions(script, petstoreHasPublicPage);
  const place = () => {
    if (options.target === undefined) {
      if (!document.body.contains(script)) return false;
      script.after(createList(options));
      return true;
    }
    const target = document.querySelector(options.target);
    target?.append(createList(options));
    return target !== null;
  };
  // The element can come after the script.
  if (place()) return;
  const retry = () => {
    if (!place())
      console.error('petstore: put the script of embed.js into the body, or name an element in data-target.');
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', retry);
  else retry();
}
