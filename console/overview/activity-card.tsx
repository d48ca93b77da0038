import { Group, NativeSelect, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { PetstoreEvent } from '../../client/index.ts';
import { By } from '../data/by.tsx';
import { useAnimals, useOpenInquiries } from '../data/queries.ts';
import type { Animal } from '../lib/animals.ts';
import { timeZoneName } from '../lib/formats.ts';
import { useLive } from '../live/live-events.tsx';
import { laterPart } from '../texts/later.ts';
import { texts } from '../texts/page-texts.ts';
import { locale } from '../texts/texts.ts';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { keyText, Name } from '../ui/inline.tsx';
import { Card } from '../ui/page.tsx';
import { type ActivityEntry, describeNewest, tell, withoutUnseen } from './activities.ts';
import { useEventsOf } from './queries.ts';

const TakeBackButton = laterPart(async () => (await import('../import/run/take-back.tsx')).TakeBackButton);

const words = texts.overview;
const shown = 20;

export function ActivityCard({ events, now }: { events: readonly PetstoreEvent[]; now: Date }) {
  const [actor, setActor] = useState('');
  const { data: own = events } = useEventsOf(actor);
  const listed = actor === '' ? events : own;
  const inquiries = useOpenInquiries()?.oldest;
  const activities = useMemo(() => describeNewest(withoutUnseen(listed), shown, [], inquiries), [listed, inquiries]);
  const animalOf = useAnimals(activities.flatMap(({ petId }) => petId ?? []));
  return (
    <Card
      title={words.activity}
      actions={
        <Group gap="sm" justify="flex-end">
          <NativeSelect
            size="xs"
            aria-label={words.byWhom}
            data={[{ value: '', label: words.byAll }, ...actorsOf(events)]}
            value={actor}
            onChange={({ currentTarget }) => setActor(currentTarget.value)}
          />
          <LiveState />
        </Group>
      }
    >
      {activities.length === 0 ? (
        <Text c="dimmed">{words.nothingYet}</Text>
      ) : (
        <AnimalRows label={words.activity}>
          {activities.map((activity) => (
            <ActivityLine
              key={String(activity.id)}
              activity={activity}
              animal={activity.petId === undefined ? undefined : animalOf(activity.petId)}
              now={now}
            />
          ))}
        </AnimalRows>
      )}
    </Card>
  );
}

function actorsOf(events: readonly PetstoreEvent[]): { value: string; label: string }[] {
  const names = new Map<string, string>();
  for (const { actor } of events) {
    const { type, id, name } = actor ?? {};
    if (id !== undefined && name !== undefined) names.set(`${type}:${id}`, type === 'key' ? keyText(name) : name);
  }
  return [...names].map(([value, label]) => ({ value, label }));
}

function ActivityLine({
  activity,
  animal,
  now,
}: {
  activity: ActivityEntry;
  animal: Animal | null | undefined;
  now: Date;
}) {
  const { at, petId, actor, others, importId } = activity;
  const told = tell(activity, animal);
  const sentence = others === undefined ? told : [...told, words.andOthers(others.count, others.isAll)];
  // The last name is that of what has changed, as it is since.
  const subject = sentence.findLast((piece) => typeof piece !== 'string');
  const title = sentence.map((piece) => {
    if (typeof piece === 'string') return piece;
    const name = <Name key={piece === subject ? 'subject' : 'other'}>{piece.name}</Name>;
    if (piece !== subject) return name;
    if (petId === undefined) return <b key="subject">{name}</b>;
    return (
      <Link key="subject" href={`/animals/${petId}`} className="animal-link">
        {name}
      </Link>
    );
  });
  const since = (
    <By actor={actor}>
      <Ago at={at} now={now} />
    </By>
  );
  const hasActions = importId !== undefined;
  const takeBack = hasActions && <TakeBackButton importId={importId} />;
  return (
    <AnimalRow petId={petId} animal={animal} title={title} since={since} actions={takeBack} hasActions={hasActions} />
  );
}

function LiveState() {
  const { isConnected } = useLive();
  return (
    <Text role="status" size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
      <Text span inherit c={isConnected ? 'green.6' : 'orange.7'} aria-hidden>
        {isConnected ? '●' : '○'}{' '}
      </Text>
      {isConnected ? words.live : words.connecting}
    </Text>
  );
}

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
const precise = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium', timeZone: timeZoneName });

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago a moment of RFC 3339 was; the moment itself shows when it is pointed at. */
function Ago({ at, now }: { at: string; now: Date }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={precise.format(moment)}>
      {tellAgo(moment, now)}
    </time>
  );
}

/** In the largest unit of which there is a whole one. The clocks of server and reader may differ a little. */
function tellAgo(moment: Date, now: Date): string {
  const seconds = (now.getTime() - moment.getTime()) / 1_000;
  for (const [unit, length] of units) {
    if (seconds >= length) return relative.format(-Math.floor(seconds / length), unit);
  }
  return words.justNow;
}

const tickMs = 20_000;

export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useInterval(() => setNow(new Date()), tickMs, { autoInvoke: true });
  return now;
}
