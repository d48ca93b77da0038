import type { Role, Scope } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { RadioList, TickList } from '../ui/choice-list.tsx';
import { rolesWithin, scopesWithin } from './permissions.ts';

export type PermissionsChoice = Role | 'own';

interface PermissionsFieldProps {
  choice: PermissionsChoice;
  chosen: readonly Scope[];
  /** Whether the key may become public, which is decided when it is created. */
  mayBePublic: boolean;
  errors: { readonly role: string | undefined; readonly scopes: string | undefined };
  onChange(choice: PermissionsChoice, chosen: readonly Scope[]): void;
}

const own = { value: 'own', ...pageTexts.keys.roles.own } as const;

/** The permissions of a key: a role, or single scopes. Offers only what the user's own key has. */
export function PermissionsField({ choice, chosen, mayBePublic, errors, onChange }: PermissionsFieldProps) {
  const { can } = useSession();
  return (
    <>
      <RadioList<PermissionsChoice>
        label={pageTexts.keys.roleLabel}
        choices={[...rolesWithin(can).filter(({ value }) => mayBePublic || value !== 'public'), own]}
        chosen={choice}
        error={errors.role}
        onChange={(role) => onChange(role, chosen)}
      />
      {choice === 'own' && (
        <TickList
          label={pageTexts.keys.scopesLabel}
          choices={scopesWithin(can)}
          ticked={chosen}
          error={errors.scopes}
          onChange={(ticked) => onChange(choice, ticked)}
        />
      )}
    </>
  );
}
