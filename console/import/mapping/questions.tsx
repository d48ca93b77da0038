import { Fieldset, NativeSelect, SimpleGrid, Stack, Table, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Check, TextCount, UnreadCount } from '../../../importer/check/check.ts';
import { leaveOut } from '../../../importer/map/status-map.ts';
import { columnsOf, type Plan, type Role, withAnswer } from '../../../importer/plan.ts';
import { aboutFields, profileFields } from '../../../importer/profile-fields.ts';
import { shownDateOrder } from '../../../importer/recognise/recognise.ts';
import { meanings, type ValueField } from '../../../importer/words/meanings.ts';
import { fold } from '../../../importer/words/words.ts';
import { formatCount } from '../../lib/formats.ts';
import { texts } from '../../texts/page-texts.ts';
import { statusChoices } from '../../ui/inline.tsx';
import { Note } from '../../ui/page.tsx';
import type { ChoicesProps } from './choices.ts';

const words = texts.import;

/** So many words are listed, the most frequent ones. */
const maxShown = 20;
const none = '';

interface QuestionsProps extends ChoicesProps {
  /** `undefined` until all rows are read. */
  check: Check | undefined;
}

/** What nobody can know from the file: who is for adoption, the order of dates, the currency, and words that are not known. */
export function Questions({ source, choices, check, onChange }: QuestionsProps) {
  const { plan } = choices;
  const change = (changed: Plan) => onChange({ ...choices, plan: changed });
  const asksOrder = shownDateOrder(source, plan).order === 'unclear' || (check?.unclearDates ?? 0) > 0;
  const asksCurrency = (check?.feesWithoutCurrency ?? 0) > 0 || plan.currency !== undefined;
  return (
    <>
      {(asksOrder || asksCurrency) && (
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {asksOrder && (
            <NativeSelect
              label={words.slashes}
              data={dateOrders}
              value={plan.dateOrder ?? none}
              onChange={({ currentTarget: { value } }) =>
                change({ ...plan, dateOrder: value === 'dmy' || value === 'mdy' ? value : undefined })
              }
            />
          )}
          {asksCurrency && (
            <TextInput
              label={words.currency}
              description={words.currencyNote}
              maxLength={3}
              defaultValue={plan.currency ?? none}
              onBlur={({ currentTarget: { value } }) =>
                change({ ...plan, currency: /^[A-Za-z]{3}$/.test(value) ? value.toUpperCase() : undefined })
              }
            />
          )}
        </SimpleGrid>
      )}
      <Standings plan={plan} undecided={check?.undecided ?? []} onChange={change} />
      {check !== undefined && <Unread plan={plan} unread={check.unread} onChange={change} />}
      {check !== undefined && check.animals > 1 && check.withoutReference === check.animals && (
        <Note role="status">{words.noReference}</Note>
      )}
    </>
  );
}

const dateOrders = [
  { value: none, label: words.slashesUnknown },
  { value: 'dmy', label: words.dayFirst },
  { value: 'mdy', label: words.monthFirst },
];

interface WordsProps {
  plan: Plan;
  onChange: (plan: Plan) => void;
}

/** Whether animals are for adoption of which a word is not known, or nothing is told. Answers stay, to be changed. */
function Standings({ plan, undecided, onChange }: WordsProps & { undecided: readonly TextCount[] }) {
  const asked = undecided.filter(({ column }) => column !== undefined);
  const answered = answersOf(plan).filter(({ column }) => isTelling(plan, column));
  if (asked.length + answered.length === 0) return null;
  const select = (column: string, text: string, label: string, value = none) => (
    <NativeSelect
      key={`${column}\n${fold(text)}`}
      label={<span className="name">{label}</span>}
      data={[{ value: none, label: words.onHold }, ...statusChoices(), { value: leaveOut, label: words.leaveRowsOut }]}
      value={value}
      onChange={({ currentTarget }) => onChange(withAnswer(plan, column, text, currentTarget.value || undefined))}
    />
  );
  return (
    <Fieldset legend={words.statusTexts}>
      <Stack gap="sm">
        <Text size="sm">{words.statusTextsNote}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          {answered.map(({ column, text, value }) => select(column, text, labelOf(column, text), value))}
          {asked
            .slice(0, maxShown)
            .map(({ column = '', text, count }) =>
              select(column, text, words.countOf(labelOf(column, text), formatCount(count))),
            )}
        </SimpleGrid>
        {asked.length > maxShown && <Note>{words.otherTexts(asked.length - maxShown)}</Note>}
      </Stack>
    </Fieldset>
  );
}

function isTelling(plan: Plan, column: string): boolean {
  return (['status', 'stage', 'outcomeType', 'outcomeOn'] as const).some((role) =>
    columnsOf(plan, role).includes(column),
  );
}

function answersOf({ answers }: Plan): { column: string; text: string; value: string }[] {
  return [...answers].flatMap(([column, texts]) => [...texts].map(([text, value]) => ({ column, text, value })));
}

function labelOf(column: string, text: string): string {
  return text === '' ? words.emptyCell(column) : `${column}: ${text}`;
}

/** Fields whose words can be answered. */
const wordFields: readonly ValueField[] = ['sex', 'size', 'intakeType', 'whereabouts'];

/** The facts that are left out because their texts are not known or cannot be, and what those were said to stand for. */
function Unread({ plan, unread, onChange }: WordsProps & { unread: readonly UnreadCount[] }) {
  const answered = answersOf(plan).filter(({ column }) => !isTelling(plan, column));
  if (unread.length + answered.length === 0) return null;
  const row = (key: string, label: string, meaning: ReactNode) => (
    <Table.Tr key={key}>
      <Table.Td className="name">{label}</Table.Td>
      <Table.Td className="name">{meaning}</Table.Td>
    </Table.Tr>
  );
  const meaning = (column: string, text: string, role: Role | undefined, value = none) => {
    const field = wordFields.find((one) => one === role) ?? (isFlag(role) ? 'flag' : undefined);
    if (field === undefined) return words.notKnown;
    const choices = meanings[field].map((word) => ({ value: word, label: texts.profiles.word(word) }));
    return (
      <NativeSelect
        aria-label={words.meaningOf(text)}
        size="xs"
        data={[{ value: none, label: words.leaveOut }, ...choices]}
        value={value}
        onChange={({ currentTarget }) => onChange(withAnswer(plan, column, text, currentTarget.value || undefined))}
      />
    );
  };
  const roleIn = (column: string) => plan.columns.find((rule) => rule.column === column)?.role;
  return (
    <Fieldset legend={words.unread}>
      <Table fz="sm" aria-label={words.unread}>
        <Table.Tbody>
          {answered.map(({ column, text, value }) =>
            row(`${column}\n${text}`, `${column}: ${text}`, meaning(column, text, roleIn(column), value)),
          )}
          {unread
            .slice(0, maxShown)
            .map(({ column = '', text, role, reason, count }) =>
              row(
                `${column}\n${role}\n${reason}\n${text}`,
                words.countOf(`${column}: ${brief(text)}`, formatCount(count)),
                reason === undefined ? meaning(column, text, role) : texts.lib.said(reason),
              ),
            )}
        </Table.Tbody>
      </Table>
      {unread.length > maxShown && <Note>{words.otherTexts(unread.length - maxShown)}</Note>}
    </Fieldset>
  );
}

function isFlag(role: Role | undefined): boolean {
  const field = profileFields.find((one) => one === role);
  if (field !== undefined) return aboutFields[field].kind === 'flag';
  return (['dead', 'euthanised', 'notForAdoption', 'forAdoption', 'inCare'] as const).some((one) => one === role);
}

function brief(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text;
}
