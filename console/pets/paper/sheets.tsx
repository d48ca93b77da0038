import { useIsReserved } from '../../data/queries.ts';
import { type Animal, describeAnimal, isPublic, timeHere } from '../../lib/animals.ts';
import { basePath, logo, shelterName } from '../../lib/environment.ts';
import { today } from '../../lib/formats.ts';
import { QrCode } from '../../lib/qr-code.tsx';
import { profileFacts } from '../../profiles/profile-fields.ts';
import { texts } from '../../texts/page-texts.ts';
import { Day, statusWord } from '../../ui/inline.tsx';
import { PhotoPicture, Silhouette } from '../../ui/picture.tsx';

/** A card for the door of each animal's kennel, in A5: two on a sheet. */
export function KennelCards({ animals }: { animals: readonly Animal[] }) {
  return animals.map((animal) => <KennelCard key={String(animal.id)} animal={animal} />);
}

function KennelCard({ animal }: { animal: Animal }) {
  const { id, name, photos, profile } = animal;
  const {
    species,
    breed,
    sex,
    birthDate,
    publicLocation: _,
    attributes,
    description,
    ...others
  } = forVisitors(profile);
  const [photo] = photos;
  const address = `${location.origin}${basePath}/adopt/${id}`;
  const hasPage = isPublic(animal, today());
  return (
    <section className="card">
      <div className="card-picture">
        {photo === undefined ? (
          <Silhouette kind={`${species ?? ''} ${animal.category.name ?? ''}`} />
        ) : (
          <PhotoPicture photo={photo} alt="" width={640} height="100%" loading="eager" />
        )}
      </div>
      <div className="card-text">
        <h2 className="name">{name}</h2>
        <p className="name">{describeAnimal(animal, today())}</p>
        <dl>
          {profileFacts(others).map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="name">{text}</dd>
            </div>
          ))}
        </dl>
        {description !== undefined && <p className="card-description name">{description}</p>}
      </div>
      <footer className="card-foot">
        <span>
          {logo !== undefined && <img src={logo} alt="" />}
          <b className="name">{shelterName}</b>
          {hasPage && <span className="card-address name">{address.replace(/^https?:\/\//, '')}</span>}
        </span>
        {hasPage && <QrCode text={address} className="card-code" />}
      </footer>
    </section>
  );
}

/** What everybody may read who stands at the door. */
function forVisitors(profile: Animal['profile']): Animal['profile'] {
  const {
    location: _,
    whereabouts: __,
    intakeType: ___,
    outcomeType: ____,
    outcomeOn: _____,
    holdUntil,
    holdReason,
    ...shown
  } = profile;
  return shown;
}

const said = texts.paper;
/** What somebody ticks who goes round. */
const ticks = [said.seen, said.fed, said.cleaned];

/** The animals that are here, by place, to be ticked on the way. */
export function RoundList({ animals }: { animals: readonly Animal[] }) {
  const isReserved = useIsReserved();
  const now = today();
  const places = Map.groupBy(animals.filter(({ status }) => status !== 'sold').toSorted(byPlaceAndName), placeOf);
  return (
    <table className="round">
      <caption>
        <b>{shelterName}</b> · <Day at={now.toISOString()} />
      </caption>
      <thead>
        <tr>
          <th scope="col">{texts.ui.animal}</th>
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
              <td className="round-word">{statusWord(animal, isReserved(animal.id))}</td>
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
