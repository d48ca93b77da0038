import { Button, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Pet, PetstoreError } from '../../client/index.ts';
import type { Profile } from '../../client/resources/profiles.ts';
import { useSession } from '../session/session.tsx';
import { Fact, Section } from '../ui/page.tsx';
import { Readable } from '../ui/readable.tsx';
import { profileFacts } from './profile-fields.ts';

/** What is known of an animal, with a button to change it. */
export function ProfileSection({ pet, onEdit }: { pet: Pet; onEdit: (profile: Profile) => void }) {
  const { can } = useSession();
  const query = useProfile(pet.id);
  const { data: profile } = query;
  return (
    <Section
      title="Profile"
      actions={
        can('pets:write') &&
        profile && (
          <Button variant="default" onClick={() => onEdit(profile)} aria-label="Edit the profile">
            Edit
          </Button>
        )
      }
    >
      <Readable query={query} height={80}>
        {(known) => known && <ProfileFacts profile={known} />}
      </Readable>
    </Section>
  );
}

function ProfileFacts({ profile }: { profile: Profile }) {
  const facts = profileFacts(profile);
  const { description, tags = [] } = profile;
  if (facts.length === 0 && description === undefined && tags.length === 0) {
    return <Text c="dimmed">Nothing is written about this animal yet.</Text>;
  }
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        {description !== undefined && (
          <Text className="name" style={{ whiteSpace: 'pre-wrap' }}>
            {description}
          </Text>
        )}
        {facts.length > 0 && (
          <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} spacing="xl" verticalSpacing={4} m={0}>
            {facts.map(({ label, text }) => (
              <Fact key={label} label={label} labelWidth={130}>
                {text}
              </Fact>
            ))}
          </SimpleGrid>
        )}
        {tags.length > 0 && (
          <Text size="sm" className="name">
            Tags: {tags.join(', ')}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

/** The profile of an animal; `null` when the animal is gone. */
function useProfile(petId: bigint) {
  const { client } = useSession();
  return useQuery<Profile | null>({
    queryKey: ['pets', 'profile', String(petId)],
    queryFn: ({ signal }) => client.profiles.get(petId, { signal }).catch(noneIfGone),
  });
}

function noneIfGone(error: unknown): null {
  if (error instanceof PetstoreError && error.code === 'pet_not_found') return null;
  throw error;
}
