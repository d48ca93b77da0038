import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { scopes as allScopes, type Key, type KeyChanges, type NewKey } from '../../client/index.ts';
import { randomIdempotencyKey } from '../../client/transport/idempotency-key.ts';
import { useDraftFields } from '../lib/drafts.ts';
import { basePath } from '../lib/environment.ts';
import { lengthErrors, textInput, useFormMutation } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { useOpener } from '../ui/focus.ts';
import { isolated, Name } from '../ui/inline.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { useShowSecret } from '../ui/secret-dialog.tsx';
import { useShowKey } from './key-dialogs.tsx';
import {
  dateError,
  ExpiryField,
  expiryChoices,
  expiryTime,
  lastDayOf,
  type PermissionsChoice,
  PermissionsField,
} from './key-fields.tsx';
import { rolesWithin } from './permissions.ts';

const formFields = ['name', 'role', 'scopes', 'origins', 'expiresAt'];

export const keyDraft = 'new-key';

/** Creates one key, however often the button is pressed, and shows its secret; or changes one. */
export function KeyDialog({ target }: { target?: Key }) {
  const { can } = useSession();
  const [openedAt] = useState(() => Date.now());
  const initial = target === undefined ? newFields(rolesWithin(can)[0]?.value) : fieldsOf(target);
  const draft = target === undefined ? keyDraft : `key-${target.id}`;
  const saved = useDraftFields(draft, initial);
  const { fields, change } = saved;
  const { create, update } = useSaveKey(saved.close);
  const { name, date } = fields;
  const choice: PermissionsChoice = rolesWithin(can).find(({ value }) => value === fields.choice)?.value ?? 'own';
  const isPublic = choice === 'public';
  const scopes = allScopes.filter((scope) => can(scope) && fields.scopes.split(' ').includes(scope));
  const origins = fields.origins.split(/[\s,]+/).filter((origin) => origin !== '');
  const ends = expiryChoices.find((value) => value === fields.ends) ?? 'never';
  const send = (entered: NewKey) =>
    target === undefined ? create(entered) : update(target, withoutUnchanged(entered));
  const isChanged = (...names: (keyof typeof initial)[]) => names.some((field) => fields[field] !== initial[field]);
  /** What was not touched stays as it is, also if this form could not have made it. */
  const withoutUnchanged = ({ name: entered, role, scopes: ticked, origins: sites, expiresAt }: NewKey) => ({
    name: entered,
    ...(role && isChanged('choice') && { role }),
    ...(ticked && isChanged('choice', 'scopes') && { scopes: [...ticked] }),
    ...(sites && isChanged('origins') && { origins: [...sites] }),
    ...(isChanged('ends', 'date') && { expiresAt: expiresAt ?? null }),
  });
  const form = useFormMutation(send, { fields: formFields });
  const errors = form.fieldErrors;

  const submit = () => {
    const isDateNew = ends === 'date' && (target === undefined || isChanged('ends', 'date'));
    const expiresAt = isDateNew ? dateError(date, openedAt) : undefined;
    const found = {
      ...(name.trim() === '' && { name: texts.ui.nameMissing }),
      ...lengthErrors({ name: name.trim() }),
      ...(choice === 'own' && scopes.length === 0 && { scopes: texts.ui.chooseOne }),
      ...(isPublic && origins.length === 0 && { origins: texts.keys.originMissing }),
      ...(expiresAt !== undefined && { expiresAt }),
    };
    if (Object.keys(found).length > 0) return form.reject(found);
    const end = expiryTime(ends, date, openedAt);
    const rest = { name: name.trim(), ...(end !== undefined && { expiresAt: end }) };
    if (choice === 'own') return form.submit({ ...rest, scopes });
    form.submit(isPublic ? { ...rest, role: choice, origins } : { ...rest, role: choice });
  };

  return (
    <FormDialog
      title={target === undefined ? texts.keys.newKey : texts.people.change.title(isolated(target.name))}
      submitLabel={target === undefined ? texts.keys.create : texts.ui.save}
      draft={saved}
      state={form}
      onSubmit={submit}
    >
      <TextInput
        label={texts.ui.name}
        description={texts.keys.nameNote}
        {...textInput(name, errors['name'], (text) => change({ name: text }))}
      />
      {(target === undefined || !isPublic) && (
        <PermissionsField
          choice={choice}
          chosen={scopes}
          mayBePublic={target === undefined}
          errors={{ role: errors['role'], scopes: errors['scopes'] }}
          onChange={(chosen, ticked) => change({ choice: chosen, scopes: ticked.join(' ') })}
        />
      )}
      {isPublic && (
        <Textarea
          label={texts.keys.origins}
          description={texts.keys.originsNote}
          {...textInput(fields.origins, errors['origins'], (text) => change({ origins: text }))}
          spellCheck={false}
          autosize
          minRows={2}
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

function useSaveKey(close: () => void) {
  const { client, key: own } = useSession();
  const opener = useOpener();
  const showOnce = useShowSecret();
  const showKey = useShowKey();
  const [idempotencyKey] = useState(randomIdempotencyKey);
  const create = async (newKey: NewKey) => {
    const { secret } = await client.keys.create(newKey, { idempotencyKey });
    showKey();
    close();
    showOnce({
      title: newKey.name,
      opener,
      ...(newKey.role === 'public'
        ? { secret: lineFor(secret), advice: texts.keys.createdPublic }
        : { secret, advice: texts.keys.created }),
    });
  };
  const update = async ({ id }: Key, changes: KeyChanges) => {
    const changed = await client.keys.update(id, changes);
    close();
    // What may be done here may have changed.
    if (id === own.id) return location.reload();
    showKey(changed);
    notifyDone(texts.keys.wasChanged(<Name>{changed.name}</Name>));
  };
  return { create, update };
}

function newFields(role: string = 'own') {
  return { name: '', choice: role, scopes: '', origins: '', ends: 'never', date: '' };
}

function fieldsOf({ name, role = 'own', scopes, origins = [], expiresAt }: Key): ReturnType<typeof newFields> {
  const [ends, date] = expiresAt === undefined ? ['never', ''] : ['date', lastDayOf(expiresAt)];
  return { name, choice: role, scopes: scopes.join(' '), origins: origins.join('\n'), ends, date };
}

/** What a web site needs of a public key. */
function lineFor(secret: string): string {
  return `<script src="${location.origin}${basePath}/embed.js" data-key="${secret}" async></script>`;
}
