import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Inquiry, type InquiryStatus, inquiryStatuses } from '../../client/index.ts';
import type { ListingAddress } from '../listing/use-listing-address.ts';
import { type ListingPage, useListingPage } from '../listing/use-listing-page.ts';
import { useSession } from '../session/session.tsx';
import { isolated } from '../ui/name.tsx';

const pageSize = 20;

/** Which inquiries are shown. */
export type InquiriesFilter = InquiryStatus | 'all';

export const inquiriesFilters = [...inquiryStatuses, 'all'] as const satisfies readonly InquiriesFilter[];

/** The filter in an address, and a hint if it cannot be used. Those that are still to be answered by default. */
export function readInquiriesFilter(params: URLSearchParams): { filter: InquiriesFilter; hints: string[] } {
  const text = params.get('status') ?? '';
  const filter = inquiriesFilters.find((known) => known === text);
  if (text === '' || filter !== undefined) return { filter: filter ?? 'open', hints: [] };
  const shown = isolated(text.length > 40 ? `${text.slice(0, 40)}…` : text);
  const hint = `The address asks for inquiries that are “${shown}”. There is no such status: these are the open ones.`;
  return { filter: 'open', hints: [hint] };
}

/** The filter as an address has it. */
export function writeInquiriesFilter(filter: InquiriesFilter): Record<string, string> {
  return filter === 'open' ? {} : { status: filter };
}

/** A page of the inquiries with this status, or of all. */
export function useInquiries(status: InquiryStatus | undefined, address: ListingAddress): ListingPage<Inquiry> {
  const { client } = useSession();
  const { cursor } = address;
  return useListingPage({
    queryKey: ['inquiries', 'page', status ?? ''],
    fetchPage: (signal) => client.inquiries.list({ status, cursor, limit: pageSize, signal }).page(),
    address,
  });
}

/** Reloads the inquiries on the page, and how many are open. */
export function useRefreshInquiries(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['inquiries'] });
}

/** Closes an inquiry. */
export function useCloseInquiry() {
  const { client } = useSession();
  const refresh = useRefreshInquiries();
  return useMutation({ mutationFn: (id: bigint) => client.inquiries.close(id), onSettled: () => void refresh() });
}
