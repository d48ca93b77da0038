import type { PetStatus } from '../../../contract/pet.ts';
import { findListing } from '../../animals/listings/sql.ts';
import { findPet } from '../../animals/pets/sql.ts';
import type { Inquiry } from '../../homes/inquiries/model.ts';
import { findSentInquiry, withdrawInquiry } from '../../homes/inquiries/rules.ts';
import type { Order } from '../../homes/orders/model.ts';
import { findOrder } from '../../homes/orders/sql.ts';
import type { Handler } from '../../http/pipeline/respond.ts';
import type { RequestContext } from '../../http/request/context.ts';
import type { Reply } from '../../http/response/reply.ts';
import { findShelterZone } from '../../record/settings/stored-rules.ts';
import type { Store } from '../../store/store.ts';
import { type HtmlContent, html } from '../html.ts';
import { photosOfCards, renderCards } from '../list/cards.ts';
import { langIn, type PublicQuery, readPublicQuery, withQuery } from '../list/list-query.ts';
import { type AdoptPage, homePath, type PublicSite, paragraphs } from '../page.ts';
import { photoRules } from '../photos.ts';
import {
  isForeign,
  type PublicPages,
  redirectAfter,
  replyUnstored,
  type SubmitOptions,
  submit,
} from './form-replies.ts';
import { type InquiryObstacle, type InquiryProgress, inquiryMessages } from './messages.ts';

/** The secret of a link: the number of the form that was sent. */
export const linkPattern = '[0-9a-f]{32}';
const linkPath = new RegExp(`^/adopt/inquiries/(${linkPattern})(/withdrawal)?$`);

/** Their addresses have a secret, which no page that they link to learns. */
export const linkHeaders = { 'Referrer-Policy': 'no-referrer' };
/** With none, browsers would not say from which site a form comes, but for Fetch Metadata, which they send over HTTPS alone. */
const formHeaders = { 'Referrer-Policy': 'same-origin' };

export interface LinkPagesOptions extends SubmitOptions {
  readonly site: PublicSite;
  readonly store: Store;
  readonly statuses: readonly PetStatus[];
}

/**
 * The pages of who has sent a form, by the link that the page after it shows: how it goes on with the inquiry, at
 * `/adopt/inquiries/{link}`, and a form that withdraws it below that.
 */
