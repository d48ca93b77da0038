import { Type } from 'typebox';
import { date, int64, oneOf, optional, patternMeaning } from '../../api/schemas.ts';
import { Species, schemaOf } from '../shapes/profile-schemas.ts';
import { CategoryId } from '../shapes/schemas.ts';
import { ageGroups, stayGroupings } from './model.ts';
import { periods } from './rules.ts';
import { maxStaySpecies } from './stays-rules.ts';

const counts = {
  added: int64('Animals that were added.', '14'),
  adopted: int64('Animals that became sold, without those that were added as sold.', '9'),
  returned: int64('Animals that are no longer sold: adoptions that were taken back.', '1'),
  removed: int64('Animals that were removed.', '2'),
};

export const StatisticsPeriod = oneOf(periods, {
  $id: 'StatisticsPeriod',
  description: 'What the statistics are summed by.',
});

export const StatisticsGrouping = oneOf(['category', ...stayGroupings]);

export const AgeGroup = oneOf(ageGroups, {
  $id: 'AgeGroup',
  description:
    'The age at the intake or the outcome: `juvenile` is below 152 days (five months). An animal whose birth is known by ' +
    'its year is `adult` when that is certain, and else `unknown`.',
});

const IntakeType = schemaOf('intakeType');
const OutcomeType = schemaOf('outcomeType');

const unknownOutcomeDay = Type.Optional(
  int64(
    'Of the intakes, those that have left on a day that nobody knows: added as `sold`, without `outcomeOn`. They are neither in care nor among the outcomes. Missing without any.',
    '2',
  ),
);

const staySums = {
  inCare: int64('Animals in care when the month began.', '81'),
  intakes: int64('Animals that came: by `arrivedOn`, else by the day on which they were added.', '14'),
  outcomes: int64('Animals that left: by `outcomeOn`, else by the day since which they are `sold`.', '11'),
  unknownOutcomeDay,
  medianDays: Type.Optional(
    int64(
      'The median length of stay, in days, of those that left and whose arrival is known. Missing without any.',
      '23',
    ),
  ),
};

export const Stays = Type.Object(
  {
    ...staySums,
    groups: Type.Array(
      Type.Object({
        ...optional({ species: Species, ageGroup: AgeGroup, intakeType: IntakeType, outcomeType: OutcomeType }),
        ...optional(staySums),
      }),
      {
        maxItems: maxStaySpecies + 1,
        description: `The same by the value of \`groupBy\`, as far as it applies. One group lacks it: animals without one, and those of all but the ${maxStaySpecies} species with the most animals.`,
      },
    ),
  },
  {
    $id: 'Stays',
    description:
      'The stays of animals in our care, as their profiles tell them now. Only with `groupBy` other than `category`. A stay ends ' +
      'when an animal becomes `sold`, whatever its outcome; one that comes back begins another. An animal that is ' +
      'removed without having been `sold` counts as entered by mistake, and what is taken back within 15 minutes has not happened.',
  },
);

const cells = (what: string, type: typeof IntakeType | typeof OutcomeType) =>
  Type.Array(Type.Object({ type: Type.Optional(type), ageGroup: AgeGroup, animals: int64('Animals.', '3') }), {
    maxItems: 21,
    description: `Animals that ${what}, by type, which is missing where it is not known, and by age group. Without zeros.`,
  });

export const StatisticsMonth = Type.String({
  pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$',
  [patternMeaning]: 'month',
  examples: ['2026-11'],
});

export const StatisticsMatrix = Type.Object(
  {
    start: date('The first day of the month.', '2026-11-01'),
    species: Type.Array(
      Type.Object({
        species: Type.Optional(Species),
        beginning: int64('Animals in care when the month began.', '81'),
        intakes: cells('came', IntakeType),
        outcomes: cells('left', OutcomeType),
        unknownOutcomeDay,
        ending: int64(
          'Animals in care when the month ended: `beginning` and the intakes without the outcomes and `unknownOutcomeDay`.',
          '84',
        ),
      }),
      {
        maxItems: maxStaySpecies + 1,
        description: `The ${maxStaySpecies} species with the most animals in that month; an animal without one has that which the name of its category tells, or else that name. One without \`species\` has all others, and those for which it is not known.`,
      },
    ),
  },
  {
    $id: 'StatisticsMatrix',
    description: 'What a shelter reports about a month, by species and age group, such as to Shelter Animals Count.',
  },
);

export const StatisticsDay = date('A day of the shelter (RFC 3339).', '2026-11-01');

export const TimeZone = Type.String({
  maxLength: 64,
  description: 'An IANA time zone. Missing for days of an earlier one.',
  examples: ['Europe/Berlin'],
});

export const Statistics = Type.Array(
  Type.Object({
    start: date('The first day of the period.', '2026-11-01'),
    ...counts,
    timeZone: Type.Optional(TimeZone),
    categories: Type.Optional(
      Type.Array(Type.Object({ categoryId: CategoryId, ...counts }), {
        description: 'The counts per category with any. Only with `groupBy=category`.',
      }),
    ),
    stays: Type.Optional(Stays),
  }),
  {
    $id: 'Statistics',
    description: 'The counts per period, in order, also where nothing happened.',
  },
);
