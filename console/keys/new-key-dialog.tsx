import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { randomIdempotencyKey } from '../../client/idempotency-key.ts';
import { scopes as allScopes } from '../../client/index.ts';
import { discardDraft, RestoredHint, useKeptFields } from '../lib/drafts.tsx';
import { useAttempt } from '../lib/use-attempt.ts';
import { useSession } from '../session/session.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useShowOnce } from '../ui/secret-dialog.tsx';
import { useOpener } from '../ui/use-opener.ts';
import { EndField } from './end-field.tsx';
import { dateFault, endChoices, endMoment } from './end-of-key.ts';
import { type RightsChoice, RightsField } from './rights-field.tsx';
import { useShowKey } from './use-keys.ts';
import { rolesWithin } from './what-keys-may.ts';

const faultFields = ['name', 'role', 'scopes', 'expiresAt'];

/** Under which name the form keeps what is typed. */
export const keyDraft = 'new-key';

/** Makes a key, and shows its secret. However often it is pressed, one form makes one key. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { client, can } = useSession();
  const opener = useOpener();
  const showOnce = useShowOnce();
  const showKey = useShowKey();
  const attempt = useAttempt();
  const [openedAt] = useState(() => Date.now());
  const [idempotencyKey] = useState(randomIdempotencyKey);
  const [first] = rolesWithin(can);
  const initial = { name: '', choice: first?.role ?? 'own', scopes: '', ends: 'never', date: '' };
  const { fields, isRestored, change } = useKeptFields(keyDraft, initial);
  const { name, date } = fields;
  const choice: RightsChoice = rolesWithin(can).find(({ role }) => role === fields.choice)?.role ?? 'own';
  const scopes = allScopes.filter((scope) => can(scope) && fields.scopes.split(' ').includes(scope));
  const ends = endChoices.find(({ value }) => value === fields.ends)?.value ?? 'never';
  const close = () => {
    discardDraft(keyDraft);
    onClose();
  };
  const faults = attempt.failed?.faults ?? {};

  const submit = () => {
    const expiresAt = ends === 'date' ? dateFault(date, openedAt) : undefined;
    const found = {
      ...(name.trim() === '' && { name: 'Give it a name, to know it again by.' }),
      ...(choice === 'own' && scopes.length === 0 && { scopes: 'Tick one at least.' }),
      ...(expiresAt !== undefined && { expiresAt }),
    };
    if (Object.keys(found).length > 0) return attempt.refuse(found);
    const end = endMoment(ends, date, openedAt);
    const rest = { name: name.trim(), ...(end !== undefined && { expiresAt: end }) };
    void attempt.run(async () => {
      const wish = choice === 'own' ? { ...rest, scopes } : { ...rest, role: choice };
      const { secret } = await client.keys.create(wish, { idempotencyKey });
      showKey();
      close();
      showOnce({ title: rest.name, secret, opener, advice: 'This is the new key. Give it to whoever shall use it.' });
    }, faultFields);
  };

  return (
    <FormDialog
      title="New key"
      opener={opener}
      submitLabel="Make the key"
      attempt={attempt}
      onSubmit={submit}
      onClose={close}
    >
      {isRestored && <RestoredHint />}
      <TextInput
        label="Name"
        description="Who or what uses it, such as: front desk, web site."
        value={name}
        error={faults['name']}
        autoComplete="off"
        data-autofocus
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <RightsField
        choice={choice}
        chosen={scopes}
        faults={{ role: faults['role'], scopes: faults['scopes'] }}
        onChange={(chosen, ticked) => change({ choice: chosen, scopes: ticked.join(' ') })}
      />
      <EndField
        choice={ends}
        date={date}
        fault={faults['expiresAt']}
        nowMs={openedAt}
        onChange={(chosen, day) => change({ ends: chosen, date: day })}
      />
    </FormDialog>
  );
}
