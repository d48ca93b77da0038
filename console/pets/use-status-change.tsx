import type { Pet, PetStatus } from '../../client/index.ts';
import { useOneAtATime } from '../lib/mutations.ts';
import { Name } from '../ui/name.tsx';
import { notifyDone, notifyFailed, notifyUndoable } from '../ui/notify.tsx';
import { ChangedMeanwhileError } from './change-pet.ts';
import { transitions } from './transitions.ts';
import type { PetChange } from './use-pet.ts';

/** How people talk of what an animal becomes. */
export const statusChanges: Record<PetStatus, { label: string; done: string; failed: string }> = {
  available: { label: 'Make available', done: 'is available', failed: 'did not become available' },
  pending: { label: 'Put on hold', done: 'is on hold', failed: 'was not put on hold' },
  sold: { label: 'Adopt', done: 'was adopted', failed: 'was not adopted' },
};

/** Changes the status of an animal, says so, and offers to take it back where that is possible. */
export function useStatusChange(pet: Pet, change: PetChange): (wanted: PetStatus) => void {
  const oneAtATime = useOneAtATime();
  const { status, name } = pet;
  const tell = (how: string) => (
    <>
      <Name>{name}</Name> {how}
    </>
  );
  const done = (now: PetStatus) => tell(`${statusChanges[now].done}.`);
  const fail = (wanted: PetStatus, error: unknown) => notifyFailed(tell(statusChanges[wanted].failed), error);
  const takeBack = async (changed: Pet) => {
    try {
      await change.takeBack({ seen: changed, changes: { status } });
      notifyDone(done(status));
    } catch (error) {
      fail(status, error);
    }
  };
  const become = async (wanted: PetStatus) => {
    try {
      const changed = await change.make({ seen: pet, changes: { status: wanted } });
      if (transitions[wanted].includes(status)) notifyUndoable(done(wanted), () => void takeBack(changed));
      else notifyDone(done(wanted));
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError)) fail(wanted, error);
    }
  };
  return (wanted) => void oneAtATime(() => become(wanted));
}
