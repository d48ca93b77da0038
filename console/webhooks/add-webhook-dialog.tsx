import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { randomIdempotencyKey } from '../../client/idempotency-key.ts';
import type { EventType } from '../../client/index.ts';
import { useAttempt } from '../lib/use-attempt.ts';
import { useSession } from '../session/session.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useShowOnce } from '../ui/secret-dialog.tsx';
import { useOpener } from '../ui/use-opener.ts';
import { TypesField } from './types-field.tsx';
import { useReadWebhooksAgain } from './use-webhooks.ts';

const fields = ['url', 'types'];

interface Draft {
  url: string;
  isAll: boolean;
  types: readonly EventType[];
}

/**
 * Makes a webhook, and shows its secret. However often it is pressed, one form makes one webhook. The tab does not keep
 * what is typed: many receivers are known by a secret in their address.
 */
export function AddWebhookDialog({ onClose }: { onClose: () => void }) {
  const { client } = useSession();
  const opener = useOpener();
  const showOnce = useShowOnce();
  const readAgain = useReadWebhooksAgain();
  const attempt = useAttempt();
  const [idempotencyKey] = useState(randomIdempotencyKey);
  const [draft, setDraft] = useState<Draft>({ url: '', isAll: true, types: [] });
  const { isAll, types } = draft;
  const url = draft.url.trim();
  const faults = attempt.failed?.faults ?? {};

  const submit = () => {
    const found = {
      ...(url === '' && { url: 'Give the address that events are sent to.' }),
      ...(!isAll && types.length === 0 && { types: 'Tick one at least.' }),
    };
    if (Object.keys(found).length > 0) return attempt.refuse(found);
    void attempt.run(async () => {
      const { secret } = await client.webhooks.create({ url, ...(!isAll && { types }) }, { idempotencyKey });
      readAgain();
      onClose();
      const advice = 'What is sent there is signed with this secret. Give it to the receiver, which checks that.';
      showOnce({ title: 'Secret of the new webhook', secret, opener, advice });
    }, fields);
  };

  return (
    <FormDialog
      title="Add a webhook"
      opener={opener}
      submitLabel="Add it"
      attempt={attempt}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        type="url"
        label="Address"
        description="Where the other program listens. It gets a message as soon as something happens here."
        placeholder="https://"
        value={draft.url}
        error={faults['url']}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        data-autofocus
        onChange={({ currentTarget }) => setDraft({ ...draft, url: currentTarget.value })}
      />
      <TypesField
        isAll={isAll}
        chosen={types}
        fault={faults['types']}
        onChange={(all, chosen) => setDraft({ ...draft, isAll: all, types: chosen })}
      />
    </FormDialog>
  );
}
