import { type Client, type ImportProblem, type ImportUpdate, PetstoreError } from '../../client/index.ts';
import { referenceKey } from '../check/check.ts';
import type { EarlierStay, History } from '../check/stays.ts';
import type { Comparison } from '../known/compare.ts';
import { differenceOf } from '../known/difference.ts';
import type { KnownAnimal } from '../known/known-animals.ts';
import type { MappedAnimal } from '../map/mapping.ts';

/** Of an animal that came more often, the last ones. */
const maxEarlierStays = 20;

interface UpdateImportJob {
  client: Client;
  fileName: string;
  rowCount: number;
  updates?: Pick<Comparison, 'kept'> | undefined;
  signal: AbortSignal;
  /** Sends a request, and repeats it as the import does. */
  send<Result>(call: () => Promise<Result>): Promise<Result>;
}

/** Changes the animals that are known, and adds earlier stays: one act of the service, which can be taken back. */
export class UpdateImport {
  readonly #job: UpdateImportJob;
  #importId: Promise<bigint> | undefined;
  /** Its number, when it has begun. */
  id: bigint | undefined;

  constructor(job: UpdateImportJob) {
    this.#job = job;
  }

  /** Changes an animal, unless it has changed since it was compared with its row: then there is a problem. */
  async update(
    animal: MappedAnimal,
    { known, history, line }: { known: KnownAnimal; history: History | undefined; line: number },
  ): Promise<{ isChanged: boolean; problem?: ImportProblem | undefined }> {
    const { id, updatedAt } = known;
    const kept = this.#job.updates?.kept.get(referenceKey(known.profile.reference ?? ''));
    const { fields, pet, profile, earlierStays } = differenceOf(animal, known, { history, kept });
    if (fields.length + earlierStays.length === 0) return { isChanged: false };
    const update = { petId: id, ...(updatedAt !== undefined && { expectedUpdatedAt: updatedAt }), ...pet, profile };
    const { result, problem } = await this.#send(line, update, earlierStays);
    return { isChanged: result === 'updated', problem };
  }

  /** Adds the earlier stays of an animal that was just added. */
  async addStays(petId: bigint, line: number, earlierStays: readonly EarlierStay[]): Promise<void> {
    try {
      await this.#send(line, { petId }, earlierStays);
    } catch (error) {
      // A key that may only add animals adds them without their past.
      if (!(error instanceof PetstoreError) || error.code !== 'insufficient_scope') throw error;
    }
  }

  async finish(): Promise<void> {
    const importId = await this.#importId?.catch(() => undefined);
    if (importId !== undefined) await this.#job.send(() => this.#job.client.imports.finish(importId));
  }

  async #send(line: number, update: ImportUpdate, earlierStays: readonly EarlierStay[]) {
    const { client, signal, send } = this.#job;
    const stays = earlierStays.slice(-maxEarlierStays);
    const rows = [{ row: BigInt(line), update, ...(stays.length > 0 && { earlierStays: stays }) }];
    const importId = await this.#begin();
    const { results } = await send(() => client.imports.add(importId, { rows }, { signal }));
    const [outcome] = results;
    if (outcome === undefined) throw new Error('The service has not told what has become of a row.');
    return outcome;
  }

  #begin(): Promise<bigint> {
    const { client, fileName, rowCount, signal, send } = this.#job;
    this.#importId ??= send(() => client.imports.create({ fileName, rows: BigInt(rowCount) }, { signal })).then(
      ({ id }) => {
        this.id = id;
        return id;
      },
    );
    return this.#importId;
  }
}
