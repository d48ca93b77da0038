import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { dayMs } from '../../lib/timestamp.ts';

/** How long a form can be sent. */
const periodMs = dayMs;
/** Nobody fills the form faster. */
const minFillMs = 2_000;

/** A form that was issued, with its number, which nobody can guess. */
export type ReadToken =
  | { readonly state: 'early' | 'valid'; readonly submission: string }
  | { readonly state: 'invalid' };

/** Issues the signed tokens in forms, which tell when a form was issued, about what, and that it was issued here. */
export function createFormTokens(installationSecret: string) {
  const secret = createHmac('sha256', installationSecret).update('forms of inquiries').digest();
  const sign = (unsigned: string, subject: string) =>
    createHmac('sha256', secret).update(`${subject}.${unsigned}`).digest();
  return {
    /** The subject of a form about an animal is its id. `now` is in epoch milliseconds. */
    issue(subject: string, now: number): string {
      const unsigned = `${now}.${randomBytes(16).toString('hex')}`;
      return `${unsigned}.${sign(unsigned, subject).toString('hex')}`;
    },
    /** What a token tells; `invalid` after a day, and for one that was issued about something else or elsewhere. */
    read(token: string, subject: string, now: number): ReadToken {
      const [, unsigned = '', issuedAt, submission = '', signature = ''] =
        /^((\d{1,15})\.([0-9a-f]{32}))\.([0-9a-f]{64})$/.exec(token) ?? [];
      if (issuedAt === undefined) return { state: 'invalid' };
      if (!timingSafeEqual(Buffer.from(signature, 'hex'), sign(unsigned, subject))) return { state: 'invalid' };
      const ageMs = now - Number(issuedAt);
      if (ageMs > periodMs) return { state: 'invalid' };
      // One node's clock may be a little behind that of the node that issued the form.
      return { state: ageMs < minFillMs ? 'early' : 'valid', submission };
    },
  };
}
