import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { isProfile } from '../../client/guards.gen.ts';
import { NoAnswerError, type Pet, type Profile, petStatuses } from '../../client/index.ts';
import { useRefresh } from '../data/queries.ts';
import { dayOf } from '../lib/formats.ts';
import { useRepeatable } from '../lib/mutations.ts';
import { ChosenPhotos } from '../photos/chosen-photos.tsx';
import { type ChosenPhoto, explainUpload, sendPhoto } from '../photos/use-photos.ts';
import { readForm } from '../profiles/profile-form.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { Name } from '../ui/inline.tsx';
import { notifyDone, notifyFailed } from '../ui/notify.tsx';
import { type AnimalTexts, animalTexts, readStatus } from './change-animal.ts';
import { newPetDraft } from './drafts.ts';
import { PetFormDialog, usePetForm } from './pet-form.tsx';

const blank: AnimalTexts = {
  ...animalTexts({ pet: { id: 0n, name: '', categoryId: 0n, status: 'available' }, profile: {} }),
  categoryId: '',
};

/** Adds one animal with its profile and its photos, however often the button is pressed. */
export function AddPetDialog() {
  const { client, can } = useSession();
  const refresh = useRefresh();
  const repeatable = useRepeatable();
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>([]);
  const hasProfile = can('listings:read');
  const add = async (texts: AnimalTexts, idempotencyKey: string) => {
    const pet = { name: texts.name, categoryId: BigInt(texts.categoryId), status: readStatus(texts.status) };
    const { id } = hasProfile
      ? await client.listings.create({ ...pet, profile: profileOf(texts) }, { idempotencyKey })
      : await client.pets.create(pet, { idempotencyKey });
    for (const photo of photos) {
      await sendPhoto(client, id, photo).catch((error: unknown) => {
        // With the keys of the first attempt, the next one adds nothing twice.
        if (error instanceof NoAnswerError) throw error;
        notifyFailed(<Name>{photo.file.name}</Name>, new Error(explainUpload(error)));
      });
    }
    form.saved.close();
    notifyAdded({ ...pet, id });
    void refresh();
  };
  const form = usePetForm(newPetDraft, blank, '', (texts) => repeatable((key) => add(texts, key)));
  return (
    <PetFormDialog
      title={texts.pets.add}
      form={form}
      before={{}}
      statuses={petStatuses}
      isFolded
      hasProfile={hasProfile}
      submitLabel={texts.pets.addIt}
    >
      <ChosenPhotos photos={photos} onChange={setPhotos} />
    </PetFormDialog>
  );
}

/** Who is here, and of whom no other day is said, has come today. */
function profileOf(texts: AnimalTexts): Profile {
  const today = texts.status === 'sold' ? '' : dayOf(Date.now());
  const read = readForm({}, { ...texts, arrivedOn: texts.arrivedOn || today });
  const known = 'errors' in read ? [] : Object.entries(read.changes).filter(([, value]) => value !== null);
  const profile = Object.fromEntries(known);
  if (!isProfile(profile)) throw new Error('The form has texts that cannot be understood.');
  return profile;
}

function notifyAdded({ id, name }: Pet): void {
  notifyDone(
    texts.pets.added(
      <Anchor component={Link} href={`/animals/${id}`} inherit className="name">
        {name}
      </Anchor>,
    ),
    10_000,
  );
}
