import './bars.css';
import { ColorSwatch, Group, Text } from '@mantine/core';
import { locale } from '../texts/texts.ts';
import { useIsNarrow } from './page.tsx';

interface BarsProps {
  /** What the two bars of each place are called. */
  names: readonly [string, string];
  places: readonly { readonly label: string; readonly counts: readonly [bigint, bigint] }[];
}

const compact = new Intl.NumberFormat(locale, { notation: 'compact' });
const colors = ['var(--status-available)', 'var(--status-pending)'] as const;
/** More do not have room for whole words on a phone. */
const mostWords = 6;

/** One or two bars for each month or species. Screen readers get the table beside them. */
export function Bars({ names, places }: BarsProps) {
  const isShort = useIsNarrow() && places.length > mostWords;
  const hasPairs = places.some(({ counts }) => counts[1] > 0n);
  const isCrowded = isShort && hasPairs;
  const most = Math.max(1, ...places.flatMap(({ counts }) => counts.map(Number)));
  const share = (count: bigint | number) => `${(100 * Number(count)) / most}%`;
  return (
    <div aria-hidden>
      <div className="bars">
        {places.map(({ label, counts }) => (
          <div key={label}>
            {counts.map((count, index) => {
              const style = { height: share(count), background: colors[index] };
              return (
                count > 0n && (
                  <span key={colors[index]} style={style}>
                    {!isCrowded && <small style={{ bottom: '100%' }}>{compact.format(count)}</small>}
                  </span>
                )
              );
            })}
            <small style={{ top: '100%' }}>{isShort ? label.slice(0, 1) : label}</small>
          </div>
        ))}
      </div>
      {hasPairs && (
        <Group gap="xs">
          {names.map((name, index) => (
            <Group key={name} gap="xs">
              <ColorSwatch size={14} color={colors[index] ?? ''} /> <Text size="sm">{name}</Text>
            </Group>
          ))}
        </Group>
      )}
    </div>
  );
}
