import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { dayMs } from '../../lib/timestamp.ts';

/** How long a form can be sent. */
const periodMs = dayMs;

/** Issues the signed tokens in forms, which tell when a form was issued, about what, and that it was issued here. */
export function createFormTokens(installationSecret: string) {
  const secret = createHmac('sha256', installationSecret).update('forms of inquiries').digest();
  const sign = (unsigned: string, petId: bigint) =>
    createHmac('sha256', secret).update(`${petId}.${unsigned}`).digest();
  return {
    /** `now` is in epoch milliseconds. */
    issue(petId: bigint, now: number): string {
      const unsigned = `${now}.${randomBytes(16).toString('hex')}`;
      return `${unsigned}.${sign(unsigned, petId).toString('hex')}`;
    },
    /** The number of a form, which nobody can guess; none after a day, and for a token of another animal or installation. */
    read(token: string, petId: bigint, now: number): string | undefined {
      const [, unsigned = '', issuedAt, submission = '', signature = ''] =
        /^((\d{1,15})\.([0-9a-f]{32}))\.([0-9a-f]{64})$/.exec(token) ?? [];
      if (issuedAt === undefined) return undefined;
      if (!timingSafeEqual(Buffer.from(signature, 'hex'), sign(unsigned, petId))) return undefined;
      return now - Number(issuedAt) > periodMs ? undefined : submission;
    },
  };
}
