import { ColorSwatch, Group, Text } from '@mantine/core';
import type { PeriodStatistics } from '../../client/index.ts';
import { useIsNarrow } from '../listing/list-skeleton.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { locale } from '../texts/texts.ts';

const height = 200;
const labelHeight = 20;
const barHeight = height - 2 * labelHeight;
const timeZone = 'UTC';
const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', timeZone });
const letter = new Intl.DateTimeFormat(locale, { month: 'narrow', timeZone });
const compact = new Intl.NumberFormat(locale, { notation: 'compact' });
const colors = { adopted: 'var(--status-available)', returned: 'var(--status-pending)' };

/** A bar for the adoptions of each month, and before it a narrower one for returns. Widths are shares, so nothing is measured. */
export function AdoptionBars({ months }: { months: readonly PeriodStatistics[] }) {
  const month = useIsNarrow() ? letter : shortMonth;
  const most = Math.max(1, ...months.flatMap(({ adopted, returned }) => [Number(adopted), Number(returned)]));
  const share = 100 / months.length;
  return (
    <div aria-hidden>
      <svg width="100%" height={height} fontSize={12} textAnchor="middle" fill="currentColor" role="presentation">
        {months.map(({ start, adopted, returned }, index) => {
          const bar = (count: bigint) => (Number(count) / most) * barHeight;
          const top = height - labelHeight - Math.max(bar(adopted), bar(returned));
          return (
            <svg key={start} x={`${index * share}%`} width={`${share}%`} role="presentation">
              <Bar height={bar(adopted)} margin={10} color={colors.adopted} />
              <Bar height={bar(returned)} margin={30} color={colors.returned} />
              {adopted > 0n && (
                <text x="50%" y={top - 6}>
                  {compact.format(adopted)}
                </text>
              )}
              <text x="50%" y={height - 4}>
                {month.format(new Date(start))}
              </text>
            </svg>
          );
        })}
      </svg>
      {months.some(({ returned }) => returned > 0n) && (
        <Group gap="xs" justify="center">
          <ColorSwatch size={14} color={colors.adopted} /> <Text size="sm">{pageTexts.overview.adopted}</Text>
          <ColorSwatch size={14} color={colors.returned} /> <Text size="sm">{pageTexts.overview.cameBack}</Text>
        </Group>
      )}
    </div>
  );
}

function Bar({ height: size, margin, color }: { height: number; margin: number; color: string }) {
  if (size === 0) return null;
  return (
    <rect x={`${margin}%`} width={`${100 - 2 * margin}%`} y={height - labelHeight - size} height={size} fill={color} />
  );
}
