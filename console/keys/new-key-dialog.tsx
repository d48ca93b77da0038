import { Code, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { scopes as allScopes, type NewKey } from '../../client/index.ts';
import { randomIdempotencyKey } from '../../client/transport/idempotency-key.ts';
import { basePath } from '../lib/base-path.ts';
import { discardAndClose, RestoredHint, useDraftFields } from '../lib/drafts.tsx';
import { useFormMutation } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { useOpener } from '../ui/focus.ts';
import { useShowSecret } from '../ui/secret-dialog.tsx';
import { dateError, expiryChoices, expiryTime } from './expiry.ts';
import { ExpiryField } from './expiry-field.tsx';
import { rolesWithin } from './permissions.ts';
import { type PermissionsChoice, PermissionsField } from './permissions-field.tsx';
import { useShowKey } from './use-keys.ts';

const formFields = ['name', 'role', 'scopes', 'origins', 'expiresAt'];

export const keyDraft = 'new-key';

/** Creates one key, however often the button is pressed, and shows its secret. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { client, can } = useSession();
  const opener = useOpener();
  const showOnce = useShowSecret();
  const showKey = useShowKey();
  const [openedAt] = useState(() => Date.now());
  const [idempotencyKey] = useState(randomIdempotencyKey);
  const [first] = rolesWithin(can);
  const initial = { name: '', choice: first?.value ?? 'own', scopes: '', origins: '', ends: 'never', date: '' };
  const { fields, isRestored, change } = useDraftFields(keyDraft, initial);
  const { name, date } = fields;
  const choice: PermissionsChoice = rolesWithin(can).find(({ value }) => value === fields.choice)?.value ?? 'own';
  const scopes = allScopes.filter((scope) => can(scope) && fields.scopes.split(' ').includes(scope));
  const origins = fields.origins.split(/[\s,]+/).filter((origin) => origin !== '');
  const ends = expiryChoices.find(({ value }) => value === fields.ends)?.value ?? 'never';
  const close = discardAndClose(keyDraft, onClose);
  const create = async (newKey: NewKey) => {
    const { secret } = await client.keys.create(newKey, { idempotencyKey });
    showKey();
    close();
    showOnce({
      title: newKey.name,
      secret,
      opener,
      advice:
        newKey.role === 'public' ? (
          <PublicKeyAdvice apiKey={secret} />
        ) : (
          'This is the new key. Give it to the person or program that uses it.'
        ),
    });
  };
  const form = useFormMutation(create, { fields: formFields });
  const errors = form.fieldErrors;

  const submit = () => {
    const expiresAt = ends === 'date' ? dateError(date, openedAt) : undefined;
    const found = {
      ...(name.trim() === '' && { name: 'Enter a name.' }),
      ...(choice === 'own' && scopes.length === 0 && { scopes: 'Choose at least one.' }),
      ...(choice === 'public' && origins.length === 0 && { origins: 'Enter at least one.' }),
      ...(expiresAt !== undefined && { expiresAt }),
    };
    if (Object.keys(found).length > 0) return form.reject(found);
    const end = expiryTime(ends, date, openedAt);
    const rest = { name: name.trim(), ...(end !== undefined && { expiresAt: end }) };
    if (choice === 'own') return form.submit({ ...rest, scopes });
    form.submit(choice === 'public' ? { ...rest, role: choice, origins } : { ...rest, role: choice });
  };

  return (
    <FormDialog title="New key" submitLabel="Create the key" state={form} onSubmit={submit} onClose={close}>
      {isRestored && <RestoredHint />}
      <TextInput
        label="Name"
        description="Who or what uses it, such as front desk or website."
        value={name}
        error={errors['name']}
        autoComplete="off"
        data-autofocus
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <PermissionsField
        choice={choice}
        chosen={scopes}
        errors={{ role: errors['role'], scopes: errors['scopes'] }}
        onChange={(chosen, ticked) => change({ choice: chosen, scopes: ticked.join(' ') })}
      />
      {choice === 'public' && (
        <Textarea
          label="Web sites that may use it"
          description="One address per line, such as https://shelter.example.org, or * for every web site."
          value={fields.origins}
          error={errors['origins']}
          autoComplete="off"
          spellCheck={false}
          autosize
          minRows={2}
          onChange={({ currentTarget }) => change({ origins: currentTarget.value })}
        />
      )}
      <ExpiryField
        choice={ends}
        date={date}
        error={errors['expiresAt']}
        nowMs={openedAt}
        onChange={(chosen, day) => change({ ends: chosen, date: day })}
      />
    </FormDialog>
  );
}

/** What to do with a public key: the line for a web site, ready to be copied. */
function PublicKeyAdvice({ apiKey }: { apiKey: string }) {
  const address = `${location.origin}${basePath}/embed.js`;
  return (
    <>
      This is the new key. It is no secret: everybody who visits your web site can read it. To show cards of your
      animals, put this line into a page, where the cards should be:
      <Code block mt="xs" className="secret">
        {`<script src="${address}" data-key="${apiKey}" async></script>`}
      </Code>
    </>
  );
}
