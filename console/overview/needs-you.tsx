import { Anchor, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Order } from '../../client/index.ts';
import { dayMs } from '../../contract/limits.ts';
import { missingParts } from '../../contract/pet.ts';
import { useAnimals, useNotReady, useOpenInquiries, useReservations } from '../data/queries.ts';
import { formatCount } from '../lib/formats.ts';
import { useLive } from '../live/live-events.tsx';
import { OrderActions } from '../orders/order-actions.tsx';
import { reservationLine } from '../orders/order-list.tsx';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { Day, Status } from '../ui/inline.tsx';
import { Card } from '../ui/page.tsx';

const words = texts.overview;
/** Of each kind. */
const shown = 5;
/** A reservation runs out soon within this time. One that has run out is told for as long. */
const soonMs = 2 * dayMs;

/** One queue of what waits for somebody: inquiries, reservations that run out, and animals that are not ready to be shown. */
export function NeedsYou({ now }: { now: Date }) {
  const open = useOpenInquiries();
  const inquiries = (open?.waiting ?? []).toSorted((a, b) => Number(!!a.assignee) - Number(!!b.assignee));
  const orders = useRunningOut(now);
  const { items: unready = [], next, href } = useNotReady();
  const asked = inquiries.slice(0, shown);
  const ending = orders.slice(0, shown);
  const animalOf = useAnimals([...asked, ...ending].map(({ petId }) => petId));
  const kinds = [
    { count: inquiries.length, areAll: open?.areAll, label: words.toAnswer, href: '/inquiries' },
    { count: orders.length, areAll: true, label: words.runOut, href: '/orders' },
    { count: unready.length, areAll: next === undefined, label: words.notReady, href },
  ].filter(({ count }) => count > 0);
  if (kinds.length === 0) return null;
  return (
    <Card title={words.needsYou} actions={<Kinds kinds={kinds} />}>
      <AnimalRows label={words.needsYou}>
        {asked.map(({ id, petId, name, createdAt, assignee }) => (
          <AnimalRow
            key={`inquiry ${id}`}
            petId={petId}
            animal={animalOf(petId)}
            facts={assignee === undefined ? words.nobodyYet(name) : words.hasAsked(name)}
            status={<Status status="placed">{words.toAnswer}</Status>}
            since={<Day at={createdAt} />}
          />
        ))}
        {ending.map((order, place) => (
          <AnimalRow
            key={`order ${order.id}`}
            petId={order.petId}
            animal={animalOf(order.petId)}
            facts={reservationLine(order, animalOf(order.petId))}
            status={
              <Status status={order.status}>
                {order.expiredAt === undefined ? words.runOut : texts.orders.expired}
              </Status>
            }
            since={order.expiresAt && <Day at={order.expiresAt} />}
            hasActions
            actions={<OrderActions order={order} place={place} animal={animalOf(order.petId)} hasMenu />}
          />
        ))}
        {unready.slice(0, shown).map((animal) => (
          <AnimalRow
            key={`animal ${animal.id}`}
            petId={animal.id}
            animal={animal}
            facts={words.lacks(missingParts(animal).map((part) => texts.pets.missing[part]))}
            status={<Status status="available">{words.notReady}</Status>}
          />
        ))}
      </AnimalRows>
    </Card>
  );
}

interface KindsProps {
  kinds: readonly { count: number; areAll: boolean | undefined; label: string; href: string }[];
}

/** How much of each kind there is, and where all of it is. */
function Kinds({ kinds }: KindsProps) {
  return (
    <Group gap="md">
      {kinds.map(({ count, areAll, label, href }) => (
        <Anchor key={href} component={Link} href={href} size="sm" className="touch">
          {`${formatCount(count)}${areAll ? '' : '+'} ${label}`}
        </Anchor>
      ))}
    </Group>
  );
}

/** The reservations that run out soon, and those that just have. */
export function useRunningOut(now: Date): readonly Order[] {
  const { client, can } = useSession();
  const expiry = useLive().events.findLast(({ type }) => type === 'order.expired');
  const { data: ended = [] } = useQuery({
    // Only another one that runs out makes it out of date.
    queryKey: ['events', 'run out', String(expiry?.id)],
    queryFn: async ({ signal }) =>
      (await client.orders.list({ status: 'cancelled', sort: '-id', limit: 100, signal }).page()).items,
    enabled: can('orders:read'),
  });
  const open = useReservations()?.oldest ?? [];
  const isNear = (at: string | undefined) => at !== undefined && Math.abs(Date.parse(at) - now.getTime()) < soonMs;
  return [
    ...open.filter(({ expiresAt }) => isNear(expiresAt)),
    ...ended.filter((order) => isNear(order.expiredAt) && open.every(({ id }) => id !== order.id)),
  ];
}
