import { Radio, Stack } from '@mantine/core';
import { type Role, roles, type Scope } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { TickList } from '../ui/tick-list.tsx';
import { rolesWithin, scopesWithin } from './permissions.ts';

export type PermissionsChoice = Role | 'own';

interface PermissionsFieldProps {
  choice: PermissionsChoice;
  chosen: readonly Scope[];
  errors: { readonly role: string | undefined; readonly scopes: string | undefined };
  onChange(choice: PermissionsChoice, chosen: readonly Scope[]): void;
}

/** The permissions of a new key: a role, or single scopes. Offers only what the user's own key has. */
export function PermissionsField({ choice, chosen, errors, onChange }: PermissionsFieldProps) {
  const { can } = useSession();
  const choose = (value: string) => onChange(roles.find((role) => role === value) ?? 'own', chosen);
  return (
    <>
      <Radio.Group label="It may do what a …" value={choice} onChange={choose} error={errors.role}>
        <Stack gap="xs" mt={4}>
          {rolesWithin(can).map(({ role, label, meaning }) => (
            <Radio key={role} value={role} label={label} description={meaning} />
          ))}
          <Radio value="own" label="My own choice" description="Only what you tick below." />
        </Stack>
      </Radio.Group>
      {choice === 'own' && (
        <TickList
          label="It may"
          ticks={scopesWithin(can)}
          ticked={chosen}
          error={errors.scopes}
          onChange={(ticked) => onChange(choice, ticked)}
        />
      )}
    </>
  );
}
