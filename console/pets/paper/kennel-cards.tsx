import { type Animal, describeAnimal, isPublic } from '../../lib/animals.ts';
import { basePath } from '../../lib/base-path.ts';
import { logo, shelterName } from '../../lib/environment.ts';
import { QrCode } from '../../lib/qr-code.tsx';
import { profileFacts } from '../../profiles/profile-fields.ts';
import { PhotoPicture } from '../../ui/photo-picture.tsx';
import { Silhouette } from '../../ui/silhouette.tsx';

/** A card for the door of each animal's kennel, in A5: two on a sheet. */
export function KennelCards({ animals }: { animals: readonly Animal[] }) {
  return animals.map((animal) => <KennelCard key={String(animal.id)} animal={animal} />);
}

function KennelCard({ animal }: { animal: Animal }) {
  const { id, name, photos, profile } = animal;
  const { species, breed, sex, birthDate, location: _, attributes, description, ...others } = forVisitors(profile);
  const [photo] = photos;
  const address = `${location.origin}${basePath}/adopt/${id}`;
  const hasPage = isPublic(animal, new Date());
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
        <p className="name">{describeAnimal(animal, new Date())}</p>
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
    whereabouts: _,
    intakeType: __,
    outcomeType: ___,
    outcomeOn: ____,
    holdUntil,
    holdReason,
    ...shown
  } = profile;
  return shown;
}
