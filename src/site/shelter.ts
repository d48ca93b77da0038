import type { ShelterFacts } from '../../contract/shelter.ts';
import { readLogo } from '../access/shelter/model.ts';
import { findShelterText, readShelter } from '../access/shelter/rules.ts';
import type { RequestContext } from '../http/request/context.ts';
import type { Store } from '../store/store.ts';
import type { Site } from './site.ts';

/** As long as sessions last. */
const maxAgeMs = 500;

/**
 * Follows what is stored of the shelter: each request for a page finds it as it is, or without revisions as it was half a
 * second ago. Pages are made anew when it has changed, so their caches begin anew, too.
 */
export function followShelter(store: Pick<Store, 'reader'>) {
  let known: { text: string; facts: ShelterFacts } = { text: '{}', facts: {} };
  let reading: (Pick<RequestContext, 'revision' | 'startedAt'> & { facts: Promise<ShelterFacts> }) | undefined;

  async function readFacts(): Promise<ShelterFacts> {
    // Pages that need the storage say themselves that it is not available.
    const text = await findShelterText(store.reader).catch(() => known.text);
    const { logo, ...facts } = readShelter(text);
    if (text !== known.text) known = { text, facts: { ...facts, ...(logo !== undefined && { logo: readLogo(logo) }) } };
    return known.facts;
  }

  function findFacts({ revision, startedAt }: RequestContext): Promise<ShelterFacts> {
    const isCurrent =
      revision === undefined ? startedAt - (reading?.startedAt ?? 0) < maxAgeMs : revision === reading?.revision;
    if (reading === undefined || !isCurrent) reading = { revision, startedAt, facts: readFacts() };
    return reading.facts;
  }

  return function followed<Name extends string>(
    make: (facts: ShelterFacts) => Record<Name, Site>,
  ): (name: Name) => Site {
    let { facts } = known;
    let sites = make(facts);
    return (name) => (path) => {
      const first = sites[name](path);
      return (
        first &&
        (async (context) => {
          const found = await findFacts(context);
          if (found !== facts) [facts, sites] = [found, make(found)];
          return await (sites[name](path) ?? first)(context);
        })
      );
    };
  };
}
