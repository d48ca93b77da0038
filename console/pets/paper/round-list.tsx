import { type Animal, describeAnimal, timeHere } from '../../lib/animals.ts';
import { shelterName } from '../../lib/environment.ts';
import { pageTexts } from '../../texts/page-texts.ts';
import { texts } from '../../texts/texts.ts';
import { Day } from '../../ui/time.tsx';

const said = pageTexts.paper;
/** What somebody ticks who goes round. */
const ticks = [said.seen, said.fed, said.cleaned];

/** The animals that are here, by place, to be ticked on the way. */
export function RoundList({ animals }: { animals: readonly Animal[] }) {
  const now = new Date();
  const places = Map.groupBy(animals.filter(({ status }) => status !== 'sold').toSorted(byPlaceAndName), placeOf);
  return (
    <table className="round">
      <caption>
        <b>{shelterName}</b> · <Day at={now.toISOString()} />
      </caption>
      <thead>
        <tr>
          <th scope="col">{pageTexts.ui.animal}</th>
          <th scope="col">{texts.listing.status}</th>
          <th scope="col">{said.here}</th>
          {ticks.map((tick) => (
            <th key={tick} scope="col" className="round-tick">
              {tick}
            </th>
          ))}
          <th scope="col" className="round-notes">
            {said.notes}
          </th>
        </tr>
      </thead>
      {[...places].map(([place, there]) => (
        <tbody key={place}>
          <tr>
            <th colSpan={7} scope="rowgroup" className="name">
              {place || said.noPlace}
            </th>
          </tr>
          {there.map((animal) => (
            <tr key={String(animal.id)}>
              <td className="name">
                <b>{animal.name}</b>
                <br />
                {describeAnimal(withoutPlace(animal), now)}
              </td>
              <td className="round-word">{texts.petStatuses[animal.status]}</td>
              <td className="round-word">{timeHere(animal, now)}</td>
              {ticks.map((tick) => (
                <td key={tick} className="round-tick">
                  <span />
                </td>
              ))}
              <td />
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

const placeOf = ({ profile }: Animal) => profile.location ?? '';

/** Its place stands above. */
function withoutPlace(animal: Animal): Animal {
  const { location: _, ...profile } = animal.profile;
  return { ...animal, profile };
}

/** As people read places: Kennel 9 before Kennel 10. */
const order = new Intl.Collator(undefined, { numeric: true });

function byPlaceAndName(one: Animal, other: Animal): number {
  return order.compare(placeOf(one), placeOf(other)) || order.compare(one.name, other.name);
}
