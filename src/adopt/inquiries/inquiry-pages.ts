import { type ErrorCode, ServiceError } from '../../api/errors.ts';
import { submitInquiry } from '../../catalogue/inquiries/rules.ts';
import type { Listing } from '../../catalogue/listings/model.ts';
import { findListing } from '../../catalogue/listings/sql.ts';
import type { PetStatus } from '../../catalogue/pets/model.ts';
import type { Handler } from '../../http/pipeline/respond.ts';
import { BodyLimits, readBody } from '../../http/request/body.ts';
import type { RequestContext } from '../../http/request/context.ts';
import { type Reply, siteHeaders } from '../../http/response/reply.ts';
import { parseInt64 } from '../../lib/int64.ts';
import { dayOf } from '../../lib/timestamp.ts';
import type { Site } from '../../site/site.ts';
import type { Store } from '../../store/store.ts';
import { type PublicQuery, readPublicQuery, withQuery } from '../list-query.ts';
import { missingAnimal } from '../missing-page.ts';
import { pageText } from '../replies.ts';
import type { AdoptPage, PublicSite } from '../site.ts';
import type { FormLimit } from './form-limit.ts';
import { type FormContent, formPage, type InquiryFormOptions, sentPage } from './form-page.ts';
import { createFormTokens } from './form-tokens.ts';
import type { InquiryObstacle } from './messages.ts';
import { checkForm, nothingTyped, readInquiryForm } from './read-form.ts';

export interface InquiryPagesOptions extends InquiryFormOptions {
  readonly site: PublicSite;
  readonly store: Store;
  readonly statuses: readonly PetStatus[];
  readonly cursorSecret: string;
  /** Limits how often a client sends forms, beside the limit of all requests. */
  readonly formLimit: FormLimit | undefined;
  /** Counts what a form is refused for: its page is no error of the API. */
  countError(code: ErrorCode): void;
}

/** Pages that are read, and those among them that a form is sent to. */
export interface PublicPages {
  readonly pages: Site;
  readonly forms: Site;
}

/** Percent-encoded, the longest message takes three times four bytes a character. */
const formLimits = new BodyLimits(32_768, 10_000);
const minuteSeconds = 60;
const formType = 'application/x-www-form-urlencoded';
const formPath = /^\/adopt\/(-?\d+)\/inquiry(\/sent)?$/;

/** What a form is refused for, by the code of the error. Their statuses are those of the errors. */
const obstacles: Readonly<Record<string, InquiryObstacle>> = {
  too_many_inquiries: 'tooMany',
  overloaded: 'notStored',
  unavailable: 'notStored',
};

export function createInquiryPages(options: InquiryPagesOptions): PublicPages {
  const { site, store, statuses, cursorSecret, formLimit, countError, days, privacyUrl } = options;
  const tokens = createFormTokens(cursorSecret);
  const fromOf = ({ target }: RequestContext): PublicQuery => readPublicQuery(target.query, statuses);

  function showForm(context: RequestContext, listing: Listing, more: Partial<FormContent> = {}, status = 200): Reply {
    const token = more.token ?? tokens.issue(listing.id, context.now);
    const content = { listing, from: fromOf(context), typed: nothingTyped, days, privacyUrl, ...more, token };
    return reply(site, formPage(site, content), status);
  }

  async function withAnimal(
    id: bigint,
    now: number,
    show: (listing: Listing) => Reply | Promise<Reply>,
  ): Promise<Reply> {
    const listing = await findListing(store.reader, id, { statuses, today: dayOf(BigInt(now)) });
    return listing === undefined ? await missing(id) : await show(listing);
  }

  async function missing(id: bigint): Promise<Reply> {
    const { page, status } = await missingAnimal(site, store, { id, root: '../../' });
    return reply(site, page, status);
  }

  async function receive(context: RequestContext, listing: Listing): Promise<Reply> {
    const { request, now } = context;
    const { typed, token, isTrapped } = readInquiryForm(await readBody(request, [formType], formLimits));
    const { id } = listing;
    // A program learns nothing from the answer.
    if (isTrapped) return redirectToSent(context);
    const read = tokens.read(token, id, now);
    if (read.state === 'invalid' || isForeign(request, site.origin)) {
      return showForm(context, listing, { typed, obstacle: 'again' }, 400);
    }
    const checked = checkForm(id, typed);
    if ('faults' in checked) return showForm(context, listing, { typed, token, ...checked }, 400);
    if (read.state === 'early') return showForm(context, listing, { typed, token, obstacle: 'again' }, 400);
    const waitSeconds = formLimit?.(request, now);
    if (waitSeconds !== undefined) {
      countError('rate_limited');
      const obstacle = waitSeconds > minuteSeconds ? 'tooManyToday' : 'tooOften';
      const limited = showForm(context, listing, { typed, token, obstacle }, 429);
      limited.headers.set('Retry-After', String(waitSeconds));
      return limited;
    }
    try {
      await store.write(submitInquiry, { draft: checked.draft, submission: read.submission, at: BigInt(now) });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === 'pet_not_found') return await missing(id);
      const obstacle = obstacles[error.code];
      if (obstacle === undefined) throw error;
      countError(error.code);
      const refused = showForm(context, listing, { typed, token, obstacle }, error.status);
      for (const [name, value] of Object.entries(error.headers)) refused.headers.set(name, value);
      return refused;
    }
    return redirectToSent(context);
  }

  /** Relative, because a proxy may have removed a prefix from the path. */
  function redirectToSent(context: RequestContext): Reply {
    const headers = siteHeaders({ Location: withQuery('inquiry/sent', fromOf(context)), 'Cache-Control': 'no-store' });
    return { status: 303, headers, body: null };
  }

  const find = (path: string): { id: bigint; isSent: boolean } | undefined => {
    const [, digits = '', tail] = formPath.exec(path) ?? [];
    const id = parseInt64(digits);
    return id === undefined ? undefined : { id, isSent: tail !== undefined };
  };

  return {
    pages(path): Handler | undefined {
      const found = find(path);
      if (found === undefined) return undefined;
      return (context) =>
        withAnimal(found.id, context.now, (listing) =>
          found.isSent ? reply(site, sentPage(site, listing, fromOf(context)), 200) : showForm(context, listing),
        );
    },
    forms(path): Handler | undefined {
      const found = find(path);
      if (found === undefined || found.isSent) return undefined;
      return (context) => withAnimal(found.id, context.now, (listing) => receive(context, listing));
    },
  };
}

/** Nobody stores such a page: it has a token, or what somebody has typed. For the same reason it is not compressed. */
function reply(site: PublicSite, page: AdoptPage, status: number): Reply {
  const { type, text, headers } = pageText(site, page, status);
  return {
    status,
    headers: siteHeaders({ 'Content-Type': type, ...headers, 'Cache-Control': 'no-store' }),
    body: text,
  };
}

/** Whether a page of another site has sent the form, as far as the browser tells (Fetch Metadata; RFC 6454). */
function isForeign({ headers }: Request, origin: string): boolean {
  const site = headers.get('Sec-Fetch-Site');
  if (site !== null) return site !== 'same-origin';
  const from = headers.get('Origin');
  if (from === null || from === origin) return false;
  return !URL.canParse(from) || new URL(from).host !== headers.get('Host');
}
