import { Alert, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Person, type PersonRole, personRoles } from '../../client/index.ts';
import { randomIdempotencyKey } from '../../client/transport/idempotency-key.ts';
import { hasMore, rolesWithin } from '../keys/permissions.ts';
import { useDraftFields } from '../lib/drafts.ts';
import { lengthErrors, textInput, useFormMutation } from '../lib/mutations.ts';
import { useReload } from '../lib/queries.ts';
import { useSession } from '../session/session.tsx';
import { useInvite } from '../session/use-invite.tsx';
import { texts } from '../texts/page-texts.ts';
import { RadioList } from '../ui/choice-list.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { useOpener } from '../ui/focus.ts';
import { isolated, Name } from '../ui/inline.tsx';
import { notifyDone } from '../ui/notify.tsx';

export const newPersonDraft = 'new-person';

/** Adds a person, however often the button is pressed, and shows her a link; or changes one. */
export function PersonDialog({ person }: { person?: Person }) {
  const { client, can, key } = useSession();
  const opener = useOpener();
  const reload = useReload('people');
  const invite = useInvite();
  const [idempotencyKey] = useState(randomIdempotencyKey);
  const roles = rolesWithin(can).flatMap(({ value, ...words }) => {
    const role = personRoles.find((one) => one === value);
    return role === undefined ? [] : [{ value: role, ...words }];
  });
  const words = texts.people;
  const draft = person === undefined ? newPersonDraft : `person-${person.id}`;
  const initial = { name: person?.name ?? '', role: person?.role ?? 'editor', email: person?.email ?? '' };
  const saved = useDraftFields<Record<keyof typeof initial, string>>(draft, initial);
  const { fields, change, close } = saved;

  const send = async (entered: { name: string; role: PersonRole | undefined; email: string }) => {
    const { name, role, email } = entered;
    if (person !== undefined) {
      const updated = await client.people.update(person.id, { name, ...(role && { role }), email: email || null });
      // The list shows what has changed also if no link can be made.
      void reload();
      // With a role that can do more, her devices have ended.
      const signsInAnew = role !== undefined && hasMore(role, person.role);
      if (signsInAnew) await invite(updated, opener);
      close();
      // What the person may do here has changed.
      if (person.id === key.personId && role !== person.role) return location.reload();
      notifyDone((signsInAnew ? words.mayDoMore : texts.ui.saved)(<Name>{name}</Name>));
    } else if (role !== undefined) {
      const added = await client.people.create({ name, role, ...(email && { email }) }, { idempotencyKey });
      void reload();
      await invite(added, opener);
      close();
    }
  };
  const form = useFormMutation(send, { fields: ['name', 'role', 'email'] });
  const submit = () => {
    const name = fields.name.trim();
    const role = roles.find(({ value }) => value === fields.role)?.value;
    const isUnchanged = person !== undefined && fields.role === person.role;
    if (name === '') return form.reject({ name: texts.ui.nameMissing });
    const tooLong = lengthErrors({ name });
    if (Object.keys(tooLong).length > 0) return form.reject(tooLong);
    if (role === undefined && !isUnchanged) return form.reject({ role: words.roleMissing });
    form.submit({ name, role: isUnchanged ? undefined : role, email: fields.email.trim() });
  };

  return (
    <FormDialog
      title={person === undefined ? words.invite : words.change.title(isolated(person.name))}
      submitLabel={person === undefined ? words.makeLink : texts.ui.save}
      draft={saved}
      state={form}
      onSubmit={submit}
    >
      <TextInput
        label={texts.ui.name}
        {...textInput(fields.name, form.fieldErrors['name'], (name) => change({ name }))}
      />
      <RadioList<string>
        label={texts.keys.role}
        choices={roles}
        chosen={fields.role}
        error={form.fieldErrors['role']}
        onChange={(role) => change({ role })}
      />
      {person !== undefined && person.id === key.personId && fields.role !== person.role && (
        <Alert color="orange" role="status">
          {words.isYou}
        </Alert>
      )}
      <TextInput
        type="email"
        label={words.email}
        description={words.emailNote}
        {...textInput(fields.email, form.fieldErrors['email'], (email) => change({ email }))}
      />
    </FormDialog>
  );
}
