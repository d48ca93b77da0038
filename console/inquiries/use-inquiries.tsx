import { useQuery } from '@tanstack/react-query';
import type { Inquiry, InquiryChanges } from '../../client/index.ts';
import { dayOf, daysLater, endOfDayMs } from '../lib/formats.ts';
import { useRepeatable } from '../lib/mutations.ts';
import { useReload } from '../lib/queries.ts';
import { isTaken, useChangeOrder } from '../orders/use-orders.tsx';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { Day, isolated, Name } from '../ui/inline.tsx';
import { notifyUndoable, useAction } from '../ui/notify.tsx';
import { stageWord, toStage } from './stages.ts';

/** Changes an inquiry, says so, and offers to take it back. */
export function useChangeInquiry({ id, name, stage, assignee, note }: Inquiry) {
  const { client, key } = useSession();
  const reload = useReload('inquiries');
  const words = texts.inquiries;
  const shown = <Name>{name}</Name>;
  const failed = words.notChanged(shown);
  const write = (changes: InquiryChanges) => client.inquiries.update(id, changes).finally(() => void reload());
  const change = async (changes: InquiryChanges): Promise<undefined> => {
    await write(changes);
    const had = { ...toStage(stage), assigneeId: assignee?.id ?? null, note: note ?? null };
    const before = Object.fromEntries(Object.entries(had).filter(([field]) => field in changes));
    const isMoved = changes.stage !== undefined && changes.assigneeId === undefined;
    return notifyUndoable(isMoved ? words.isNow(shown, stageWord(changes.stage ?? stage)) : words.wasChanged(shown), {
      run: () => write(before).then(() => words.asBefore(shown)),
      failed,
    });
  };
  const changing = useAction(change, { failed: () => failed });
  const assigneeId = assignee === undefined ? key.personId : undefined;
  const take = () =>
    changing.start({
      ...(assigneeId !== undefined && { assigneeId }),
      ...(stage === 'new' && { stage: 'reviewing' }),
    });
  return { change, take, ...changing };
}

/** For how long an animal is reserved for who has asked about it, if nobody says otherwise. */
const usualDays = 7;

/** Reserves an animal for who has asked about it, says so, and offers to take it back. */
export function useReserveFor({ id, stage }: Inquiry, petName: string) {
  const { client } = useSession();
  const reload = useReload('inquiries');
  const repeatable = useRepeatable();
  const change = useChangeOrder();
  const shown = <Name>{petName}</Name>;
  const failed = texts.orders.notReserved(shown);
  const reserve = async () => {
    const expiresAt = new Date(endOfDayMs(daysLater(dayOf(Date.now()), usualDays))).toISOString();
    const place = (idempotencyKey: string) => client.inquiries.order(id, { expiresAt }, { idempotencyKey });
    const order = await repeatable((key) => change(() => place(key))).finally(reload);
    return notifyUndoable(texts.orders.isUntil(shown, <Day at={expiresAt} />), {
      run: async () => {
        await change((orders) => orders.cancel(order.id));
        await client.inquiries.update(id, toStage(stage)).finally(reload);
        return texts.orders.become.cancelled(shown);
      },
      failed: texts.orders.notChanged(shown),
    });
  };
  return useAction(reserve, { failed: (_, error) => (isTaken(error) ? texts.orders.faster : failed) });
}

/** Who can take care of an inquiry: you, if you are signed in as a person, who does, and all whom you manage. */
export function usePeople(assignee?: Inquiry['assignee']): readonly { value: string; label: string }[] {
  const { client, can, key } = useSession();
  const { personId } = key;
  const { data: people = [] } = useQuery({
    queryKey: ['people', 'names'],
    queryFn: ({ signal }) => Array.fromAsync(client.people.list({ signal })),
    enabled: can('people:admin'),
  });
  const names = new Map([...people, ...(assignee === undefined ? [] : [assignee])].map(({ id, name }) => [id, name]));
  if (personId !== undefined) names.set(personId, texts.inquiries.me);
  return [...names].map(([id, name = texts.inquiries.somebody]) => ({ value: String(id), label: isolated(name) }));
}
