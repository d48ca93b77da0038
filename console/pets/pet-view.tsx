import './pet-view.css';
import { Anchor, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from 'wouter';
import type { Pet, Profile } from '../../client/index.ts';
import { useAnimals } from '../data/animals.ts';
import { describeAnimal, isPublic } from '../lib/animals.ts';
import { basePath } from '../lib/base-path.ts';
import { shelterName } from '../lib/environment.ts';
import { ReservationFacts } from '../orders/reservation-facts.tsx';
import { currentOrder, usePetOrders } from '../orders/use-orders.tsx';
import { PhotoSection } from '../photos/photo-section.tsx';
import { profileFacts } from '../profiles/profile-fields.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { QuietButton } from '../ui/action-button.tsx';
import { isolated } from '../ui/name.tsx';
import { Fact, Note } from '../ui/page.tsx';
import { Readable } from '../ui/readable.tsx';
import { Status } from '../ui/status.tsx';
import { Day } from '../ui/time.tsx';
import { statusWord } from '../ui/words.ts';
import { CategoryName } from './categories.tsx';
import type { SeenAnimal } from './change-animal.ts';
import { PetHistory } from './pet-history.tsx';
import { PetSteps } from './pet-steps.tsx';
import { PetPlace } from './place/pet-place.tsx';
import { useListAddress } from './use-list-address.ts';
import { useProfile } from './use-pet.ts';
import { useStatusChange } from './use-status-change.tsx';

interface PetViewProps {
  pet: Pet;
  onEdit: (seen: SeenAnimal) => void;
}

/** An animal, as it will be after a change that is under way. */
export function PetView({ pet, onEdit }: PetViewProps) {
  const { can } = useSession();
  const list = useListAddress();
  const change = useStatusChange(pet);
  const animal = useAnimals([pet.id])(pet.id);
  const { data: orders } = usePetOrders(pet.id);
  const query = useProfile(pet.id);
  const { data: profile } = query;
  const { name, status } = { ...pet, status: change.underWay ?? pet.status };
  const order = currentOrder(orders, pet.status);
  const isReserved = orders === undefined ? !can('orders:read') : order?.status === 'placed';
  useDocumentTitle(`${isolated(name)} · ${shelterName}`);
  return (
    <div className="pet">
      <PhotoSection pet={pet} kind={`${animal?.profile.species ?? ''} ${animal?.category.name ?? ''}`} />
      <div className="pet-head">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={1} className="pet-name name">
            {name}
          </Title>
          {can('pets:write') && profile && (
            <QuietButton onClick={() => onEdit({ pet, profile })}>{pageTexts.pets.edit}</QuietButton>
          )}
        </Group>
        <Text c="dimmed" mih="1.5em" className="name">
          {animal && describeAnimal(animal, new Date())}
        </Text>
        <Group gap="xs" className="pet-status">
          <Status status={status}>{statusWord({ status, profile: profile ?? {} }, isReserved)}</Status>
          {animal?.statusSince !== undefined && status === animal.status && (
            <Note>
              {status === 'sold' ? (
                <Day at={profile?.outcomeOn ?? animal.statusSince} />
              ) : (
                pageTexts.pets.since(<Day at={animal.statusSince} />)
              )}
            </Note>
          )}
        </Group>
        {profile && status !== 'sold' && <PetPlace pet={pet} profile={profile} />}
      </div>
      <PetSteps pet={{ ...pet, status }} animal={animal} profile={profile} change={change} />
      <div className="pet-facts">
        {order && <ReservationFacts order={order} petName={name} />}
        <Readable query={query} height={80}>
          {(known) => known && <PetFacts pet={pet} profile={known} />}
        </Readable>
      </div>
      <PetHistory pet={pet} animal={animal} orders={orders ?? []} />
      <Group>
        <Anchor component={Link} href={list} size="sm" className="touch">
          {pageTexts.pets.allAnimals}
        </Anchor>
        {animal && isPublic(animal, new Date()) && (
          <Anchor href={`${basePath}/adopt/${pet.id}`} size="sm" className="touch">
            {pageTexts.pets.pageForVisitors}
          </Anchor>
        )}
      </Group>
    </div>
  );
}

function PetFacts({ pet, profile }: SeenAnimal) {
  const known = profileFacts(profile);
  const { description, tags = [] } = profile;
  const chips = [...known.filter(({ isPlain }) => isPlain).map(({ label }) => label), ...tags];
  return (
    <>
      {chips.length > 0 && (
        <ul className="pet-chips" aria-label={pageTexts.pets.inShort}>
          {chips.map((chip) => (
            <li key={chip} className="name">
              {chip}
            </li>
          ))}
        </ul>
      )}
      {description !== undefined && (
        <Text className="name" style={{ whiteSpace: 'pre-wrap' }}>
          {description}
        </Text>
      )}
      {isBlank(profile) && <Text c="dimmed">{pageTexts.pets.nothingWritten}</Text>}
      <SimpleGrid component="dl" cols={{ base: 1, xl: 2 }} spacing="xl" verticalSpacing={4} m={0}>
        {known.map(
          ({ label, text, isPlain }) =>
            !isPlain && (
              <Fact key={label} label={label} labelWidth={130}>
                {text}
              </Fact>
            ),
        )}
        <Fact label={pageTexts.pets.fields.categoryId} labelWidth={130}>
          <CategoryName id={pet.categoryId} />
        </Fact>
        <Fact label={pageTexts.pets.number} labelWidth={130}>
          <span className="id">{String(pet.id)}</span>
        </Fact>
      </SimpleGrid>
    </>
  );
}

function isBlank(profile: Profile): boolean {
  return Object.keys(profile).length === 0;
}
