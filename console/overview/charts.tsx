import { BarChart, DonutChart } from '@mantine/charts';
import type { PetStatus } from '../../client/index.ts';
import type { AdoptionDay } from './adoptions.ts';
import { chartHeights, statusColors } from './card.tsx';

const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

interface StatusDonutProps {
  counts: readonly { status: PetStatus; count: bigint }[];
}

/** The shares of the statuses. The numbers are next to it, so it is hidden from screen readers. */
export function StatusDonut({ counts }: StatusDonutProps) {
  const data = counts.map(({ status, count }) => ({
    name: status,
    value: Number(count),
    color: statusColors[status],
  }));
  return (
    <div aria-hidden>
      <DonutChart
        data={data}
        size={chartHeights.donut}
        thickness={24}
        strokeWidth={0}
        paddingAngle={data.filter(({ value }) => value > 0).length > 1 ? 3 : 0}
        withTooltip={false}
        accessibilityLayer={false}
        pieProps={{ isAnimationActive: false, rootTabIndex: -1 }}
      />
    </div>
  );
}

/** A bar chart by day. Screen readers get the same numbers as a table. */
export function AdoptionBars({ days }: { days: readonly AdoptionDay[] }) {
  const data = days.map(({ day, adopted, returned }) => ({ day: shortDay.format(new Date(day)), adopted, returned }));
  const hasReturns = days.some(({ returned }) => returned > 0);
  return (
    <div aria-hidden>
      <BarChart
        h={chartHeights.bars}
        data={data}
        dataKey="day"
        series={[
          { name: 'adopted', label: 'Adopted', color: 'brand.5' },
          ...(hasReturns ? [{ name: 'returned', label: 'Came back', color: 'orange.7' }] : []),
        ]}
        withLegend={hasReturns}
        tickLine="none"
        gridAxis="x"
        maxBarWidth={48}
        xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 16 }}
        yAxisProps={{ allowDecimals: false, width: 40 }}
        barProps={{ isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
