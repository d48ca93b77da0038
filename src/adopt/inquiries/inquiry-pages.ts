import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseInt64 } from '../../../contract/int64.ts';
import type { PetStatus } from '../../../contract/pet.ts';
import type { Listing } from '../../animals/listings/model.ts';
import { findListing } from '../../animals/listings/sql.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { submitInquiry } from '../../homes/inquiries/rules.ts';
import type { Handler } from '../../http/pipeline/respond.ts';
import { createBodyLimits, readBody } from '../../http/request/body.ts';
import type { RequestContext } from '../../http/request/context.ts';
import type { Reply } from '../../http/response/reply.ts';
import { dayMs } from '../../lib/timestamp.ts';
import type { Store } from '../../store/store.ts';
import { type PublicQuery, readPublicQuery, withQuery } from '../list/list-query.ts';
import { missingPage } from '../missing-page.ts';
import type { PublicSite } from '../page.ts';
import { type FormContent, formPage, type InquiryFormOptions, sentPage } from './form-page.ts';
import {
  formType,
  isForeign,
  type PublicPages,
  redirectAfter,
  replyUnstored,
  type SubmitOptions,
  submit,
} from './form-replies.ts';
import { createLinkPages, linkHeaders, linkPattern } from './link-pages.ts';
import { checkForm, nothingTyped, readInquiryForm } from './read-form.ts';

export interface InquiryPagesOptions extends InquiryFormOptions, SubmitOptions {
  readonly site: PublicSite;
  readonly store: Store;
  readonly statuses: readonly PetStatus[];
  readonly cursorSecret: string;
}

/** Percent-encoded, the longest message takes three times four bytes a character. */
const formLimits = createBodyLimits(32_768, 10_000);
const formPath = new RegExp(`^/adopt/(-?\\d+)/inquiry(/sent(?:/(${linkPattern}))?)?$`);

export function createInquiryPages(options: InquiryPagesOptions): PublicPages {
  const { site, store, statuses, cursorSecret, days, privacyUrl } = options;
  const tokens = createFormTokens(cursorSecret);
  const links = createLinkPages(options);
  const fromOf = ({ target }: RequestContext): PublicQuery => readPublicQuery(target.query, statuses);

  function showForm(context: RequestContext, listing: Listing, more: Partial<FormContent> = {}, status = 200): Reply {
    const token = more.token ?? tokens.issue(listing.id, context.now);
    const content = { listing, from: fromOf(context), typed: nothingTyped, days, privacyUrl, ...more, token };
    return replyUnstored(site, formPage(site, content), status);
  }

  async function withAnimal(
    id: bigint,
    context: RequestContext,
    show: (listing: Listing) => Reply | Promise<Reply>,
  ): Promise<Reply> {
    const listing = await findListing(store.reader, id, { statuses, today: context.today });
    return listing === undefined ? missing(context) : await show(listing);
  }

  function missing(context: RequestContext): Reply {
    return replyUnstored(site, missingPage(site, { root: '../../', missing: 'animal', from: fromOf(context) }), 404);
  }

  async function receive(context: RequestContext, listing: Listing): Promise<Reply> {
    const { request, now } = context;
    const { typed, token, isTrapped } = readInquiryForm(await readBody(request, [formType], formLimits));
    const { id } = listing;
    const submission = tokens.read(token, id, now);
    // A program learns nothing from the answer.
    if (isTrapped) return redirectToSent(context, submission);
    if (submission === undefined || isForeign(request, site.origin)) {
      return showForm(context, listing, { typed, obstacle: 'again' }, 400);
    }
    const checked = checkForm(id, typed);
    if ('faults' in checked) return showForm(context, listing, { typed, token, ...checked }, 400);
    const { draft } = checked;
    const write = async () => {
      try {
        const hasLink = await store.write(submitInquiry, { draft, submission, at: BigInt(now) });
        // With a new token the other message can be sent, too.
        if (hasLink === 'other') return showForm(context, listing, { typed, obstacle: 'sentBefore' }, 409);
        return redirectToSent(context, hasLink ? submission : undefined);
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'pet_not_found') return missing(context);
        throw error;
      }
    };
    return await submit(options, context, write, (obstacle, status) =>
      showForm(context, listing, { typed, token, obstacle }, status),
    );
  }

  function redirectToSent(context: RequestContext, link: string | undefined): Reply {
    return redirectAfter(withQuery(link === undefined ? 'inquiry/sent' : `inquiry/sent/${link}`, fromOf(context)));
  }

  const find = (path: string): { id: bigint; isSent: boolean; link: string | undefined } | undefined => {
    const [, digits = '', tail, link] = formPath.exec(path) ?? [];
    const id = parseInt64(digits);
    return id === undefined ? undefined : { id, isSent: tail !== undefined, link };
  };

  return {
    pages(path): Handler | undefined {
      const found = find(path);
      if (found === undefined) return links.pages(path);
      const { id, isSent, link } = found;
      return (context) =>
        withAnimal(id, context, (listing) =>
          isSent
            ? replyUnstored(site, sentPage(site, listing, fromOf(context), link), 200, linkHeaders)
            : showForm(context, listing),
        );
    },
    forms(path): Handler | undefined {
      const found = find(path);
      if (found === undefined) return links.forms(path);
      if (found.isSent) return undefined;
      return (context) => withAnimal(found.id, context, (listing) => receive(context, listing));
    },
  };
}

/** How long a form can be sent. */
const periodMs = dayMs;

/** Issues the signed tokens in forms, which tell when a form was issued, about what, and that it was issued here. */
function createFormTokens(installationSecret: string) {
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
