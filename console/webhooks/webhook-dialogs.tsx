import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type EventType, eventTypes, type NewWebhook, type OrNewer, type Webhook } from '../../client/index.ts';
import { randomIdempotencyKey } from '../../client/transport/idempotency-key.ts';
import { receiverPattern } from '../../contract/limits.ts';
import { useCloseDialog } from '../lib/dialog-host.tsx';
import { textInput, useFormMutation } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { RadioList, TickList } from '../ui/choice-list.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { useOpener } from '../ui/focus.ts';
import { RotateDialog, useShowSecret } from '../ui/secret-dialog.tsx';
import { useRefreshWebhooks } from './queries.ts';

const { ui, webhooks: words } = texts;

const formFields = ['url', 'types'];
const isAddress = new RegExp(receiverPattern, 'u');

interface Draft {
  url: string;
  isAll: boolean;
  types: readonly EventType[];
}

/**
 * Adds one webhook, however often the button is pressed, and shows its secret. There is no draft: many receivers have a
 * secret in their address.
 */
export function AddWebhookDialog() {
  const close = useCloseDialog();
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
    close();
    showOnce({ title: words.addedSecret, secret, opener, advice: words.addedText });
  };
  const form = useFormMutation(create, { fields: formFields });
  const errors = form.fieldErrors;

  const submit = () => {
    const found = {
      ...(!isAddress.test(url) && {
        url: url === '' ? words.addressMissing : words.addressInvalid,
      }),
      ...(!isAll && types.length === 0 && { types: ui.chooseOne }),
    };
    if (Object.keys(found).length > 0) return form.reject(found);
    form.submit({ url, ...(!isAll && { types }) });
  };

  return (
    <FormDialog title={words.add} submitLabel={words.addIt} state={form} onSubmit={submit}>
      <TextInput
        type="url"
        label={words.address}
        description={words.addressNote}
        placeholder="https://"
        {...textInput(draft.url, errors['url'], (text) => setDraft({ ...draft, url: text }))}
        autoCapitalize="off"
        spellCheck={false}
      />
      <RadioList
        label={words.what}
        choices={extents}
        chosen={isAll ? 'all' : 'some'}
        onChange={(extent) => setDraft({ ...draft, isAll: extent === 'all' })}
      />
      {!isAll && (
        <TickList
          label={words.when}
          choices={choices}
          ticked={types}
          error={errors['types']}
          onChange={(ticked) => setDraft({ ...draft, types: ticked })}
        />
      )}
    </FormDialog>
  );
}

/** How long messages are also signed with the old secret. */
const graces = [
  { value: '86400', label: ui.graces['86400'], meaning: words.graceMeaning },
  { value: '0', label: ui.graces['0'], meaning: ui.stopsAtOnce },
] as const;

export function RotateWebhookDialog({ target }: { target: Webhook }) {
  const { client } = useSession();
  return (
    <RotateDialog
      title={words.newSecretFor}
      graceLabel={words.graceLabel}
      graces={graces}
      rotate={async (grace, idempotencyKey) => {
        const { secret } = await client.webhooks.rotate(target.id, { graceSeconds: Number(grace) }, { idempotencyKey });
        return { title: words.rotatedSecret, secret, advice: words.rotatedText };
      }}
    >
      {() => <Text>{words.rotateText(<b className="name">{target.url}</b>)}</Text>}
    </RotateDialog>
  );
}

const eventLabels: Readonly<Record<string, string>> = texts.webhooks.events;

/** What an event is called; one that this console does not know goes by its own name. */
export function eventLabel(type: OrNewer<EventType>): string {
  return eventLabels[type] ?? type;
}

const choices = eventTypes.map((value) => ({ value, label: eventLabel(value) }));
const extents = [
  { value: 'all', label: texts.webhooks.everything },
  { value: 'some', label: texts.webhooks.some },
] as const;
