import { type ErrorCode, ServiceError } from '../../errors/service-error.ts';
import type { RequestContext } from '../../http/request/context.ts';
import { type Reply, siteHeaders } from '../../http/response/reply.ts';
import type { Site } from '../../site/site.ts';
import type { AdoptPage, PublicSite } from '../page.ts';
import { pageText } from '../replies.ts';
import type { FormLimit } from './form-limit.ts';
import type { InquiryObstacle } from './messages.ts';

export const formType = 'application/x-www-form-urlencoded';
const minuteSeconds = 60;

/** Pages that are read, and those among them that a form is sent to. */
export interface PublicPages {
  readonly pages: Site;
  readonly forms: Site;
}

/** What a form is refused for, by the code of the error. Their statuses are those of the errors. */
const obstacles: Readonly<Record<string, InquiryObstacle>> = {
  too_many_inquiries: 'tooMany',
  overloaded: 'notStored',
  unavailable: 'notStored',
};

export interface SubmitOptions {
  /** Limits how often a client sends forms, beside the limit of all requests. */
  readonly formLimit: FormLimit | undefined;
  /** Counts what a form is refused for: its page is no error of the API. */
  countError(code: ErrorCode): void;
}

/** Runs the write of a form and replies, or shows the form again with what it was refused for. */
export async function submit(
  { formLimit, countError }: SubmitOptions,
  { request, now }: RequestContext,
  write: () => Promise<Reply>,
  show: (obstacle: InquiryObstacle, status: number) => Reply,
): Promise<Reply> {
  const refuse = (obstacle: InquiryObstacle, code: ErrorCode, status: number, headers: Record<string, string>) => {
    countError(code);
    const refused = show(obstacle, status);
    for (const [name, value] of Object.entries(headers)) refused.headers.set(name, value);
    return refused;
  };
  const waitSeconds = formLimit?.(request, now);
  if (waitSeconds !== undefined) {
    const obstacle = waitSeconds > minuteSeconds ? 'tooManyToday' : 'tooOften';
    return refuse(obstacle, 'rate_limited', 429, { 'Retry-After': String(waitSeconds) });
  }
  try {
    return await write();
  } catch (error) {
    const obstacle = error instanceof ServiceError ? obstacles[error.code] : undefined;
    if (!(error instanceof ServiceError) || obstacle === undefined) throw error;
    return refuse(obstacle, error.code, error.status, error.headers);
  }
}

/** Nobody stores such a page: it has a token, or what somebody has typed. For the same reason it is not compressed. */
export function replyUnstored(
  site: PublicSite,
  page: AdoptPage,
  status: number,
  headers: Record<string, string> = {},
): Reply {
  const { type, text, headers: ofPage } = pageText(site, page, status);
  return {
    status,
    headers: siteHeaders({ 'Content-Type': type, ...ofPage, 'Cache-Control': 'no-store', ...headers }),
    body: text,
  };
}

/** Sends the browser to a page. The address is relative, because a proxy may have removed a prefix from the path. */
export function redirectAfter(address: string): Reply {
  return { status: 303, headers: siteHeaders({ Location: address, 'Cache-Control': 'no-store' }), body: null };
}

/** Whether a page of another site has sent the form, as far as the browser tells (Fetch Metadata; RFC 6454). */
export function isForeign({ headers }: Request, origin: string): boolean {
  const site = headers.get('Sec-Fetch-Site');
  if (site !== null) return site !== 'same-origin';
  const from = headers.get('Origin');
  if (from === null || from === origin) return false;
  return !URL.canParse(from) || new URL(from).host !== headers.get('Host');
}
