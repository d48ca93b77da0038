import { Anchor, Group, Progress, Text } from '@mantine/core';
import { Link } from 'wouter';
import { type CategoryInventory, petStatuses } from '../../client/index.ts';
import { useCategoryNames } from '../data/queries.ts';
import { formatCount } from '../lib/numbers.ts';
import { List } from '../ui/page.tsx';
import { Card, statusColors } from './card.tsx';
import { type CategoryCounts, totalOf } from './queries.ts';

/** How many animals the largest categories have, and all others together. */
export function CategoryCard({ counts: { categories, areAll } }: { counts: CategoryCounts }) {
  const bars = largestCategories(categories);
  const names = useCategoryNames(bars.flatMap(({ categoryId }) => categoryId ?? []));
  const largest = Math.max(1, ...bars.map((bar) => Number(totalOf(bar))));
  return (
    <Card title="Animals by category">
      <List>
        {bars.map((bar) => (
          <li key={String(bar.categoryId)}>
            <CategoryRow
              bar={bar}
              name={bar.categoryId === undefined ? undefined : names.get(bar.categoryId)}
              largest={largest}
            />
          </li>
        ))}
      </List>
      {!areAll && (
        <Text size="sm" c="dimmed" mt="sm">
          Only the first {formatCount(categories.length)} categories are counted here.
        </Text>
      )}
    </Card>
  );
}

interface CategoryRowProps {
  bar: CategoryBar;
  name: string | undefined;
  /** The number of animals that fills the whole width. */
  largest: number;
}

function CategoryRow({ bar, name, largest }: CategoryRowProps) {
  const total = totalOf(bar);
  return (
    <>
      <Group justify="space-between" wrap="nowrap" align="baseline">
        {bar.categoryId === undefined ? (
          <Text size="sm">{formatCount(bar.categories)} others</Text>
        ) : (
          <Anchor component={Link} href={`/animals?category=${bar.categoryId}`} size="sm" className="name">
            {name ?? (
              <>
                Category <span className="id">{String(bar.categoryId)}</span>
              </>
            )}
          </Anchor>
        )}
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          <b>{formatCount(total)}</b>
          <Text span inherit c="dimmed">
            , {formatCount(bar.available)} available
          </Text>
        </Text>
      </Group>
      <Progress.Root aria-hidden size="md" mt={2}>
        {petStatuses.map((status) => (
          <Progress.Section key={status} value={(Number(bar[status]) / largest) * 100} color={statusColors[status]} />
        ))}
      </Progress.Root>
    </>
  );
}

const shown = 10;

/** One category, or all others together. */
export interface CategoryBar extends Omit<CategoryInventory, 'categoryId'> {
  /** Missing where it stands for all others. */
  readonly categoryId: bigint | undefined;
  /** For how many categories it stands. */
  readonly categories: number;
}

/** The categories with the most animals, the largest first, and then the others as one. */
function largestCategories(categories: readonly CategoryInventory[]): CategoryBar[] {
  const sorted = categories
    .filter((category) => totalOf(category) > 0n)
    .sort((one, other) => Number(totalOf(other) - totalOf(one)));
  const largest = sorted.slice(0, shown).map((category) => ({ ...category, categories: 1 }));
  const others = sorted.slice(shown);
  if (others.length === 0) return largest;
  const sum = { categoryId: undefined, categories: others.length, available: 0n, pending: 0n, sold: 0n };
  for (const { available, pending, sold } of others) {
    sum.available += available;
    sum.pending += pending;
    sum.sold += sold;
  }
  return [...largest, sum];
}
