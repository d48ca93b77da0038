import { useHistoryState } from 'wouter/use-browser-location';

/** The way back from an animal to the list of animals, as it was filtered when somebody opened the animal there. */
export function useListAddress(): string {
  const state = useHistoryState<unknown>();
  const isFromList = typeof state === 'object' && state !== null && 'list' in state && typeof state.list === 'string';
  return isFromList && state.list !== '' ? `/animals?${state.list}` : '/animals';
}
