import { Anchor, Button, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { parseInt64 } from '../../contract/int64.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { useReopening } from '../lib/drafts.ts';
import { today } from '../lib/formats.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { Day, isolated, Status, statusWord } from '../ui/inline.tsx';
import { EmptyState, Fact, Note, PageFrame } from '../ui/page.tsx';
import { Readable } from '../ui/readable.tsx';
import { EditPetDialog, petDraft, readSeen } from './edit-pet-dialog.tsx';
import { useListAddress, usePet, useProfile } from './use-pet.ts';
import './pet-view.css';
import { useDocumentTitle } from '@mantine/hooks';
import type { Pet } from '../../client/index.ts';
import { useAnimals } from '../data/queries.ts';
import { type Animal, describeAnimal, isPublic } from '../lib/animals.ts';
import { basePath, shelterName } from '../lib/environment.ts';
import { useUnderWay } from '../lib/under-way.ts';
import { ReservationFacts } from '../orders/order-list.tsx';
import { currentOrder, usePetOrders } from '../orders/use-orders.tsx';
import { PhotoSection } from '../photos/photo-section.tsx';
import { fieldLabel, profileFacts } from '../profiles/profile-fields.ts';
import { SharedChip } from '../profiles/shared-chip.tsx';
import { QuietButton } from '../ui/action-button.tsx';
import { CategoryName } from './categories.tsx';
import type { SeenAnimal } from './change-animal.ts';
import { useStatusChange } from './pet-actions.tsx';
import { PetHistory } from './pet-history.tsx';
import { NoteField } from './pet-notes.tsx';
import { PetPlace } from './pet-place.tsx';
import { PetSteps } from './pet-steps.tsx';

export function PetPage({ petId }: { petId: string }) {
  const id = parseInt64(petId);
  return id === undefined ? <NoSuchPet petId={petId} /> : <PetById key={petId} id={id} />;
}

function PetById({ id }: { id: bigint }) {
  const { can } = useSession();
  const open = useOpenDialog();
  const begun = readSeen(id);
  useReopening(petDraft(id), () => begun && open(<EditPetDialog begun={begun} />), can('pets:write'));
  const query = usePet(id);
  const { data: pet } = query;
  if (pet === null) return <NoSuchPet petId={String(id)} />;
  if (pet !== undefined) return <PetView pet={pet} />;
  return (
    <PageFrame title={texts.ui.animalNumber(String(id))}>
      <Readable query={query} height={180}>
        {() => null}
      </Readable>
    </PageFrame>
  );
}

function NoSuchPet({ petId }: { petId: string }) {
  return (
    <PageFrame title={texts.pets.notHere}>
      <EmptyState
        title={texts.pets.noSuchNumber(isolated(petId))}
        actions={
          <Button component={Link} href="/animals">
            {texts.pets.seeAll}
          </Button>
        }
      >
        {texts.pets.notHereText}
      </EmptyState>
    </PageFrame>
  );
}

/** An animal, as it will be after a change that is under way. */
function PetView({ pet }: { pet: Pet }) {
  const { can } = useSession();
  const open = useOpenDialog();
  const list = useListAddress();
  const change = useStatusChange(pet);
  const animal = useAnimals([pet.id])(pet.id);
  const { data: orders } = usePetOrders(pet.id);
  const query = useProfile(pet.id);
  const { data: profile } = query;
  const now = useUnderWay(pet.id);
  const { name, status } = { ...pet, status: now?.status ?? pet.status };
  const order = currentOrder(orders, pet.status);
  const isOrdered = orders === undefined ? !can('orders:read') : order?.status === 'placed';
  const isReserved = now === undefined ? isOrdered : now.order !== undefined;
  useDocumentTitle(`${isolated(name)} · ${shelterName}`);
  return (
    <div className="pet">
      <PhotoSection pet={pet} kind={`${animal?.profile.species ?? ''} ${animal?.category.name ?? ''}`} />
      <div className="pet-head">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={1} fz={28} lh={1.25} className="name">
            {name}
          </Title>
          {can('pets:write') && profile && (
            <QuietButton
              flex="none"
              onClick={() => open(<EditPetDialog begun={readSeen(pet.id) ?? { pet, profile }} />)}
            >
              {texts.pets.edit}
            </QuietButton>
          )}
        </Group>
        <Text c="dimmed" mih="1.5em" className="name">
          {animal && describeAnimal(animal, today())}
        </Text>
        <Group gap="xs" className="pet-status">
          <Status status={status}>{statusWord({ status, profile: profile ?? {} }, isReserved)}</Status>
          {animal?.statusSince !== undefined && status === animal.status && (
            <Note>
              {status === 'sold' ? (
                <Day at={profile?.outcomeOn ?? animal.statusSince} />
              ) : (
                texts.pets.since(<Day at={sinceOf(animal, animal.statusSince)} />)
              )}
            </Note>
          )}
        </Group>
        {profile && status !== 'sold' && <PetPlace pet={pet} profile={profile} />}
        {can('pets:write') && <NoteField pet={pet} />}
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
          {texts.pets.allAnimals}
        </Anchor>
        {animal && isPublic(animal, today()) && (
          <Anchor href={`${basePath}/adopt/${pet.id}`} size="sm" className="touch">
            {texts.pets.pageForVisitors}
          </Anchor>
        )}
      </Group>
    </div>
  );
}

/** Since when it has its status. One that has never had another has had it since it came, perhaps before it was added. */
function sinceOf({ createdAt, profile }: Animal, statusSince: string): string {
  return statusSince === createdAt ? (profile.arrivedOn ?? statusSince) : statusSince;
}

function PetFacts({ pet, profile }: SeenAnimal) {
  const known = profileFacts(profile);
  const { description, tags = [], videos = [] } = profile;
  const chips = [...known.filter(({ isPlain }) => isPlain).map(({ label }) => label), ...tags];
  return (
    <>
      {chips.length > 0 && (
        <ul className="pet-chips" aria-label={texts.pets.inShort}>
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
      <SharedChip chip={profile.microchip ?? ''} petId={pet.id} />
      {Object.keys(profile).length === 0 && <Text c="dimmed">{texts.pets.nothingWritten}</Text>}
      <SimpleGrid component="dl" cols={{ base: 1, xl: 2 }} spacing="xl" verticalSpacing={4} m={0}>
        {known.map(
          ({ label, text, isPlain }) =>
            !isPlain && (
              <Fact key={label} label={label}>
                {text}
              </Fact>
            ),
        )}
        {videos.length > 0 && (
          <Fact label={fieldLabel('videos')}>
            {videos.map((url) => (
              <Anchor key={url} href={url} target="_blank" rel="noreferrer" mr="xs">
                {new URL(url).hostname}
              </Anchor>
            ))}
          </Fact>
        )}
        <Fact label={texts.pets.category}>
          <CategoryName id={pet.categoryId} />
        </Fact>
        <Fact label={texts.pets.number}>
          <span className="id">{String(pet.id)}</span>
        </Fact>
      </SimpleGrid>
    </>
  );
}
