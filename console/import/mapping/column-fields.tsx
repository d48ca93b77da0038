import { NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { petStatuses } from '../../../client/index.ts';
import { tellsStanding } from '../../../importer/map/standing.ts';
import { columnsOf, type Plan, type Role, withRole } from '../../../importer/plan.ts';
import { profileFields } from '../../../importer/profile-fields.ts';
import { fieldLabel } from '../../profiles/profile-fields.ts';
import { texts } from '../../texts/page-texts.ts';
import { SmallButton } from '../../ui/action-button.tsx';
import { statusChoices } from '../../ui/inline.tsx';
import type { SourceFile } from '../file/source-file.ts';
import {
  asksDefault,
  type ChoiceErrors,
  type ChoicesProps,
  hasReference,
  ownFieldOf,
  roleOf,
  withColumn,
  withRoleOf,
} from './choices.ts';

const words = texts.import;

const none = '';
/** No column has this name: names are trimmed. */
const sameForAll = ' ';

export function ColumnFields({ source, choices, errors, onChange }: ChoicesProps & { errors: ChoiceErrors }) {
  const { plan, isSameCategory, categoryText } = choices;
  const change = (changed: Plan) => onChange({ ...choices, plan: changed });
  const options = (first: string) => [{ value: none, label: first }, ...source.columns];
  const [name, otherName] = columnsOf(plan, 'name');
  const [category] = columnsOf(plan, 'category');
  const [status] = columnsOf(plan, 'status');
  const [reference] = columnsOf(plan, 'reference');
  const toColumn = (value: string) => (value === none ? undefined : value);
  const chooseNames = (...names: (string | undefined)[]) =>
    change(withRole(plan, 'name', [...new Set(names.filter((one) => one !== undefined))]));
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <Stack gap="sm">
        <NativeSelect
          name="name"
          label={texts.ui.name}
          description={words.nameNote}
          error={errors.name}
          data={options(words.chooseColumn)}
          value={name ?? none}
          onChange={({ currentTarget }) => chooseNames(toColumn(currentTarget.value), otherName)}
        />
        <NativeSelect
          label={fieldLabel('reference')}
          description={words.referenceNote}
          data={options(words.noColumn)}
          value={reference ?? none}
          onChange={({ currentTarget }) => change(withColumn(plan, 'reference', toColumn(currentTarget.value)))}
        />
        {(otherName !== undefined || !hasReference(choices)) && (
          <NativeSelect
            label={words.otherName}
            data={options(words.noColumn)}
            value={otherName ?? none}
            onChange={({ currentTarget }) => chooseNames(name, toColumn(currentTarget.value))}
          />
        )}
      </Stack>
      <Stack gap="sm">
        <NativeSelect
          name="category"
          label={texts.pets.category}
          description={words.categoryNote}
          error={errors.category}
          data={[...options(words.chooseColumn), { value: sameForAll, label: words.sameForAll }]}
          value={isSameCategory ? sameForAll : (category ?? none)}
          onChange={({ currentTarget: { value } }) =>
            value === sameForAll
              ? onChange({ ...choices, isSameCategory: true })
              : onChange({ ...choices, isSameCategory: false, plan: withColumn(plan, 'category', toColumn(value)) })
          }
        />
        {isSameCategory && (
          <TextInput
            name="categoryText"
            label={words.categoryNumber}
            inputMode="numeric"
            value={categoryText}
            error={errors.categoryText}
            onChange={({ currentTarget }) => onChange({ ...choices, categoryText: currentTarget.value })}
          />
        )}
      </Stack>
      <Stack gap="sm">
        <NativeSelect
          label={texts.listing.status}
          description={words.statusNote}
          data={options(tellsStanding(withRole(plan, 'status', [])) ? words.otherColumns : words.noColumn)}
          value={status ?? none}
          onChange={({ currentTarget }) => change(withColumn(plan, 'status', toColumn(currentTarget.value)))}
        />
        {asksDefault(plan) && (
          <NativeSelect
            name="defaultStatus"
            label={tellsStanding(plan) ? words.defaultStatus : words.statusOfAll}
            error={errors.defaultStatus}
            data={[{ value: none, label: tellsStanding(plan) ? words.onHold : words.chooseStatus }, ...statusChoices()]}
            value={plan.defaultStatus ?? none}
            onChange={({ currentTarget: { value } }) =>
              change({ ...plan, defaultStatus: petStatuses.find((known) => known === value) })
            }
          />
        )}
      </Stack>
    </SimpleGrid>
  );
}

const leaveOut = '';

const fileRoles = [
  ...(['stage', 'note', 'photos', 'age', 'ageAtIntake', 'ageAtOutcome', 'ageInYears', 'ageInMonths'] as const),
  ...(['ageInWeeks', 'ageInDays', 'deceasedOn', 'returnedOn', 'dead', 'euthanised', 'notForAdoption'] as const),
  ...(['forAdoption', 'inCare'] as const),
] satisfies Role[];

const options: { value: Role; label: string }[] = [
  ...profileFields
    .filter((field) => field !== 'reference')
    .map((field) => ({ value: field, label: fieldLabel(field) })),
  ...fileRoles.map((role) => ({ value: role, label: words.roles[role] })),
  { value: 'attribute', label: words.ownName },
];

/** What each column gives besides. Most of them are recognised, so they are folded. */
export function OtherColumns({ source, choices, onChange }: ChoicesProps) {
  const { plan } = choices;
  const used = new Set(plan.columns.map(({ column }) => column));
  const others = source.columns.filter((column) => !used.has(column));
  const change = (changed: Plan) => onChange({ ...choices, plan: changed });
  return (
    <details className="more">
      <summary>{words.more(used.size, others.length)}</summary>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          {source.columns.map((column, index) => {
            const example = exampleIn(source, index);
            const own = ownFieldOf(plan, column);
            return (
              <NativeSelect
                key={column}
                label={<span className="name">{column}</span>}
                description={
                  <span className="name">{example === '' ? words.emptyExample : words.example(example)}</span>
                }
                data={[{ value: leaveOut, label: own === undefined ? words.leaveOut : ownLabels[own] }, ...options]}
                value={roleOf(plan, column) ?? leaveOut}
                onChange={({ currentTarget: { value } }) =>
                  change(withRoleOf(plan, column, options.find((option) => option.value === value)?.value))
                }
              />
            );
          })}
        </SimpleGrid>
        {others.length > 0 && (
          <Text size="sm">
            <SmallButton
              {...wrapped}
              onClick={() => change(withRole(plan, 'attribute', [...columnsOf(plan, 'attribute'), ...others]))}
            >
              {words.keepOthers(others.length)}
            </SmallButton>
          </Text>
        )}
      </Stack>
    </details>
  );
}

const ownLabels = {
  name: texts.ui.name,
  category: texts.pets.category,
  status: texts.listing.status,
  reference: fieldLabel('reference'),
};

/** A button whose label may take several lines. */
const wrapped = { h: 'auto', mih: 30, py: 4, styles: { label: { whiteSpace: 'normal', lineHeight: 1.4 } } } as const;

const maxExample = 30;

function exampleIn({ firstRows }: SourceFile, index: number): string {
  const cell = firstRows.map(({ cells }) => (cells[index] ?? '').trim()).find((text) => text !== '') ?? '';
  return cell.length > maxExample ? `${cell.slice(0, maxExample).toWellFormed()}…` : cell;
}
