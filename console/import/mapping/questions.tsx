import { Fieldset, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { outcomeTypes } from '../../../client/index.ts';
import type { Check, TextCount, UnreadCount } from '../../../importer/check/check.ts';
import { anyDay, isTelling } from '../../../importer/map/standing.ts';
import { leaveOut } from '../../../importer/map/status-map.ts';
import { columnsOf, type Plan, type Role, withAnswer } from '../../../importer/plan.ts';
import { aboutFields, profileFields } from '../../../importer/profile-fields.ts';
import { distinctColumns, shownDateOrder } from '../../../importer/recognise/recognise.ts';
import { meanings, type ValueField } from '../../../importer/words/meanings.ts';
import { fold } from '../../../importer/words/words.ts';
import { formatCount } from '../../lib/formats.ts';
import { texts } from '../../texts/page-texts.ts';
import { List, Note } from '../../ui/page.tsx';
import type { ChoicesProps } from './choices.ts';

const words = texts.import;

/** So many texts are listed, the most frequent ones. */
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
  const asksCurrency =
    (check?.feesWithoutCurrency ?? 0) > 0 || (plan.currency !== undefined && columnsOf(plan, 'fee').length > 0);
  return (
    <>
      <Standings plan={plan} undecided={check?.undecided ?? []} onChange={change} />
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
            <CurrencyInput currency={plan.currency} onChange={(currency) => change({ ...plan, currency })} />
          )}
        </SimpleGrid>
      )}
      <Unread plan={plan} unread={check?.unread ?? []} onChange={change} />
      {check !== undefined && check.animals > 1 && check.withoutReference === check.animals && (
        <Note>{words.noReference(distinctColumns(source, plan)[0])}</Note>
      )}
    </>
  );
}

const dateOrders = [
  { value: none, label: words.slashesUnknown },
  { value: 'dmy', label: words.dayFirst },
  { value: 'mdy', label: words.monthFirst },
];

interface CurrencyInputProps {
  currency: string | undefined;
  onChange: (currency: string | undefined) => void;
}

function CurrencyInput({ currency, onChange }: CurrencyInputProps) {
  const [text, setText] = useState(currency ?? none);
  const [isLeft, setLeft] = useState(false);
  const isCode = /^(?:[A-Za-z]{3})?$/.test(text);
  return (
    <TextInput
      label={words.currency}
      description={words.currencyNote}
      maxLength={3}
      value={text}
      error={isLeft && !isCode && words.currencyWrong}
      onBlur={() => setLeft(true)}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        onChange(/^[A-Za-z]{3}$/.test(value) ? value.toUpperCase() : undefined);
      }}
    />
  );
}

interface WordsProps {
  plan: Plan;
  onChange: (plan: Plan) => void;
}

/** Whether animals are for adoption of which a word is not known, or nothing is told. */
function Standings({ plan, undecided, onChange }: WordsProps & { undecided: readonly TextCount[] }) {
  const asked = undecided.filter(({ column }) => column !== undefined);
  const answered = answersOf(plan).filter((word) => isOfStanding(plan, word));
  const shown = useSteady<Word>(asked, answered);
  if (shown.length === 0) return null;
  return (
    <Fieldset legend={words.statusTexts}>
      <Stack gap="sm">
        <Text size="sm">{words.statusTextsNote}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          {shown.map((word) => (
            <WordSelect key={keyOf(word)} word={word} plan={plan} data={standings} onChange={onChange} />
          ))}
        </SimpleGrid>
        {asked.length > maxShown && <Note>{words.otherTexts(asked.length - maxShown)}</Note>}
      </Stack>
    </Fieldset>
  );
}

/** Whether what a text stands for is a status: facts are not asked for where a cell is empty. */
function isOfStanding(plan: Plan, { column = '', text }: Word): boolean {
  return text === '' || isTelling(plan, column);
}

/** How it has left is what reports count. */
const standings = [
  { value: none, label: words.onHold },
  { value: 'available', label: texts.petStatuses.available },
  { value: 'pending', label: texts.reserved },
  ...outcomeTypes.map((value) => ({ value, label: texts.outcomes[value] })),
  { value: leaveOut, label: words.leaveRowsOut },
];

interface WordSelectProps extends WordsProps {
  word: Word;
  data: { value: string; label: string }[];
}

