import { Button, FileButton, Group, Paper, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShelterChanges, ShelterFacts } from '../../client/index.ts';
import { assetFolder, contactAddress, factLengths } from '../../contract/shelter.ts';
import { shelterKey, useShelter } from '../data/queries.ts';
import { useDraftFields } from '../lib/drafts.ts';
import { basePath } from '../lib/environment.ts';
import { textInput, useFormMutation } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { Failure } from '../ui/failure.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { Note, PageFrame } from '../ui/page.tsx';
import { Readable } from '../ui/readable.tsx';
import { shrinkLogo } from './shrink-logo.ts';

const said = texts.shelter;
const notes: Readonly<Record<string, string>> = said.notes;
/** Those of one line, and those of several. */
const lines = ['name', 'place', 'coordinates', 'contact', 'currency', 'languages'] as const;
const paragraphs = ['hours', 'text'] as const;
const fieldNames = [...lines, ...paragraphs, 'color', 'logo'] as const;
type Fields = Record<(typeof fieldNames)[number], string>;

export function ShelterPage() {
  // What others save, and the end of a draft, begin the form anew: so it keeps what is typed in fields that they have not changed.
  const [round, setRound] = useState(0);
  return (
    <PageFrame title={texts.pages['/shelter']}>
      <Readable query={useShelter()} height={640}>
        {(shelter) => (
          <ShelterForm key={JSON.stringify([shelter, round])} shelter={shelter} onEnd={() => setRound(round + 1)} />
        )}
      </Readable>
    </PageFrame>
  );
}

interface ShelterFormProps {
  shelter: ShelterFacts;
  /** When what is typed was saved or discarded. */
  onEnd: () => void;
}

function ShelterForm({ shelter, onEnd }: ShelterFormProps) {
  const { client } = useSession();
  const queries = useQueryClient();
  const stored = fieldsOf(shelter);
  const { fields, change, isRestored, close } = useDraftFields('shelter', stored);
  const edited = fieldNames.filter((name) => fields[name] !== stored[name]);
  const end = () => {
    close();
    onEnd();
  };
  const form = useFormMutation(
    async (changes: ShelterChanges) => {
      queries.setQueryData(shelterKey, await client.shelter.update(changes));
      end();
      notifyDone(said.saved);
    },
    { fields: fieldNames },
  );
  const submit = () => {
    const changes = Object.fromEntries(edited.map((name) => [name, readValue(name, fields[name].trim())]));
    if (Object.values(changes).includes(undefined)) form.reject({ coordinates: said.coordinatesWrong });
    else form.submit(changes);
  };
  const isLocked = (name: string) => shelter.locked.includes(name);
  const input = (name: (typeof fieldNames)[number]) => ({
    label: said.fields[name],
    description: isLocked(name) ? said.locked : notes[name],
    ...(isLocked(name) && (name === 'color' ? { disabled: true } : { readOnly: true, variant: 'unstyled' })),
    ...textInput(fields[name], form.fieldErrors[name], (text) => change({ [name]: text })),
  });
  const choose = async (file: File | null) => {
    if (file === null) return;
    try {
      change({ logo: await shrinkLogo(file) });
    } catch {
      form.reject({ logo: said.logoWrong });
    }
  };
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <Stack
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {isRestored && <Note role="status">{texts.ui.draft}</Note>}
        {lines.map((name) => (
          <TextInput key={name} {...input(name)} />
        ))}
        {paragraphs.map((name) => (
          <Textarea key={name} autosize minRows={3} maxLength={factLengths[name]} {...input(name)} />
        ))}
        <TextInput type="color" maw={160} {...input('color')} />
        <Group gap="xs">
          <FileButton accept="image/*" disabled={isLocked('logo')} onChange={(file) => void choose(file)}>
            {(props) => (
              <Button variant="default" {...props}>
                {said.fields.logo}
              </Button>
            )}
          </FileButton>
          {fields.logo !== '' && !isLocked('logo') && (
            <Button variant="subtle" onClick={() => change({ logo: '' })}>
              {said.removeLogo}
            </Button>
          )}
          <Note>{form.fieldErrors['logo'] ?? (isLocked('logo') ? said.locked : notes['logo'])}</Note>
        </Group>
        {form.error !== null && <Failure error={form.error} />}
        <Button type="submit" loading={form.isPending} disabled={edited.length === 0}>
          {texts.ui.save}
        </Button>
        {edited.length > 0 && (
          <Button variant="subtle" onClick={end}>
            {texts.cancel}
          </Button>
        )}
        <Note>{said.timeZone(shelter.timeZone)}</Note>
      </Stack>
      <Preview fields={fields} />
    </SimpleGrid>
  );
}

/** What of it the public page shows. */
function Preview({ fields: { name, logo, color, text, hours, place, contact } }: { fields: Fields }) {
  const address = contactAddress(contact.trim());
  return (
    <Paper
      component="section"
      withBorder
      p="md"
      aria-label={said.preview}
      style={{ borderTop: `6px solid ${color}`, alignSelf: 'start', position: 'sticky', top: 72 }}
    >
      <Stack gap="sm" className="name" style={{ whiteSpace: 'pre-line' }}>
        <Note>{said.preview}</Note>
        <Group gap="sm" fw={600} wrap="nowrap">
          {logo !== '' && <img src={logo} alt="" height={36} style={{ maxWidth: 120, objectFit: 'contain' }} />}
          {name}
        </Group>
        {[text, hours, place].map((shown) => shown !== '' && <div key={shown}>{shown}</div>)}
        {address !== undefined && <a href={address}>{contact}</a>}
      </Stack>
    </Paper>
  );
}

function fieldsOf({ languages, logoUrl, coordinates: at, ...shelter }: ShelterFacts): Fields {
  const { name = '', place = '', contact = '', currency = '', hours = '', text = '', color } = shelter;
  const coordinates = at === undefined ? '' : `${at.latitude}, ${at.longitude}`;
  const plain = contact.replace(/^(?:mailto|tel):/, '');
  // Where the console is reached, so is the logo.
  const logo = logoUrl === undefined ? '' : `${basePath}${assetFolder}/${logoUrl.split('/').at(-1)}`;
  const spoken = languages.join(', ');
  return { name, place, coordinates, contact: plain, currency, hours, text, color, languages: spoken, logo };
}

/** What a field is changed to: an empty one is removed. `undefined` for coordinates that cannot be read. */
function readValue(name: keyof Fields, text: string) {
  if (text === '') return null;
  if (name === 'languages') return text.split(/[\s,]+/).filter(Boolean);
  if (name !== 'coordinates') return name === 'currency' ? text.toUpperCase() : text;
  const degrees = /^([+-]?\d+(?:\.\d+)?)°?\s*([NS]?)[\s,;]+([+-]?\d+(?:\.\d+)?)°?\s*([EW]?)$/i.exec(text);
  if (degrees === null) return undefined;
  const [, latitude, south = '', longitude, west = ''] = degrees;
  const signed = (value: string | undefined, isNegative: boolean) => Number(value) * (isNegative ? -1 : 1);
  return { latitude: signed(latitude, /s/i.test(south)), longitude: signed(longitude, /w/i.test(west)) };
}
