import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { EventType, NewWebhook } from '../../client/index.ts';
import { randomIdempotencyKey } from '../../client/transport/idempotency-key.ts';
import { useFormMutation } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { useOpener } from '../ui/focus.ts';
import { useShowSecret } from '../ui/secret-dialog.tsx';
import { TypesField } from './event-types.tsx';
import { useRefreshWebhooks } from './use-webhooks.ts';

const formFields = ['url', 'types'];

interface Draft {
  url: string;
  isAll: boolean;
  types: readonly EventType[];
}

/**
 * Adds one webhook, however often the button is pressed, and shows its secret. There is no draft: many receivers have a
 * secret in their address.
 */
export function AddWebhookDialog({ onClose }: { onClose: () => void }) {
  const { client } = useSession();
  const opener = useOpener();
  const showOnce = useShowSecret();
  const refresh = useRefreshWebhooks();
  const [idempotencyKey] = useState(randomIdempotencyKey);
  const [draft, setDraft] = useState<Draft>({ url: '', isAll: true, types: [] });
  const { isAll, types } = draft;
  const url = draft.url.trim();
  const create = async (newWebhook: NewWebhook) => {
    const { secret } = await client.webhooks.create(newWebhook, { idempotencyKey });
    refresh();
    onClose();
    const advice = 'All messages to it are signed with this secret. Give it to the receiver, which verifies them.';
    showOnce({ title: 'Secret of the new webhook', secret, opener, advice });
  };
  const form = useFormMutation(create, { fields: formFields });
  const errors = form.fieldErrors;

  const submit = () => {
    const found = {
      ...(url === '' && { url: 'Enter the address that events are sent to.' }),
      ...(!isAll && types.length === 0 && { types: 'Choose at least one.' }),
    };
    if (Object.keys(found).length > 0) return form.reject(found);
    form.submit({ url, ...(!isAll && { types }) });
  };

  return (
    <FormDialog title="Add a webhook" submitLabel="Add the webhook" state={form} onSubmit={submit} onClose={onClose}>
      <TextInput
        type="url"
        label="Address"
        description="Where the other program listens. It gets a message as soon as something happens here."
        placeholder="https://"
        value={draft.url}
        error={errors['url']}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        data-autofocus
        onChange={({ currentTarget }) => setDraft({ ...draft, url: currentTarget.value })}
      />
      <TypesField
        isAll={isAll}
        chosen={types}
        error={errors['types']}
        onChange={(all, chosen) => setDraft({ ...draft, isAll: all, types: chosen })}
      />
    </FormDialog>
  );
}