function WordSelect({ plan, word, data, onChange }: WordSelectProps) {
  const { column = '', text, count } = word;
  const isDay = text === anyDay && columnsOf(plan, 'outcomeOn').includes(column);
  const label = isDay ? words.anyDay(column) : text === '' ? words.emptyCell(column) : `${column}: ${brief(text)}`;
  return (
    <NativeSelect
      label={<span className="name">{count === 0 ? label : words.countOf(label, formatCount(count))}</span>}
      data={data}
      value={plan.answers.get(column)?.get(fold(text)) ?? none}
      onChange={({ currentTarget }) => onChange(withAnswer(plan, column, text, currentTarget.value || undefined))}
    />
  );
}

/** Fields whose words can be answered. */
const wordFields: readonly ValueField[] = ['sex', 'size', 'intakeType', 'whereabouts'];

/** The facts that are left out because their texts are not known or cannot be. */
function Unread({ plan, unread, onChange }: WordsProps & { unread: readonly UnreadCount[] }) {
  const roleIn = (column: string | undefined) => plan.columns.find((rule) => rule.column === column)?.role;
  const isWord = ({ column, role = roleIn(column), fault }: Word & Partial<UnreadCount>) =>
    fault === undefined && meaningsOf(role) !== undefined;
  const answered = answersOf(plan).filter((word) => !isOfStanding(plan, word));
  const asked = unread.filter(isWord);
  const others = unread.filter((one) => !isWord(one));
  const shown = useSteady<Word & { role?: Role }>(asked, answered);
  if (shown.length + others.length === 0) return null;
  const hidden = Math.max(0, asked.length - maxShown) + Math.max(0, others.length - maxShown);
  return (
    <Fieldset legend={words.unread}>
      <Stack gap="sm">
        {shown.length > 0 && (
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
            {shown.map((word) => {
              const choices = meaningsOf(word.role ?? roleIn(word.column)) ?? [];
              const data = choices.map((value) => ({ value, label: texts.profiles.word(value) }));
              const first = { value: none, label: words.leaveOut };
              return (
                <WordSelect key={keyOf(word)} word={word} plan={plan} data={[first, ...data]} onChange={onChange} />
              );
            })}
          </SimpleGrid>
        )}
        {others.length > 0 && (
          <List gap={4}>
            {others.slice(0, maxShown).map(({ column = '', text, role, fault, count }) => (
              <Text component="li" size="sm" className="name" key={`${column}\n${role}\n${fault?.reason}\n${text}`}>
                {words.countOf(
                  words.because(column, brief(text), fault === undefined ? words.notKnown : texts.lib.said(fault)),
                  formatCount(count),
                )}
              </Text>
            ))}
          </List>
        )}
        {hidden > 0 && <Note>{words.otherTexts(hidden)}</Note>}
      </Stack>
    </Fieldset>
  );
}

/** What the words of a field can stand for. */
function meaningsOf(role: Role | undefined): readonly string[] | undefined {
  const field = profileFields.find((one) => one === role);
  const isFlag = field !== undefined && aboutFields[field].kind === 'flag';
  const words = isFlag ? 'flag' : wordFields.find((one) => one === role);
  return words && meanings[words];
}

/** A text that can be answered. The count of one that was answered before this page was shown is not known: 0. */
type Word = Pick<TextCount, 'column' | 'text' | 'count'>;

function keyOf({ column, text }: Pick<Word, 'column' | 'text'>): string {
  return `${column}\n${fold(text)}`;
}

function answersOf({ answers }: Plan) {
  return [...answers].flatMap(([column, ofColumn]) => [...ofColumn.keys()].map((text) => ({ column, text, count: 0 })));
}

/** The texts that are asked for and those that are answered, in the order in which they came: none moves when it is answered. */
function useSteady<Of extends Word>(asked: readonly Of[], answered: readonly Of[]): readonly Of[] {
  const [before, setBefore] = useState<readonly Of[]>([]);
  const known = new Map([...answered, ...before, ...asked].map((one) => [keyOf(one), one]));
  const current = new Set([...answered, ...asked].map(keyOf));
  const order = new Set([...before, ...answered, ...asked.slice(0, maxShown)].map(keyOf));
  const shown = [...order].flatMap((key) => (current.has(key) ? (known.get(key) ?? []) : []));
  if (shown.length !== before.length || shown.some((one, at) => one !== before[at])) setBefore(shown);
  return shown;
}

function brief(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text;
}
