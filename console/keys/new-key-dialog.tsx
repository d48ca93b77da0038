import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { randomIdempotencyKey } from '../../client/idempotency-key.ts';
import type { Scope } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { useShowOnce } from '../shell/shown-once.tsx';
import { useOpener } from '../shell/use-opener.ts';
import { EndField } from './end-field.tsx';
import { dateFault, type EndChoice, endMoment } from './end-of-key.ts';
import { FormDialog } from './form-dialog.tsx';
import { type RightsChoice, RightsField } from './rights-field.tsx';
import { useAttempt } from './use-attempt.ts';
import { useShowKey } from './use-keys.ts';
import { rolesWithin } from './what-keys-may.ts';

const fields = ['name', 'role', 'scopes', 'expiresAt'];

interface Draft {
  name: string;
  choice: RightsChoice;
  scopes: readonly Scope[];
  ends: EndChoice;
  date: string;
}

/** Makes a key, and shows its secret. However often it is pressed, one form makes one key. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { client, can } = useSession();
  const opener = useOpener();
  const showOnce = useShowOnce();
  const showKey = useShowKey();
  const attempt = useAttempt();
  const [openedAt] = useState(() => Date.now());
  const [idempotencyKey] = useState(randomIdempotencyKey);
  const [draft, setDraft] = useState<Draft>(() => ({
    name: '',
    choice: rolesWithin(can)[0]?.role ?? 'own',
    scopes: [],
    ends: 'never',
    date: '',
  }));
  const { name, choice, scopes, ends, date } = draft;
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
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
      onClose();
      showOnce({ title: rest.name, secret, opener, advice: 'This is the new key. Give it to whoever shall use it.' });
    }, fields);
  };

  return (
    <FormDialog
      title="New key"
      opener={opener}
      submitLabel="Make the key"
      attempt={attempt}
      onSubmit={submit}
      onClose={onClose}
    >
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
        onChange={(chosen, ticked) => change({ choice: chosen, scopes: ticked })}
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