export function createLinkPages(options: LinkPagesOptions): PublicPages {
  const { site, store, statuses } = options;
  const { language, origin } = site;
  const messages = inquiryMessages[language.code];

  /** The language that the visitor has chosen, which links carry on. */
  const fromOf = ({ target }: RequestContext): PublicQuery => langIn(readPublicQuery(target.query, statuses));

  async function withInquiry(
    context: RequestContext,
    link: string,
    root: string,
    show: (inquiry: Inquiry, petName: string) => Reply | Promise<Reply>,
  ): Promise<Reply> {
    const inquiry = await findSentInquiry(store.reader, link);
    if (inquiry === undefined) {
      const { unknownTitle, unknownText } = messages;
      return replyUnstored(
        site,
        pageOf(root, unknownTitle, html`<p>${unknownText}</p>`, fromOf(context)),
        404,
        linkHeaders,
      );
    }
    const pet = await findPet(store.reader, inquiry.petId);
    return await show(inquiry, pet?.name ?? messages.anAnimal);
  }

  async function showProgress(
    context: RequestContext,
    link: string,
    inquiry: Inquiry,
    petName: string,
  ): Promise<Reply> {
    const { today } = context;
    const from = fromOf(context);
    const order = inquiry.orderId === undefined ? undefined : await findOrder(store.reader, inquiry.orderId);
    const expiresAt = order?.expiresAt;
    const { zone } = await findShelterZone(store.reader);
    const until = expiresAt === undefined ? undefined : language.date(zone.dayOf(expiresAt), 'day');
    const progress = progressOf(inquiry, order);
    const canWithdraw = inquiry.status === 'open' && progress !== 'closed';
    const listing = await findListing(store.reader, inquiry.petId, { statuses, today });
    const shown = listing === undefined ? [] : [listing];
    const content = html`<p>${messages.progress[progress](petName, until)}</p>
${shown.length > 0 && renderCards(site, shown, { root: '../../', from, today })}
<h2>${messages.wrote(language.date(zone.dayOf(inquiry.createdAt), 'day'))}</h2><blockquote>${paragraphs(inquiry.message)}</blockquote>
<p class="actions">${canWithdraw && html`<a class="button plain" href="${withQuery(`${link}/withdrawal`, from)}">${messages.withdraw}</a> `}<a class="button plain" href="${withQuery('../../adopt', from)}">${language.messages.back}</a></p>`;
    const page = { ...pageOf('../../', messages.linkTitle, content, from), style: photoRules(photosOfCards(shown)) };
    return replyUnstored(site, page, 200, linkHeaders);
  }

  /** Who sends it has the secret of the link. What the form has besides does not matter. */
  async function receive(context: RequestContext, link: string, petName: string): Promise<Reply> {
    const again = (obstacle: InquiryObstacle, status: number) =>
      askToWithdraw(site, fromOf(context), link, petName, obstacle, status);
    if (isForeign(context.request, origin)) return again('again', 400);
    const write = async () => {
      await store.write(withdrawInquiry, { submission: link, at: BigInt(context.now) });
      return redirectAfter(withQuery(`../${link}`, fromOf(context)));
    };
    return await submit(options, context, write, again);
  }

  return {
    pages(path): Handler | undefined {
      const [, link, isForm] = linkPath.exec(path) ?? [];
      if (link === undefined) return undefined;
      if (isForm === undefined) {
        return (context) =>
          withInquiry(context, link, '../../', (inquiry, petName) => showProgress(context, link, inquiry, petName));
      }
      return (context) =>
        withInquiry(context, link, '../../../', ({ status }, petName) =>
          status === 'open'
            ? askToWithdraw(site, fromOf(context), link, petName)
            : redirectAfter(withQuery(`../${link}`, fromOf(context))),
        );
    },
    forms(path): Handler | undefined {
      const [, link, isForm] = linkPath.exec(path) ?? [];
      if (link === undefined || isForm === undefined) return undefined;
      return (context) => withInquiry(context, link, '../../../', (_, petName) => receive(context, link, petName));
    },
  };
}

/** The form that withdraws an inquiry, with what was in the way of one that was sent. */
function askToWithdraw(
  site: PublicSite,
  from: PublicQuery,
  link: string,
  petName: string,
  obstacle?: InquiryObstacle,
  status = 200,
): Reply {
  const messages = inquiryMessages[site.language.code];
  const content = html`${obstacle && html`<p role="alert">${messages.obstacles[obstacle]}</p>`}<p>${messages.withdrawText(petName)}</p>
<form method="post" action="${withQuery('withdrawal', from)}">
<p class="actions"><button>${messages.withdraw}</button> <a class="button plain" href="${withQuery(`../${link}`, from)}">${messages.keep}</a></p>
</form>`;
  return replyUnstored(site, pageOf('../../../', messages.withdrawTitle, content, from), status, formHeaders);
}

function progressOf({ stage, reason }: Inquiry, order: Order | undefined): InquiryProgress {
  if (reason === 'animal_adopted') return 'adopted';
  if (stage !== 'approved') return stage;
  return order?.status === 'placed' ? 'reserved' : order?.status === 'completed' ? 'closed' : stage;
}

function pageOf(root: string, title: string, content: HtmlContent, from: PublicQuery): AdoptPage {
  return {
    path: homePath,
    root,
    from,
    title,
    description: title,
    isIndexed: false,
    type: 'website',
    style: '',
    content: html`<div class="note"><h1>${title}</h1>${content}</div>`,
  };
}
