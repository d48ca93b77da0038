import { fieldError } from '../../errors/faults.ts';
import { invalidParameters } from '../../errors/service-error.ts';
import { firstOfMonth, parseDay } from '../../lib/timestamp.ts';
import type { StoreReader } from '../../store/statement.ts';
import { findShelterZone } from '../settings/stored-rules.ts';
import { countStays } from './count-rules.ts';
import type { StayCount } from './model.ts';
import { byText, countOf, nameCommonSpecies, speciesOf, unknownOf } from './stays-rules.ts';

/**
 * The month in the form that shelters report, by species. Without one, the month before the current one.
 * @param now epoch milliseconds
 * @throws ServiceError `invalid_parameter`
 */
export async function readMatrix(db: StoreReader, month: string | undefined, now: bigint) {
  const { zone } = await findShelterZone(db);
  const from = month === undefined ? firstOfMonth(zone.dayOf(now), -1) : parseDay(`${month}-01`);
  if (from === undefined) throw invalidParameters([fieldError('?month', 'month')]);
  const { counts, inCare } = nameCommonSpecies(await countStays(db, from, firstOfMonth(from, 1), zone));
  const species = speciesOf(counts, inCare).map(([name, ofSpecies, beginning]) => ({
    ...(name !== '' && { species: name }),
    beginning,
    intakes: cellsOf(ofSpecies, 'intake'),
    outcomes: cellsOf(ofSpecies, 'outcome'),
    ...unknownOf(ofSpecies),
    ending: beginning + countOf(ofSpecies, 'intake') - countOf(ofSpecies, 'outcome') - countOf(ofSpecies, 'unknown'),
  }));
  return { start: from, species };
}

/** Several counts of a group are those of species that are not named. */
function cellsOf(counts: readonly StayCount[], kind: StayCount['kind']) {
  const groups = Map.groupBy(
    counts.filter((count) => count.kind === kind),
    ({ type, ageGroup }) => `${type} ${ageGroup}`,
  );
  return [...groups].sort(byText).flatMap(([, [first, ...others]]) => {
    if (first === undefined) return [];
    const { type, ageGroup } = first;
    const animals = others.reduce((sum, count) => sum + count.animals, first.animals);
    return animals === 0n || ageGroup === '' ? [] : [{ ...(type !== '' && { type }), ageGroup, animals }];
  });
}
