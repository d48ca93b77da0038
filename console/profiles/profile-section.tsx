import { Button, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type Pet, PetstoreError } from '../../client/index.ts';
import type { Profile } from '../../client/resources/profiles.ts';
import { useSession } from '../session/session.tsx';
import { Failure } from '../ui/failure.tsx';
import { profileFacts } from './profile-fields.ts';

/** What is known of an animal, with a button to change it. */
export function ProfileSection({ pet, onEdit }: { pet: Pet; onEdit: (profile: Profile) => void }) {
  const { can } = useSession();
  const { data: profile, error, refetch } = useProfile(pet.id);
  const heading = useId();
  return (
    <Stack component="section" gap="sm" aria-labelledby={heading}>
      <Group justify="space-between" mih={36}>
        <Title order={2} size="h4" id={heading}>
          Profile
        </Title>
        {can('pets:write') && profile && (
          <Button variant="default" onClick={() => onEdit(profile)} aria-label="Edit the profile">
            Edit
          </Button>
        )}
      </Group>
      {profile && <ProfileFacts profile={profile} />}
      {profile === undefined && error === null && <Skeleton h={80} />}
      {profile === undefined && error !== null && <Failure error={error} retry={() => void refetch()} />}
    </Stack>
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
              <Group key={label} wrap="nowrap" align="flex-start">
                <Text component="dt" size="sm" c="dimmed" w={130} flex="none" className="name">
                  {label}
                </Text>
                <Text component="dd" m={0} miw={0} className="name">
                  {text}
                </Text>
              </Group>
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
