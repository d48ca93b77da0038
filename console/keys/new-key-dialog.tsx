import { Code, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { scopes as allScopes, type NewKey } from '../../client/index.ts';
import { randomIdempotencyKey } from '../../client/transport/idempotency-key.ts';
import { basePath } from '../lib/base-path.ts';
import { discardAndClose, RestoredHint, useDraftFields } from '../lib/drafts.tsx';
import { useFormMutation } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
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
  const ends = expiryChoices.find((value) => value === fields.ends) ?? 'never';
  const close = discardAndClose(keyDraft, onClose);
  const create = async (newKey: NewKey) => {
    const { secret } = await client.keys.create(newKey, { idempotencyKey });
    showKey();
    close();
    showOnce({
      title: newKey.name,
      secret,
      opener,
      advice: newKey.role === 'public' ? <PublicKeyAdvice apiKey={secret} /> : pageTexts.keys.created,
    });
  };
  const form = useFormMutation(create, { fields: formFields });
  const errors = form.fieldErrors;

  const submit = () => {
    const expiresAt = ends === 'date' ? dateError(date, openedAt) : undefined;
    const found = {
      ...(name.trim() === '' && { name: pageTexts.keys.nameMissing }),
      ...(choice === 'own' && scopes.length === 0 && { scopes: pageTexts.keys.chooseOne }),
      ...(choice === 'public' && origins.length === 0 && { origins: pageTexts.keys.originMissing }),
      ...(expiresAt !== undefined && { expiresAt }),
    };
    if (Object.keys(found).length > 0) return form.reject(found);
    const end = expiryTime(ends, date, openedAt);
    const rest = { name: name.trim(), ...(end !== undefined && { expiresAt: end }) };
    if (choice === 'own') return form.submit({ ...rest, scopes });
    form.submit(choice === 'public' ? { ...rest, role: choice, origins } : { ...rest, role: choice });
  };

  return (
    <FormDialog
      title={pageTexts.keys.newKey}
      submitLabel={pageTexts.keys.create}
      state={form}
      onSubmit={submit}
      onClose={close}
    >
      {isRestored && <RestoredHint />}
      <TextInput
        label={pageTexts.keys.name}
        description={pageTexts.keys.nameNote}
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
          label={pageTexts.keys.origins}
          description={pageTexts.keys.originsNote}
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
      {pageTexts.keys.createdPublic}
      <Code block mt="xs" className="secret">
        {`<script src="${address}" data-key="${apiKey}" async></script>`}
      </Code>
    </>
  );
}
