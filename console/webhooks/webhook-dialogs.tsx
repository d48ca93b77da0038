import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { EventType, NewWebhook, Webhook } from '../../client/index.ts';
import { randomIdempotencyKey } from '../../client/transport/idempotency-key.ts';
import { useFormMutation } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { ConfirmDialog, FormDialog } from '../ui/dialog.tsx';
import { useOpener } from '../ui/focus.ts';
import { notifyDone } from '../ui/notify.tsx';
import { RotateDialog } from '../ui/rotate-dialog.tsx';
import { useShowSecret } from '../ui/secret-dialog.tsx';
import { TypesField } from './event-types.tsx';
import { useHideWebhook, useRefreshWebhooks } from './use-webhooks.ts';

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
    void refresh();
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

export function RemoveWebhookDialog({ target, onClose }: { target: Webhook; onClose(): void }) {
  const { client } = useSession();
  const hideWebhook = useHideWebhook();
  const remove = async () => {
    await client.webhooks.remove(target.id);
    hideWebhook(target.id);
    notifyDone('The webhook was removed.');
    onClose();
  };
  return (
    <ConfirmDialog title="Remove this webhook?" submitLabel="Remove it" act={remove} onClose={onClose}>
      <Text>
        <b className="name">{target.url}</b> gets no more events, and what is still on its way there is dropped. Its
        secret is gone, too.
      </Text>
    </ConfirmDialog>
  );
}

/** How long messages are also signed with the old secret. */
const graces = [
  { value: '86400', label: 'For 24 hours more', meaning: 'The receiver verifies messages with either secret.' },
  { value: '0', label: 'No longer', meaning: 'It stops at once. Right if somebody has it who should not.' },
] as const;

export function RotateWebhookDialog({ target, onClose }: { target: Webhook; onClose(): void }) {
  const { client } = useSession();
  return (
    <RotateDialog
      title="New secret for this webhook"
      graceLabel="The old secret also signs …"
      graces={graces}
      rotate={async (grace, idempotencyKey) => {
        const { secret } = await client.webhooks.rotate(target.id, { graceSeconds: Number(grace) }, { idempotencyKey });
        const advice = 'This is the new secret. Give it to the receiver, which verifies messages with it.';
        return { title: 'New secret of the webhook', secret, advice };
      }}
      onClose={onClose}
    >
      {() => (
        <Text>
          Messages to <b className="name">{target.url}</b> are signed with the new secret from now on.
        </Text>
      )}
    </RotateDialog>
  );
}
