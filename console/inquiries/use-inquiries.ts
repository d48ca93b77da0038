import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Inquiry, InquiryStatus } from '../../client/index.ts';
import type { ListingAddress } from '../listing/use-listing-address.ts';
import { type ListingPage, useListingPage } from '../listing/use-listing-page.ts';
import { useSession } from '../session/session.tsx';

const pageSize = 20;

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
